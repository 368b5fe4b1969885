//! Whoever removes a profile removes its rows from every table.

use std::collections::BTreeMap;

use postgres_schema::removal::TABLES;

/// Tables with rows of profiles that are gone once a profile is closed, and the one that says which.
const CLOSED: [&str; 6] = [
    "profiles",
    "tracking_keys",
    "api_keys",
    "profile_assignments",
    "handoffs",
    "deletions",
];

/// The tables of the schema that name a profile, with the columns of their keys besides it.
fn tables() -> BTreeMap<String, Vec<String>> {
    let schema = include_str!("../../../adapters/postgres-schema/src/schema.rs");
    let tables = schema.split("table! {").skip(1);
    let named = tables.filter(|table| table.contains("profile_id -> Uuid"));
    named
        .map(|table| {
            let (head, _) = table.split_once(") {").unwrap();
            let (name, key) = head.rsplit_once('(').unwrap();
            let name = name.trim().rsplit(char::is_whitespace).next().unwrap();
            let key = key.split(", ").filter(|column| *column != "profile_id");
            (name.to_owned(), key.map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn every_table_with_rows_of_profiles_is_gone_through_by_its_key() {
    let mut schema = tables();
    for closed in CLOSED {
        schema.remove(closed);
    }
    let own = TABLES.map(|(table, key)| {
        let key: Vec<String> = key.iter().map(ToString::to_string).collect();
        (table.to_owned(), key)
    });
    assert_eq!(BTreeMap::from(own), schema);
}
