//! What rules would do, told before anybody makes them.

use channel_classifier::ports::{KnownSignature, Published, StoredRule, Usage};
use channel_classifier::{MAX_RULES, RawCondition, RuleField, RuleOperator};
use kernel::{Exact, Model, PeriodError, TimeZone};

use super::channel_rules::{draft, id, rule};
use crate::channel_rules::configuration::RuleDraft;
use crate::channel_rules::diff::{RuleDiff, SetRule, diff};
use crate::channel_rules::list::list;
use crate::channel_rules::match_count::{Candidate, MatchCount, match_count};
use crate::channel_rules::preview::PreviewQuestion;
use crate::channel_rules::suggestions::{Suggested, suggestions};
use crate::channel_rules::{RuleError, RuleFault};
use application::mocks::MockWork;
use application::mocks::given::{outside, profile};
use application::mocks::journeys::{expect_facts, payment, person, touch};
use application::mocks::stored::{march, signature, site};

const POD: i64 = 1;
const MAIL: i64 = 2;

fn known(id: i64, query: &str, channel: &str) -> KnownSignature {
    let signature = signature(&format!("https://shop.example/?{query}"));
    KnownSignature {
        id,
        channel: channel.to_owned(),
        rule: "of before".to_owned(),
        is_direct: false,
        source: signature.source().to_owned(),
        medium: signature.medium().to_owned(),
        signature,
    }
}

fn usage(sessions: u64) -> Usage {
    Usage {
        sessions,
        touches: sessions,
        conversions: 1_000_000_000,
        cash: Exact::whole(10),
    }
}

/// A snapshot of a profile with these rules, whose traffic came from a podcast and from a newsletter.
fn stage(rules: Vec<StoredRule>) -> MockWork {
    let traffic = vec![
        known(POD, "utm_source=pod", "Unassigned"),
        known(MAIL, "utm_source=news&utm_medium=email", "Email"),
    ];
    stage_of(rules, traffic)
}

/// The same with other traffic.
fn stage_of(rules: Vec<StoredRule>, known: Vec<KnownSignature>) -> MockWork {
    let mut work = MockWork::default();
    work.channel_rules
        .expect_rules()
        .returning(move |_| Ok(rules.clone()));
    work.channel_rules
        .expect_channels()
        .returning(|_| Ok(vec!["Podcast".to_owned()]));
    work.attribution
        .expect_profile()
        .returning(|_| Ok(Some((*site()).clone())));
    let traffic = &mut work.traffic;
    traffic.expect_only_read().times(1).returning(|| Ok(()));
    traffic.expect_published().returning(|_| {
        Ok(Some(Published {
            generation: 4,
            timezone: TimeZone::utc(),
        }))
    });
    traffic.expect_labelled().returning(move |_, after, _| {
        Ok(if after.is_none() {
            known.clone()
        } else {
            Vec::new()
        })
    });
    work
}

/// The traffic of the last thirty days.
fn expect_usage(work: &mut MockWork) {
    work.traffic
        .expect_usage()
        .times(1)
        .returning(|id, question| {
            assert_eq!((id, question.generation), (profile(), 4));
            assert_eq!(
                (question.period.days(), question.period.to()),
                (30, march(1))
            );
            Ok(vec![(POD, usage(8)), (MAIL, usage(5))])
        });
}

async fn counted(work: &mut MockWork, candidate: Candidate) -> Result<MatchCount, RuleError> {
    let outside = outside();
    let question = PreviewQuestion::default();
    match_count(work, &outside.context(), profile(), &candidate, question).await
}

#[tokio::test]
async fn a_rule_behind_another_matches_more_than_it_wins() {
    let is_set = RawCondition::new(RuleField::UtmSource, RuleOperator::IsSet, &[]);
    let everything = RuleDraft {
        conditions: vec![is_set],
        ..draft("any", "Podcast")
    };
    let mut work = stage(vec![rule(3, "news", "Email")]);
    expect_usage(&mut work);
    let candidate = Candidate {
        draft: everything,
        replaces: None,
    };
    let counted = counted(&mut work, candidate).await.unwrap();
    assert_eq!(
        (counted.matched.signatures, counted.matched.usage.sessions),
        (2, 13)
    );
    assert_eq!(
        (
            counted.would_win.signatures,
            counted.would_win.usage.sessions
        ),
        (1, 8)
    );
    assert_eq!(counted.would_win.usage.cash, Exact::whole(10));
    // Of what it would win first.
    let examples: Vec<_> = counted
        .examples
        .iter()
        .map(|example| (example.channel.as_str(), example.sessions, example.wins))
        .collect();
    assert_eq!(examples, [("Unassigned", 8, true), ("Email", 5, false)]);
}

