//! The public cases of custom channel types, written as our rules.

use channel_classifier::{
    Classifier, Evidence, RawCondition, RawEvidence, RawReferrer, RawRule, RawUtm, Rule, RuleSet,
    Site,
};
use serde_json::Value;

use crate::support::id;

fn field(key: &str) -> &str {
    match key {
        // Theirs is the whole address. Ours keeps host and path apart; these cases are about paths.
        "url" | "pathname" => "landing_path",
        "hostname" => "landing_host",
        "referring_domain" => "referrer_host",
        same => same,
    }
}

fn operator(word: &str) -> &str {
    match word {
        "exact" => "is",
        "icontains" => "contains",
        "not_icontains" => "not_contains",
        "regex" => "matches",
        "not_regex" => "not_matches",
        same => same,
    }
}

fn values(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    match value {
        Value::Null => Vec::new(),
        Value::Array(values) => values.iter().map(text).collect(),
        one => vec![text(one)],
    }
}

fn rule(json: &Value, number: u128) -> Rule {
    let items = json["items"].as_array().unwrap().iter();
    let raw = RawRule {
        name: json["id"].as_str().unwrap().to_owned(),
        channel: json["channel_type"].as_str().unwrap().to_owned(),
        priority: i64::try_from(number).unwrap(),
        combiner: json["combiner"].as_str().unwrap().to_lowercase(),
        conditions: items
            .map(|item| RawCondition {
                field: field(item["key"].as_str().unwrap()).to_owned(),
                operator: operator(item["op"].as_str().unwrap()).to_owned(),
                values: values(&item["value"]),
            })
            .collect(),
    };
    Rule::parse(id(number), true, raw).unwrap()
}

fn channel(row: &Value) -> String {
    let rules = row["rules"].as_array().unwrap().iter().zip(1..);
    let rules = rules.map(|(json, number)| rule(json, number)).collect();
    let input = &row["input"];
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let raw = RawEvidence {
        utm: RawUtm {
            source: text("utm_source"),
            medium: text("utm_medium"),
            ..RawUtm::NONE
        },
        ..RawEvidence::of_visit(text("landing_url"), RawReferrer::KnownAbsent)
    };
    let site = Site {
        own_domains: &[],
        excluded_referrers: &[],
        allowed_referrers: &[],
    };
    let signature = Evidence::from_raw(&raw, &site).signature();
    let known = ["utm_source", "utm_medium", "landing_url"];
    let keys = input.as_object().unwrap().keys();
    assert!(
        keys.into_iter().all(|key| known.contains(&key.as_str())),
        "{input}"
    );
    Classifier::new(&RuleSet::new(rules).unwrap())
        .classify(&signature)
        .channel
        .to_owned()
}

#[test]
fn every_case_gets_the_expected_channel() {
    let rows = include_str!("../vectors/posthog_custom_rules.jsonl");
    let rows: Vec<Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 9);
    for row in &rows {
        assert_eq!(channel(row), row["expected"]["channel"], "{}", row["id"]);
    }
}
