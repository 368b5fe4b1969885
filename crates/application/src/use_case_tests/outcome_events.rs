//! Events that servers tell.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use event_intake::ports::StoredOutcome;
use event_intake::{IdempotencyKey, NewOutcomeEvent, OutcomeEventDraft, canonical_content};
use identity_graph::Applied;
use kernel::{CustomerId, OutcomeEventId, PersonId, StoreError};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::keys::create::sha256;
use crate::known_signatures::KnownSignatures;
use crate::mocks::given::{noon, outside, profile};
use crate::mocks::stored::{expect_new_signatures, expect_strangers, site};
use crate::mocks::{MockUnits, MockWork, Outside};
use crate::outcome_events::group::{self, Outcome, Prepared, prepare};
use crate::outcome_events::record::{RecordError, RecordOutcomeEvent, record, record_in};
use crate::ports::MarkTarget;
use crate::transaction::TRIES;

/// A payment by somebody with this address.
fn payment(email: &str) -> OutcomeEventDraft {
    let mut draft = OutcomeEventDraft {
        event_type: Some("payment_received".to_owned()),
        value_amount: Some("49.90".to_owned()),
        ..OutcomeEventDraft::default()
    };
    draft.person.email = Some(email.to_owned());
    draft
}

fn command(draft: OutcomeEventDraft, key: Option<&str>) -> RecordOutcomeEvent {
    RecordOutcomeEvent {
        event: NewOutcomeEvent::parse(draft, noon()).unwrap(),
        idempotency_key: key.map(|key| IdempotencyKey::parse(key).unwrap()),
    }
}

fn ready(outside: &Outside, draft: OutcomeEventDraft, key: Option<&str>) -> Prepared {
    prepare(&outside.context(), &site(), command(draft, key)).unwrap()
}

/// So many events are kept, of which no refund has come before.
fn expect_kept(work: &mut MockWork, count: usize) {
    work.outcome_events
        .expect_insert()
        .times(1)
        .returning(move |id, facts| {
            assert_eq!((id, facts.len()), (profile(), count));
            Ok(vec![false; count])
        });
}

