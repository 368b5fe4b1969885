//! Why a conversion is credited as it is.

use attribution_models::ports::{MockReplayFacts, OutcomeRow, TouchRow};
use std::sync::Arc;

use channel_classifier::ports::StoredRule;
use channel_classifier::{RawCondition, RawRule, Rule, RuleField, RuleOperator};
use event_intake::Exclusion;
use event_intake::ports::SubjectKey;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ChannelRuleId, ConversionId, Currency, Exact, Model, PersonId, Scope};
use reporting::explain::{ConversionExplainer, Explanation, FxNote};
use uuid::Uuid;

use crate::conversions::explain::{Explainer, explain};
use crate::mocks::given::{access, noon, profile};
use crate::mocks::journeys::{
    browser, conversion, event, expect_facts, hit, payment, person, touch,
};
use crate::mocks::stored::{march, site};
use crate::mocks::{MockUnits, MockWork};
use crate::ports::{
    FxRate, HeldIdentifier, LabelledSignature, MockAttributionStore, MockExplanationFacts,
    MockProfileStore, Span, ToldConversion, VisitorHit,
};

const EMAIL: i64 = 1;
const PODCAST: i64 = 2;

/// When the browser is the person's, in days before noon.
fn span(from: Option<i64>, until: Option<i64>) -> Span {
    let ago = |days: i64| noon().plus_micros(-days * MICROS_PER_DAY);
    Span {
        visitor_id: browser(),
        anonymous_id: "browser".to_owned(),
        first_seen_at: noon(),
        from: from.map(ago),
        until: until.map(ago),
    }
}

/// A conversion of the person with these facts, whose browser made these hits.
fn told(touches: Vec<TouchRow>, outcomes: Vec<OutcomeRow>, hits: Vec<VisitorHit>) -> MockWork {
    let dollars = FxRate {
        from: Currency::parse("USD").unwrap(),
        to: site().currency,
        date: march(1),
        rate: "0.90".parse().unwrap(),
        source: "ecb".to_owned(),
    };
    let mut work = MockWork::default();
    expect_facts(&mut work, touches, outcomes, vec![dollars]);
    work.attribution
        .expect_hits()
        .withf(|_, browsers| *browsers == [browser()])
        .returning(move |_, _| Ok(hits.clone()));
    let facts = &mut work.explanation_facts;
    facts.expect_conversion().returning(|_, id| {
        Ok((id != conversion(99)).then(|| ToldConversion {
            person: person(),
            event_id: event(1),
            subject: Some(SubjectKey {
                kind: "email".to_owned(),
                key: "ada@mail.example".to_owned(),
            }),
            replay_pending: true,
        }))
    });
    facts
        .expect_browsers()
        .returning(|_, _| Ok(vec![span(None, None)]));
    facts.expect_labels().returning(|_, _| {
        let label = |id, channel: &str, rule: &str| LabelledSignature {
            id,
            channel: channel.to_owned(),
            rule: rule.to_owned(),
            source: "a source".to_owned(),
            medium: "a medium".to_owned(),
        };
        let own = channel_classifier::custom_rule_name(rule_id());
        Ok(vec![
            label(EMAIL, "Email", "email_medium"),
            label(PODCAST, "Podcast", &own),
        ])
    });
    facts.expect_identifiers().returning(|_, _| {
        let held = |kind: &str, value: &str| HeldIdentifier {
            kind: kind.to_owned(),
            value_key: value.to_owned(),
            display: Some(value.to_owned()),
            first_seen_at: noon(),
        };
        Ok(vec![
            held("email", "ada@mail.example"),
            held("phone", "+56912345678"),
        ])
    });
    work.channel_rules
        .expect_rules()
        .returning(|_| Ok(vec![rule()]));
    work
}

fn rule_id() -> ChannelRuleId {
    Uuid::from_u128(0x503).into()
}

/// Traffic from one source goes to a channel of the profile's own.
fn rule() -> StoredRule {
    let is_source = RawCondition::new(RuleField::UtmSource, RuleOperator::Is, &["pod"]);
    let raw = RawRule {
        name: "From pod".to_owned(),
        channel: "Podcast".to_owned(),
        priority: 3,
        combiner: "and".to_owned(),
        conditions: vec![is_source],
    };
    StoredRule {
        rule: Rule::parse(rule_id(), true, raw).unwrap(),
        created_at: noon(),
        updated_at: noon(),
    }
}

