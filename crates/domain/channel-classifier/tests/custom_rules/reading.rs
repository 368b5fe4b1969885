//! What may be written into a rule, and everything that is said about what may not.

use channel_classifier::{
    Combiner, RawCondition, RawRule, Rule, RuleField, RuleOperator, RulePlace, RuleProblemKind,
};
use proptest::prelude::*;

use crate::support::{condition, id, parse, partners, places, problems, rule};

fn sound() -> RawRule {
    partners(vec![condition("utm_source", "is", &["a"])])
}

#[test]
fn words_are_read_back() {
    for field in RuleField::ALL {
        assert_eq!(RuleField::parse(field.as_str()), Some(field));
    }
    for operator in RuleOperator::ALL {
        assert_eq!(RuleOperator::parse(operator.as_str()), Some(operator));
    }
    for combiner in Combiner::ALL {
        assert_eq!(Combiner::parse(combiner.as_str()), Some(combiner));
    }
    assert_eq!(RuleField::parse("UTM_SOURCE"), None);
    assert_eq!(RuleOperator::parse("equals"), None);
    assert_eq!(Combiner::parse("AND"), None);
}

#[test]
fn names_have_limits() {
    for (name, expected) in [
        ("a".repeat(160), None),
        ("\u{f1}".repeat(160), None),
        (
            "a".repeat(161),
            Some(RuleProblemKind::TooManyCharacters(160)),
        ),
        (String::new(), Some(RuleProblemKind::Empty)),
        (" \t".to_owned(), Some(RuleProblemKind::Empty)),
        (
            "a\u{0}b".to_owned(),
            Some(RuleProblemKind::ControlCharacter),
        ),
    ] {
        let raw = RawRule {
            name: name.clone(),
            ..sound()
        };
        let first = Rule::parse(id(1), true, raw)
            .err()
            .map(|found| found[0].clone());
        assert_eq!(
            first.as_ref().map(|found| found.kind.clone()),
            expected,
            "{name:?}"
        );
        assert!(first.is_none_or(|found| found.place == RulePlace::Name));
        let raw = RawRule {
            channel: name.clone(),
            ..sound()
        };
        let first = Rule::parse(id(1), true, raw)
            .err()
            .map(|found| found[0].clone());
        assert_eq!(
            first.as_ref().map(|found| found.kind.clone()),
            expected,
            "{name:?}"
        );
        assert!(first.is_none_or(|found| found.place == RulePlace::Channel));
    }
}

#[test]
fn priorities_have_limits() {
    for priority in [1, 500, 999] {
        let rule = parse(RawRule {
            priority,
            ..sound()
        });
        assert_eq!(i64::from(rule.priority), priority);
    }
    for priority in [0, 1_000, -1, 65_537, i64::MIN, i64::MAX] {
        let raw = RawRule {
            priority,
            ..sound()
        };
        assert_eq!(places(raw), [RulePlace::Priority], "{priority}");
    }
}

#[test]
fn conditions_and_values_have_limits() {
    let many = |count| partners(vec![condition("utm_source", "is", &["a"]); count]);
    assert_eq!(parse(many(50)).conditions.len(), 50);
    for count in [0, 51, 1_000] {
        assert_eq!(places(many(count)), [RulePlace::Conditions], "{count}");
    }
    let values: Vec<_> = (0..1_001).map(|number| format!("value {number}")).collect();
    let of = |operator: &str, count: usize| {
        let values: Vec<_> = values[..count].iter().map(String::as_str).collect();
        partners(vec![condition("utm_source", operator, &values)])
    };
    for operator in RuleOperator::ALL {
        let word = operator.as_str();
        let wrong = vec![RulePlace::ConditionValues(0)];
        if operator.takes_patterns() {
            assert_eq!(parse(of(word, 100)).conditions[0].values.len(), 100);
            assert_eq!(places(of(word, 0)), wrong, "{word}");
            assert_eq!(places(of(word, 101)), [RulePlace::Conditions], "{word}");
        } else if operator.takes_values() {
            assert_eq!(
                parse(of(word, 1_000)).conditions[0].values.len(),
                1_000,
                "{word}"
            );
            assert_eq!(places(of(word, 0)), wrong, "{word}");
            assert_eq!(places(of(word, 1_001)), wrong, "{word}");
        } else {
            assert!(parse(of(word, 0)).conditions[0].values.is_empty(), "{word}");
            assert_eq!(places(of(word, 1)), wrong, "{word}");
        }
    }
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    use RulePlace::{
        Channel, Combiner, ConditionField, ConditionOperator, ConditionValue, ConditionValues,
        Name, Priority,
    };
    let raw = RawRule {
        name: String::new(),
        channel: " ".to_owned(),
        priority: 0,
        combiner: "xor".to_owned(),
        conditions: vec![
            condition("source", "is", &["a", " "]),
            condition("utm_source", "equals", &["", "a"]),
            condition("utm_source", "is_set", &["a"]),
            condition("referrer_host", "is", &["fine.com", "*.a.com", "a.com/b"]),
            condition("landing_path", "is", &["/a/b/c"]),
            condition("utm_medium", "matches", &["ok", "(", "", &"a".repeat(257)]),
            condition("utm_medium", "is", &["(not set)", &"a".repeat(513)]),
        ],
    };
    let mut found = places(raw);
    found.sort();
    assert_eq!(
        found,
        [
            Name,
            Channel,
            Priority,
            Combiner,
            ConditionField(0),
            ConditionOperator(1),
            ConditionValues(2),
            ConditionValue(0, 1),
            ConditionValue(1, 0),
            ConditionValue(3, 1),
            ConditionValue(3, 2),
            ConditionValue(4, 0),
            ConditionValue(5, 1),
            ConditionValue(5, 2),
            ConditionValue(5, 3),
            ConditionValue(6, 0),
            ConditionValue(6, 1),
        ]
    );
}

