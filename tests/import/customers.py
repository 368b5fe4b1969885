#!/usr/bin/env python3
"""Times an import of many customers beside a plain COPY of the rows that it wrote, and looking for them afterwards.

    tests/import/customers.py --binary target/release/tributary --database postgres://… [--customers 1000000]

The database is empty and PostgreSQL is as durable as it is set up to be. Everybody has an address, a number and a name, and a
tenth of the names begins with the same two letters. Printed are rows a second until all were durable, the same rows in
another order, the most memory that the command had, how long COPY took into tables with the same columns and indexes, and for
texts of several kinds how long the service took to find whom they fit: at first, and then."""

import argparse
import http.client
import json
import pathlib
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

from common import copied, new_profile, psql, use

FIRST = ["María", "José", "Juana", "Ana", "Pedro", "Luis", "Carla", "Sofía", "Valentina", "Diego"]
FAMILY = ["González", "Muñoz", "Rojas", "Díaz", "Pérez", "Soto", "Contreras", "Silva", "Sepúlveda", "Rodríguez"]
SECOND = ["Vega", "Castro", "Reyes", "Núñez", "Rivas", "Ortiz", "Pizarro", "Bravo", "Lagos", "Toro"]
TEXTS = [
    ("two letters of a tenth", "ma"), ("two letters of a family name", "ro"), ("the beginning of a tenth", "maria"),
    ("a first and a family name", "maria gonz"), ("a whole name", "sofia munoz castro"), ("within a name", "epulved"),
    ("within a few names", "tina sep"), ("an address", "p777@mail.example"), ("a part of an address", "p7777@"),
    ("a number", "+56920000777"), ("a part of a number", "20000777"), ("nobody", "zzqx"),
]
TABLES = ["customers", "identifiers", "identifier_pairs"]
ROUNDS = 40


def listed(path, count):
    dice = random.Random(22)
    with path.open("w") as file:
        file.write("email,phone,first_name,last_name\n")
        for number in range(count):
            names = f"{dice.choice(FIRST)},{dice.choice(FAMILY)} {dice.choice(SECOND)}"
            file.write(f"p{number}@mail.example,+569{20_000_000 + number},{names}\n")
    return path


def turned(path, other):
    """The same rows from the last to the first. Never all of them at once: what is held here when a command begins
    would count as held by it."""
    with other.open("wb") as file:
        subprocess.run(["head", "-n", "1", path], check=True, stdout=file)
    subprocess.run(f"tail -n +2 '{path}' | tac >> '{other}'", shell=True, check=True)
    return other


def imported(binary, profile, path):
    """Seconds until the last row was durable, seconds of what follows, and what was said."""
    begin = time.monotonic()
    command = [binary, "import", "customers", path, "--profile", profile]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    written, said = None, []
    for line in process.stderr:
        said.append(line)
        if line.startswith("created "):
            written = time.monotonic() - begin
    if process.wait():
        sys.exit("".join(said))
    return written, time.monotonic() - begin - written, said[-2].strip()


def look(binary, profile):
    """Milliseconds a text: the first time, the median, and what nineteen of twenty stay below."""
    create = [binary, "keys", "create", "--profile", profile, "--name", "search", "--scopes", "customers:read",
              "--units-per-minute", "1000000"]
    key = re.search(r"\S{30,}", subprocess.run(create, check=True, capture_output=True, text=True).stdout)[0]
    serve = [binary, "serve", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        port = next(int(found[1]) for line in process.stdout if (found := re.search(r"127\.0\.0\.1:(\d+)", line)))
        service = http.client.HTTPConnection("127.0.0.1", port)
        everything = []
        for what, text in TEXTS:
            times, found = [], None
            for _ in range(ROUNDS):
                begin = time.monotonic()
                service.request("GET", f"/api/v1/customers/search?q={urllib.parse.quote(text)}",
                                headers={"Authorization": f"Bearer {key}"})
                answer = service.getresponse()
                body = answer.read()
                times.append((time.monotonic() - begin) * 1_000)
                if answer.status == 429:
                    sys.exit("the service wants to be asked less often: start it with higher limits")
                assert answer.status == 200, body
                found = len(json.loads(body)["data"])
            everything += times
            print(f"{what} ({text}): {found} found; first {times[0]:.1f} ms, then {statistics.median(times):.1f} "
                  f"(p95 {statistics.quantiles(times, n=20)[-1]:.1f}) ms")
        print(f"all: p95 {statistics.quantiles(everything, n=20)[-1]:.1f} ms")
    finally:
        process.terminate()
        process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--customers", type=int, default=1_000_000)
    asked = parser.parse_args()
    use(asked.database)
    binary = asked.binary.resolve()
    profile = new_profile(binary, "Speed")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        path = listed(folder / "customers.csv", asked.customers)
        for path in [path, turned(path, folder / "turned.csv")]:
            wrote, after, said = imported(binary, profile, path)
            print(f"{said}: in {wrote:.1f} s, {asked.customers / wrote:.0f} a second; then {after:.1f} s")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1_024
        copy = sum(copied(asked.database, table, folder) for table in TABLES)
        print(f"at most {peak} MiB; COPY {copy:.1f} s")
    psql(asked.database, "VACUUM ANALYZE")
    look(binary, profile)


if __name__ == "__main__":
    main()
