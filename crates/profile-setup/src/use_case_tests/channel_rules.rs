//! A profile's own channel rules: made, changed, removed and put in another order.

use channel_classifier::ports::{KnownSignature, StoredRule};
use channel_classifier::{
    LAST_PRIORITY, MAX_RULES, RawCondition, RuleField, RuleOperator, RulePlace, RuleProblemKind,
    Signature,
};
use kernel::{ChannelRuleId, PersonId, Scope, Timestamp};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::channel_rules::change::{Changed, Effect, RuleCommand, change, change_in};
use crate::channel_rules::configuration::{ChannelConfiguration, RuleDraft};
use crate::channel_rules::update::RuleChange;
use crate::channel_rules::{RuleError, RuleFault};
use application::mocks::given::{
    access, expect_deed_of_profile, expect_replay, noon, outside, profile,
};
use application::mocks::stored::{
    costs, expect_figures, expect_line, locked, running, signature, state,
};
use application::mocks::{MockUnits, MockWork};
use application::ports::{AttributionState, MarkTarget};

pub(super) fn id(number: u16) -> ChannelRuleId {
    Uuid::from_u128(0x500 + u128::from(number)).into()
}

/// Traffic from this source goes to this channel.
pub(super) fn draft(source: &str, channel: &str) -> RuleDraft {
    let is_source = RawCondition::new(RuleField::UtmSource, RuleOperator::Is, &[source]);
    RuleDraft {
        name: format!("From {source}"),
        channel: channel.to_owned(),
        priority: None,
        enabled: true,
        combiner: "and".to_owned(),
        conditions: vec![is_source],
    }
}

/// A rule that was made in time immemorial, its number being its priority, too.
pub(super) fn rule(number: u16, source: &str, channel: &str) -> StoredRule {
    let empty = ChannelConfiguration {
        rules: Vec::new(),
        channels: vec![channel.to_owned()],
    };
    let draft = RuleDraft {
        priority: Some(i64::from(number)),
        ..draft(source, channel)
    };
    let read = crate::channel_rules::create::read(&empty, id(number), &draft);
    StoredRule {
        rule: read.unwrap(),
        created_at: Timestamp::from_micros(0),
        updated_at: Timestamp::from_micros(0),
    }
}

fn with_rules(state: Option<AttributionState>, rules: Vec<StoredRule>) -> MockWork {
    let mut work = locked(state);
    work.channel_rules
        .expect_rules()
        .returning(move |_| Ok(rules.clone()));
    work.channel_rules
        .expect_channels()
        .returning(|_| Ok(vec!["Podcast".to_owned()]));
    work
}

/// A signature as it is labelled.
fn labelled(signature: Signature, channel: &str, is_direct: bool) -> KnownSignature {
    KnownSignature {
        id: 7,
        channel: channel.to_owned(),
        rule: "of before".to_owned(),
        is_direct,
        source: signature.source().to_owned(),
        medium: signature.medium().to_owned(),
        signature,
    }
}

/// The change is written under the next version, with its deed, over a dictionary of one signature.
fn expect_change(work: &mut MockWork, action: &'static str, known: Option<KnownSignature>) {
    work.channel_rules
        .expect_raise_version()
        .times(1)
        .returning(|_, _| Ok(5));
    expect_deed_of_profile(work, action);
    work.traffic
        .expect_labelled()
        .returning(move |_, after, _| {
            Ok(known
                .clone()
                .filter(|_| after.is_none())
                .into_iter()
                .collect())
        });
}

async fn run(work: &mut MockWork, command: RuleCommand) -> Result<Changed, RuleError> {
    let (outside, access) = (outside(), access(&[Scope::AttributionWrite]));
    change_in(work, &outside.context(), &access, &command).await
}

