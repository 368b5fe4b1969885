//! Every link of the vectors has the faults that it should have, and no other.

use std::collections::HashSet;

use channel_classifier::audit::{AuditContext, SignatureFaults, UtmCategory, spellings};
use channel_classifier::{Evidence, RawEvidence, RawReferrer, RuleSet, Site};

const LINKS: &str = include_str!("../vectors/utm_audit.tsv");
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
