//! Files of sessions and purchases.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use event_intake::ports::StoredOutcome;
use kernel::{StoreError, Timestamp};
use uuid::Uuid;

use crate::touchpoints::import::{Imported, Source, TouchpointRow, import_rows};
use crate::touchpoints::mapping::{LabelRule, Mapping, Purchase};
use application::mocks::given::{noon, outside, profile};
use application::mocks::stored::{expect_new_signatures, expect_strangers, site};
use application::mocks::{MockUnits, MockWork};

const DIGEST: [u8; 32] = [4; 32];

fn mapping() -> Mapping {
    let rule = |label: &str, referrer: Option<&str>, medium: Option<&str>| LabelRule {
        label: label.to_owned(),
        referrer: referrer.map(str::to_owned),
        parameters: medium
            .map(|medium| ("utm_medium".to_owned(), medium.to_owned()))
            .into_iter()
            .collect(),
    };
    Mapping {
        page_url: "https://shop.example/".to_owned(),
        labels: vec![
            rule("SEO_*", Some("https://www.google.com/"), None),
            rule("Newsletter", None, Some("email")),
        ],
        purchase: Purchase {
            event_type: "payment_received".to_owned(),
            seconds_after_session: 60,
        },
    }
}

fn row(line: u64, session: &str, label: &str, revenue: Option<&str>) -> TouchpointRow {
    TouchpointRow {
        line,
        customer_id: "c-1".to_owned(),
        session_id: session.to_owned(),
        at: noon().plus_micros(-120_000_000),
        label: label.to_owned(),
        revenue: revenue.map(|amount| amount.parse().unwrap()),
    }
}

/// The file is done up to its tenth line, and facts of any age are gone through again.
fn expect_advance(work: &mut MockWork) {
    work.retention
        .expect_again()
        .times(1)
        .withf(|id| *id == profile())
        .returning(|_| Ok(()));
    work.imports
        .expect_advance()
        .times(1)
        .withf(|id, digest, done, at| (*id, *digest, *done, *at) == (profile(), DIGEST, 10, noon()))
        .returning(|_, _, _, _| Ok(()));
}

async fn import(
    prepared: Vec<MockWork>,
    mapping: &Mapping,
    rows: &[TouchpointRow],
) -> Result<Imported, StoreError> {
    let (outside, units) = (outside(), MockUnits::of(prepared));
    let source = Source {
        digest: &DIGEST,
        done_lines: 10,
    };
    import_rows(&units, &outside.context(), &site(), mapping, rows, source).await
}

#[tokio::test]
async fn a_row_is_a_page_view_and_a_payment_of_the_same_browser() {
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    expect_new_signatures(&mut work, &["Organic Search"]);
    let store = &mut work.tracker_events;
    store
        .expect_claim_ids()
        .returning(|_, ids| Ok(ids.to_vec()));
    store
        .expect_meet()
        .times(1)
        .withf(|_, visits| visits[0].anonymous_id == "c-1")
        .returning(|_, _| Ok(vec![None]));
    store
        .expect_insert()
        .times(1)
        .withf(|_, facts| facts[0].referrer.as_deref() == Some("https://www.google.com/"))
        .returning(|_, _| Ok(()));
    work.outcome_events
        .expect_by_keys()
        .withf(|_, keys| *keys == ["touchpoints:s-1"])
        .returning(|_, _| Ok(Vec::new()));
    work.outcome_events
        .expect_insert()
        .times(1)
        .returning(|_, facts| {
            let fact = &facts[0];
            assert_eq!(fact.amount.unwrap().to_string(), "12.5");
            assert_eq!(fact.occurred_at, noon().plus_micros(-60_000_000));
            assert!(fact.visitor_id.is_some());
            Ok(vec![false])
        });
    expect_advance(&mut work);
    let is_committed = Arc::clone(&work.is_committed);
    let rows = [row(2, "s-1", "SEO_BRAND", Some("12.50"))];
    let imported = import(vec![work], &mapping(), &rows).await.unwrap();
    let expected = Imported {
        sessions: 1,
        purchases: 1,
        ..Imported::default()
    };
    assert_eq!(imported, expected);
    assert!(is_committed.load(Ordering::Relaxed));
}

