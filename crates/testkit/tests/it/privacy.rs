//! Whoever adds a column says whether it may hold something about a person.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::workspace::root;

/// Types that hold nothing that could name somebody: ids of ours, numbers, moments, and whether something is so.
const SAYS_NOTHING: [&str; 8] = [
    "Uuid",
    "Bool",
    "SmallInt",
    "Integer",
    "BigInt",
    "Numeric",
    "Date",
    "Timestamptz",
];

/// Columns of every other type, as `table.column`.
fn columns() -> BTreeSet<String> {
    let path = root().join("crates/adapters/postgres-schema/src/schema.rs");
    let schema = fs::read_to_string(path).unwrap();
    let mut table = String::new();
    let mut columns = BTreeSet::new();
    for line in schema.lines().map(str::trim) {
        let named = line
            .strip_suffix(") {")
            .and_then(|line| line.split_once(" ("));
        if let Some((name, _)) = named {
            name.clone_into(&mut table);
        } else if let Some((column, kind)) = line.split_once(" -> ")
            && !SAYS_NOTHING.contains(&innermost(kind))
        {
            columns.insert(format!("{table}.{column}"));
        }
    }
    columns
}

/// The type without what it stands in: `Text` of `Nullable<Array<Text>>,`.
fn innermost(kind: &str) -> &str {
    let kind = kind.trim_end_matches([',', '>']);
    kind.rsplit('<').next().unwrap_or(kind)
}

