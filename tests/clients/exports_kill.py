#!/usr/bin/env python3
"""Kills replicas while ad platforms are told of conversions, and looks at what the platforms took.

    tests/clients/exports_kill.py --binary target/debug/tributary [--kills 30]

Two replicas work on one database while payments come in, and tell stand-ins for the platforms, which are slow and lose
the answer of every third request that they have taken. One replica after the other is killed (SIGKILL) at a random
moment and started again. In the end a data set of a website has counted every payment once, and a conversation was
told of none twice: what nobody can know is unknown there. Then attribution is replayed, and replayed once more under
another name of the rule, and the platforms hear of nothing again.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from person import Page, Person
from run import start
from webhooks import Client, command
from webhooks_kill import Payments, kill_in_turn, replica

# Of a system user, as the stand-ins know it.
TOKEN = "EAAsystemuser"
WEBSITES, CHATS = ["5551", "5552", "5553", "5554"], ["6661", "6662"]
SCOPES = "events:write,exports:read,exports:write,goals:write,attribution:write,analytics:read"


class Platform:
    """The stand-ins, in a process of their own."""

    def __init__(self, binary, folder):
        place = folder / "platform"
        self.process = subprocess.Popen([binary.parent / "fake-platform", place, str(os.getpid())])
        while not place.exists():
            time.sleep(0.1)
        self.url = place.read_text()

    def misbehave(self, **how):
        request = urllib.request.Request(f"{self.url}/misbehaviour", json.dumps(how).encode())
        urllib.request.urlopen(request).close()

    def journal(self):
        with urllib.request.urlopen(f"{self.url}/journal?most=10000000") as answer:
            return json.load(answer)["taken"]

    def took(self):
        with urllib.request.urlopen(f"{self.url}/journal?most=0") as answer:
            return json.load(answer)["taken_in_all"]


class Owner(Person):
    """Somebody who has an account already, and follows where a page leads."""

    def go(self, url, data=None):
        status, target, text = self.fetch(url, data)
        while target:
            url = target
            status, target, text = self.fetch(url)
        if status != 200:
            sys.exit(f"{status} at {url}: {text}")
        return url, text

    def submit(self, at, text, ending, **own):
        """Fills in the form that leads to an address with this end."""
        action = lambda form: urllib.parse.urljoin(at, form["attributes"].get("action") or at)
        form = next(form for form in Page(text).forms if action(form).endswith(ending))
        filled = {field["name"]: self.value(field) for field in form["fields"] if field.get("name")}
        return self.go(action(form), urllib.parse.urlencode(filled | own).encode())


def opened(binary, folder, base, currency, scopes):
    """Somebody who is signed in, a key of their profile with these scopes, and the profile's id."""
    owner = Owner(base)
    made = command(binary, folder, "people", "create", "--name", "Ada", "--email", owner.email)
    owner.password = made["password"]
    workspace = command(binary, folder, "workspaces", "create", "--name", "Shop", "--owner", owner.email)
    profile = command(binary, folder, "profiles", "create", "--name", "Shop", "--currency", currency,
                      "--workspace", workspace["workspace_id"])["profile_id"]
    key = command(binary, folder, "keys", "create", "--profile", profile, "--name", "k",
                  "--scopes", scopes, "--units-per-minute", "1000000")["key"]
    owner.submit(*owner.go(f"{base}/auth/sign-in"), "/auth/sign-in")
    return owner, Client(base, key), profile


def connect(owner, client):
    """Pastes a token, and picks the first account."""
    asked = client("POST", "/api/v1beta/connections", {"provider": "social_ads"})
    at, text = owner.go(f"{owner.base}/h/{asked['id']}")
    at, text = owner.submit(at, text, "/token", token=TOKEN)
    account = re.search(r'<option value="([^"]+)"', text)[1]
    owner.submit(at, text, "/account", account=account)
    return client("GET", f"/api/v1/handoffs/{asked['id']}")["result"]["connection_id"]


def configure(client, connection):
    """Destinations by their data sets, and the rule."""
    chat = {"data_source_kind": "chat", "whatsapp_business_account_id": "111"}
    places = {}
    for pixel in WEBSITES + CHATS:
        made = client("POST", "/api/v1beta/exports/destinations", {
            "destination": "social_capi", "connection_id": connection, "social_pixel_id": pixel,
            "destination_config": chat if pixel in CHATS else {},
        })
        places[pixel] = made["id"]
    definitions = client("GET", "/api/v1/goals/definitions")["conversion_definitions"]
    payments = next(it["id"] for it in definitions if it["conversion_key"] == "payment_received")
    rule = client("POST", "/api/v1beta/exports/rules", {
        "name": "Payments", "source_kind": "conversion_definition", "source_ref_id": payments,
        "destinations": {"social_capi": {"enabled": True}},
    })
    return places, rule["id"]


class Conversions(Payments):
    """Payments that a conversation led to, and that a pixel told under an id of its own."""

    pause = 0.15

    def body(self):
        own = {"event_id": f"kill-{self.number}"}
        return super().body() | {"click_ids": {"ctwa_clid": f"C{self.number}"}, "properties": own}


