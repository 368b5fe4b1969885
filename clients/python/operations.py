#!/usr/bin/env python3
"""Writes `tributary/operations.py` from the OpenAPI document.

    clients/python/operations.py [--check]

With --check nothing is written, and it ends with 1 when the file is behind.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "docs" / "openapi.json"
TABLE = HERE / "tributary" / "operations.py"
METHODS = ("get", "post", "put", "patch", "delete")
HEAD = '''"""Every operation by its id: method and path. Written by clients/python/operations.py from docs/openapi.json."""

OPERATIONS = {
'''


def table(document):
    rows = {
        operation["operationId"]: (method.upper(), path)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    }
    lines = (f'    "{name}": ("{method}", "{path}"),\n' for name, (method, path) in sorted(rows.items()))
    return f"{HEAD}{''.join(lines)}}}\n"


def main():
    current = table(json.loads(DOCUMENT.read_text()))
    if "--check" in sys.argv[1:]:
        if TABLE.read_text() != current:
            sys.exit(f"{TABLE} is behind: run {pathlib.Path(__file__).name}")
    else:
        TABLE.write_text(current)


if __name__ == "__main__":
    main()