#[tokio::test]
async fn a_new_rule_goes_behind_the_others_and_labels_history_anew() {
    let mut work = with_rules(Some(state()), vec![rule(3, "fm", "Podcast")]);
    let pod = labelled(
        signature("https://shop.example/?utm_source=pod"),
        "Referral",
        false,
    );
    expect_change(&mut work, "channel_rule.created", Some(pod));
    work.channel_rules
        .expect_put()
        .times(1)
        .withf(|_, rules| rules.len() == 1 && rules[0].rule.priority == 4)
        .returning(|_, _| Ok(()));
    expect_figures(&mut work, costs("Referral", 1), costs("Podcast", 1));
    work.traffic
        .expect_relabel()
        .times(1)
        .withf(|id, labels, at| {
            let label = &labels[0];
            let now = (label.id, label.channel.as_str(), label.is_direct);
            *id == profile() && now == (7, "Podcast", false) && *at == noon()
        })
        .returning(|_, _, _| Ok(()));
    work.ledger
        .expect_append()
        .times(1)
        .withf(|_, line| line.cause == Cause::ChannelRulesChanged && line.cells.len() == 2)
        .returning(|_, _| Ok(()));
    let made = run(&mut work, RuleCommand::Create(draft("pod", "Podcast")))
        .await
        .unwrap();
    let expected = Effect {
        signatures_relabelled: 1,
        ..Effect::default()
    };
    assert_eq!((made.version, made.effect), (5, expected));
    assert_eq!(made.rules[0].created_at, noon());
    assert!(work.marks.0.is_empty());
}

#[tokio::test]
async fn whoever_has_credit_from_what_becomes_direct_is_replayed() {
    let people = [
        PersonId::Customer(Uuid::from_u128(1).into()),
        PersonId::Visitor(Uuid::from_u128(2).into()),
        PersonId::Event(Uuid::from_u128(3).into()),
    ];
    for is_running in [false, true] {
        let state = if is_running { running() } else { state() };
        let mut work = with_rules(Some(state), vec![]);
        let pod = labelled(
            signature("https://shop.example/?utm_source=pod"),
            "Email",
            false,
        );
        expect_change(&mut work, "channel_rule.created", Some(pod));
        work.channel_rules.expect_put().returning(|_, _| Ok(()));
        expect_figures(&mut work, costs("Email", 2), costs("Direct", 2));
        work.traffic.expect_relabel().returning(|_, _, _| Ok(()));
        work.ledger
            .expect_append()
            .times(1)
            .returning(|_, _| Ok(()));
        if is_running {
            // Which has seen some of them by the old rules.
            expect_replay(&mut work, Cause::ChannelRulesChanged);
        } else {
            work.traffic
                .expect_credited_people()
                .times(1)
                .withf(|_, generation, ids| *generation == 1 && *ids == [7])
                .returning(move |_, _, _| Ok(people.to_vec()));
        }
        let made = run(&mut work, RuleCommand::Create(draft("pod", "Direct")))
            .await
            .unwrap();
        let targets: Vec<_> = work.marks.0.iter().map(|mark| mark.target).collect();
        if is_running {
            assert!(made.effect.recompute_id.is_some());
            assert_eq!(targets, [MarkTarget::Profile]);
        } else {
            assert_eq!(made.effect.people_to_replay, 3);
            let expected = [
                MarkTarget::Customer(Uuid::from_u128(1).into()),
                MarkTarget::Browser(Uuid::from_u128(2).into()),
                MarkTarget::Event(Uuid::from_u128(3).into()),
            ];
            assert_eq!(targets, expected);
        }
    }
}