def deliveries(client, destination):
    """How many deliveries of a destination stand how, and the ids of those that were sent."""
    statuses, sent, cursor = collections.Counter(), set(), None
    while True:
        asked = {"destination_id": destination, "limit": 100} | ({"cursor": cursor} if cursor else {})
        request = urllib.request.Request(
            f"{client.base}/api/v1beta/exports/deliveries?{urllib.parse.urlencode(asked)}",
            headers={"authorization": f"Bearer {client.key}"},
        )
        with urllib.request.urlopen(request) as answer:
            page = json.load(answer)
        statuses.update(it["status"] for it in page["data"])
        sent.update(it["event_id"] for it in page["data"] if it["status"] == "sent")
        cursor = page["pagination"]["cursor"]
        if not page["pagination"]["has_next"]:
            return statuses, sent


def until(what, is_so, seconds=900):
    end = time.time() + seconds
    while not is_so():
        if time.time() > end:
            sys.exit(f"not within {seconds} seconds: {what}")
        time.sleep(1)


def settled(client, platform, paid):
    """Whether every payment was decided everywhere, and nothing waits any more."""
    wired = client("GET", "/api/v1beta/exports/diagnostics")["destinations"]
    if any(it["waiting"] for it in wired):
        return False
    told = collections.Counter(it["place"] for it in platform.journal() if it["is_counted"])
    return all(told[pixel] >= len(paid) for pixel in WEBSITES)


def judge(client, platform, places, paid):
    counted, in_chats = collections.Counter(), collections.Counter()
    journal = platform.journal()
    for it in journal:
        key = (it["place"], it["event_id"])
        if it["place"] in CHATS:
            in_chats[key] += 1
        elif it["is_counted"]:
            counted[key] += 1
    expected = {(pixel, event) for pixel in WEBSITES for event in paid}
    wrong = [key for key in expected if counted[key] != 1] + sorted(counted.keys() - expected)
    twice = [key for key, times in in_chats.items() if times > 1]
    print(f"    {len(paid)} payments, {len(journal)} events taken, {len(counted)} counted on websites")
    print(f"    on websites not counted once {len(wrong)}; in conversations told twice {len(twice)}")
    is_bad = bool(wrong or twice)
    for pixel, destination in places.items():
        statuses, sent = deliveries(client, destination)
        print(f"    {pixel}: {dict(statuses)}")
        if pixel in CHATS:
            is_bad |= statuses["sent"] + statuses["unknown"] != len(paid)
            is_bad |= any(in_chats[pixel, event] != 1 for event in sent)
        else:
            is_bad |= statuses != {"sent": len(paid)}
    if is_bad:
        sys.exit("not as it should be")


def replay(client, platform, payer):
    """Replays attribution; how many events the platforms took besides those of one new payment."""
    before = platform.took()
    asked = client("POST", "/api/v1beta/attribution/recompute")
    state = lambda: client("GET", f"/api/v1beta/attribution/recomputes/{asked['id']}")["status"]
    until("the replay is over", lambda: state() == "completed")
    payer.number += payer.step
    client("POST", "/api/v1/events", payer.body())
    new = f"kill-{payer.number}"
    places = len(WEBSITES + CHATS)
    until("a new payment is told", lambda: sum(it["event_id"] == new for it in platform.journal()) == places)
    # What the replay marked is looked at within seconds.
    time.sleep(10)
    return platform.took() - before - places


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=20)
    asked = parser.parse_args()
    random.seed(asked.seed)
    binary = asked.binary.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        os.chmod(folder, 0o755)
        platform = Platform(binary, folder)
        os.environ["TRIBUTARY_SOCIAL_ADS_API_URL"] = platform.url
        base, process = start(binary, folder)
        owner, client, _ = opened(binary, folder, base, "USD", SCOPES)
        places, rule = configure(client, connect(owner, client))
        bases, processes = [base, None], [process, None]
        bases[1], processes[1] = replica(binary, folder, 1)
        platform.misbehave(loses_one_in=3, delay_millis=200)
        payers = [Conversions(bases, client.key, share, 2) for share in range(2)]
        for payer in payers:
            payer.start()
        kill_in_turn(binary, folder, bases, processes, asked.kills, (0.5, 4))
        for payer in payers:
            payer.ending = True
        for payer in payers:
            payer.join()
        platform.misbehave()
        paid = {f"kill-{number}" for payer in payers for number in payer.paid.values()}
        client.base = bases[0]
        until("everything is told", lambda: settled(client, platform, paid))
        judge(client, platform, places, paid)
        again = replay(client, platform, payers[0])
        client("PATCH", f"/api/v1beta/exports/rules/{rule}", {"name": "Sales"})
        renamed = replay(client, platform, payers[1])
        print(f"    told again after a replay {again}, after a replay under another name of the rule {renamed}")
        for process in [*processes, platform.process]:
            process.terminate()
            process.wait()
        if again or renamed:
            sys.exit("not as it should be")


if __name__ == "__main__":
    main()
