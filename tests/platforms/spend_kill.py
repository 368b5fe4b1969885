#!/usr/bin/env python3
"""Kills replicas while they read what ads cost, and looks at what came of it.

    tests/platforms/spend_kill.py --binary target/debug/tributary [--kills 20]

Two replicas work on one database and read two months of an account of each stand-in. Answers take their time and are cut
in half, cursors expire, pages repeat a row, servers fail; one replica after the other is killed (SIGKILL) at a random moment
and started again. A lease keeps an account from others until the next kill here, and not for a quarter of an hour, also
where its holder lives on. In the end every campaign's every day has come in as the platform has it, to the last digit, and no
campaign has a day that the platform has not. Needs psql."""

import argparse
import collections
import datetime
import decimal
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "clients"))
sys.dont_write_bytecode = True

from common import in_units
from exports_kill import Platform, opened, until
from official_clients import address, connect, figures
from run import start
from webhooks_kill import kill_in_turn, replica

SCOPES = "exports:read,exports:write,goals:write,attribution:write,analytics:read,campaigns:read"
TROUBLES = ["none", "none", "none", "cut", "expired_cursor", "repeats_row", "too_much", "failing"]
MONTHS = 2
# Milliseconds of each answer: two months are some forty answers, so that most kills are in the middle of some.
DELAY = 100
# Days of them that are compared; the last ones still grow.
FROM, UNTIL = 55, 2
ACCOUNTS = ["1001", "2001"]


def campaigns(platform, since, day):
    """What each campaign cost on each day, as the stand-ins have it."""
    told = collections.defaultdict(decimal.Decimal)
    for account in ACCOUNTS:
        asked = f"{platform.url}/spend?account={account}&since={since}&until={day}"
        with urllib.request.urlopen(asked) as answer:
            for row in json.load(answer)["days"]:
                told[row["day"], row["campaign"]] += decimal.Decimal(in_units(row["micros"]))
    return {key: spend for key, spend in told.items() if spend}


def read(client, days):
    """The same as the service shows it."""
    shown = {}
    for day in days:
        for campaign, spend in figures(client, day, day).items():
            shown[day, campaign] = decimal.Decimal(spend)
    return {key: spend for key, spend in shown.items() if spend}


def end_leases(folder):
    """As if the quarter of an hour were over for which an account is left to its reader, whether that one is dead or not, and as
    if a platform that failed had been waited for; how many had a reader."""
    server = (folder / "data/cluster/postmaster.pid").read_text().splitlines()
    ended = ("WITH read AS (SELECT lease_until IS NOT NULL AS is_held, connection_id FROM spend_syncs), "
             "ended AS (UPDATE spend_syncs SET look_at = now(), lease_until = CASE WHEN lease_until IS NOT NULL THEN now() END) "
             "SELECT count(*) FROM read WHERE is_held")
    asked = ["psql", "-qAtX", "-h", server[4], "-p", server[3], "-U", "tributary", "tributary", "-c", ended]
    return int(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)


def sync(client, connections):
    for connection in connections:
        try:
            client("POST", f"/api/v1beta/connections/{connection}/sync")
        except (SystemExit, urllib.error.URLError, ConnectionError):
            # One is read already, or whoever was asked is dead.
            pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=21)
    asked = parser.parse_args()
    random.seed(asked.seed)
    binary = asked.binary.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        os.chmod(folder, 0o755)
        platform = Platform(binary, folder)
        os.environ |= address(platform.url)
        base, process = start(binary, folder)
        owner, client, _ = opened(binary, folder, base, "EUR", SCOPES)
        connections = [connect(owner, client, provider) for provider in ["social_ads", "search_ads"]]
        processes, bases = [process, None], [base, None]
        bases[1], processes[1] = replica(binary, folder, 1)
        platform.misbehave(delay_millis=DELAY)
        for connection in connections:
            client("PATCH", f"/api/v1beta/connections/{connection}", {"spend_enabled": True, "spend_months": MONTHS})

        struck = []

        def have_it_read(base):
            struck.append(end_leases(folder))
            platform.misbehave(delay_millis=DELAY, spend=random.choices(TROUBLES, k=6), report_takes=1)
            client.base = base
            sync(client, connections)

        kill_in_turn(binary, folder, bases, processes, asked.kills, (0.3, 3), have_it_read)
        platform.misbehave()
        client.base = bases[0]
        until("both are alive", lambda: is_alive(client))
        today = datetime.datetime.now(datetime.timezone.utc).date()
        days = [str(today - datetime.timedelta(days=ago)) for ago in range(FROM, UNTIL - 1, -1)]
        expected = campaigns(platform, days[0], days[-1])
        struck.append(end_leases(folder))
        count = lambda: len(read(client, [days[0], days[-1]]))
        ends = len([key for key in expected if key[0] in (days[0], days[-1])])
        until("the first and the last day are there", lambda: count() == ends, 300)
        until("everything is there", lambda: len(read(client, days)) >= len(expected), 300)
        shown = read(client, days)
        wrong = [key for key in expected if shown.get(key) != expected[key]]
        added = [key for key in shown if key not in expected]
        print(f"    {asked.kills} kills, at which {sum(struck)} accounts were being read; {len(expected)} days of campaigns; "
              f"other amounts {len(wrong)}, days too many {len(added)}")
        for process in [*processes, platform.process]:
            process.terminate()
            process.wait()
        if wrong or added or not expected or not sum(struck):
            sys.exit(f"not as it should be: {wrong[:3]} {added[:3]}")


def is_alive(client):
    try:
        return bool(client("GET", "/api/v1/goals/definitions"))
    except (SystemExit, OSError):
        return False


if __name__ == "__main__":
    main()