#[test]
fn texts_say_what_would_be_right() {
    let cases = [
        (
            condition("source", "is", &["a"]),
            "is none of the fields referrer_host, utm_source",
        ),
        (
            condition("utm_term", "equals", &["a"]),
            "is none of the operators is, is_not",
        ),
        (
            condition("utm_term", "is", &[]),
            "has no value, and is needs at least one",
        ),
        (
            condition("utm_term", "is_set", &["a"]),
            "has values, and is_set takes none",
        ),
        (
            condition("utm_term", "is", &["none"]),
            "stands for no value, which is_not_set asks for",
        ),
    ];
    for (condition, expected) in cases {
        let text = problems(partners(vec![condition]))[0].to_string();
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn values_of_all_kinds_keep_to_512_bytes() {
    for operator in ["is", "contains", "starts_with", "ends_with"] {
        assert!(Rule::parse(id(1), true, one("utm_term", operator, &"a".repeat(512))).is_ok());
        for field in RuleField::ALL {
            let raw = one(field.as_str(), operator, &"a".repeat(513));
            // A label of more than 63 letters may already be no host.
            let found = places(raw);
            assert_eq!(
                found,
                [RulePlace::ConditionValue(0, 0)],
                "{field:?} {operator}"
            );
        }
    }
    let layers = format!("/{}", "%25".repeat(30_000));
    assert_eq!(places(one("landing_path", "is", &layers)).len(), 1);
}

fn one(field: &str, operator: &str, value: &str) -> RawRule {
    partners(vec![condition(field, operator, &[value])])
}

#[test]
fn a_rule_is_written_back_in_normal_form() {
    let rule = rule("referrer_host", "is", &["https://WWW.Example.com/", "b.cl"]);
    let raw = rule.to_raw();
    assert_eq!(raw.conditions[0].values, ["example.com", "b.cl"]);
    assert_eq!((raw.name.as_str(), raw.priority), ("Partners", 10));
    assert_eq!(parse(raw), rule);
}

fn any_condition() -> impl Strategy<Value = RawCondition> {
    let field = proptest::sample::select(RuleField::ALL.to_vec());
    let operator = proptest::sample::select(RuleOperator::ALL.to_vec());
    let value = prop_oneof![
        any::<String>(),
        "(www[.\u{3002}]){0,3}[a-z\u{fc}]{1,4}[.\u{3002}](com|cl)([.\u{3002}]|:[0-9]{0,3}){0,4}",
        "[/%25A-Fa-f1. ]{1,12}",
    ];
    let values = proptest::collection::vec(value, 0..3);
    (field, operator, values).prop_map(|(field, operator, values)| RawCondition {
        field: field.as_str().to_owned(),
        operator: operator.as_str().to_owned(),
        values,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_is_written_is_read_or_refused_and_reading_twice_changes_nothing(
        name in any::<String>(),
        priority in -2_i64..1_002,
        conditions in proptest::collection::vec(any_condition(), 0..4),
    ) {
        let raw = RawRule { name, priority, ..partners(conditions) };
        match Rule::parse(id(1), true, raw) {
            Ok(rule) => prop_assert_eq!(Rule::parse(id(1), true, rule.to_raw()), Ok(rule)),
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    let text = problem.to_string();
                    prop_assert!(!text.is_empty() && !text.contains('\n'));
                }
            }
        }
    }
}