#[tokio::test]
async fn what_was_imported_before_is_known_and_changes_nothing() {
    let mut work = MockWork::default();
    work.tracker_events
        .expect_claim_ids()
        .returning(|_, _| Ok(Vec::new()));
    work.outcome_events.expect_by_keys().returning(|_, keys| {
        Ok(vec![StoredOutcome {
            id: Uuid::from_u128(0xe).into(),
            idempotency_key: Some(keys[0].to_owned()),
            refund_of: None,
            content_hash: vec![7; 32],
            event_type: "payment_received".to_owned(),
            occurred_at: noon(),
            received_at: noon(),
            subject: None,
            visitor_id: None,
        }])
    });
    expect_advance(&mut work);
    let rows = [
        row(2, "s-1", "SEO_BRAND", Some("12.50")),
        row(3, "s-2", "SEO_BRAND", None),
    ];
    let imported = import(vec![work], &mapping(), &rows).await.unwrap();
    let expected = Imported {
        known: 2,
        ..Imported::default()
    };
    assert_eq!(imported, expected);
}

#[tokio::test]
async fn a_row_that_cannot_be_imported_is_skipped_with_its_reason_and_before_anything_is_written() {
    let mut work = MockWork::default();
    expect_advance(&mut work);
    let in_the_future = TouchpointRow {
        at: Timestamp::parse("2027-01-01T00:00:00Z").unwrap(),
        ..row(4, "s-3", "Newsletter", Some("1"))
    };
    let nobody = |line, revenue| TouchpointRow {
        customer_id: "null".to_owned(),
        ..row(line, "s-4", "Newsletter", revenue)
    };
    let rows = [
        row(2, "s-1", "Radio", Some("12.50")),
        row(3, &"s".repeat(300), "Newsletter", Some("1")),
        in_the_future,
        nobody(5, None),
        nobody(6, Some("1")),
    ];
    let imported = import(vec![work], &mapping(), &rows).await.unwrap();
    assert_eq!((imported.sessions, imported.known), (0, 0));
    let skipped: Vec<_> = imported
        .skipped
        .iter()
        .map(|row| (row.line, row.reason.split(' ').next().unwrap()))
        .collect();
    let expected = [
        (2, "marketing_channel"),
        (3, "session_id"),
        (4, "event_time"),
        (5, "anonymous_id"),
        (6, "anonymous_id"),
    ];
    assert_eq!(skipped, expected, "{:?}", imported.skipped);
}

#[tokio::test]
async fn a_purchase_under_a_key_of_another_one_is_skipped_with_its_session() {
    let mut work = MockWork::default();
    work.outcome_events.expect_by_keys().returning(|_, keys| {
        Ok(vec![StoredOutcome {
            id: Uuid::from_u128(0xe).into(),
            idempotency_key: Some(keys[0].to_owned()),
            refund_of: None,
            content_hash: vec![1; 32],
            event_type: "payment_received".to_owned(),
            occurred_at: noon(),
            received_at: noon(),
            subject: None,
            visitor_id: None,
        }])
    });
    expect_advance(&mut work);
    let rows = [row(2, "s-1", "Newsletter", Some("9"))];
    let imported = import(vec![work], &mapping(), &rows).await.unwrap();
    assert_eq!(imported.skipped.len(), 1);
    assert!(imported.skipped[0].reason.contains("idempotency key"));
}

#[tokio::test]
async fn a_file_that_lost_a_race_begins_anew_and_a_store_that_is_away_ends_it() {
    let failing = |error: StoreError| {
        let mut work = MockWork::default();
        work.tracker_events
            .expect_claim_ids()
            .returning(move |_, _| Err(error.clone()));
        work
    };
    let mut again = MockWork::default();
    again
        .tracker_events
        .expect_claim_ids()
        .returning(|_, _| Ok(Vec::new()));
    expect_advance(&mut again);
    let rows = [row(2, "s-1", "Newsletter", None)];
    let prepared = vec![failing(StoreError::Conflict), again];
    let imported = import(prepared, &mapping(), &rows).await.unwrap();
    assert_eq!(imported.known, 1);
    let away = failing(StoreError::Unavailable("away".to_owned()));
    let failed = import(vec![away], &mapping(), &rows).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))));
}
