//! Every link of the vectors has the faults that it should have, and no other.

use std::collections::HashSet;

use channel_classifier::audit::{AuditContext, SignatureFaults, UtmCategory, spellings};
use channel_classifier::{Evidence, RawEvidence, RawReferrer, RuleSet, Site};
use url::form_urlencoded;

const LINKS: &str = include_str!("../vectors/utm_audit.tsv");
const POSTHOG: &str = include_str!("../vectors/posthog_channel_type.jsonl");
const GA4: &str = include_str!("../vectors/ga4_default_channel_dbt.jsonl");
const SPELLINGS: &str = include_str!("../vectors/source_spellings.tsv");

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

/// `category:field` of every fault, in alphabetical order.
fn faults(query: &str, referrer: &str, ads: &str) -> String {
    let url = format!("https://shop.example/?{query}");
    let referrer = match referrer {
        "-" => RawReferrer::KnownAbsent,
        url => RawReferrer::Url(url),
    };
    let own = ["shop.example".to_owned()];
    let visit = RawEvidence::of_visit(Some(&url), referrer);
    let signature = Evidence::from_raw(&visit, &Site::of(&own)).signature();
    let known_ads: HashSet<String> = ads.split(',').map(str::to_lowercase).collect();
    let rules = RuleSet::empty();
    let context = AuditContext::new(&known_ads, &rules);
    let found = SignatureFaults::of(&signature, &context);
    let mut told: Vec<String> = Vec::new();
    for category in &found.categories {
        let fields = match category {
            UtmCategory::UnsubstitutedMacro => found.macros.clone(),
            UtmCategory::NonChannelMedium => vec!["utm_medium".to_owned()],
            UtmCategory::MissingAdIdentifier => vec!["any".to_owned()],
            UtmCategory::MissingUtmsOnPaid => vec!["all_utms".to_owned()],
            _ => vec!["utm_source".to_owned()],
        };
        told.extend(
            fields
                .iter()
                .map(|field| format!("{}:{field}", category.as_str())),
        );
    }
    told.sort();
    if told.is_empty() {
        "-".to_owned()
    } else {
        told.join(",")
    }
}

#[test]
fn links_have_the_faults_that_documents_say() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows(LINKS) {
        let [id, _, query, referrer, ads, expected, note] = row[..] else {
            panic!("{row:?}");
        };
        count += 1;
        let found = faults(query, referrer, ads);
        if found != expected {
            wrong.push(format!(
                "{id} {query} {referrer}\n  {expected}\n  {found}\n  {note}"
            ));
        }
    }
    assert!(count > 230, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn spellings_of_one_source_are_told_from_two_sources() {
    let mut wrong = Vec::new();
    for row in rows(SPELLINGS) {
        let [one, other, expected, note] = row[..] else {
            panic!("{row:?}");
        };
        let same = spellings::canonical_source(one) == spellings::canonical_source(other);
        if same != (expected == "same") {
            wrong.push(format!("{one} {other}: {expected} ({note})"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Mediums of published cases that no channel knows.
const MADE_UP: [&str; 4] = ["who", "123", "in-product", "some-medium"];

/// The query of a published case of channels, and what it came from.
fn published(line: &str) -> (String, String) {
    let case: serde_json::Value = serde_json::from_str(line).unwrap();
    let input = case["input"].as_object().unwrap();
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in input {
        let Some(value) = value.as_str() else {
            continue;
        };
        match name.as_str() {
            "source" | "medium" | "campaign" => query.append_pair(&format!("utm_{name}"), value),
            "utm_source" | "utm_medium" | "utm_campaign" | "gad_source" => {
                query.append_pair(name, value)
            }
            _ => continue,
        };
    }
    let clicks = input.get("click_ids").and_then(|it| it.as_object());
    for (name, value) in clicks.into_iter().flatten() {
        query.append_pair(name, value.as_str().unwrap_or_default());
    }
    let referrer = input.get("referrer_url").and_then(|it| it.as_str());
    (query.finish(), referrer.unwrap_or("-").to_owned())
}

#[test]
fn what_others_publish_of_channels_has_no_fault_that_is_none() {
    let (mut cases, mut paid, mut made_up) = (0, 0, 0);
    for line in POSTHOG.lines().chain(GA4.lines()) {
        let (query, referrer) = published(line);
        cases += 1;
        match faults(&query, &referrer, "7").as_str() {
            "-" => {}
            "missing_ad_identifier:any" | "missing_utms_on_paid:all_utms" => paid += 1,
            "non_channel_medium:utm_medium" => {
                let mut pairs = form_urlencoded::parse(query.as_bytes());
                let medium = pairs.find(|(name, _)| name == "utm_medium").unwrap().1;
                assert!(MADE_UP.contains(&&*medium), "{query}");
                made_up += 1;
            }
            found => panic!("{query} {referrer}: {found}"),
        }
    }
    assert_eq!((cases, paid, made_up), (74, 23, 7));
}
