//! Which rules are suggested for traffic that no rule understands.

use channel_classifier::{
    DEFAULT_TAXONOMY, Observed, RawRule, Rule, Signature, Suggestion, classify, matches, suggest,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{id, linked, tagged};

fn taxonomy(own: &[&str]) -> Vec<String> {
    let names = DEFAULT_TAXONOMY.iter().chain(own);
    names.map(ToString::to_string).collect()
}

fn seen(signature: Signature, channel: &str, sessions: u64) -> Observed {
    Observed {
        signature,
        channel: channel.to_owned(),
        sessions,
        conversions_billionths: 0,
    }
}

/// What is suggested for one signature: rule name and channel.
fn only(signature: Signature, channel: &str, own: &[&str]) -> Option<(String, String)> {
    let found = suggest(&[seen(signature, channel, 10)], &taxonomy(own), 100);
    assert!(found.len() <= 1, "{found:?}");
    found
        .into_iter()
        .next()
        .map(|found| (found.rule.name, found.rule.channel))
}

fn parsed(suggestion: &Suggestion) -> Rule {
    let raw = RawRule {
        priority: 1,
        ..suggestion.rule.clone()
    };
    Rule::parse(id(1), true, raw).unwrap()
}

#[test]
fn sources_are_guessed_by_stem_and_near_spelling() {
    let cases = [
        ("facebok", "Unassigned", "Organic Social"),
        ("facebok", "Paid Other", "Paid Social"),
        ("linkdin-ads", "Unassigned", "Paid Social"),
        ("linkedin-ads", "Unassigned", "Paid Social"),
        ("instagarm", "Referral", "Organic Social"),
        ("newsletter2", "Unassigned", "Email"),
        ("newsleter", "Unassigned", "Email"),
        ("goggle", "Paid Other", "Paid Search"),
        ("fb_cl_2026", "Unassigned", "Organic Social"),
        ("boletines", "Unassigned", "Email"),
        ("afiliados-norte", "Unassigned", "Affiliates"),
        ("chatgtp.com", "Unassigned", "AI Assistants"),
    ];
    for (source, now, expected) in cases {
        let found = only(tagged(source, None), now, &[]);
        assert_eq!(
            found,
            Some((format!("Source {source}"), expected.to_owned())),
            "{source} {now}"
        );
    }
}

#[test]
fn own_channels_are_known_by_their_words() {
    let own = ["Influencers", "Partner Stores", "Paid Print"];
    let cases = [
        (tagged("influencer-maria", None), "Influencers"),
        (tagged("influencr_juan", None), "Influencers"),
        (tagged("store12", Some("link")), "Partner Stores"),
        (tagged("print-2026", None), "Paid Print"),
        (linked("influencers.example"), "Influencers"),
        // Words of default channels stay with these.
        (tagged("partner-x", None), "Affiliates"),
    ];
    for (signature, expected) in cases {
        let found = only(signature.clone(), "Unassigned", &own).map(|found| found.1);
        assert_eq!(found.as_deref(), Some(expected), "{signature:?}");
    }
}

#[test]
fn a_medium_that_points_elsewhere_needs_its_own_rule() {
    let observed = [
        seen(tagged("facebok", Some("newsletter2")), "Unassigned", 50),
        seen(tagged("facebok", Some("post")), "Unassigned", 10),
    ];
    let found = suggest(&observed, &taxonomy(&[]), 10);
    let told: Vec<_> = found
        .iter()
        .map(|found| {
            (
                found.rule.name.as_str(),
                found.rule.channel.as_str(),
                found.sessions,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Source facebok, medium newsletter2", "Email", 50),
            ("Source facebok, medium post", "Organic Social", 10),
        ]
    );
}

#[test]
fn traffic_that_was_partly_paid_is_not_thrown_together() {
    let observed = [
        seen(tagged("facebok", Some("post")), "Unassigned", 50),
        seen(tagged("facebok", Some("cpc")), "Paid Other", 10),
    ];
    let found = suggest(&observed, &taxonomy(&[]), 10);
    let channels: Vec<_> = found
        .iter()
        .map(|found| found.rule.channel.as_str())
        .collect();
    assert_eq!(channels, ["Organic Social", "Paid Social"]);
}

#[test]
fn hosts_stand_for_their_domain_and_only_for_untagged_links() {
    let alone = suggest(
        &[seen(linked("facebok.cl"), "Referral", 10)],
        &taxonomy(&[]),
        10,
    );
    let rule = parsed(&alone[0]);
    assert_eq!(alone[0].rule.channel, "Organic Social");
    assert_eq!(alone[0].rule.conditions[0].operator, "is");
    assert!(!matches(&rule, &linked("m.facebok.cl")));

    let both = [
        seen(linked("facebok.cl"), "Referral", 10),
        seen(linked("m.facebok.cl"), "Referral", 5),
        seen(linked("unheard-of.cl"), "Referral", 500),
    ];
    let found = suggest(&both, &taxonomy(&[]), 10);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].sessions, 15);
    let rule = parsed(&found[0]);
    for host in ["facebok.cl", "m.facebok.cl", "a.b.facebok.cl"] {
        assert!(matches(&rule, &linked(host)), "{host}");
    }
    for host in ["facebokxcl", "notfacebok.cl", "facebok.cl.evil.com"] {
        assert!(!matches(&rule, &linked(host)), "{host}");
    }
    let mut with_a_tag = linked("facebok.cl");
    with_a_tag.utm_medium = Some("email".to_owned());
    assert!(!matches(&rule, &with_a_tag));
}

