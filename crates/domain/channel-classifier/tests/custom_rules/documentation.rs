//! The user's page about channel rules: its examples can be created, its tables are true.

use channel_classifier::{Rule, RuleField, RuleOperator, RuleSet, Signature, classify, matches};
use serde_json::Value;

use crate::support::{from_json, id, linked, nothing, rule, tagged};

const PAGE: &str = include_str!("../../../../../docs/channel-rules.md");

/// Every example of the page, in its order.
fn examples() -> Vec<Rule> {
    let blocks = PAGE.split("```json\n").skip(1);
    blocks
        .zip(1..)
        .map(|(block, number)| {
            let text = block.split("```").next().unwrap();
            let json: Value = serde_json::from_str(text).unwrap();
            Rule::parse(id(number), true, from_json(&json)).unwrap()
        })
        .collect()
}

/// The cells of every row of the page's tables.
fn rows() -> Vec<Vec<String>> {
    let rows = PAGE.lines().filter(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

fn with_medium(host: &str, medium: &str) -> Signature {
    Signature {
        utm_medium: Some(medium.to_owned()),
        ..linked(host)
    }
}

#[test]
fn every_example_does_what_the_page_says() {
    let rules = examples();
    assert_eq!(rules.len(), 3);
    let [partners, branded, podcast] = &rules[..] else {
        panic!("three examples")
    };
    assert!(matches(partners, &linked("partner.example")));
    assert!(matches(partners, &linked("news.partner.example")));
    assert!(matches(partners, &tagged("partner-north", None)));
    assert!(!matches(partners, &linked("notpartner.example")));
    let campaign = |name: &str| Signature {
        utm_campaign: Some(name.to_owned()),
        click_kinds: vec!["gclid".to_owned()],
        ..nothing()
    };
    assert!(matches(branded, &campaign("cl_brand_2026")));
    assert!(!matches(branded, &campaign("cl_nonbrand_2026")));
    assert!(!matches(branded, &tagged("google", None)));
    assert!(matches(
        podcast,
        &with_medium("open.spotify.com", "podcast")
    ));
    assert!(!matches(podcast, &with_medium("open.spotify.com", "email")));
    assert!(matches(podcast, &linked("open.spotify.com")));
    assert!(RuleSet::new(rules).is_ok());
}

#[test]
fn every_field_and_operator_is_on_the_page() {
    let rows = rows();
    let first: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
    for field in RuleField::ALL {
        assert!(
            first.contains(&format!("`{}`", field.as_str()).as_str()),
            "{field:?}"
        );
    }
    for operator in RuleOperator::ALL {
        let word = format!("`{}`", operator.as_str());
        let row = rows.iter().find(|row| row[0] == word).unwrap();
        let values: &[&str] = if operator.takes_values() { &["a"] } else { &[] };
        let rule = rule("utm_source", operator.as_str(), values);
        let answer = |signature: &Signature| {
            if matches(&rule, signature) {
                "yes"
            } else {
                "no"
            }
        };
        let expected = [tagged("a", None), tagged("b", None), nothing()];
        let expected = expected.each_ref().map(answer);
        assert_eq!(row[2..], expected, "{word}");
    }
}

#[test]
fn without_the_first_example_its_visits_are_referral_or_unassigned() {
    assert_eq!(classify(&linked("partner.example")).channel, "Referral");
    let unassigned = classify(&tagged("partner-north", None));
    assert_eq!(unassigned.channel, "Unassigned");
}