/// A conversion of which nothing is known but whose it is.
fn bare(person: PersonId, spans: Vec<Span>) -> MockExplanationFacts {
    let mut facts = MockExplanationFacts::new();
    facts.expect_conversion().returning(move |_, _| {
        Ok(Some(ToldConversion {
            person,
            event_id: event(1),
            subject: None,
            replay_pending: false,
        }))
    });
    facts
        .expect_browsers()
        .returning(move |_, _| Ok(spans.clone()));
    facts.expect_labels().returning(|_, _| Ok(Vec::new()));
    facts.expect_identifiers().returning(|_, _| Ok(Vec::new()));
    facts
}

async fn story(work: &mut MockWork, id: ConversionId, model: Model) -> Option<Explanation> {
    explain(work, &site(), id, model).await.unwrap()
}

#[tokio::test]
async fn every_visit_says_what_it_got_or_why_it_got_nothing() {
    let touches = vec![
        touch(1, PODCAST, 100),
        touch(2, EMAIL, 5),
        touch(3, PODCAST, 1),
        touch(4, EMAIL, -1),
    ];
    let hits = vec![hit(5, EMAIL, 3, Some(Exclusion::SelfReferral))];
    let mut work = told(touches, vec![payment(1)], hits);
    let told = story(&mut work, conversion(1), Model::Linear)
        .await
        .unwrap();
    let reasons: Vec<_> = told
        .touches
        .iter()
        .map(|touch| {
            (
                touch.landing_path.as_deref(),
                touch.reason,
                touch.share_billionths,
            )
        })
        .collect();
    let half = 500_000_000;
    assert_eq!(
        reasons,
        [
            (Some("/1"), "outside_window", 0),
            (Some("/2"), "kept", half),
            (Some("/5"), "self_referral", 0),
            (Some("/3"), "kept", half),
            (Some("/4"), "after_conversion", 0),
        ]
    );
    assert_eq!(told.value, Some(Exact::whole(100)));
    assert_eq!(told.touches[1].credited_amount, Some(Exact::whole(50)));
    assert_eq!(
        (told.touches[1].age_seconds, told.touches[1].window_days),
        (5 * 86_400, 90)
    );
    assert!(told.replay_pending && !told.is_synthetic && !told.is_refund);
}

#[tokio::test]
async fn a_channel_says_in_words_by_which_rule_it_is_called_so() {
    let touches = vec![touch(1, PODCAST, 2), touch(2, EMAIL, 1)];
    let mut work = told(touches, vec![payment(1)], Vec::new());
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    let [own, shipped] = [&told.touches[0], &told.touches[1]];
    assert_eq!((own.channel.as_str(), own.share_billionths), ("Podcast", 0));
    assert!(own.rule_explanation.contains("From pod"), "{own:?}");
    assert_eq!(shipped.channel, "Email");
    assert_eq!(shipped.share_billionths, 1_000_000_000);
}

#[tokio::test]
async fn identifiers_are_masked_and_say_how_they_belong_to_the_person() {
    let mut work = told(vec![touch(1, EMAIL, 1)], vec![payment(1)], Vec::new());
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    let joined: Vec<_> = told
        .identifiers
        .iter()
        .map(|it| (it.kind.as_str(), it.masked.as_str(), it.joined_by))
        .collect();
    assert_eq!(
        joined,
        [
            ("email", "a***@mail.example", "subject"),
            ("phone", "***78", "holder"),
            ("anonymous_id", "br***er", "browser"),
        ]
    );
}

#[tokio::test]
async fn money_in_another_currency_names_its_rate() {
    let dollars = OutcomeRow {
        currency: Currency::parse("USD"),
        ..payment(1)
    };
    let mut work = told(vec![touch(1, EMAIL, 1)], vec![dollars], Vec::new());
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    assert_eq!(told.received, Some((Exact::whole(100), "USD".to_owned())));
    assert_eq!(
        (told.value, told.reporting_currency.as_str()),
        (Some(Exact::whole(90)), "EUR")
    );
    let expected = FxNote {
        rate: "0.9".to_owned(),
        date: "2026-03-01".to_owned(),
        source: "ecb".to_owned(),
    };
    assert_eq!(told.fx, Some(expected));
    // Without a rate nobody gets anything yet.
    let yen = OutcomeRow {
        currency: Currency::parse("JPY"),
        ..payment(1)
    };
    let mut work = self::told(vec![touch(1, EMAIL, 1)], vec![yen], Vec::new());
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    assert_eq!(
        (told.value, told.fx, told.unattributed),
        (None, None, Some("pending_fx"))
    );
}

