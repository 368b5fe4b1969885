#!/usr/bin/env python3
"""Kills replicas between causes and deliveries, and looks at what is told.

    tests/clients/webhooks_kill.py --binary target/debug/tributary [--kills 30]

Two replicas work on one database while payments come in, each with a key of its own and sent again until it is
acknowledged. One replica after the other is killed (SIGKILL) at a random moment and started again. In the end every
payment has to have been told under one webhook-id, with the same bytes each time, and nothing that is no payment.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error

from run import free_port, start
from webhooks import Client, Receiver, certificate, command


def replica(binary, folder, number):
    place = folder / f"replica-{number}"
    place.mkdir(exist_ok=True)
    listen = f"127.0.0.1:{free_port()}"
    environment = os.environ | {"TRIBUTARY_LISTEN": listen, "TRIBUTARY_DATA_DIR": str(folder / "data")}
    log = open(place / "service.log", "a")
    process = subprocess.Popen([binary, "serve"], env=environment, stdout=log, stderr=log)
    return f"http://{listen}", process


def kill_in_turn(binary, folder, bases, processes, kills, pauses, before=lambda other: None):
    """Kills (SIGKILL) one of two replicas after the other, after a random pause, and starts it again. `before` is told which of
    them stays."""
    for kill in range(kills):
        victim = kill % 2
        before(bases[1 - victim])
        time.sleep(random.uniform(*pauses))
        processes[victim].send_signal(signal.SIGKILL)
        processes[victim].wait()
        bases[victim], processes[victim] = replica(binary, folder, victim)


class Payments(threading.Thread):
    """Pays until it is told to stop; each payment until somebody has acknowledged it."""

    # Between two payments, in seconds.
    pause = 0

    def __init__(self, bases, key, share, shares):
        super().__init__(daemon=True)
        self.bases, self.key, self.number, self.step = bases, key, share, shares
        self.paid, self.ending = {}, False

    def body(self):
        return {
            "event_type": "payment_received", "email": f"k{self.number}@example.com", "value_amount": "1.00",
            "currency": "USD", "idempotency_key": f"kill-{self.number}",
        }

    def run(self):
        while not self.ending:
            self.number += self.step
            body = self.body()
            time.sleep(self.pause)
            while True:
                try:
                    answer = Client(random.choice(self.bases), self.key)("POST", "/api/v1/events", body)
                    self.paid[answer["id"]] = self.number
                    break
                except (OSError, urllib.error.URLError, json.JSONDecodeError):
                    time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=19)
    asked = parser.parse_args()
    random.seed(asked.seed)
    binary = asked.binary.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        os.chmod(folder, 0o755)
        certificate(folder)
        os.environ["TRIBUTARY_EGRESS_ALLOW_NETS"] = "127.0.0.0/8"
        os.environ["TRIBUTARY_EGRESS_EXTRA_ROOT_CA"] = str(folder / "ca.pem")
        base, process = start(binary, folder)
        profile = command(binary, folder, "profiles", "create", "--name", "Killed", "--currency", "USD")
        key = command(binary, folder, "keys", "create", "--profile", profile["profile_id"], "--name", "k", "--scopes",
                      "events:write,exports:read,exports:write", "--units-per-minute", "1000000")["key"]
        receiver = Receiver(folder)
        Client(base, key)("POST", "/api/v1/webhooks/subscriptions", {
            "url": receiver.url, "events": ["conversion.recorded"], "providers": ["platform"],
        })
        bases, processes = [base, None], [process, None]
        bases[1], processes[1] = replica(binary, folder, 1)
        time.sleep(3)
        payers = [Payments(bases, key, share, 4) for share in range(4)]
        for payer in payers:
            payer.start()
        kill_in_turn(binary, folder, bases, processes, asked.kills, (0.5, 3))
        for payer in payers:
            payer.ending = True
        for payer in payers:
            payer.join()
        paid = {event for payer in payers for event in payer.paid}
        judge(paid, receiver)
        for process in processes:
            process.terminate()
            process.wait()


def judge(paid, receiver):
    end, told = time.time() + 180, {}
    while time.time() < end:
        told = collections.defaultdict(set)
        for it in list(receiver.got):
            data = json.loads(it["body"])["data"]
            told[data["outcome_event_id"]].add((it["headers"]["webhook-id"], it["body"]))
        if paid <= told.keys():
            break
        time.sleep(1)
    missing = paid - told.keys()
    several = [event for event, ways in told.items() if len(ways) > 1]
    foreign = told.keys() - paid
    twice = len(receiver.got) - len({it["headers"]["webhook-id"] for it in receiver.got})
    print(f"    {len(paid)} payments, {len(receiver.got)} requests, {twice} of them repeated")
    print(f"    never told {len(missing)}, told as several {len(several)}, told and never paid {len(foreign)}")
    if missing or several or foreign:
        sys.exit("not as it should be")


if __name__ == "__main__":
    main()
