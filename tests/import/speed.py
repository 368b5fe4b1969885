#!/usr/bin/env python3
"""Times an import of many events beside a plain COPY of the rows that it wrote.

    tests/import/speed.py --binary target/release/tributary --database postgres://… [--events 1000000] [--outcomes 100000]

The database is empty and PostgreSQL is as durable as it is set up to be. Two imports follow each other: page views alone,
then outcomes with a browser and a user. Printed are facts a second until all were durable, the time that replaying them took
after it, the most memory that the command had, and how long COPY took into a table with the same columns and indexes."""

import argparse
import json
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

from common import copied, new_profile, use

BEGIN = 1_767_225_600
PAGES = ["/", "/shop", "/?utm_source=google&utm_medium=cpc&utm_campaign=brand", "/?utm_source=news&utm_medium=email"]
BEFORE = ["", "", "https://www.google.com/", "https://news.example/a"]
TABLES = {"views": "tracker_events", "outcomes": "outcome_events"}


def views(dice, number, people):
    person = dice.randrange(people)
    return {
        "uuid": f"0198a5f0-0000-7000-8000-{number:012x}",
        "event": "$pageview",
        "distinct_id": f"browser-{person}",
        "timestamp": BEGIN + dice.randrange(60 * 86_400),
        "properties": {"$current_url": f"https://shop.example{dice.choice(PAGES)}", "$referrer": dice.choice(BEFORE)},
    }


def outcomes(dice, number, people):
    person = dice.randrange(people)
    return {
        "uuid": f"0198a5f0-0001-7000-8000-{number:012x}",
        "event": "purchase",
        "distinct_id": f"user-{person}",
        "timestamp": BEGIN + dice.randrange(60 * 86_400),
        "properties": {"$device_id": f"browser-{person}", "revenue": f"{dice.randrange(1, 500)}.50", "currency": "EUR"},
    }


def write(folder, name, make, count, people):
    dice = random.Random(21)
    path = folder / f"{name}.jsonl"
    with path.open("w") as file:
        for number in range(count):
            file.write(json.dumps(make(dice, number, people)) + "\n")
    return path


def imported(binary, profile, mapping, path):
    """Seconds until the last fact was durable, seconds of replay, and what was said."""
    command = [binary, "import", "events", path, "--profile", profile, "--mapping", mapping]
    begin = time.monotonic()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    written, said = None, []
    for line in process.stderr:
        said.append(line)
        if line.startswith("wrote "):
            written = time.monotonic() - begin
    if process.wait():
        sys.exit("".join(said))
    return written, time.monotonic() - begin - written, "".join(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--outcomes", type=int, default=100_000)
    asked = parser.parse_args()
    use(asked.database)
    binary = asked.binary.resolve()
    profile = new_profile(binary, "Speed")
    presets = pathlib.Path(__file__).parents[2] / "docs/examples/event-mappings"
    mapping = json.loads((presets / "posthog.json").read_text()) | {"time": {"field": "timestamp", "unit": "seconds"}}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "mapping.json").write_text(json.dumps(mapping))
        people = max(asked.events // 10, 1)
        for name, make, count in [("views", views, asked.events), ("outcomes", outcomes, asked.outcomes)]:
            path = write(folder, name, make, count, people)
            wrote, replayed, said = imported(binary, profile, folder / "mapping.json", path)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1_024
            people_replayed = re.search(r"replayed (\d+) people", said)[1]
            copy = copied(asked.database, TABLES[name], folder)
            print(f"{name}: {count} in {wrote:.1f} s, {count / wrote:.0f} a second; {people_replayed} people replayed in "
                  f"{replayed:.1f} s; at most {peak} MiB; COPY {copy:.1f} s, the import {wrote / copy:.1f} times that")


if __name__ == "__main__":
    main()
