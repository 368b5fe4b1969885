#!/usr/bin/env python3
"""Reads the files of the import stories with DuckDB and compares what is in them with what was imported.

`just import-events` runs the stories first, which leave their files and what the database then had. Needs DuckDB
(`pip install duckdb`)."""

import json
import pathlib
import sys

import duckdb

# What each kind of file says, in its own words: page views, identifications, outcomes, cents, browsers.
QUESTIONS = {
    "ga4": """
        SELECT count(*) FILTER (event_name = 'page_view'), 0, count(*) FILTER (event_name = 'purchase'),
            sum(CAST(ecommerce.purchase_revenue AS DECIMAL(18, 2))) * 100,
            count(DISTINCT user_pseudo_id) FILTER (event_name = 'page_view')
        FROM read_json('{file}', format = 'newline_delimited', maximum_object_size = 1000000, sample_size = -1)""",
    "posthog": """
        SELECT count(*) FILTER (event = '$pageview'), count(*) FILTER (event = '$identify'),
            count(*) FILTER (event = 'purchase'), sum(CAST(properties.revenue AS DECIMAL(18, 2))) * 100,
            count(DISTINCT coalesce(properties."$anon_distinct_id", distinct_id))
                FILTER (event IN ('$pageview', '$identify'))
        FROM read_json('{file}', format = 'newline_delimited', sample_size = -1)""",
    "snowplow": """
        SELECT count(*) FILTER (event = 'page_view'), 0, count(*) FILTER (event = 'transaction'),
            sum(CAST(tr_total AS DECIMAL(18, 2))) * 100,
            count(DISTINCT domain_userid) FILTER (event = 'page_view')
        FROM read_csv('{file}', header = true, all_varchar = true)""",
    "own": """
        SELECT count(*) FILTER (what = 'seen'), 0, count(*) FILTER (what = 'sold'),
            sum(CAST(cents AS BIGINT)), count(DISTINCT visitor) FILTER (what = 'seen')
        FROM read_csv('{file}', header = true, all_varchar = true)""",
}
NAMES = ["page_views", "identifications", "outcomes", "cents", "browsers"]


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    parted = 0
    for name, question in QUESTIONS.items():
        file = next(path for path in (folder / name).glob("events.*") if path.suffix != ".counts")
        counts = next((folder / name).glob("*.counts"))
        imported = json.loads(counts.read_text())
        row = duckdb.connect().execute(question.replace("{file}", str(file))).fetchone()
        read = dict(zip(NAMES, map(int, row)))
        verdict = "the same" if read == imported else f"DIFFERS: imported {imported}"
        parted += read != imported
        print(f"{name}: {read}: {verdict}")
    return min(parted, 1)


if __name__ == "__main__":
    sys.exit(main())
