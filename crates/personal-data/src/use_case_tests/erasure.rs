//! Forgetting a customer, and what comes in of them afterwards.

use event_intake::{IdempotencyKey, NewOutcomeEvent, OutcomeEventDraft};
use identity_graph::{
    HeldBrowsers, HeldCustomer, IdentifierKind, Subject, Unsettled, ValueKey, is_erased,
};
use kernel::{CustomerId, StoreError, Timestamp};
use uuid::Uuid;

use crate::erasure::{EraseError, erase};
use application::known_signatures::KnownSignatures;
use application::mocks::given::{access, noon, outside, profile};
use application::mocks::stored::{expect_strangers, locked, running, site, state};
use application::mocks::{MockUnits, MockWork, Outside};
use application::outcome_events::group::{self, Prepared, prepare};
use application::outcome_events::record::RecordOutcomeEvent;
use application::ports::{
    ErasedBrowser, ErasedOutcome, ErasedPerson, LatestErasure, MockErasureStore,
};

const ADA: &str = "ada@mail.example";

fn ada() -> CustomerId {
    Uuid::from_u128(0xada).into()
}

/// An id that leads to her.
fn alias() -> CustomerId {
    Uuid::from_u128(0xadb).into()
}

fn person() -> ErasedPerson {
    ErasedPerson {
        customer_id: ada(),
        erased_at: None,
        values: vec![Subject {
            kind: IdentifierKind::Email,
            value_key: ValueKey::new(ADA.to_owned()),
        }],
        sealed: Vec::new(),
        names: vec!["Ada".to_owned(), "Lovelace".to_owned()],
        aliases: vec![alias()],
        browsers: vec![
            ErasedBrowser {
                visitor_id: Uuid::from_u128(1).into(),
                anonymous_id: "hers".to_owned(),
                is_own: true,
                from: None,
                until: None,
                token: Uuid::from_u128(2),
            },
            ErasedBrowser {
                visitor_id: Uuid::from_u128(3).into(),
                anonymous_id: "everybody's".to_owned(),
                is_own: false,
                from: None,
                until: Some(noon()),
                token: Uuid::from_u128(4),
            },
        ],
        token: Uuid::from_u128(5),
    }
}

/// A profile that nobody replays, with Ada in it.
fn with_ada(person: ErasedPerson) -> MockWork {
    let mut work = locked(Some(state()));
    work.proposals.expect_hold().returning(|_, _| Ok(()));
    work.joins
        .expect_unsettled()
        .returning(|_, _| Ok(Unsettled::default()));
    work.joins.expect_customers().returning(|_, ids| {
        let known = ids.iter().filter(|id| **id == ada());
        let known = known.map(|id| HeldCustomer {
            id: *id,
            first_seen_at: noon(),
            merged_into: None,
        });
        Ok(known.collect())
    });
    work.joins
        .expect_hold_people()
        .returning(|_, _| Ok(Some(HeldBrowsers::default())));
    work.erasures
        .0
        .expect_person()
        .returning(move |_, _| Ok(Some(person.clone())));
    work
}

#[tokio::test]
async fn what_names_somebody_is_worked_out_before_anything_is_written() {
    let mut work = with_ada(person());
    let store = &mut work.erasures.0;
    store.expect_outcomes().returning(|_, _| {
        let said = |id, key: &str| ErasedOutcome {
            id: Uuid::from_u128(id),
            url: Some("https://shop.example/paid?gclid=x&name=Ada".to_owned()),
            idempotency_key: Some(key.to_owned()),
            refund_of: None,
        };
        Ok(vec![said(10, "order 1"), said(11, "order of LOVELACE")])
    });
    store.expect_views().returning(|_, _| Ok(Vec::new()));
    let of_others = ["order 2", "sent to Love-Lace"].map(str::to_owned);
    store
        .expect_strip_outcomes_of_others()
        .returning(move |_, _| Ok(of_others.to_vec()));
    store.expect_erase().times(1).returning(|_, erasure| {
        assert!(is_erased(&erasure.subject));
        // Of the keys only those that name her are called otherwise.
        let named = erasure.keys.iter().map(|(key, _)| key.as_str());
        let named: Vec<&str> = named.collect();
        assert_eq!(named, ["order of LOVELACE", "sent to Love-Lace"]);
        let mut hashes = erasure.keys.iter().map(|(_, hash)| hash);
        assert!(hashes.all(|hash| hash.starts_with("erased ")));
        let url = erasure.outcomes[0].url.as_deref();
        assert_eq!(url, Some("https://shop.example/paid?gclid=forgotten"));
        // Only what is hers alone is called otherwise.
        let renamed = erasure.renamed.iter().map(|it| it.old.uuid());
        assert_eq!(renamed.collect::<Vec<_>>(), [Uuid::from_u128(1)]);
        Ok(())
    });
    work.audit
        .expect_stamp()
        .withf(|_, event| {
            event.action == "customer.erased" && !event.detail.to_string().contains("ada")
        })
        .times(1)
        .returning(|_, _| Ok(()));
    let outside = outside();
    let erased = erase(&mut work, &outside.context(), &access(&[]), ada()).await;
    let erased = erased.unwrap();
    assert_eq!((erased.at, erased.was_before), (noon(), false));
    assert_eq!((erased.identifiers, erased.browsers), (1, 1));
    assert_eq!(erased.ids().collect::<Vec<_>>(), [ada(), alias()]);
}

