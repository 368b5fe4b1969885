//! A migration that has landed is never edited again: databases that have it would differ from those
//! that get it afterwards.

use std::collections::BTreeMap;
use std::fs;

use uuid::Uuid;

use crate::workspace::root;

/// A line a folder: its name, and a hash of what is in it.
const LANDED: &str = "migrations/landed.txt";

fn hash(folder: &str) -> Uuid {
    let folder = root().join("migrations").join(folder);
    let up = fs::read(folder.join("up.sql")).unwrap();
    let down = fs::read(folder.join("down.sql")).unwrap();
    let bytes = [up, vec![0], down].concat();
    Uuid::new_v5(&Uuid::NAMESPACE_OID, &bytes)
}

#[test]
fn migrations_are_what_they_were_when_they_landed() {
    let landed = fs::read_to_string(root().join(LANDED)).unwrap();
    let landed: BTreeMap<&str, &str> = landed
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    let entries = fs::read_dir(root().join("migrations")).unwrap();
    let mut folders: Vec<String> = entries
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    for folder in landed.keys() {
        let is_there = folders.iter().any(|found| found == folder);
        assert!(is_there, "{folder} has landed and is gone: put it back");
    }
    let lines: Vec<String> = folders
        .iter()
        .filter(|folder| !landed.contains_key(folder.as_str()))
        .map(|folder| format!("{folder} {}\n", hash(folder)))
        .collect();
    assert!(lines.is_empty(), "add to {LANDED}:\n{}", lines.concat());
    for folder in &folders {
        let now = hash(folder).to_string();
        assert_eq!(
            landed.get(folder.as_str()),
            Some(&now.as_str()),
            "{folder} has landed and was edited: undo that, and add a migration of its own"
        );
    }
}
