//! The compiled rules give the same answers as the plain reading of them.

use channel_classifier::signature::ReferrerState;
use channel_classifier::{
    Combiner, CompiledRuleSet, MAX_RULES, RawCondition, RawRule, Rule, RuleField, RuleOperator,
    RuleSet, RuleSetProblem, Signature, matches,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{condition, id, parse, partners, set, tagged};

/// Few letters, so that values and texts often meet.
const TEXT: &str = "[ab.]{1,5}";

fn any_condition() -> impl Strategy<Value = RawCondition> {
    let field = select(RuleField::ALL.to_vec());
    let operator = select(RuleOperator::ALL.to_vec());
    (field, operator)
        .prop_flat_map(|(field, operator)| {
            let value = match (operator.takes_patterns(), field) {
                (true, _) => select(vec!["^a", "b$", "a.b", "^$", "a{2}|b{2}", "\\."])
                    .prop_map(str::to_owned)
                    .boxed(),
                (false, RuleField::ReferrerHost | RuleField::LandingHost) => {
                    "[ab]{1,3}(\\.[ab]{1,2})?".boxed()
                }
                (false, RuleField::LandingPath) => "/?[abAB]{1,2}/?".boxed(),
                _ => TEXT.boxed(),
            };
            let count = if operator.takes_values() { 1..4 } else { 0..1 };
            let values = proptest::collection::vec(value, count);
            (Just(field), Just(operator), values)
        })
        .prop_map(|(field, operator, values)| RawCondition {
            field: field.as_str().to_owned(),
            operator: operator.as_str().to_owned(),
            values,
        })
}

fn any_rule() -> impl Strategy<Value = (bool, RawRule)> {
    let conditions = proptest::collection::vec(any_condition(), 1..6);
    let combiner = select(Combiner::ALL.to_vec());
    (proptest::bool::weighted(0.85), combiner, conditions).prop_map(
        |(enabled, combiner, conditions)| {
            let raw = RawRule {
                combiner: combiner.as_str().to_owned(),
                ..partners(conditions)
            };
            (enabled, raw)
        },
    )
}

/// Rules with priorities in some order; now and then so many that their bits fill several words.
fn any_rules() -> impl Strategy<Value = Vec<Rule>> {
    let count = prop_oneof![4 => 0_usize..8, 1 => 30_usize..60];
    count
        .prop_flat_map(|count| {
            let priorities: Vec<i64> = (1..=i64::try_from(count).unwrap()).collect();
            (
                proptest::collection::vec(any_rule(), count),
                Just(priorities).prop_shuffle(),
            )
        })
        .prop_map(|(raws, priorities)| {
            let rules = raws.into_iter().zip(priorities).zip(1..);
            rules
                .map(|(((enabled, raw), priority), number)| {
                    Rule::parse(id(number), enabled, RawRule { priority, ..raw }).unwrap()
                })
                .collect()
        })
}

fn maybe(text: &'static str) -> impl Strategy<Value = Option<String>> {
    proptest::option::of(text)
}

fn any_signature() -> impl Strategy<Value = Signature> {
    let texts = (
        maybe(TEXT),
        maybe(TEXT),
        maybe(TEXT),
        maybe(TEXT),
        maybe(TEXT),
    );
    let places = (
        maybe("[ab]{1,3}(\\.[ab]{1,2})?"),
        maybe("[ab]{1,3}(\\.[ab]{1,2})?"),
        maybe("/[abAB]{0,2}(/(%41|[ab]))?"),
    );
    let clicks = proptest::collection::btree_set("[ab.]{1,3}", 0..3);
    (texts, places, clicks).prop_map(|(texts, places, clicks)| Signature {
        referrer_state: ReferrerState::External,
        referrer_host: places.0,
        utm_source: texts.0,
        utm_medium: texts.1,
        utm_campaign: texts.2,
        utm_term: texts.3,
        utm_content: texts.4,
        click_kinds: clicks.into_iter().collect(),
        has_ad_id: false,
        unfilled: Vec::new(),
        landing_host: places.1,
        landing_path: places.2,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn compiled_rules_answer_like_the_plain_reading(
        rules in any_rules(),
        signatures in proptest::collection::vec(any_signature(), 1..12),
    ) {
        let set = RuleSet::new(rules).unwrap();
        let compiled = CompiledRuleSet::compile(&set);
        for signature in &signatures {
            let found = compiled.first_match(signature).map(|at| &set.rules()[at]);
            prop_assert_eq!(found, set.interpret(signature), "{:?}", signature);
        }
    }

    #[test]
    fn the_order_in_which_rules_come_does_not_matter(
        (rules, shuffled) in any_rules().prop_flat_map(|rules| {
            (Just(rules.clone()), Just(rules).prop_shuffle())
        }),
        signature in any_signature(),
    ) {
        let one = RuleSet::new(rules).unwrap();
        let other = RuleSet::new(shuffled).unwrap();
        prop_assert_eq!(&one, &other);
        prop_assert!(one.rules().is_sorted_by_key(|rule| rule.priority));
        prop_assert_eq!(
            CompiledRuleSet::compile(&one).first_match(&signature),
            CompiledRuleSet::compile(&other).first_match(&signature)
        );
    }

    #[test]
    fn the_winner_matches_and_nothing_above_it_does(
        rules in any_rules(),
        signature in any_signature(),
    ) {
        let set = RuleSet::new(rules).unwrap();
        let winner = CompiledRuleSet::compile(&set).first_match(&signature);
        let above = winner.unwrap_or(set.rules().len());
        for rule in &set.rules()[..above] {
            prop_assert!(!rule.enabled || !matches(rule, &signature));
        }
        if let Some(at) = winner {
            let rule = &set.rules()[at];
            prop_assert!(rule.enabled && matches(rule, &signature));
        }
    }
}

#[test]
fn a_set_has_at_most_200_rules_of_different_priorities() {
    let of = |number: usize, priority: i64| {
        let raw = RawRule {
            name: format!("Rule {number}"),
            priority,
            ..partners(vec![condition("utm_source", "is", &["a"])])
        };
        Rule::parse(id(u128::try_from(number).unwrap()), true, raw).unwrap()
    };
    let many = |count: usize| {
        (1..=count)
            .map(|number| of(number, i64::try_from(number).unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(RuleSet::new(many(200)).unwrap().rules().len(), MAX_RULES);
    assert_eq!(
        RuleSet::new(many(201)),
        Err(RuleSetProblem::TooManyRules(201))
    );
    let clash = RuleSet::new(vec![of(2, 7), of(3, 8), of(1, 7)]).unwrap_err();
    assert_eq!(
        clash.to_string(),
        "rules \"Rule 1\" and \"Rule 2\" both have priority 7"
    );
}

#[test]
fn a_disabled_rule_keeps_its_place_and_never_wins() {
    let two = |enabled: bool| {
        let raw = |priority| RawRule {
            priority,
            ..partners(vec![condition("utm_source", "is", &["a"])])
        };
        let first = Rule::parse(id(1), enabled, raw(1)).unwrap();
        let second = Rule::parse(id(2), true, raw(2)).unwrap();
        RuleSet::new(vec![second, first]).unwrap()
    };
    for (enabled, winner) in [(true, 0), (false, 1)] {
        let set = two(enabled);
        let signature = tagged("a", None);
        assert_eq!(
            CompiledRuleSet::compile(&set).first_match(&signature),
            Some(winner)
        );
        assert_eq!(
            set.interpret(&signature).unwrap().id,
            set.rules()[winner].id
        );
        assert_eq!(set.rules().len(), 2);
    }
}

#[test]
fn ten_thousand_conditions_with_a_thousand_values_are_compiled() {
    let values: Vec<_> = (0..1_000).map(|number| format!("value {number}")).collect();
    let values: Vec<_> = values.iter().map(String::as_str).collect();
    let operators = ["is", "contains", "starts_with", "ends_with"];
    let large = operators.map(|operator| condition("utm_source", operator, &values));
    let mut rules: Vec<_> = (1..=199_u16)
        .map(|priority| {
            let raw = RawRule {
                priority: priority.into(),
                ..partners(vec![condition("utm_medium", "is", &["nobody"]); 50])
            };
            Rule::parse(id(priority.into()), true, raw).unwrap()
        })
        .collect();
    rules.push(parse(RawRule {
        priority: 999,
        ..partners(large.to_vec())
    }));
    let set = RuleSet::new(rules).unwrap();
    let compiled = CompiledRuleSet::compile(&set);
    assert_eq!(compiled.first_match(&tagged("value 999", None)), Some(199));
    assert_eq!(compiled.first_match(&tagged("value x", None)), None);
    assert_eq!(
        set.interpret(&tagged("value 999", None)).unwrap().priority,
        999
    );
}

#[test]
fn overlapping_needles_are_all_found() {
    let set = set(vec![
        condition("utm_source", "starts_with", &["bc"]),
        condition("utm_source", "ends_with", &["bc"]),
        condition("utm_source", "contains", &["bcd", "abc"]),
    ]);
    let compiled = CompiledRuleSet::compile(&set);
    for (text, expected) in [
        ("bcx", Some(0)),
        ("abc", Some(1)),
        ("xabcd", Some(2)),
        ("bc", Some(0)),
        ("axbc", Some(1)),
        ("xbcx", None),
    ] {
        assert_eq!(
            compiled.first_match(&tagged(text, None)),
            expected,
            "{text}"
        );
    }
}