#[tokio::test]
async fn a_rule_may_stand_in_for_one_that_there_is() {
    let candidate = |number| Candidate {
        draft: draft("pod", "Podcast"),
        replaces: Some(id(number)),
    };
    let mut work = stage(vec![rule(3, "news", "Email")]);
    expect_usage(&mut work);
    let done = counted(&mut work, candidate(3)).await.unwrap();
    assert_eq!(done.would_win.usage.sessions, 8);
    let mut work = stage(vec![rule(3, "news", "Email")]);
    let refused = counted(&mut work, candidate(9)).await;
    assert!(matches!(refused, Err(RuleError::NotFound)));
}

#[tokio::test]
async fn a_candidate_is_refused_as_the_rule_would_be() {
    let candidate = |draft| Candidate {
        draft,
        replaces: None,
    };
    let mut work = stage(Vec::new());
    let refused = counted(&mut work, candidate(draft("pod", "Nowhere"))).await;
    assert!(matches!(refused, Err(RuleError::Invalid(_))));
    let taken = RuleDraft {
        priority: Some(3),
        ..draft("pod", "Podcast")
    };
    let mut work = stage(vec![rule(3, "news", "Email")]);
    let refused = counted(&mut work, candidate(taken)).await;
    assert!(matches!(
        refused,
        Err(RuleError::PriorityTaken { priority: 3, .. })
    ));
}

#[tokio::test]
async fn previews_need_a_profile_and_days_that_are_a_period() {
    let outside = outside();
    let candidate = Candidate {
        draft: draft("pod", "Podcast"),
        replaces: None,
    };
    let reversed = PreviewQuestion {
        from: Some(march(2)),
        ..PreviewQuestion::default()
    };
    let context = outside.context();
    let mut work = stage(Vec::new());
    let refused = match_count(&mut work, &context, profile(), &candidate, reversed).await;
    assert!(matches!(
        refused,
        Err(RuleError::Period(PeriodError::Reversed))
    ));
    let mut gone = MockWork::default();
    gone.traffic.expect_only_read().returning(|| Ok(()));
    gone.traffic.expect_published().returning(|_| Ok(None));
    let refused = counted(&mut gone, candidate).await;
    assert!(matches!(refused, Err(RuleError::NotFound)));
}

fn of_set(drafts: Vec<RuleDraft>) -> Vec<SetRule> {
    let one = |draft| SetRule { id: None, draft };
    drafts.into_iter().map(one).collect()
}

async fn compared(
    work: &mut MockWork,
    rules: &[SetRule],
    model: Model,
) -> Result<RuleDiff, RuleError> {
    let outside = outside();
    let question = PreviewQuestion {
        model,
        ..PreviewQuestion::default()
    };
    diff(work, &outside.context(), profile(), rules, question).await
}

#[tokio::test]
async fn a_set_of_rules_tells_which_traffic_changes_its_channel() {
    let mut work = stage(vec![rule(3, "news", "Podcast")]);
    expect_usage(&mut work);
    let rules = of_set(vec![draft("pod", "Podcast")]);
    let told = compared(&mut work, &rules, Model::LastTouch).await.unwrap();
    let pairs: Vec<_> = told
        .pairs
        .iter()
        .map(|pair| (pair.from.as_str(), pair.to.as_str(), pair.usage.sessions))
        .collect();
    assert_eq!(pairs, [("Unassigned", "Podcast", 8)]);
    assert_eq!((told.total, told.unchanged), (usage(8), usage(5)));
}

/// What becomes direct loses its credit to the visit before, which a change of labels alone does not say.
#[tokio::test]
async fn credit_that_direct_visits_lose_is_worked_out_anew() {
    let mut work = stage(Vec::new());
    work.traffic
        .expect_usage()
        .times(1)
        .withf(|_, question| question.without_people_of == [POD])
        .returning(|_, _| Ok(Vec::new()));
    work.traffic
        .expect_credited_people()
        .times(1)
        .withf(|_, generation, signatures| *generation == 4 && *signatures == [POD])
        .returning(|_, _, _| Ok(vec![person()]));
    let touches = vec![touch(1, MAIL, 5), touch(2, POD, 1)];
    expect_facts(&mut work, touches, vec![payment(1)], Vec::new());
    let rules = of_set(vec![draft("pod", "Direct")]);
    let told = compared(&mut work, &rules, Model::LastNonDirect)
        .await
        .unwrap();
    assert_eq!(told.pairs.len(), 1);
    let pair = &told.pairs[0];
    assert_eq!(
        (pair.from.as_str(), pair.to.as_str()),
        ("Unassigned", "Email")
    );
    assert_eq!(
        (pair.usage.conversions, pair.usage.cash),
        (1_000_000_000, Exact::whole(100))
    );
}

