"""Answers questions in DuckDB: a line of JSON in, a line of JSON out.

The first line names the folder with the exported rows and their types; they become Parquet.
"""

import json
import sys
import time

import duckdb

first = json.loads(sys.stdin.readline())
folder = first["folder"]
connection = duckdb.connect(":memory:")
connection.execute("SET threads = 2")
for name, columns in first["tables"].items():
    types = ", ".join(f"'{column}': '{kind}'" for column, kind in columns)
    connection.execute(
        f"COPY (FROM read_csv('{folder}/{name}.csv', header = false, columns = {{{types}}})) "
        f"TO '{folder}/{name}.parquet' (FORMAT parquet)"
    )
    connection.execute(f"CREATE VIEW {name} AS FROM read_parquet('{folder}/{name}.parquet')")
print(json.dumps({"version": duckdb.__version__}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    begin = time.perf_counter()
    rows = connection.execute(question["sql"]).fetchall()
    elapsed = (time.perf_counter() - begin) * 1000
    print(json.dumps({"ms": elapsed, "rows": [[str(cell) for cell in row] for row in rows]}), flush=True)
