#!/usr/bin/env python3
"""Has a million rows of spend come in twice: landed by a role that may do nothing else, and as a file.

    tests/import/spend.py --binary target/release/tributary --database postgres://… [--rows 1000000]

The database is empty and its user may create roles. Printed are seconds, rows a second and the most memory of the process
that took the rows, of the worker and of the command; that both wrote the same amounts, to the last digit, is looked at."""

import argparse
import datetime
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid

from common import new_profile, psql, use

DAYS = 365
FIRST = datetime.date(2025, 11, 1)


def rows(count):
    """A day after the other, each with the same ads."""
    dice = random.Random(21)
    ads = -(-count // DAYS)
    for number in range(count):
        day, ad = FIRST + datetime.timedelta(days=number // ads), number % ads
        yield day, f"c{ad % 50}", f"s{ad % 400}", f"a{ad}", f"{dice.randrange(1, 100_000) / 1_000:.3f}"


def most_memory(process):
    """MiB, while it runs."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1_024


def landed(binary, database, profile, count, folder):
    """As a loader does it, with a role of its own."""
    columns = "profile_id, batch_id, row_number, date, campaign_id, ad_set_id, ad_id, spend, currency"
    batch_columns = "profile_id, batch_id, platform, account_id, date_from, date_to, row_count"
    psql(database, "DROP ROLE IF EXISTS spend_loader", "CREATE ROLE spend_loader LOGIN PASSWORD 'loader'",
         "GRANT USAGE ON SCHEMA public TO spend_loader",
         f"GRANT INSERT ({columns}) ON spend_landing TO spend_loader",
         f"GRANT INSERT ({batch_columns}) ON spend_batches TO spend_loader")
    parts = urllib.parse.urlsplit(database)
    loader = parts._replace(netloc=f"spend_loader:loader@{parts.hostname}:{parts.port or 5432}").geturl()
    denied = subprocess.run(["psql", "-qAtX", loader, "-c", "SELECT count(*) FROM spend_landing"], capture_output=True)
    assert denied.returncode, "the loader may read"
    batch, path = uuid.uuid4(), folder / "landed.copy"
    with path.open("w") as file:
        for number, (day, campaign, ad_set, ad, spend) in enumerate(rows(count), 1):
            file.write(f"{profile}\t{batch}\t{number}\t{day}\t{campaign}\t{ad_set}\t{ad}\t{spend}\tEUR\n")
    begin = time.monotonic()
    psql(loader, f"\\copy spend_landing ({columns}) FROM '{path}'")
    copied = time.monotonic() - begin
    until = FIRST + datetime.timedelta(days=DAYS - 1)
    worker = subprocess.Popen([binary, "work"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        begin = time.monotonic()
        psql(loader, f"INSERT INTO spend_batches ({batch_columns}) VALUES "
             f"('{profile}', '{batch}', 'meta_ads', 'act_1', '{FIRST}', '{until}', {count})")
        asked = f"SELECT status, written_days, errors FROM spend_batches WHERE batch_id = '{batch}'"
        while (said := psql(database, asked)).startswith("ready"):
            time.sleep(0.5)
        taken = time.monotonic() - begin
        assert said.startswith("written"), said
        print(f"landed: {count} rows copied in {copied:.1f} s, taken in {taken:.1f} s, {count / taken:.0f} a second; "
              f"the worker had at most {most_memory(worker)} MiB")
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
        psql(database, "DROP OWNED BY spend_loader", "DROP ROLE spend_loader")


def imported(binary, profile, count, folder):
    path = folder / "spend.csv"
    with path.open("w") as file:
        file.write("date,platform,account_id,campaign_id,ad_set_id,ad_id,spend,currency\n")
        for day, campaign, ad_set, ad, spend in rows(count):
            file.write(f"{day},meta_ads,act_1,{campaign},{ad_set},{ad},{spend},EUR\n")
    begin = time.monotonic()
    process = subprocess.Popen([binary, "import", "spend", path, "--profile", profile, "--replace"],
                               stderr=subprocess.PIPE, text=True)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    taken = time.monotonic() - begin
    if status:
        sys.exit(said)
    print(f"file: {count} rows in {taken:.1f} s, {count / taken:.0f} a second; at most {used.ru_maxrss // 1_024} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    asked = parser.parse_args()
    use(asked.database)
    binary = asked.binary.resolve()
    profiles = [new_profile(binary, name) for name in ("Landed", "File")]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        landed(binary, asked.database, profiles[0], asked.rows, folder)
        imported(binary, profiles[1], asked.rows, folder)
    sums = [psql(asked.database, f"SELECT count(*), sum(amount) FROM ad_spend_daily WHERE profile_id = '{profile}'")
            for profile in profiles]
    print(f"rows and amounts: {sums[0]}" if sums[0] == sums[1] else f"they differ: {sums}")


if __name__ == "__main__":
    main()
