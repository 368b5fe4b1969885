#!/usr/bin/env python3
"""Has a published matcher (Splink, from PyPI) judge the same pairs of generated customers, and prints both beside each other.

    tests/identity/published_matcher.py --folder target/identity

The folder holds what `cargo run --release -p identity-graph --example proposer write FOLDER` wrote. Splink learns without
being told the truth, as it is meant to: chances of coincidence from random pairs, chances of agreement by expectation
maximisation. Addresses, numbers and browsers are lists, which agree when they have one in common; names agree by
likeness, weighted by how common they are."""

import argparse
import logging
import pathlib

import duckdb
import splink.comparison_library as compare
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

LISTS = ["emails", "phones", "browsers"]


def judged(folder):
    """Each pair with what both say of it, and whether it is one person."""
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE pairs AS SELECT *, row_number() OVER () AS pair FROM '{folder}/pairs.csv'")
    lists = ", ".join(f"string_split({column}, ' ') AS {column}" for column in LISTS)
    connection.execute(f"""
        CREATE TABLE customers AS
        WITH sides AS (SELECT "left" AS id, pair FROM pairs UNION ALL SELECT "right", pair FROM pairs)
        SELECT unique_id, first_name, last_name, national_id, card, {lists}, list(pair) AS pairs
        FROM read_csv('{folder}/customers.csv', all_varchar = true) JOIN sides ON id = unique_id::bigint
        GROUP BY ALL""")
    with_list = [compare.ArrayIntersectAtSizes(column, [1]) for column in LISTS]
    names = [
        compare.JaroWinklerAtThresholds(column, [0.92]).configure(term_frequency_adjustments=True)
        for column in ("first_name", "last_name")
    ]
    exact = [compare.ExactMatch(column) for column in ("national_id", "card")]
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[*with_list, *names, *exact],
        blocking_rules_to_generate_predictions=[block_on("pairs", arrays_to_explode=["pairs"])],
        retain_intermediate_calculation_columns=False,
    )
    api = DuckDBAPI(connection=connection)
    linker = Linker(api.register("customers"), settings)
    training = linker.training
    training.estimate_probability_two_random_records_match([block_on("national_id"), block_on("card")], recall=0.1)
    training.estimate_u_using_random_sampling(max_pairs=2e7)
    for column in LISTS:
        training.estimate_parameters_using_expectation_maximisation(block_on(f"{column}[1]"))
    training.estimate_parameters_using_expectation_maximisation(block_on("first_name", "last_name"))
    found = linker.inference.predict().as_duckdbpyrelation()
    connection.register("found", found)
    return connection.execute("""
        SELECT p.probability, coalesce(f.match_probability, 0), p.is_one
        FROM pairs AS p
        LEFT JOIN found AS f ON least(f.unique_id_l::bigint, f.unique_id_r::bigint) = p."left"
            AND greatest(f.unique_id_l::bigint, f.unique_id_r::bigint) = p."right" """).fetchall()


def told(name, pairs):
    """Precision and recall from each probability on, and how far predictions are from what is."""
    ones = sum(is_one for _, is_one in pairs)
    print(f"\n{name}: {len(pairs)} pairs, {ones} of them one person")
    for least in (0.95, 0.8, 0.5):
        taken = [is_one for probability, is_one in pairs if probability >= least]
        precision = sum(taken) / len(taken) if taken else float("nan")
        print(f"  from {least}: {len(taken)} pairs, precision {precision:.3f}, recall {sum(taken) / ones:.3f}")
    best = right = 0
    for number, (_, is_one) in enumerate(sorted(pairs, reverse=True), 1):
        right += is_one
        if right >= 0.99 * number:
            best = right
    print(f"  recall at precision .99: {best / ones:.3f}")
    off = 0
    for tenth in range(10):
        within = [pair for pair in pairs if tenth / 10 <= pair[0] < (tenth + 1) / 10 + (tenth == 9)]
        if within:
            off += abs(sum(probability - is_one for probability, is_one in within))
    print(f"  predictions are off by {off / len(pairs):.3f} on the mean over ten bins")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    rows = judged(asked.folder)
    told("this proposer", [(ours, is_one) for ours, _, is_one in rows])
    told("Splink", [(theirs, is_one) for _, theirs, is_one in rows])


if __name__ == "__main__":
    main()
