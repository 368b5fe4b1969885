//! What each operator says about each field, with and without a value.

use channel_classifier::{
    Evidence, RawEvidence, RawReferrer, RawRule, RuleField, RuleOperator, Signature, Site, matches,
};

use crate::support::{condition, nothing, parse, partners, rule, tagged};

/// A signature with this text in a field and nothing elsewhere.
fn holding(field: RuleField, text: &str) -> Signature {
    let mut signature = nothing();
    let text = text.to_owned();
    match field {
        RuleField::ReferrerHost => signature.referrer_host = Some(text),
        RuleField::UtmSource => signature.utm_source = Some(text),
        RuleField::UtmMedium => signature.utm_medium = Some(text),
        RuleField::UtmCampaign => signature.utm_campaign = Some(text),
        RuleField::UtmTerm => signature.utm_term = Some(text),
        RuleField::UtmContent => signature.utm_content = Some(text),
        RuleField::ClickId => signature.click_kinds = vec![text],
        RuleField::LandingHost => signature.landing_host = Some(text),
        RuleField::LandingPath => signature.landing_path = Some(text),
    }
    signature
}

/// What stands in a field, a beginning, a middle and an end of it.
fn sample(field: RuleField) -> [&'static str; 4] {
    match field {
        RuleField::ReferrerHost | RuleField::LandingHost => {
            ["news.example.com", "news.", "example", ".com"]
        }
        RuleField::ClickId => ["msclkid", "ms", "clk", "id"],
        RuleField::LandingPath => ["/blog/spring", "/blog", "g/s", "spring"],
        _ => ["spring sale", "spr", "ing s", "sale"],
    }
}

/// Operator, values, whether it holds for the sample, whether it holds for an absent field.
type Row<'a> = (RuleOperator, Vec<&'a str>, bool, bool);

fn rows(field: RuleField) -> Vec<Row<'static>> {
    use RuleOperator::{
        Contains, EndsWith, Is, IsNot, IsNotSet, IsSet, Matches, NotContains, NotMatches,
        StartsWith,
    };
    let [whole, head, middle, tail] = sample(field);
    vec![
        (Is, vec![whole], true, false),
        (Is, vec!["zzz", whole], true, false),
        (Is, vec!["zzz"], false, false),
        (Is, vec![head], false, false),
        (IsNot, vec![whole], false, true),
        (IsNot, vec!["zzz", whole], false, true),
        (IsNot, vec!["zzz", "yyy"], true, true),
        (Contains, vec![middle], true, false),
        (Contains, vec!["zzz", head], true, false),
        (Contains, vec!["zzz"], false, false),
        (NotContains, vec![middle], false, true),
        (NotContains, vec!["zzz", tail], false, true),
        (NotContains, vec!["zzz", "yyy"], true, true),
        (StartsWith, vec!["zzz", head], true, false),
        (StartsWith, vec![whole], true, false),
        (StartsWith, vec![tail], false, false),
        (EndsWith, vec!["zzz", tail], true, false),
        (EndsWith, vec![whole], true, false),
        (EndsWith, vec![head], false, false),
        (Matches, vec!["zzz", "[a-z]{2}$"], true, false),
        (Matches, vec!["^zzz"], false, false),
        (Matches, vec![".*"], true, false),
        (NotMatches, vec!["zzz", "[a-z]{2}$"], false, true),
        (NotMatches, vec!["^zzz", "^yyy"], true, true),
        (IsSet, vec![], true, false),
        (IsNotSet, vec![], false, true),
    ]
}

#[test]
fn every_operator_on_every_field_present_and_absent() {
    for field in RuleField::ALL {
        let present = holding(field, sample(field)[0]);
        for (operator, values, holds, holds_absent) in rows(field) {
            // A path has its slash, whatever people write.
            let rule = rule(field.as_str(), operator.as_str(), &values);
            let what = format!("{} {} {values:?}", field.as_str(), operator.as_str());
            assert_eq!(matches(&rule, &present), holds, "{what}");
            assert_eq!(matches(&rule, &nothing()), holds_absent, "{what}, absent");
        }
    }
}