#[test]
fn click_kinds_are_guessed_by_who_gave_them() {
    let mut signature = crate::support::nothing();
    signature.click_kinds = vec!["qclid".to_owned()];
    let found = only(signature.clone(), "Paid Other", &[]);
    assert_eq!(
        found,
        Some(("Click id qclid".to_owned(), "Paid Social".to_owned()))
    );
    signature.click_kinds = vec!["pc_id".to_owned()];
    assert_eq!(only(signature, "Paid Other", &[]), None);
}

#[test]
fn what_would_change_nothing_or_has_no_channel_is_not_suggested() {
    assert_eq!(only(linked("unheard-of.cl"), "Referral", &[]), None);
    assert_eq!(only(tagged("xyzzy", None), "Paid Other", &[]), None);
    assert_eq!(
        only(tagged("xyzzy", None), "Unassigned", &[]).map(|found| found.1),
        Some("Referral".to_owned())
    );
    let only_email = ["Email".to_owned()];
    let observed = [
        seen(tagged("facebok", None), "Unassigned", 10),
        seen(tagged("newsletter2", None), "Unassigned", 1),
    ];
    let found = suggest(&observed, &only_email, 10);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule.channel, "Email");
    assert_eq!(suggest(&[], &taxonomy(&[]), 10), []);
    assert_eq!(suggest(&observed, &taxonomy(&[]), 0), []);
}

#[test]
fn conversions_weigh_and_at_most_100_come_back() {
    let mut observed = vec![
        seen(tagged("facebok", None), "Unassigned", 100),
        seen(tagged("newsletter2", None), "Unassigned", 80),
    ];
    observed[1].conversions_billionths = 1_500_000_000;
    let found = suggest(&observed, &taxonomy(&[]), 10);
    assert_eq!(found[0].rule.name, "Source newsletter2");
    // 80 × ln(1.5 + e) and 100 × ln(e), in millionths.
    assert!(
        found[0].score.abs_diff(115_154_200) <= 80,
        "{}",
        found[0].score
    );
    assert!(
        found[1].score.abs_diff(100_000_000) <= 100,
        "{}",
        found[1].score
    );
    assert_eq!(found[0].conversions_billionths, 1_500_000_000);
    let many: Vec<_> = (0..150)
        .map(|number| {
            seen(
                tagged(&format!("newsletter-{number}"), None),
                "Unassigned",
                5,
            )
        })
        .collect();
    assert_eq!(suggest(&many, &taxonomy(&[]), 1_000).len(), 100);
    assert_eq!(suggest(&many, &taxonomy(&[]), 7).len(), 7);
}