#[tokio::test]
async fn everything_that_is_wrong_with_a_rule_is_told_at_once() {
    let wrong = RuleDraft {
        name: " ".to_owned(),
        channel: "podcast".to_owned(),
        priority: Some(0),
        combiner: "xor".to_owned(),
        ..draft("pod", "Podcast")
    };
    let mut work = with_rules(Some(state()), vec![]);
    let refused = run(&mut work, RuleCommand::Create(wrong)).await;
    let Err(RuleError::Invalid(faults)) = refused else {
        panic!("{refused:?}");
    };
    let places: Vec<_> = faults
        .iter()
        .filter_map(|fault| match fault {
            RuleFault::Problem(problem) => Some((problem.place, problem.kind.clone())),
            RuleFault::UnknownChannel { .. } => None,
        })
        .collect();
    assert_eq!(
        places,
        [
            (RulePlace::Name, RuleProblemKind::Empty),
            (RulePlace::Priority, RuleProblemKind::PriorityOutOfRange),
            (RulePlace::Combiner, RuleProblemKind::UnknownCombiner),
        ]
    );
    // Channels are not made by spelling one otherwise.
    let near = RuleFault::UnknownChannel {
        channel: "podcast".to_owned(),
        near: Some("Podcast".to_owned()),
    };
    assert_eq!(faults.last(), Some(&near));
}

#[tokio::test]
async fn a_rule_needs_a_place_of_its_own() {
    let taken = RuleDraft {
        priority: Some(3),
        ..draft("pod", "Podcast")
    };
    let mut work = with_rules(Some(state()), vec![rule(3, "fm", "Podcast")]);
    let refused = run(&mut work, RuleCommand::Create(taken)).await;
    let Err(RuleError::PriorityTaken {
        priority,
        id: other,
        name,
    }) = refused
    else {
        panic!("{refused:?}");
    };
    assert_eq!((priority, other, name.as_str()), (3, id(3), "From fm"));
    let mut full = with_rules(Some(state()), vec![rule(LAST_PRIORITY, "fm", "Podcast")]);
    let refused = run(&mut full, RuleCommand::Create(draft("pod", "Podcast"))).await;
    assert!(matches!(refused, Err(RuleError::NoPriorityLeft)));
    let many = (1..=u16::try_from(MAX_RULES).unwrap()).map(|number| rule(number, "fm", "Podcast"));
    let mut full = with_rules(Some(state()), many.collect());
    let refused = run(&mut full, RuleCommand::Create(draft("pod", "Podcast"))).await;
    assert!(matches!(refused, Err(RuleError::TooManyRules(MAX_RULES))));
}

