//! Many rules and many records at one destination: a dry run is what the run then does, and nothing is told twice.

use std::collections::BTreeSet;

use export_rules::*;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::*;

/// A rule by its number, of one of a few kinds.
fn rules() -> impl Strategy<Value = Vec<Rule>> {
    let one = (
        1_u16..4,
        select(RecurringPaymentMode::ALL),
        select(vec![
            None,
            Some("Lead"),
            Some("Purchase"),
            Some("ShoesBought"),
        ]),
        any::<bool>(),
        any::<bool>(),
        0_i64..40,
    );
    prop::collection::vec(one, 1..6).prop_map(|drafts| {
        let numbered = (1..).zip(drafts);
        numbered
            .map(
                |(number, (priority, recurring, name, is_on, is_fixed, age))| {
                    let mut rule = rule_with(|settings| {
                        settings.priority = priority;
                        settings.recurring_payment_mode = recurring;
                        settings.event_names.social = name.map(str::to_owned);
                        settings.destinations.social = is_on;
                        if is_fixed {
                            settings.value = RuleValue::Fixed(euro("5"));
                        }
                    });
                    rule.id = Uuid::from_u128(number).into();
                    rule.created_at = ago(age * DAY);
                    rule.since = Since {
                        social: is_on.then(|| ago(age * DAY)),
                        search: Some(ago(age * DAY)),
                    };
                    rule
                },
            )
            .collect()
    })
}

fn records() -> impl Strategy<Value = Vec<Record>> {
    let one = (
        0_i64..20,
        any::<bool>(),
        prop::option::of(any::<bool>()),
        0_u8..4,
    );
    prop::collection::vec(one, 0..12).prop_map(|drafts| {
        let numbered = (1..).zip(drafts);
        numbered
            .map(|(number, (hours, is_named, is_first, kind))| {
                let mut record = record();
                record.event_id = Uuid::from_u128(number).into();
                record.occurred_at = ago(hours * 12 * HOUR);
                let mut source = conversion();
                source.is_first_payment = is_first;
                record.source = Source::Conversion(source);
                match kind {
                    0 => record.value = None,
                    1 => record.consent.ad_user_data = Some(false),
                    2 => record.clicks = vec![click(ClickKind::Gclid, "x", record.occurred_at)],
                    _ => {}
                }
                if !is_named {
                    record.person = Person::default();
                    record.web = WebEvidence::default();
                }
                record
            })
            .collect()
    })
}

fn places() -> impl Strategy<Value = Destination> {
    prop_oneof![Just(website()), Just(chat()), Just(search())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_dry_run_is_what_the_run_does_and_a_second_run_tells_nothing(
        rules in rules(),
        records in records(),
        place in places(),
        mode in select(PrivacyMode::ALL),
    ) {
        let privacy = PrivacyConfig::default().in_mode(mode);
        let place = clean(place);
        let context = Context { destination: &place, switches: ON, privacy: &privacy, now: NOW, sha256: &Ring };
        let mut told = Told::default();
        let mut ledger = told.clone();
        let dry = Tally::of(&plan(&rules, &records, &context, &mut told));
        let mut shuffled = rules.clone();
        shuffled.reverse();
        let lines = plan(&shuffled, &records, &context, &mut ledger);
        prop_assert_eq!(Tally::of(&lines), dry);

        // Each name once for each event, and by the rule whose turn comes first.
        let mut names = BTreeSet::new();
        for line in &lines {
            if let Outcome::Ship(payload) = &line.decision.outcome {
                let name = line.decision.event_name.clone().unwrap();
                prop_assert!(names.insert((line.record, name)), "told twice");
                prop_assert!(!payload.event_id().is_empty());
            }
        }

        let again = plan(&rules, &records, &context, &mut ledger);
        for line in again {
            let is_open = match line.decision.outcome {
                Outcome::Ship(_) => false,
                Outcome::Wait(_) => true,
                Outcome::Skip(reason) => reason.may_change(),
            };
            prop_assert!(is_open, "{:?}", line.decision.outcome);
        }
    }
}

#[test]
fn of_two_rules_with_one_name_the_lower_number_wins_and_two_names_both_ship() {
    let numbered = |number, priority, name: &str| {
        let mut rule = rule_with(|settings| {
            settings.priority = priority;
            settings.event_names.social = Some(name.to_owned());
        });
        rule.id = Uuid::from_u128(number).into();
        rule
    };
    let rules = [
        numbered(1, 9, "Purchase"),
        numbered(2, 3, "Purchase"),
        numbered(3, 5, "Lead"),
    ];
    let (place, privacy) = (website(), PrivacySettings::default());
    let context = Context {
        destination: &place,
        switches: ON,
        privacy: &privacy,
        now: NOW,
        sha256: &Ring,
    };
    let lines = plan(&rules, &[record()], &context, &mut Told::default());
    let outcome = |number: u128| {
        let line = lines
            .iter()
            .find(|line| line.rule.uuid().as_u128() == number)
            .unwrap();
        line.decision.skip_reason()
    };
    assert_eq!(
        [1, 2, 3].map(outcome),
        [Some(SkipReason::Duplicate), None, None]
    );
}

#[test]
fn what_was_skipped_for_want_of_a_key_is_looked_at_again() {
    let mut nobody = record();
    nobody.person = Person::default();
    nobody.web = WebEvidence::default();
    let (place, privacy) = (website(), PrivacySettings::default());
    let context = Context {
        destination: &place,
        switches: ON,
        privacy: &privacy,
        now: NOW,
        sha256: &Ring,
    };
    let mut told = Told::default();
    let first = plan(&[rule()], &[nobody], &context, &mut told);
    assert_eq!(
        first[0].decision.skip_reason(),
        Some(SkipReason::NoMatchKey)
    );
    let second = plan(&[rule()], &[record()], &context, &mut told);
    assert_eq!(
        second[0].decision.skip_reason(),
        None,
        "somebody is known by now"
    );
    assert_eq!(plan(&[rule()], &[record()], &context, &mut told), []);
}

#[test]
fn nothing_from_before_the_destination_is_told() {
    let mut place = website();
    place.created_at = ago(HOUR - 1);
    let privacy = PrivacySettings::default();
    let context = Context {
        destination: &place,
        switches: ON,
        privacy: &privacy,
        now: NOW,
        sha256: &Ring,
    };
    assert_eq!(
        plan(&[rule()], &[record()], &context, &mut Told::default()),
        []
    );
}