#[tokio::test]
async fn nobody_is_forgotten_twice_nor_while_a_replay_runs_nor_who_is_not_there() {
    let outside = outside();
    let before = Timestamp::parse("2026-01-01T00:00:00Z");
    let gone = ErasedPerson {
        erased_at: before,
        ..person()
    };
    let mut work = with_ada(gone);
    let erased = erase(&mut work, &outside.context(), &access(&[]), ada()).await;
    let erased = erased.unwrap();
    assert_eq!((Some(erased.at), erased.was_before), (before, true));
    assert_eq!(erased.ids().collect::<Vec<_>>(), [ada(), alias()]);

    let mut work = locked(Some(running()));
    let erased = erase(&mut work, &outside.context(), &access(&[]), ada()).await;
    assert!(matches!(erased, Err(EraseError::Busy)), "{erased:?}");

    let mut work = with_ada(person());
    let nobody = Uuid::from_u128(0xb0b).into();
    let erased = erase(&mut work, &outside.context(), &access(&[]), nobody).await;
    assert!(matches!(erased, Err(EraseError::NotFound)), "{erased:?}");
}

/// A payment of Ada's, before the instant at which she was forgotten or after it.
fn payment(outside: &Outside, at: &str) -> Prepared {
    let mut draft = OutcomeEventDraft {
        event_type: Some("payment_received".to_owned()),
        event_time: Some(at.to_owned()),
        value_amount: Some("49.90".to_owned()),
        ..OutcomeEventDraft::default()
    };
    draft.person.email = Some(ADA.to_owned());
    let command = RecordOutcomeEvent {
        event: NewOutcomeEvent::parse(draft, noon()).unwrap(),
        idempotency_key: Some(IdempotencyKey::parse("order 1").unwrap()),
    };
    prepare(&outside.context(), &site(), command).unwrap()
}

/// At eleven somebody with every value was forgotten.
fn forgotten_at_eleven() -> MockErasureStore {
    let at = Timestamp::parse("2026-03-01T11:00:00Z").unwrap();
    let mut store = MockErasureStore::new();
    let latest = LatestErasure {
        number: 1,
        at,
        has_keys: false,
    };
    store.expect_latest().returning(move |_| Ok(Some(latest)));
    store
        .expect_erased()
        .returning(move |_, hashes| Ok(hashes.iter().map(|hash| (hash.clone(), at)).collect()));
    store
}

/// A transaction in which events are written, each with a person or without.
fn writing(names_a_person: bool) -> MockWork {
    let mut work = MockWork::default();
    work.erasures.0 = forgotten_at_eleven();
    expect_strangers(&mut work);
    work.outcome_events
        .expect_by_keys()
        .returning(|_, _| Ok(Vec::new()));
    work.outcome_events
        .expect_insert()
        .returning(move |id, facts| {
            assert_eq!((id, facts.len()), (profile(), 1));
            assert_eq!(facts[0].subject.is_some(), names_a_person);
            assert_eq!(facts[0].identifiers.values.is_empty(), !names_a_person);
            Ok(vec![false])
        });
    work
}

#[tokio::test]
async fn an_event_of_before_is_written_again_without_its_person_and_a_later_one_as_it_is() {
    let outside = outside();
    let known = KnownSignatures::default();
    let late = payment(&outside, "2026-03-01T10:59:59Z");
    let units = MockUnits::of([writing(true), writing(false)]);
    let outcomes = group::record(&units, &outside.context(), &known, &[&late]).await;
    let recorded = outcomes.unwrap().remove(0).unwrap().unwrap();
    assert_eq!(recorded.customer_id, None);

    let later = payment(&outside, "2026-03-01T11:00:01Z");
    let units = MockUnits::of([writing(true)]);
    let outcomes = group::record(&units, &outside.context(), &known, &[&later]).await;
    let recorded = outcomes.unwrap().remove(0).unwrap().unwrap();
    assert!(recorded.customer_id.is_some());
}

#[tokio::test]
async fn whoever_looked_before_and_finds_another_one_forgotten_writes_nothing() {
    let outside = outside();
    let known = KnownSignatures::default();
    let late = payment(&outside, "2026-03-01T10:59:59Z");
    let mut second = writing(false);
    let mut store = MockErasureStore::new();
    let mut number = 0;
    store.expect_latest().returning(move |_| {
        number += 1;
        let at = Timestamp::parse("2026-03-01T11:00:00Z").unwrap();
        Ok(Some(LatestErasure {
            number,
            at,
            has_keys: false,
        }))
    });
    store
        .expect_erased()
        .returning(|_, hashes| Ok(hashes.iter().map(|hash| (hash.clone(), noon())).collect()));
    second.erasures.0 = store;
    let units = MockUnits::of([writing(true), second]);
    let outcomes = group::record(&units, &outside.context(), &known, &[&late]).await;
    assert!(
        matches!(outcomes, Err(StoreError::Conflict)),
        "{outcomes:?}"
    );
}
