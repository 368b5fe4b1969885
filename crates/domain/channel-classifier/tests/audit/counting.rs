//! Faults of many links, counted in touches.

use std::collections::HashSet;

use channel_classifier::audit::template::templates;
use channel_classifier::audit::{
    AuditContext, AuditSeverity, AuditedTraffic, UtmAudit, UtmCategory, audit, check_urls,
};
use channel_classifier::{Evidence, RawEvidence, RawReferrer, RuleSet, Signature, Site};
use kernel::{Date, Exact};
use proptest::prelude::*;

fn day(number: u16) -> Date {
    Date::from_ordinal_date(2026, number).unwrap()
}

fn signature(query: &str) -> Signature {
    let url = format!("https://shop.example/?{query}");
    let own = ["shop.example".to_owned()];
    let visit = RawEvidence::of_visit(Some(&url), RawReferrer::KnownAbsent);
    Evidence::from_raw(&visit, &Site::of(&own)).signature()
}

/// The audit of links with so many touches each, one unit of cash a touch.
fn audited(links: &[(&str, u64)]) -> UtmAudit {
    let signatures: Vec<Signature> = links.iter().map(|(query, _)| signature(query)).collect();
    let traffic: Vec<AuditedTraffic<'_>> = signatures
        .iter()
        .zip(links)
        .map(|(signature, (_, touches))| AuditedTraffic {
            id: signature.id(),
            signature,
            touches: *touches,
            first_seen: day(1),
            last_seen: day(30),
            cash: Exact::whole(i64::try_from(*touches).unwrap()),
        })
        .collect();
    let (known_ads, rules) = (HashSet::new(), RuleSet::empty());
    let context = AuditContext::new(&known_ads, &rules);
    audit(&traffic, &context)
}

const CLEAN: [(&str, u64); 5] = [
    (
        "utm_source=google&utm_medium=cpc&utm_campaign=brand&utm_content=682345678901&gclid=x",
        50,
    ),
    (
        "utm_source=facebook&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
        40,
    ),
    (
        "utm_source=newsletter&utm_medium=email&utm_campaign=may",
        30,
    ),
    ("utm_source=partner&utm_medium=affiliate", 20),
    ("", 100),
];

/// A link with one fault each, and the finding that it makes.
const FAULTY: [(&str, UtmCategory, &str); 6] = [
    (
        "utm_source=facebook&utm_medium=paid_social&utm_campaign={{campaign.name}}&fbadid=8",
        UtmCategory::UnsubstitutedMacro,
        "utm_campaign",
    ),
    (
        "utm_source=instagram_stories&utm_medium=paid_social&utm_campaign=x&fbadid=9",
        UtmCategory::PlacementInSource,
        "utm_source",
    ),
    ("gclid=abc", UtmCategory::MissingUtmsOnPaid, "all_utms"),
    (
        "utm_source=bing&utm_medium=cpc&utm_campaign=x",
        UtmCategory::MissingAdIdentifier,
        "any",
    ),
    (
        "utm_source=acme&utm_medium=boosted_post",
        UtmCategory::NonChannelMedium,
        "utm_medium",
    ),
    (
        "utm_source=fb&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
        UtmCategory::InconsistentSourceVocab,
        "utm_source",
    ),
];

#[test]
fn a_clean_shop_has_no_finding() {
    let found = audited(&CLEAN);
    assert_eq!(found.findings, []);
    assert_eq!((found.events_scanned, found.paid_touches), (140, 90));
    assert_eq!((found.high_count, found.medium_count), (0, 0));
    assert_eq!(found.well_tagged_paid_touches, 90);
}

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    for (query, category, field) in FAULTY {
        let mut links = CLEAN.to_vec();
        links.push((query, 7));
        let found = audited(&links);
        let [finding] = &found.findings[..] else {
            panic!("{query}: {:?}", found.findings);
        };
        assert_eq!(
            (finding.category, finding.field, finding.count),
            (category, field, 7)
        );
        assert_eq!(finding.severity, category.severity());
        assert_eq!(finding.cash, Exact::whole(7));
        assert_eq!(finding.links.len(), 1);
        assert_eq!(finding.links[0].signature_id, signature(query).id());
        let is_bare = matches!(
            category,
            UtmCategory::UnsubstitutedMacro | UtmCategory::MissingUtmsOnPaid
        );
        assert_eq!(finding.samples.is_empty(), is_bare, "{query}");
    }
}

#[test]
fn few_touches_are_information() {
    let found = audited(&[("gclid=abc", 4)]);
    assert_eq!(found.findings[0].severity, AuditSeverity::Info);
    assert_eq!((found.high_count, found.medium_count), (0, 0));
    let found = audited(&[("gclid=abc", 5)]);
    assert_eq!(found.findings[0].severity, AuditSeverity::High);
    assert_eq!((found.high_count, found.medium_count), (5, 0));
}

