//! Whoever adds a column says whether it may hold something about a person.

use std::collections::BTreeSet;
use std::fs;

use crate::workspace::root;

/// Columns that hold text, documents or bytes, as `table.column`.
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
            && ["Text", "Jsonb", "Bytea"]
                .iter()
                .any(|held| kind.contains(held))
        {
            columns.insert(format!("{table}.{column}"));
        }
    }
    columns
}

/// The names between backticks.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// What the document says of columns: rows of its tables name the table in the first and columns in the
/// second cell, items of its list name the table first.
fn documented() -> Vec<String> {
    let document = fs::read_to_string(root().join("docs/privacy.md")).unwrap();
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
    let documented = documented();
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