#[test]
fn every_operator_has_a_row_and_negation_is_exact() {
    let covered: std::collections::BTreeSet<_> = rows(RuleField::UtmSource)
        .into_iter()
        .map(|row| row.0)
        .collect();
    assert_eq!(covered.len(), RuleOperator::ALL.len());
    let pairs = [
        ("is", "is_not"),
        ("contains", "not_contains"),
        ("matches", "not_matches"),
    ];
    for (positive, negative) in pairs {
        for value in ["spring", "sale", "spring sale", "zzz"] {
            for signature in [tagged("spring sale", None), nothing()] {
                let yes = rule("utm_source", positive, &[value]);
                let no = rule("utm_source", negative, &[value]);
                assert_ne!(
                    matches(&yes, &signature),
                    matches(&no, &signature),
                    "{value}"
                );
            }
        }
    }
}

#[test]
fn click_ids_are_a_list() {
    let mut signature = nothing();
    signature.click_kinds = vec!["fbclid".to_owned(), "gclid".to_owned()];
    let cases = [
        ("is", vec!["gclid"], true),
        ("is", vec!["GCLID"], true),
        ("is", vec!["ttclid", "fbclid"], true),
        ("is", vec!["ttclid"], false),
        ("is_not", vec!["gclid"], false),
        ("is_not", vec!["ttclid", "gclid"], false),
        ("is_not", vec!["ttclid"], true),
        ("starts_with", vec!["fb"], true),
        ("not_contains", vec!["clid"], false),
        ("matches", vec!["^g"], true),
        ("not_matches", vec!["^t"], true),
        ("is_set", vec![], true),
        ("is_not_set", vec![], false),
    ];
    for (operator, values, expected) in cases {
        let rule = rule("click_id", operator, &values);
        assert_eq!(
            matches(&rule, &signature),
            expected,
            "{operator} {values:?}"
        );
    }
    assert!(matches(&rule("click_id", "is_not", &["gclid"]), &nothing()));
}

#[test]
fn conditions_combine() {
    let conditions = || {
        vec![
            condition("utm_source", "is", &["partner"]),
            condition("utm_medium", "is_not", &["email"]),
        ]
    };
    let all = parse(partners(conditions()));
    let any = parse(RawRule {
        combiner: "or".to_owned(),
        ..partners(conditions())
    });
    let cases = [
        (tagged("partner", Some("link")), true, true),
        (tagged("partner", None), true, true),
        (tagged("partner", Some("email")), false, true),
        (tagged("other", Some("link")), false, true),
        (tagged("other", Some("email")), false, false),
    ];
    for (signature, with_all, with_any) in cases {
        assert_eq!(matches(&all, &signature), with_all, "{signature:?}");
        assert_eq!(matches(&any, &signature), with_any, "{signature:?}");
    }
}

#[test]
fn what_people_write_fits_what_evidence_keeps() {
    let raw = RawEvidence::of_visit(
        Some(
            "https://WWW.Shop.cl:8443/Oto%C3%B1o/Oferta%20Uno/3?utm_source=Diario+El+Sur\
             &utm_campaign=Ni%C3%B1o&irclid=1",
        ),
        RawReferrer::Url("https://www.M\u{fc}nchen.de:443/a"),
    );
    let site = Site {
        own_domains: &[],
        excluded_referrers: &[],
        allowed_referrers: &[],
    };
    let signature = Evidence::from_raw(&raw, &site).signature();
    let cases = [
        ("utm_source", "is", " diario   EL sur "),
        ("utm_campaign", "is", "NIN\u{303}O"),
        ("utm_campaign", "matches", "ni\u{f1}o"),
        ("utm_campaign", "matches", "NI\u{d1}O"),
        ("referrer_host", "is", "https://www.m\u{fc}nchen.de/"),
        ("referrer_host", "ends_with", "m\u{fc}nchen.de."),
        ("landing_host", "is", "www.shop.cl"),
        ("landing_host", "starts_with", "www.shop"),
        ("landing_path", "is", "/oto\u{f1}o/Oferta uno/"),
        ("landing_path", "is", "oto%C3%B1o/oferta%20uno"),
        ("landing_path", "starts_with", "/OTO\u{d1}O"),
        ("landing_path", "matches", "oferta uno$"),
        ("click_id", "is", "irclid"),
    ];
    for (field, operator, value) in cases {
        let rule = rule(field, operator, &[value]);
        assert!(matches(&rule, &signature), "{field} {operator} {value}");
    }
}