#[test]
fn spellings_are_shown_beside_the_usual_one() {
    let found = audited(&[
        ("utm_source=facebook&utm_medium=social", 9),
        ("utm_source=fb&utm_medium=social", 3),
        ("utm_source=facebook.com&utm_medium=social", 3),
        ("utm_source=news&utm_medium=email", 50),
    ]);
    let [finding] = &found.findings[..] else {
        panic!("{:?}", found.findings);
    };
    assert_eq!((finding.count, finding.of), (6, 0));
    let samples: Vec<_> = finding
        .samples
        .iter()
        .map(|it| (it.value.as_str(), it.count))
        .collect();
    assert_eq!(samples, [("facebook", 9), ("facebook.com", 3), ("fb", 3)]);
}

#[test]
fn several_fields_are_any() {
    let found = audited(&[
        ("utm_source=a&utm_medium=email&utm_campaign={{x}}", 5),
        ("utm_source=a&utm_medium=email&utm_content={{x}}", 5),
    ]);
    assert_eq!(found.findings[0].field, "any");
    let found = audited(&[("utm_source=a&utm_medium=email&utm_id={{campaign.id}}", 5)]);
    assert_eq!(found.findings[0].field, "any");
    assert_eq!(found.events_scanned, 5);
}

#[test]
fn every_template_is_right_where_it_is_pasted_and_when_it_is_filled_in() {
    let (known_ads, rules) = (HashSet::new(), RuleSet::empty());
    let context = AuditContext::new(&known_ads, &rules);
    let own = ["shop.example".to_owned()];
    for template in templates() {
        let url = format!("https://shop.example/p?{}", template.parameters);
        let checked = check_urls(std::slice::from_ref(&url), true, &context, &Site::of(&own));
        assert!(
            checked[0].faults.is_empty(),
            "{}: {:?}",
            template.platform,
            checked[0]
        );
        let raw = check_urls(&[url], false, &context, &Site::of(&own));
        assert!(!raw[0].faults.is_empty(), "{}", template.platform);
        // Filled in as a platform would: every placeholder becomes a number.
        let values = template.parameters.split('&').map(|pair| {
            let (name, value) = pair.split_once('=').unwrap();
            let filled = if value.contains("site_source_name") {
                "fb"
            } else {
                "120215000123450678"
            };
            let is_placeholder = value.contains(['{', '_']) && name != "utm_medium";
            format!("{name}={}", if is_placeholder { filled } else { value })
        });
        let filled = format!(
            "https://shop.example/p?{}",
            values.collect::<Vec<_>>().join("&")
        );
        let checked = check_urls(&[filled], false, &context, &Site::of(&own));
        assert!(
            checked[0].faults.is_empty(),
            "{}: {:?}",
            template.platform,
            checked[0]
        );
    }
}

#[test]
fn links_that_nobody_visited_are_judged_like_touches() {
    let (known_ads, rules) = (HashSet::new(), RuleSet::empty());
    let context = AuditContext::new(&known_ads, &rules);
    let own = ["shop.example".to_owned()];
    for (query, category, field) in FAULTY {
        let mut urls: Vec<String> = CLEAN
            .iter()
            .map(|(query, _)| format!("https://shop.example/?{query}"))
            .collect();
        urls.push("https://shop.example/?utm_source=facebook&utm_medium=social".to_owned());
        urls.push(format!("https://shop.example/?{query}"));
        let checked = check_urls(&urls, false, &context, &Site::of(&own));
        let (last, others) = checked.split_last().unwrap();
        assert_eq!(last.faults, [(category, field.to_owned())], "{query}");
        assert!(
            others
                .iter()
                .all(|url| url.is_address && url.faults.is_empty())
        );
    }
    let none = check_urls(
        &[
            "shop.example".to_owned(),
            "javascript:alert(1)".to_owned(),
            String::new(),
        ],
        false,
        &context,
        &Site::of(&own),
    );
    assert!(
        none.iter()
            .all(|url| !url.is_address && url.faults.is_empty())
    );
}

fn any_links() -> impl Strategy<Value = Vec<(usize, u64)>> {
    proptest::collection::vec((0..CLEAN.len() + FAULTY.len(), 1_u64..12), 0..14)
}

fn link(place: usize) -> &'static str {
    match CLEAN.get(place) {
        Some((query, _)) => query,
        None => FAULTY[place - CLEAN.len()].0,
    }
}

proptest! {
    #[test]
    fn counts_are_never_more_than_what_was_looked_at(links in any_links()) {
        let mut links = links;
        links.sort_unstable();
        links.dedup_by_key(|link| link.0);
        let named: Vec<(&str, u64)> = links.iter().map(|(at, touches)| (link(*at), *touches)).collect();
        let found = audited(&named);
        prop_assert!(found.high_count + found.medium_count <= found.events_scanned);
        prop_assert!(found.well_tagged_paid_touches <= found.paid_touches);
        prop_assert!(found.findings.len() <= 6);
        for finding in &found.findings {
            prop_assert!(finding.of == 0 || finding.count <= finding.of);
            prop_assert!(finding.count <= found.events_scanned);
        }
        // More touches of one link never make a finding less severe.
        for place in 0..named.len() {
            let mut more = named.clone();
            more[place].1 += 3;
            let grown = audited(&more);
            for finding in found.findings.iter().filter(|it| it.category != UtmCategory::InconsistentSourceVocab) {
                let after = grown.findings.iter().find(|it| it.category == finding.category).unwrap();
                prop_assert!(after.severity >= finding.severity);
            }
        }
    }
}