async fn record_group(outside: &Outside, work: MockWork, events: &[&Prepared]) -> Vec<Outcome> {
    let (units, known) = (MockUnits::of([work]), KnownSignatures::default());
    group::record(&units, &outside.context(), &known, events)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_payment_of_somebody_new_founds_them_and_has_them_replayed() {
    let outside = outside();
    let event = ready(&outside, payment("ada@mail.example"), Some("order-1"));
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    work.outcome_events
        .expect_by_keys()
        .withf(|id, keys| *id == profile() && *keys == ["order-1"])
        .returning(|_, _| Ok(Vec::new()));
    work.outcome_events
        .expect_insert()
        .times(1)
        .returning(|_, facts| {
            let fact = &facts[0];
            let worth = (fact.amount.unwrap().to_string(), fact.currency.unwrap());
            assert_eq!(worth, ("49.9".to_owned(), site().currency));
            assert_eq!((fact.received_at, fact.occurred_at), (noon(), noon()));
            assert_eq!(fact.subject.as_ref().unwrap().kind, "email");
            assert_eq!(fact.content_hash, [7; 32]);
            Ok(vec![false])
        });
    let recorded = record_in(&mut work, &outside.context(), &event).await;
    let recorded = recorded.unwrap();
    let customer = recorded.customer_id.unwrap();
    assert!(!recorded.replayed && recorded.generated_key.is_none());
    let marks: Vec<_> = work
        .marks
        .0
        .iter()
        .map(|mark| (mark.target, mark.cause))
        .collect();
    assert_eq!(
        marks,
        [(MarkTarget::Customer(customer), Cause::OutcomeEvent)]
    );
}

#[tokio::test]
async fn money_that_comes_without_a_key_is_told_the_one_it_got() {
    let outside = outside();
    let lead = OutcomeEventDraft {
        event_type: Some("lead_created".to_owned()),
        value_amount: None,
        ..payment("bea@mail.example")
    };
    let events = [
        ready(&outside, payment("ada@mail.example"), None),
        ready(&outside, lead, None),
    ];
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    expect_kept(&mut work, 2);
    let outcomes = record_group(&outside, work, &[&events[0], &events[1]]).await;
    let keys = outcomes
        .into_iter()
        .map(|outcome| outcome.unwrap().unwrap().generated_key.is_some());
    assert_eq!(keys.collect::<Vec<_>>(), [true, false]);
}

#[tokio::test]
async fn an_event_of_nobody_concerns_itself_and_one_of_yesterday_is_late() {
    let outside = outside();
    let nobody = OutcomeEventDraft {
        event_time: Some("2026-02-28T23:59:59Z".to_owned()),
        person: event_intake::RawPerson::default(),
        ..payment("")
    };
    let event = ready(&outside, nobody, Some("k"));
    let mut work = MockWork::default();
    work.outcome_events
        .expect_by_keys()
        .returning(|_, _| Ok(Vec::new()));
    expect_kept(&mut work, 1);
    let recorded = record_in(&mut work, &outside.context(), &event).await;
    let recorded = recorded.unwrap();
    assert_eq!(recorded.customer_id, None);
    assert_eq!(work.marks.0.len(), 1);
    let mark = &work.marks.0[0];
    assert_eq!(mark.target, MarkTarget::Event(recorded.id));
    assert_eq!(mark.cause, Cause::LateEvent);
}

/// What is kept under a key, with this hash of its content.
fn stored(content_hash: &[u8]) -> StoredOutcome {
    StoredOutcome {
        id: Uuid::from_u128(0xe).into(),
        idempotency_key: Some("order-1".to_owned()),
        refund_of: None,
        content_hash: content_hash.to_vec(),
        event_type: "payment_received".to_owned(),
        occurred_at: noon().plus_micros(-5),
        received_at: noon().plus_micros(-4),
        subject: None,
        visitor_id: None,
    }
}

/// A transaction in which the key turns out to be taken, and one in which it is looked up.
fn taken(kept: StoredOutcome) -> [MockWork; 2] {
    let mut first = MockWork::default();
    expect_strangers(&mut first);
    first
        .outcome_events
        .expect_insert()
        .times(1)
        .returning(|_, _| Err(StoreError::Conflict));
    let mut second = MockWork::default();
    second
        .outcome_events
        .expect_by_keys()
        .times(1)
        .returning(move |_, _| Ok(vec![kept.clone()]));
    [first, second]
}

#[tokio::test]
async fn the_same_event_under_the_same_key_is_answered_and_not_counted_twice() {
    let outside = outside();
    let event = ready(&outside, payment("ada@mail.example"), Some("order-1"));
    // Releases of before hashed the content without a key.
    let plain = sha256(&canonical_content(&event.command.event));
    for hash in [[7; 32], plain] {
        let prepared = taken(stored(&hash));
        let ends = prepared
            .each_ref()
            .map(|work| Arc::clone(&work.is_committed));
        let units = MockUnits::of(prepared);
        let recorded = record(&units, &outside.context(), &event).await.unwrap();
        assert!(recorded.replayed);
        assert_eq!(recorded.id, stored(&hash).id);
        assert_eq!(recorded.received_at, noon().plus_micros(-4));
        assert_eq!(ends.map(|end| end.load(Ordering::Relaxed)), [false, true]);
    }
}

#[tokio::test]
async fn a_key_of_another_event_is_refused_also_in_a_group() {
    let outside = outside();
    let event = ready(&outside, payment("ada@mail.example"), Some("order-1"));
    let units = MockUnits::of(taken(stored(&[1; 32])));
    let refused = record(&units, &outside.context(), &event).await;
    assert!(matches!(refused, Err(RecordError::KeyReused)));
    let units = MockUnits::of(taken(stored(&[1; 32])));
    let known = KnownSignatures::default();
    let outcomes = group::record(&units, &outside.context(), &known, &[&event]).await;
    let outcome = outcomes.unwrap().pop().unwrap();
    assert!(matches!(outcome, Some(Err(RecordError::KeyReused))));
}

#[tokio::test]
async fn a_malformed_identifier_is_refused_and_a_placeholder_is_left_out() {
    let outside = outside();
    let mut wrong = payment("ada@mail.example");
    wrong.person.national_id = Some("12.345.678-9".to_owned());
    let refused = prepare(&outside.context(), &site(), command(wrong, None));
    let Err(RecordError::Identifier(error)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(error.field, "national_id");
    let mut placeholder = payment("ada@mail.example");
    placeholder.person.crm_contact_id = Some("null".to_owned());
    let event = ready(&outside, placeholder, None);
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    expect_kept(&mut work, 1);
    let recorded = record_in(&mut work, &outside.context(), &event).await;
    assert_eq!(recorded.unwrap().ignored_fields, ["crm_contact_id"]);
}

#[tokio::test]
async fn a_refund_concerns_whoever_bought_and_whoever_gave_back_before() {
    let outside = outside();
    let [buyer, other]: [CustomerId; 2] = [5, 6].map(|id| Uuid::from_u128(id).into());
    let refund = OutcomeEventDraft {
        refund_of: Some("order-1".to_owned()),
        ..payment("ada@mail.example")
    };
    let event = ready(&outside, refund, Some("refund-2"));
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    expect_kept(&mut work, 1);
    let store = &mut work.outcome_events;
    store.expect_by_keys().returning(|_, _| Ok(Vec::new()));
    store
        .expect_by_reference()
        .times(1)
        .withf(|_, name| name == "order-1")
        .returning(|_, _| Ok(Some(stored(&[7; 32]))));
    let earlier = StoredOutcome {
        idempotency_key: Some("refund-of-refund".to_owned()),
        ..stored(&[8; 32])
    };
    store
        .expect_refunds_of()
        .times(1)
        .withf(|_, names| names.contains(&"refund-2".to_owned()))
        .returning(move |_, _| Ok(vec![earlier.clone()]));
    store.expect_refunds_of().returning(|_, _| Ok(Vec::new()));
    store.expect_owners().returning(move |_, event| {
        let is_sale = event.content_hash == [7; 32];
        Ok(vec![PersonId::Customer(if is_sale {
            buyer
        } else {
            other
        })])
    });
    let recorded = record_in(&mut work, &outside.context(), &event).await;
    let own = recorded.unwrap().customer_id.unwrap();
    let mut targets: Vec<_> = work.marks.0.iter().map(|mark| mark.target).collect();
    targets.sort_unstable();
    let mut expected = [own, buyer, other].map(MarkTarget::Customer);
    expected.sort_unstable();
    assert_eq!(targets, expected);
    assert!(work.marks.0.iter().all(|mark| mark.cause == Cause::Refund));
}

#[tokio::test]
async fn events_that_have_something_in_common_wait_for_the_next_group() {
    let outside = outside();
    let refund = OutcomeEventDraft {
        refund_of: Some("order-1".to_owned()),
        ..payment("cleo@mail.example")
    };
    let events = [
        ready(&outside, payment("ada@mail.example"), Some("order-1")),
        // The same key, then the same person, then a refund of the first.
        ready(&outside, payment("bea@mail.example"), Some("order-1")),
        ready(&outside, payment("ada@mail.example"), Some("order-3")),
        ready(&outside, refund, Some("refund-1")),
        ready(&outside, payment("dora@mail.example"), Some("order-5")),
    ];
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    expect_kept(&mut work, 2);
    let group: Vec<&Prepared> = events.iter().collect();
    let outcomes = record_group(&outside, work, &group).await;
    let written: Vec<_> = outcomes.iter().map(Option::is_some).collect();
    assert_eq!(written, [true, false, false, false, true]);
}

#[tokio::test]
async fn where_an_event_came_from_is_kept_when_it_says_so() {
    let outside = outside();
    let told = OutcomeEventDraft {
        utm_source: Some("newsletter".to_owned()),
        utm_medium: Some("email".to_owned()),
        ..payment("ada@mail.example")
    };
    let events = [
        ready(&outside, told, None),
        ready(&outside, payment("bea@mail.example"), None),
    ];
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    expect_new_signatures(&mut work, &["Email"]);
    work.outcome_events
        .expect_insert()
        .times(1)
        .withf(|_, facts| facts[0].signature_id.is_some() && facts[1].signature_id.is_none())
        .returning(|_, _| Ok(vec![false, false]));
    let outcomes = record_group(&outside, work, &[&events[0], &events[1]]).await;
    assert!(outcomes.iter().all(Option::is_some));
}

#[tokio::test]
async fn whoever_loses_every_race_is_told_and_nothing_is_kept() {
    let outside = outside();
    let event = ready(&outside, payment("ada@mail.example"), None);
    let lost = || {
        let mut work = MockWork::default();
        let store = &mut work.identity;
        store.expect_look_up().returning(|_, _, _| {
            Ok(identity_graph::Known {
                values: Vec::new(),
                customers: Vec::new(),
                visitor: identity_graph::Ownership::Unowned,
                is_parted: false,
            })
        });
        store.expect_apply().returning(|_, _| Ok(Applied::Lost));
        work
    };
    // The first try takes keys to be new, and is followed by those of any transaction.
    let prepared: Vec<MockWork> = (0..=TRIES).map(|_| lost()).collect();
    let ends: Vec<_> = prepared
        .iter()
        .map(|work| Arc::clone(&work.is_committed))
        .collect();
    let units = MockUnits::of(prepared);
    let refused = record(&units, &outside.context(), &event).await;
    assert!(matches!(
        refused,
        Err(RecordError::Store(StoreError::Conflict))
    ));
    assert!(ends.iter().all(|end| !end.load(Ordering::Relaxed)));
}

#[tokio::test]
async fn a_sale_whose_refund_came_first_wakes_whoever_gave_back() {
    let outside = outside();
    let event = ready(&outside, payment("ada@mail.example"), Some("order-1"));
    let waits: OutcomeEventId = Uuid::from_u128(0xe).into();
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    let store = &mut work.outcome_events;
    store.expect_by_keys().returning(|_, _| Ok(Vec::new()));
    store.expect_insert().returning(|_, _| Ok(vec![true]));
    store
        .expect_refunds_of()
        .times(1)
        .returning(|_, _| Ok(vec![stored(&[8; 32])]));
    store.expect_refunds_of().returning(|_, _| Ok(Vec::new()));
    store
        .expect_owners()
        .returning(move |_, _| Ok(vec![PersonId::Event(waits)]));
    record_in(&mut work, &outside.context(), &event)
        .await
        .unwrap();
    let targets: Vec<_> = work.marks.0.iter().map(|mark| mark.target).collect();
    assert!(targets.contains(&MarkTarget::Event(waits)), "{targets:?}");
}
