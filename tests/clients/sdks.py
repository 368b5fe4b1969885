#!/usr/bin/env python3
"""Has the clients of this repository do what they promise with the real service.

    tests/clients/sdks.py --binary target/debug/tributary

Each of them, in TypeScript and in Python, writes payments and spend, reads them back to the last digit, walks through
pages, and meets a conflict, a limit and an answer that is lost. TypeScript is compiled by what npm brings into a folder.
"""

import argparse
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from passing_on import PassingOn
from run import start
from webhooks import command

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = HERE.parent.parent / "clients"
SCOPES = "events:write,attribution:write,analytics:read,customers:read,goals:write"


class Losing(PassingOn):
    """Passes everything on, and loses the first answer to each event whose key begins with `lost`."""

    def __init__(self, base):
        self.lost = set()
        super().__init__(base, self.is_answered)

    def is_answered(self, request, *_):
        key = request.headers.get("idempotency-key") or ""
        is_lost = key.startswith("lost") and key not in self.lost
        if is_lost:
            self.lost.add(key)
        return not is_lost


def compiled(folder):
    """The TypeScript client as JavaScript, with its own tests passed and its generated files current."""
    there = folder / "typescript"
    shutil.copytree(CLIENTS / "typescript", there, ignore=shutil.ignore_patterns("node_modules", "dist"))
    run = lambda *words: subprocess.run(words, check=True, cwd=there)
    run("npm", "install", "--silent", "--no-audit", "--no-fund")
    # The generator reads the document beside the clients.
    generator = (there / "generate.mjs").read_text().replace("../../docs/openapi.json", (CLIENTS.parent / "docs/openapi.json").as_uri())
    (there / "generate.mjs").write_text(generator)
    run("npm", "run", "--silent", "check")
    run("npm", "test", "--silent")
    return there / "dist" / "index.js"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    asked = parser.parse_args()
    binary = asked.binary.resolve()
    subprocess.run([sys.executable, "-m", "unittest", "discover", CLIENTS / "python" / "tests"], check=True)
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        module = compiled(folder)
        base, process = start(binary, folder)
        try:
            for name, words in {
                "python": [sys.executable, HERE / "sdk_python.py"], "typescript": ["node", HERE / "sdk_typescript.mjs"],
            }.items():
                print(name, flush=True)
                done = subprocess.run(words, env=environment(binary, folder, base, name, module))
                if done.returncode:
                    failed.append(name)
        finally:
            process.terminate()
            process.wait()
    sys.exit(f"failed: {', '.join(failed)}" if failed else None)


def environment(binary, folder, base, name, module):
    profile = command(binary, folder, "profiles", "create", "--name", name, "--currency", "EUR")["profile_id"]
    key = lambda units: command(
        binary, folder, "keys", "create", "--profile", profile, "--name", f"{name} {units}", "--scopes", SCOPES,
        "--units-per-minute", str(units),
    )["key"]
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return os.environ | {
        "BASE_URL": base, "LOSING_URL": Losing(base).url, "KEY": key(1_000_000), "SLOW_KEY": key(60),
        "DATE_FROM": str(today - datetime.timedelta(days=1)), "DATE_TO": str(today + datetime.timedelta(days=1)),
        "PYTHONPATH": str(CLIENTS / "python"), "MODULE": module.as_uri(),
    }


if __name__ == "__main__":
    main()