#[tokio::test]
async fn a_set_is_refused_for_its_rules_first_and_then_for_how_they_fit() {
    let at = |priority, source: &str| RuleDraft {
        priority: Some(priority),
        ..draft(source, "Podcast")
    };
    let mut work = stage(Vec::new());
    let rules = of_set(vec![at(1, "pod"), draft("fm", "Nowhere")]);
    let refused = compared(&mut work, &rules, Model::LastTouch).await;
    let Err(RuleError::InvalidSet(faults)) = refused else {
        panic!("{refused:?}");
    };
    assert!(matches!(
        faults.as_slice(),
        [(1, RuleFault::UnknownChannel { .. })]
    ));
    let mut work = stage(Vec::new());
    let rules = of_set(vec![at(2, "pod"), at(1, "fm"), at(2, "news")]);
    let refused = compared(&mut work, &rules, Model::LastTouch).await;
    let twice = (2, 2, 0);
    assert!(matches!(
        refused,
        Err(RuleError::PriorityTwice { priority, position, other })
            if (priority, position, other) == twice
    ));
    let mut work = stage(Vec::new());
    let one = |priority| SetRule {
        id: Some(id(3)),
        draft: at(priority, "pod"),
    };
    let refused = compared(&mut work, &[one(1), one(2)], Model::LastTouch).await;
    assert!(matches!(refused, Err(RuleError::IdTwice { position: 1 })));
    let mut work = stage(Vec::new());
    let many = of_set(vec![draft("pod", "Podcast"); MAX_RULES + 1]);
    let refused = compared(&mut work, &many, Model::LastTouch).await;
    assert!(matches!(refused, Err(RuleError::TooManyRules(MAX_RULES))));
}

#[tokio::test]
async fn a_set_with_too_many_patterns_is_refused_before_anything_is_compiled() {
    let patterns: Vec<String> = (0..100).map(|number| format!("a{number}")).collect();
    let values: Vec<&str> = patterns.iter().map(String::as_str).collect();
    let condition = RawCondition::new(RuleField::UtmTerm, RuleOperator::Matches, &values);
    let costly = RuleDraft {
        conditions: vec![condition],
        ..draft("pod", "Podcast")
    };
    let mut work = stage(Vec::new());
    let refused = compared(&mut work, &of_set(vec![costly; 6]), Model::LastTouch).await;
    assert!(matches!(refused, Err(RuleError::SetTooLarge(_))));
}

async fn suggested(work: &mut MockWork, days: u32) -> Suggested {
    let outside = outside();
    suggestions(work, &outside.context(), profile(), days, 5)
        .await
        .unwrap()
}

#[tokio::test]
async fn rules_are_suggested_for_traffic_that_none_understands() {
    for (last, place) in [(3, Some(4)), (999, None)] {
        let traffic = vec![
            known(POD, "utm_source=radio", "Unassigned"),
            known(MAIL, "utm_source=newsletter", "Email"),
        ];
        let mut work = stage_of(vec![rule(last, "fm", "Podcast")], traffic);
        work.traffic
            .expect_usage()
            .withf(|_, question| question.period.days() == 7)
            .returning(|_, _| Ok(vec![(POD, usage(8)), (MAIL, usage(5))]));
        let found = suggested(&mut work, 7).await;
        assert_eq!(found.period.to(), march(1));
        assert_eq!(found.rules.len(), 1);
        let rule = &found.rules[0];
        assert_eq!(
            (rule.rule().channel.as_str(), rule.priority),
            ("Audio", place)
        );
        assert_eq!(rule.suggestion.sessions, 8);
    }
}

#[tokio::test]
async fn suggestions_look_at_thirty_days_at_most() {
    let mut work = stage(Vec::new());
    work.traffic
        .expect_usage()
        .withf(|_, question| question.period.days() == 30)
        .returning(|_, _| Ok(Vec::new()));
    assert!(suggested(&mut work, 10_000).await.rules.is_empty());
}

#[tokio::test]
async fn rules_are_listed_with_their_version_and_what_they_may_name() {
    let mut work = stage(vec![rule(3, "fm", "Podcast")]);
    work.channel_rules.expect_version().returning(|_| Ok(6));
    let listed = list(&mut work, profile()).await.unwrap();
    assert_eq!(listed.version, 6);
    assert_eq!(listed.configuration.rules[0].rule.id, id(3));
    let taxonomy = listed.configuration.taxonomy();
    assert_eq!(
        (taxonomy.len(), taxonomy.last().unwrap().as_str()),
        (22, "Podcast")
    );
}
