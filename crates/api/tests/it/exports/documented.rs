//! What the documentation says of exports is what the service does.

use export_rules::{Routing, SkipReason, Word};

const DOCS: &str = include_str!("../../../../../docs/exports.md");

#[test]
fn every_reason_has_its_row_with_what_it_means_and_what_helps() {
    for reason in SkipReason::ALL {
        let (word, meaning, remedy) = (reason.as_str(), reason.meaning(), reason.remedy());
        let row = format!("| `{word}` | {meaning} | {remedy} |");
        assert!(DOCS.lines().any(|line| line == row), "{row}");
    }
    let (_, table) = DOCS
        .split_once("| `skip_reason` | means | what helps |")
        .unwrap();
    let rows = table.lines().skip(2).take_while(|line| !line.is_empty());
    assert_eq!(rows.count(), SkipReason::ALL.len());
}

#[test]
fn every_routing_has_its_row() {
    for routing in Routing::ALL {
        let row = format!("| `{routing}` | {} |", routing.meaning());
        assert!(DOCS.lines().any(|line| line == row), "{row}");
    }
}