#[test]
fn reasons_are_sentences() {
    let cases = [
        (
            tagged("facebok", None),
            "\"facebok\" is spelled like facebook, a social network.",
        ),
        (
            tagged("newsletter2", None),
            "\"newsletter2\" contains newsletter, a word for Email.",
        ),
        (
            tagged("xyzzy", None),
            "\"xyzzy\" is a tagged source that no list knows.",
        ),
    ];
    for (signature, expected) in cases {
        let found = suggest(&[seen(signature, "Unassigned", 1)], &taxonomy(&[]), 1);
        assert_eq!(found[0].reason, expected);
    }
}

fn any_traffic() -> impl Strategy<Value = Vec<Observed>> {
    let names = vec![
        "facebok",
        "newsletter2",
        "linkdin-ads",
        "xyzzy",
        "store9",
        "fb",
        "cpc-x",
        "\u{f1}and\u{fa}",
        "a\"b",
    ];
    let hosts = vec![
        "facebok.cl",
        "m.facebok.cl",
        "xyzzy.cl",
        "co.uk",
        "localhost",
        "10.0.0.1",
    ];
    let clicks = vec!["qclid", "tblci", "pc_id", "gclid"];
    let signature = (
        proptest::option::of(select(names.clone())),
        proptest::option::of(select(names)),
        proptest::option::of(select(hosts)),
        proptest::option::of(select(clicks)),
    )
        .prop_map(|(source, medium, host, click)| {
            let mut signature = host.map_or_else(crate::support::nothing, linked);
            signature.utm_source = source.map(str::to_owned);
            signature.utm_medium = medium.map(str::to_owned);
            signature.click_kinds = click.into_iter().map(str::to_owned).collect();
            signature
        });
    let observed = (signature, 0_u64..1_000, 0_u64..5_000_000_000);
    let observed = observed.prop_map(|(signature, sessions, conversions_billionths)| Observed {
        channel: classify(&signature).channel.to_owned(),
        signature,
        sessions,
        conversions_billionths,
    });
    proptest::collection::vec(observed, 0..25)
}

proptest! {
    #[test]
    fn suggestions_can_be_posted_change_something_and_do_not_depend_on_order(
        (traffic, shuffled) in any_traffic().prop_flat_map(|traffic| {
            (Just(traffic.clone()), Just(traffic).prop_shuffle())
        }),
        limit in 0_usize..6,
    ) {
        let taxonomy = taxonomy(&["Stores"]);
        let found = suggest(&traffic, &taxonomy, limit);
        prop_assert_eq!(&found, &suggest(&shuffled, &taxonomy, limit));
        prop_assert!(found.len() <= limit);
        prop_assert!(found.is_sorted_by_key(|found| std::cmp::Reverse(found.score)));
        for suggestion in &found {
            prop_assert!(taxonomy.contains(&suggestion.rule.channel));
            prop_assert!(suggestion.reason.ends_with('.'));
            let rule = parsed(suggestion);
            let covered = traffic.iter().filter(|seen| matches(&rule, &seen.signature));
            let sessions: u64 = covered.clone().map(|seen| seen.sessions).sum();
            let conversions: u64 = covered.clone().map(|seen| seen.conversions_billionths).sum();
            prop_assert_eq!(sessions, suggestion.sessions, "{:?}", suggestion);
            prop_assert_eq!(conversions, suggestion.conversions_billionths);
            prop_assert!(covered.into_iter().all(|seen| seen.channel != rule.channel));
        }
    }
}
