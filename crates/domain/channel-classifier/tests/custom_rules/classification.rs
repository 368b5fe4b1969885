//! One profile's answer for a signature, and why.

use channel_classifier::{
    Classifier, RawRule, Rule, RuleField, RuleOperator, RuleSet, Signature, classify,
    custom_rule_id, custom_rule_name, describe, explain_conditions, shadowed,
};

use crate::support::{condition, id, linked, nothing, parse, partners, rule, set, tagged};

#[test]
fn own_rules_come_before_the_built_in_ones() {
    let classifier = Classifier::new(&set(vec![
        condition("utm_source", "is", &["google"]),
        condition("utm_source", "is_set", &[]),
    ]));
    let first = classifier.classify(&tagged("google", Some("cpc")));
    assert_eq!(first.channel, "Channel 1");
    assert_eq!(first.rule, custom_rule_name(id(1)));
    assert_eq!(first.rule, "custom:00000000-0000-0000-0000-000000000001");
    assert_eq!(
        first.explanation,
        "Rule \"Rule 1\": UTM source is \"google\"."
    );
    assert!(!first.is_direct());
    assert_eq!(
        classifier.classify(&tagged("bing", Some("cpc"))).channel,
        "Channel 2"
    );
    let built_in = classifier.classify(&linked("www.example.org"));
    assert_eq!((built_in.channel, built_in.rule), ("Referral", "referral"));
    let direct = classifier.classify(&nothing());
    assert_eq!(direct.channel, "Direct");
    assert!(direct.is_direct());
    assert_eq!(custom_rule_id(first.rule), Some(id(1)));
    assert_eq!(custom_rule_id(built_in.rule), None);
}

#[test]
fn a_profile_without_rules_has_the_built_in_answers() {
    let classifier = Classifier::new(&RuleSet::empty());
    for signature in [
        nothing(),
        linked("google.cl"),
        tagged("fb-ads", Some("cpc")),
    ] {
        let ours = classifier.classify(&signature);
        let built_in = classify(&signature);
        assert_eq!(ours, built_in);
    }
}

#[test]
fn a_rule_may_call_traffic_direct() {
    let raw = RawRule {
        channel: "Direct".to_owned(),
        ..partners(vec![condition("utm_source", "is", &["intranet"])])
    };
    let set = RuleSet::new(vec![parse(raw)]).unwrap();
    assert!(
        Classifier::new(&set)
            .classify(&tagged("intranet", None))
            .is_direct()
    );
}

#[test]
fn conditions_stand_beside_what_is_there() {
    let rule = parse(partners(vec![
        condition("utm_source", "is", &["partner", "other"]),
        condition("utm_medium", "is_not_set", &[]),
        condition("click_id", "is_not", &["gclid"]),
    ]));
    let mut signature = tagged("partner", Some("cpc"));
    signature.click_kinds = vec!["fbclid".to_owned(), "gclid".to_owned()];
    let explained = explain_conditions(&rule, &signature);
    let held: Vec<_> = explained.iter().map(|condition| condition.holds).collect();
    assert_eq!(held, [true, false, false]);
    assert_eq!(explained[0].actual, ["partner"]);
    assert_eq!(explained[0].values, ["partner", "other"]);
    assert_eq!(explained[1].field, RuleField::UtmMedium);
    assert_eq!(explained[1].operator, RuleOperator::IsNotSet);
    assert_eq!(explained[1].actual, ["cpc"]);
    assert_eq!(explained[2].actual, ["fbclid", "gclid"]);
    let absent = explain_conditions(&rule, &nothing());
    assert!(absent.iter().all(|condition| condition.actual.is_empty()));
    assert!(!absent[0].holds && absent[1].holds && absent[2].holds);
}

#[test]
fn rules_below_the_winner_are_shadowed() {
    let mut rules = set(vec![
        condition("utm_source", "is", &["other"]),
        condition("utm_source", "contains", &["part"]),
        condition("utm_source", "is", &["partner"]),
        condition("utm_source", "is_set", &[]),
    ])
    .rules()
    .to_vec();
    rules[2] = Rule::parse(rules[2].id, false, rules[2].to_raw()).unwrap();
    let set = RuleSet::new(rules).unwrap();
    let names = |signature: Signature| {
        let found = shadowed(&set, &signature).into_iter();
        found.map(|rule| rule.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(tagged("partner", None)), ["Rule 4"]);
    assert_eq!(names(tagged("x", None)), Vec::<String>::new());
    assert_eq!(names(nothing()), Vec::<String>::new());
}

#[test]
fn rules_are_told_in_words() {
    let cases = [
        (
            rule("utm_source", "is", &["a", "b"]),
            "Rule \"Partners\": UTM source is \"a\" or \"b\".",
        ),
        (
            rule("landing_path", "not_contains", &["a", "b", "c", "d", "e"]),
            "Rule \"Partners\": landing path does not contain \"a\", \"b\", \"c\" or 2 more.",
        ),
        (
            rule("click_id", "is_not_set", &[]),
            "Rule \"Partners\": click id is not set.",
        ),
    ];
    for (rule, expected) in cases {
        assert_eq!(describe(&rule), expected);
    }
    let long = parse(RawRule {
        combiner: "or".to_owned(),
        ..partners(vec![condition("utm_term", "is", &[&"x".repeat(512)]); 50])
    });
    let text = describe(&long);
    assert!(text.contains("…\" or UTM term") && text.ends_with(" or 45 more conditions."));
    assert!(text.len() < 600, "{}", text.len());
}