#[tokio::test]
async fn a_refund_follows_the_visits_of_its_sale() {
    let refund = OutcomeRow {
        id: event(2),
        occurred_at: noon().plus_micros(3 * 86_400_000_000),
        is_refund: true,
        refunded: Some((event(1), "payment_received".to_owned())),
        ..payment(2)
    };
    let touches = vec![touch(1, EMAIL, 1)];
    let mut work = told(touches, vec![payment(1), refund], Vec::new());
    let told = story(&mut work, conversion(2), Model::LastTouch)
        .await
        .unwrap();
    assert_eq!((told.follows, told.is_refund), (Some(conversion(1)), true));
    assert_eq!(told.value, Some(Exact::whole(-100)));
    // Its age is told from the sale.
    assert_eq!(told.touches[0].age_seconds, 86_400);
    assert_eq!(told.touches[0].credited_amount, Some(Exact::whole(-100)));
}

#[tokio::test]
async fn a_sale_that_nobody_saw_coming_says_so() {
    let mut work = told(vec![touch(1, EMAIL, 200)], vec![payment(1)], Vec::new());
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    assert_eq!(told.unattributed, Some("no_touch_in_window"));
    assert_eq!(told.windows, [30, 1, 90, 90]);
}

#[tokio::test]
async fn what_is_no_conversion_has_no_story() {
    // One that nobody knows, and one whose event is not among the person's any more.
    for id in [conversion(99), conversion(5)] {
        let mut work = told(Vec::new(), vec![payment(1)], Vec::new());
        assert_eq!(story(&mut work, id, Model::LastTouch).await, None);
    }
}

#[tokio::test]
async fn explanations_are_of_the_profile_that_somebody_reaches() {
    let access = access(&[Scope::ConversionsRead]);
    for is_known in [true, false] {
        let mut profiles = MockProfileStore::new();
        profiles
            .expect_find()
            .withf(|id| *id == profile())
            .returning(move |_| Ok(is_known.then(|| (*site()).clone())));
        let work = told(vec![touch(1, EMAIL, 1)], vec![payment(1)], Vec::new());
        let explainer = Explainer {
            units: Arc::new(MockUnits::of([work])),
            profiles: Arc::new(profiles),
        };
        let told = explainer
            .explain(&access, conversion(1), Model::LastTouch)
            .await
            .unwrap();
        assert_eq!(told.map(|told| told.event_id), is_known.then(|| event(1)));
    }
}

#[tokio::test]
async fn a_browser_that_names_nobody_is_its_own_person() {
    let mut work = told(Vec::new(), Vec::new(), Vec::new());
    let twice = vec![span(None, None), span(None, None)];
    work.explanation_facts = bare(PersonId::Visitor(browser()), twice);
    work.attribution = MockAttributionStore::new();
    crate::mocks::journeys::expect_lens(&mut work, Vec::new());
    work.attribution
        .expect_hits()
        .returning(|_, _| Ok(Vec::new()));
    work.replay_facts = MockReplayFacts::new();
    let facts = &mut work.replay_facts;
    facts.expect_touches().returning(|_, _| Ok(Vec::new()));
    facts.expect_views().returning(|_, _| Ok(Vec::new()));
    facts
        .expect_outcomes()
        .returning(|_, people| Ok(vec![(people[0], payment(1))]));
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    let joined: Vec<_> = told.identifiers.iter().map(|it| it.joined_by).collect();
    assert_eq!(joined, ["subject"]);
}

#[tokio::test]
async fn of_a_shared_browser_only_what_was_the_persons_is_told() {
    let hits = (1..=4).map(|days| {
        let number = u128::try_from(days).unwrap();
        hit(number, EMAIL, days, Some(Exclusion::PaymentGateway))
    });
    let mut work = told(Vec::new(), vec![payment(1)], hits.collect());
    // From the third day before on, and no more on the first.
    work.explanation_facts = bare(person(), vec![span(Some(3), Some(1))]);
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    let pages: Vec<_> = told
        .touches
        .iter()
        .map(|touch| (touch.landing_path.as_deref(), touch.reason))
        .collect();
    let expected = [
        (Some("/3"), "payment_gateway"),
        (Some("/2"), "payment_gateway"),
    ];
    assert_eq!(pages, expected);
}

#[tokio::test]
async fn a_sale_that_says_itself_where_it_came_from_needs_no_visit() {
    let telling = OutcomeRow {
        signature: Some((EMAIL, false)),
        campaign_id: Some("spring".to_owned()),
        ..payment(1)
    };
    let mut work = told(Vec::new(), vec![telling], Vec::new());
    let told = story(&mut work, conversion(1), Model::LastTouch)
        .await
        .unwrap();
    assert!(told.is_synthetic);
    let touch = &told.touches[0];
    assert_eq!((touch.kind, touch.channel.as_str()), ("synthetic", "Email"));
    assert_eq!(
        (touch.share_billionths, touch.session_id),
        (1_000_000_000, None)
    );
}
