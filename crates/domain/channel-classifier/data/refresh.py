#!/usr/bin/env python3
"""Rebuilds matomo.tsv and ga4.tsv from their upstream files.

usage: refresh.py FOLDER

FOLDER holds AIAssistants.yml, SearchEngines.yml and Socials.yml (the repository
matomo-org/searchengine-and-social-list) and ga4_source_categories.jsonl (one object a line with
input.source and expected.category, made from seeds/ga4_source_categories.csv of Velir/dbt-ga4).
Needs PyYAML. own.tsv and gateways.tsv are written by hand and never touched here.

Entries with a path are left out: a signature keeps the host of a referrer, not its path. So are
entries with {} (any country) between two labels: the list has the shorter {}.ask.com as well, which
the walk over the labels of images.uk.ask.com reaches anyway.
"""
import json
import pathlib
import sys

import yaml

HERE = pathlib.Path(__file__).parent


def host(text):
    text = text.strip().lower()
    while text.startswith("www.") and "." in text[4:]:
        text = text[4:]
    return text


def write(name, header, rows):
    body = "".join(f"{key}\t{category}\n" for key, category in sorted(set(rows)))
    (HERE / name).write_text(f"# {header}\n# Made by refresh.py.\n{body}", encoding="utf-8")


def matomo(folder):
    def load(name):
        return yaml.safe_load((folder / name).read_text(encoding="utf-8"))

    flat = [(h, "ai") for hosts in load("AIAssistants.yml").values() for h in hosts]
    flat += [(h, "social") for hosts in load("Socials.yml").values() for h in hosts]
    for blocks in load("SearchEngines.yml").values():
        flat += [(h, "search") for block in blocks for h in block["urls"]]
    return [(host(h), category) for h, category in flat if "/" not in h and ".{}." not in h]


def ga4(folder):
    text = (folder / "ga4_source_categories.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    return [(host(r["input"]["source"]), r["expected"]["category"]) for r in rows]


def main():
    folder = pathlib.Path(sys.argv[1])
    write("matomo.tsv", "Matomo search engines, social networks and AI assistants (CC0 1.0)", matomo(folder))
    write("ga4.tsv", "GA4 source categories as published by Google, through dbt-ga4 (MIT)", ga4(folder))


main()