#[tokio::test]
async fn patterns_that_are_fine_alone_may_be_too_many_together() {
    let patterns = |from: usize| -> Vec<String> {
        (from..from + 100)
            .map(|number| format!("^a{number}$"))
            .collect()
    };
    let with_patterns = |number: u16| {
        let values = patterns(usize::from(number) * 100);
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let condition = RawCondition::new(RuleField::UtmTerm, RuleOperator::Matches, &values);
        RuleDraft {
            conditions: vec![condition],
            priority: Some(i64::from(number)),
            ..draft("pod", "Podcast")
        }
    };
    let empty = ChannelConfiguration {
        rules: Vec::new(),
        channels: vec!["Podcast".to_owned()],
    };
    let rules = (1..=5).map(|number| {
        let read = crate::channel_rules::create::read(&empty, id(number), &with_patterns(number));
        StoredRule {
            rule: read.unwrap(),
            created_at: noon(),
            updated_at: noon(),
        }
    });
    let mut work = with_rules(Some(state()), rules.collect());
    let refused = run(&mut work, RuleCommand::Create(with_patterns(6))).await;
    assert!(
        matches!(refused, Err(RuleError::SetTooLarge(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_change_keeps_what_it_does_not_name_and_the_same_again_writes_nothing() {
    let off = RuleChange {
        enabled: Some(false),
        ..RuleChange::default()
    };
    let mut work = with_rules(Some(state()), vec![rule(3, "fm", "Podcast")]);
    expect_change(&mut work, "channel_rule.changed", None);
    work.channel_rules
        .expect_put()
        .times(1)
        .withf(|_, rules| {
            let rule = &rules[0].rule;
            !rule.enabled && rule.name == "From fm" && rule.priority == 3
        })
        .returning(|_, _| Ok(()));
    let changed = run(&mut work, RuleCommand::Update(id(3), off))
        .await
        .unwrap();
    assert_eq!(changed.rules[0].created_at, Timestamp::from_micros(0));
    assert_eq!(changed.rules[0].updated_at, noon());
    let mut same = with_rules(Some(state()), vec![rule(3, "fm", "Podcast")]);
    same.channel_rules
        .expect_version()
        .times(1)
        .returning(|_| Ok(4));
    let on = RuleChange {
        enabled: Some(true),
        ..RuleChange::default()
    };
    let kept = run(&mut same, RuleCommand::Update(id(3), on))
        .await
        .unwrap();
    assert_eq!((kept.version, kept.effect), (4, Effect::default()));
    assert_eq!(kept.rules[0].updated_at, Timestamp::from_micros(0));
    let wrong = RuleChange {
        conditions: Some(Vec::new()),
        ..RuleChange::default()
    };
    let mut work = with_rules(Some(state()), vec![rule(3, "fm", "Podcast")]);
    let refused = run(&mut work, RuleCommand::Update(id(3), wrong)).await;
    assert!(matches!(refused, Err(RuleError::Invalid(faults)) if faults.len() == 1));
}

#[tokio::test]
async fn a_removed_rule_gives_its_traffic_back() {
    let mut work = with_rules(Some(state()), vec![rule(3, "pod", "Podcast")]);
    let pod = labelled(
        signature("https://shop.example/?utm_source=pod&utm_medium=email"),
        "Podcast",
        false,
    );
    expect_change(&mut work, "channel_rule.deleted", Some(pod));
    work.channel_rules
        .expect_remove()
        .times(1)
        .withf(|_, gone| *gone == id(3))
        .returning(|_, _| Ok(()));
    expect_figures(&mut work, costs("Email", 1), costs("Email", 4));
    work.traffic
        .expect_relabel()
        .times(1)
        .withf(|_, labels, _| labels[0].channel == "Email")
        .returning(|_, _, _| Ok(()));
    expect_line(&mut work, Cause::ChannelRulesChanged, [1, 4]);
    let gone = run(&mut work, RuleCommand::Delete(id(3))).await.unwrap();
    assert!(gone.rules.is_empty());
    assert_eq!(gone.effect.signatures_relabelled, 1);
}

#[tokio::test]
async fn two_rules_change_places_and_one_cannot_with_itself() {
    let rules = || vec![rule(3, "fm", "Podcast"), rule(5, "pod", "Podcast")];
    let mut work = with_rules(Some(state()), rules());
    expect_change(&mut work, "channel_rule.reordered", None);
    work.channel_rules
        .expect_put()
        .times(1)
        .returning(|_, _| Ok(()));
    let moved = run(&mut work, RuleCommand::Reorder([id(3), id(5)]))
        .await
        .unwrap();
    let places: Vec<_> = moved
        .rules
        .iter()
        .map(|stored| (stored.rule.id, stored.rule.priority, stored.updated_at))
        .collect();
    assert_eq!(places, [(id(3), 5, noon()), (id(5), 3, noon())]);
    let mut work = with_rules(Some(state()), rules());
    let refused = run(&mut work, RuleCommand::Reorder([id(3), id(3)])).await;
    assert!(matches!(refused, Err(RuleError::SameRule)));
}

#[tokio::test]
async fn what_is_not_there_is_not_changed() {
    let commands = [
        RuleCommand::Update(id(9), RuleChange::default()),
        RuleCommand::Delete(id(9)),
        RuleCommand::Reorder([id(3), id(9)]),
    ];
    for command in commands {
        let mut work = with_rules(Some(state()), vec![rule(3, "fm", "Podcast")]);
        let refused = run(&mut work, command.clone()).await;
        assert!(matches!(refused, Err(RuleError::NotFound)), "{command:?}");
        // The same of a profile that is gone, in a transaction of its own.
        let (outside, access) = (outside(), access(&[Scope::AttributionWrite]));
        let units = MockUnits::of([locked(None)]);
        let refused = change(&units, &outside.context(), &access, &command).await;
        assert!(matches!(refused, Err(RuleError::NotFound)), "{command:?}");
    }
}