/// The names between backticks.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// What becomes of a column when a customer is forgotten.
#[derive(Clone, Copy)]
enum Fate {
    /// The statement in this file deletes the rows.
    Gone(&'static str),
    /// The statement in this file writes it anew.
    Rewritten(&'static str),
    /// It stays, for this reason.
    Stays(&'static str),
}

use Fate::{Gone, Rewritten, Stays};

/// Why what is derived stays: titles and addresses are not in it, and sums know browsers by numbers.
const NAMES_NOBODY: Fate =
    Stays("pages, sources, countries and devices are what figures are made of");

/// Of every column that may hold something about a person whose history is measured.
const FATES: [(&str, &[&str], Fate); 34] = [
    ("visitors", &["anonymous_id"], Rewritten("name_browsers")),
    (
        "forgotten_browsers",
        &["anonymous_id"],
        Stays("housekeeping deletes it within minutes"),
    ),
    (
        "identifiers",
        &["value_key", "display", "first_name", "last_name"],
        Gone("forget_identifiers"),
    ),
    ("identifier_pairs", &["value_key"], Gone("forget_pairs")),
    (
        "identifier_pairs",
        &["other_key"],
        Gone("forget_other_pairs"),
    ),
    ("identifier_moves", &["value_key"], Gone("forget_moves")),
    (
        "identifier_sightings",
        &["value_key"],
        Gone("forget_sightings"),
    ),
    (
        "customer_merges",
        &["survivor_key", "merged_key"],
        Rewritten("forget_merges"),
    ),
    (
        "customer_split_values",
        &["value_key"],
        Gone("forget_split_values"),
    ),
    (
        "customer_splits",
        &["first_name", "last_name", "primary_email", "primary_phone"],
        Rewritten("forget_splits"),
    ),
    (
        "proposal_candidates",
        &["digest"],
        Gone("forget_candidates"),
    ),
    (
        "erased_values",
        &["hash"],
        Stays("late events are recognised by it, and nobody can read it"),
    ),
    (
        "customers",
        &["first_name", "last_name", "primary_email", "primary_phone"],
        Rewritten("forget_customers"),
    ),
    (
        "tracker_events",
        &[
            "url",
            "referrer",
            "title",
            "properties",
            "sender",
            "subject_key",
            "identifiers",
            "click_ids",
        ],
        Rewritten("rewrite_views"),
    ),
    (
        "tracker_events",
        &[
            "path",
            "name",
            "country",
            "device",
            "browser",
            "os",
            "ad_id",
            "campaign_id",
        ],
        NAMES_NOBODY,
    ),
    (
        "outcome_events",
        &[
            "url",
            "content_hash",
            "subject_key",
            "identifiers",
            "click_ids",
            "properties",
        ],
        Rewritten("rewrite_outcomes"),
    ),
    (
        "outcome_events",
        &["idempotency_key"],
        Rewritten("rename_keys"),
    ),
    (
        "outcome_events",
        &["refund_of"],
        Rewritten("rename_references"),
    ),
    (
        "outcome_events",
        &["event_name", "ad_id", "campaign_id", "pipeline", "consent"],
        Stays("words of the caller's system that definitions and rules ask for"),
    ),
    (
        "view_recipients",
        &["subject_key"],
        Rewritten("revoke_recipients"),
    ),
    ("views", &["ad_id", "campaign_id"], NAMES_NOBODY),
    ("export_ledger", &["event_id"], Rewritten("forget_exports")),
    ("match_evidence", &["sealed"], Gone("forget_evidence")),
    (
        "tracking_exclusions",
        &["anonymous_ids"],
        Rewritten("name_exclusions"),
    ),
    (
        "tracking_exclusions",
        &[
            "senders",
            "landing_host",
            "path_prefix",
            "referrer_host",
            "country",
            "utm_source",
            "utm_medium",
            "utm_campaign",
            "utm_term",
            "utm_content",
        ],
        Stays("what somebody wrote into a rule by which reports of earlier days go"),
    ),
    (
        "sessions",
        &[
            "country",
            "device",
            "browser",
            "os",
            "referrer_host",
            "landing_path",
            "ad_id",
        ],
        NAMES_NOBODY,
    ),
    ("touches", &["click_ids"], Rewritten("rewrite_touches")),
    (
        "touches",
        &["landing_path", "ad_id", "campaign_id"],
        NAMES_NOBODY,
    ),
    (
        "credits",
        &[
            "country",
            "device",
            "browser",
            "os",
            "referrer_host",
            "landing_path",
            "ad_id",
        ],
        NAMES_NOBODY,
    ),
    ("rollup_days", &["name", "data"], NAMES_NOBODY),
    ("rollup_changes", &["data"], NAMES_NOBODY),
    (
        "traffic_signatures",
        &[
            "referrer_host",
            "utm_source",
            "utm_medium",
            "utm_campaign",
            "utm_term",
            "utm_content",
            "click_kinds",
            "unfilled",
            "landing_host",
            "landing_path",
        ],
        NAMES_NOBODY,
    ),
    ("signature_channels", &["source", "medium"], NAMES_NOBODY),
    (
        "quality_scans",
        &["summary", "findings", "checks", "series"],
        Stays("the next look writes it anew, within a day"),
    ),
];

/// The statement of a file, from where it changes rows of a table.
fn changing(file: &str, table: &str, word: &str) -> String {
    let path = format!("crates/adapters/postgres-people/src/sql/erasure/{file}.sql");
    let statement = fs::read_to_string(root().join(&path)).unwrap();
    let begin = statement.find(&format!("{word} {table} "));
    let begin = begin.unwrap_or_else(|| panic!("{path} has no {word} {table}"));
    statement[begin..].to_owned()
}

#[test]
fn every_column_that_may_hold_something_of_a_customer_is_erased_or_stays_for_a_reason() {
    let document = fs::read_to_string(root().join("docs/privacy.md")).unwrap();
    let begin = document.find("## People whose history").unwrap();
    let end = document.find("## People who use").unwrap();
    let documented: BTreeSet<String> = documented_in(&document[begin..end]).into_iter().collect();
    let mut told = BTreeMap::new();
    for (table, columns, fate) in FATES {
        for column in columns {
            let before = told.insert(format!("{table}.{column}"), fate);
            assert!(before.is_none(), "{table}.{column} stands there twice");
            match fate {
                Gone(file) => {
                    changing(file, table, "DELETE FROM");
                }
                Rewritten("name_browsers") => {
                    let written = changing("name_browsers", table, "INSERT INTO");
                    assert!(written.contains(column), "{table}.{column}");
                }
                Rewritten(file) => {
                    let written = changing(file, table, "UPDATE");
                    let is_written = ["{column} = ", "({column}, ", ", {column}) = "];
                    let is_written = is_written.map(|form| form.replace("{column}", column));
                    let is_written = is_written.iter().any(|form| written.contains(form));
                    assert!(is_written, "{file} does not write {column}");
                }
                Stays(reason) => assert!(!reason.is_empty()),
            }
        }
    }
    let told: BTreeSet<String> = told.into_keys().collect();
    assert_eq!(told, documented);
}

/// What the document says of columns: rows of its tables name the table in the first and columns in the
/// second cell, items of its list name the table first.
fn documented_in(document: &str) -> Vec<String> {
    let mut columns = Vec::new();
    for line in document.lines() {
        let named = if let Some(row) = line.strip_prefix("| `") {
            let cells: Vec<_> = row.split('|').take(2).collect();
            format!("`{}", cells.join(" "))
        } else if line.starts_with("- `") {
            line.to_owned()
        } else {
            continue;
        };
        let mut named = names(&named).into_iter();
        let table = named.next().unwrap().to_owned();
        columns.extend(named.map(|column| format!("{table}.{column}")));
    }
    columns
}

#[test]
fn every_column_that_may_hold_something_of_a_person_is_documented() {
    let document = fs::read_to_string(root().join("docs/privacy.md")).unwrap();
    let documented = documented_in(&document);
    let named: BTreeSet<String> = documented.iter().cloned().collect();
    assert_eq!(
        documented.len(),
        named.len(),
        "docs/privacy.md names a column twice"
    );
    let columns = columns();
    let missing: Vec<_> = columns.difference(&named).collect();
    assert!(missing.is_empty(), "docs/privacy.md lacks {missing:?}");
    let gone: Vec<_> = named.difference(&columns).collect();
    assert!(
        gone.is_empty(),
        "docs/privacy.md names {gone:?}, which are not there"
    );
}
