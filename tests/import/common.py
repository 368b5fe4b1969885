"""What the measurements of imports have in common."""

import os
import subprocess
import sys
import time


def psql(database, *commands):
    words = [word for command in commands for word in ("-c", command)]
    asked = ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", database, *words]
    done = subprocess.run(asked, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.strip()


def use(database):
    """Has every command of the service work on this database from now on."""
    os.environ |= {"DATABASE_URL": database, "TRIBUTARY_SECRET_KEY": "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=",
                   "TRIBUTARY_LOG": "warn"}


def new_profile(binary, name):
    create = [binary, "profiles", "create", "--name", name, "--currency", "EUR"]
    return subprocess.run(create, check=True, capture_output=True, text=True).stdout.split(" ")[0]


def copied(database, table, folder):
    """Seconds for the rows of a table under the same indexes."""
    path = folder / f"{table}.copy"
    psql(database, f"\\copy (SELECT * FROM {table}) TO '{path}'", "DROP TABLE IF EXISTS copied",
         f"CREATE TABLE copied (LIKE {table} INCLUDING ALL)", "CHECKPOINT")
    begin = time.monotonic()
    psql(database, f"\\copy copied FROM '{path}'")
    taken = time.monotonic() - begin
    psql(database, "DROP TABLE copied")
    path.unlink()
    return taken
