//! Which patterns are accepted, and what is said about the others.

use std::time::Instant;

use channel_classifier::{RulePlace, RuleProblemKind, RuleSet, RuleSetProblem, matches};

use crate::support::{condition, id, partners, problems, rule, tagged};

#[test]
fn a_pattern_that_backtracks_elsewhere_takes_linear_time() {
    let rule = rule("utm_source", "matches", &["(a+)+$"]);
    let text = format!("{}!", "a".repeat(511));
    let begin = Instant::now();
    assert!(!matches(&rule, &tagged(&text, None)));
    assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
    assert!(matches(&rule, &tagged("xaaa", None)));
}

fn refused(pattern: &str) -> String {
    let found = problems(partners(vec![
        condition("utm_source", "is_set", &[]),
        condition("utm_source", "matches", &["fine", pattern]),
    ]));
    assert_eq!(found.len(), 1, "{pattern}: {found:?}");
    assert_eq!(found[0].place, RulePlace::ConditionValue(1, 1), "{pattern}");
    found[0].to_string()
}

#[test]
fn what_is_refused_names_the_rule_the_condition_and_the_reason() {
    let deep = format!("{}a{}", "(".repeat(40), ")".repeat(40));
    let cases = [
        ("a{1000}{1000}", "is too large"),
        ("\\w{200}{200}", "is too large"),
        (deep.as_str(), "nest"),
        ("(?=x)", "look-around"),
        ("(?<!x)y", "look-around"),
        ("(a)\\1", "backreferences are not supported"),
        ("(", "unclosed group"),
        ("[z-a]", "invalid character class range"),
        ("a**{", "cannot be read"),
    ];
    for (pattern, reason) in cases {
        let text = refused(pattern);
        let start = format!("rule \"Partners\", condition 2: the pattern {pattern} ");
        assert!(text.starts_with(&start), "{text}");
        assert!(text.contains(reason) && !text.contains('\n'), "{text}");
    }
}

#[test]
fn patterns_have_256_characters_and_are_kept_as_written() {
    let longest = "\u{d1}".repeat(256);
    assert_eq!(
        rule("utm_source", "matches", &[&longest]).conditions[0].values,
        std::slice::from_ref(&longest)
    );
    let text = refused(&format!("{longest}a"));
    assert_eq!(
        text,
        "rule \"Partners\", condition 2: the pattern has more than 256 characters"
    );
    let kept = rule(
        "referrer_host",
        "not_matches",
        &["  (WWW\\.)?Example\\.com$ "],
    );
    assert_eq!(kept.conditions[0].values, ["  (WWW\\.)?Example\\.com$ "]);
}

#[test]
fn patterns_ignore_case_and_are_searched_for_anywhere() {
    let rule = rule("utm_source", "matches", &["^NEWS.*[0-9]{4}"]);
    assert!(matches(&rule, &tagged("newsletter 2026", None)));
    assert!(!matches(&rule, &tagged("old newsletter 2026", None)));
}

#[test]
fn many_large_patterns_are_refused_together() {
    let large: Vec<_> = (0..40).map(|number| format!("\\w{{9}}x{number}")).collect();
    let large: Vec<_> = large.iter().map(String::as_str).collect();
    let found = problems(partners(vec![condition("utm_source", "matches", &large)]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].place, RulePlace::Conditions);
    assert!(matches!(
        found[0].kind,
        RuleProblemKind::PatternsTooLarge { .. }
    ));
}

#[test]
fn a_rule_has_a_hundred_patterns_and_five_thousand_values() {
    let texts: Vec<_> = (0..1_000).map(|number| format!("v{number}")).collect();
    let values: Vec<_> = texts.iter().map(String::as_str).collect();
    let found = problems(partners(vec![condition("utm_source", "matches", &values)]));
    let kinds: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(kinds, ["rule \"Partners\" has more than 100 patterns"]);
    let exact = condition("utm_source", "is", &values);
    let found = problems(partners(vec![exact; 6]));
    let kinds: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(kinds, ["have more than 5000 values together"]);
}

#[test]
fn all_rules_have_twenty_thousand_values_and_five_hundred_patterns() {
    let set = |rules: i64, operator: &str, values: usize| {
        let texts: Vec<_> = (0..values).map(|number| format!("v{number}")).collect();
        let values: Vec<_> = texts.iter().map(String::as_str).collect();
        let one = |number: i64| {
            let raw = channel_classifier::RawRule {
                priority: number,
                ..partners(vec![condition("utm_source", operator, &values)])
            };
            channel_classifier::Rule::parse(id(number.unsigned_abs().into()), true, raw).unwrap()
        };
        RuleSet::new((1..=rules).map(one).collect()).map(|_| ())
    };
    assert_eq!(set(20, "is", 1_000), Ok(()));
    assert_eq!(
        set(21, "is", 1_000),
        Err(RuleSetProblem::TooManyValues(21_000))
    );
    assert_eq!(
        set(6, "matches", 100),
        Err(RuleSetProblem::TooManyPatterns(600))
    );
}

#[test]
fn the_patterns_of_many_rules_are_limited_together() {
    let one = |number: i64| {
        let pattern = format!("\\w{{19}}x{number}");
        let patterns = [pattern.as_str()];
        let raw = channel_classifier::RawRule {
            priority: number,
            ..partners(vec![condition("utm_term", "matches", &patterns)])
        };
        channel_classifier::Rule::parse(id(number.unsigned_abs().into()), true, raw).unwrap()
    };
    assert!(RuleSet::new((1..4).map(one).collect()).is_ok());
    assert_eq!(
        RuleSet::new((1..40).map(one).collect()).unwrap_err(),
        RuleSetProblem::PatternsTooLarge(channel_classifier::RuleField::UtmTerm)
    );
}
