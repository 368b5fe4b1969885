//! What a card checkout says of orders.

use std::sync::Arc;

use event_intake::ports::{StoredOutcome, StoredPayment};
use event_intake::{JsonObject, NotRecorded, Said, WebpayDraft, WebpayReport};
use kernel::{Currency, OutcomeEventId, StoreError};
use uuid::Uuid;

use crate::forgotten::forgotten_key;
use crate::mocks::given::{noon, outside, profile};
use crate::mocks::stored::{expect_strangers, site};
use crate::mocks::{MockWork, Outside};
use crate::outcome_events::record::RecordError;
use crate::webpay::report::{Reported, report};

fn text(text: &str) -> Said {
    Said::Text(text.to_owned())
}

fn number(digits: &str) -> Said {
    Said::Number(digits.to_owned())
}

/// An order of 1,000 pesos that is said to be in this state, with so much left of it.
fn order(status: &str, balance: Option<&str>) -> WebpayReport {
    let mut draft = WebpayDraft {
        buy_order: Some(text("o-1")),
        amount: Some(number("1000")),
        status: Some(text(status)),
        response_code: Some(number("0")),
        balance: balance.map(number),
        authorization_code: Some(text("1213")),
        ..WebpayDraft::default()
    };
    draft.person.email = Some("ada@mail.example".to_owned());
    WebpayReport::parse(draft, noon()).unwrap()
}

/// The payment under its name, or under another.
fn payment(key: &str) -> StoredPayment {
    StoredPayment {
        id: OutcomeEventId::new(Uuid::from_u128(0xe)),
        idempotency_key: key.to_owned(),
        event_type: "payment_received".to_owned(),
        event_name: Some("webpay".to_owned()),
        occurred_at: noon(),
        received_at: noon(),
        amount: "1000".parse().ok(),
        currency: Currency::parse("CLP"),
        refund_of: None,
        properties: JsonObject::parse(r#"{"authorization_code":"1213"}"#).ok(),
    }
}

/// The order is looked for by its name and by what stands for it once somebody was forgotten.
fn expect_payment(outside: &Outside, work: &mut MockWork, found: Option<StoredPayment>) {
    let hashed = forgotten_key(&outside.context(), "o-1");
    work.outcome_events
        .expect_lock_payment()
        .times(1)
        .returning(move |id, keys| {
            assert_eq!((id, keys), (profile(), &["o-1", &hashed][..]));
            Ok(found.clone())
        });
}

fn expect_refunded(work: &mut MockWork, sum: &str) {
    let sum = sum.parse().unwrap();
    work.outcome_events
        .expect_refunded()
        .times(1)
        .returning(move |_, references, currency| {
            let id = Uuid::from_u128(0xe).to_string();
            assert_eq!(references[1], id);
            assert_eq!(currency.code(), "CLP");
            Ok(sum)
        });
}

async fn told(
    outside: &Outside,
    work: &mut MockWork,
    order: WebpayReport,
) -> Result<Reported, RecordError> {
    let given = (Arc::clone(&site()), order);
    let (reported, ignored) = report(work, &outside.context(), &given).await?;
    assert!(ignored.is_empty());
    Ok(reported)
}

#[tokio::test]
async fn what_is_not_paid_asks_for_nothing() {
    let outside = outside();
    let mut work = MockWork::default();
    let told = told(&outside, &mut work, order("FAILED", None)).await;
    let nothing = Reported::Nothing(NotRecorded::NotAuthorised);
    assert_eq!(told.unwrap(), nothing);
}

#[tokio::test]
async fn an_order_is_found_again_and_another_under_its_name_is_refused() {
    let outside = outside();
    for (found, is_same) in [
        (payment("o-1"), true),
        (payment("erased 7"), true),
        (
            StoredPayment {
                amount: "999".parse().ok(),
                ..payment("o-1")
            },
            false,
        ),
        (
            StoredPayment {
                event_name: None,
                ..payment("o-1")
            },
            false,
        ),
    ] {
        for status in ["CAPTURED", "NULLIFIED"] {
            let mut work = MockWork::default();
            expect_payment(&outside, &mut work, Some(found.clone()));
            if is_same && status == "NULLIFIED" {
                expect_refunded(&mut work, "1000");
                work.outcome_events
                    .expect_refunds_of()
                    .returning(|_, _| Ok(vec![refund("webpay-refund:o-1:1000", 1)]));
            }
            let told = told(&outside, &mut work, order(status, None)).await;
            match told {
                Ok(Reported::Recorded { event, key }) => {
                    assert!(is_same && event.replayed, "{status}");
                    let expected = if status == "CAPTURED" {
                        "o-1"
                    } else {
                        "webpay-refund:o-1:1000"
                    };
                    assert_eq!(key, expected);
                }
                Err(RecordError::KeyReused) => assert!(!is_same, "{status}"),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn refund(key: &str, id: u128) -> StoredOutcome {
    StoredOutcome {
        id: OutcomeEventId::new(Uuid::from_u128(id)),
        idempotency_key: Some(key.to_owned()),
        refund_of: Some("o-1".to_owned()),
        content_hash: Vec::new(),
        event_type: "payment_refunded".to_owned(),
        occurred_at: noon(),
        received_at: noon(),
        subject: None,
        visitor_id: None,
    }
}

/// What is given back is what exceeds all that was, under the name that the payment has by now.
#[tokio::test]
async fn a_refund_is_what_exceeds_all_before() {
    for name in ["o-1", "erased 7"] {
        let outside = outside();
        let mut work = MockWork::default();
        expect_payment(&outside, &mut work, Some(payment(name)));
        expect_refunded(&mut work, "100.00");
        expect_strangers(&mut work);
        work.outcome_events
            .expect_by_keys()
            .returning(|_, _| Ok(Vec::new()));
        work.outcome_events
            .expect_by_reference()
            .returning(|_, _| Ok(None));
        work.outcome_events
            .expect_refunds_of()
            .returning(|_, _| Ok(Vec::new()));
        work.outcome_events
            .expect_insert()
            .times(1)
            .returning(move |_, facts| {
                let fact = &facts[0];
                assert_eq!(fact.amount, "200".parse().ok());
                assert_eq!(fact.currency, Currency::parse("CLP"));
                assert_eq!(fact.refund_of.as_deref(), Some(name));
                let key = fact.idempotency_key.as_deref().unwrap();
                // Nothing that may name somebody who was forgotten is written again.
                assert_eq!(key.contains("o-1"), name == "o-1");
                assert_eq!(fact.subject.is_some(), name == "o-1");
                Ok(vec![false])
            });
        let order = order("PARTIALLY_NULLIFIED", Some("700"));
        let told = told(&outside, &mut work, order).await.unwrap();
        let Reported::Recorded { event, key } = told else {
            panic!("{told:?}")
        };
        assert!(!event.replayed);
        assert_eq!(key, "webpay-refund:o-1:300");
    }
}

#[tokio::test]
async fn what_was_given_back_before_is_answered_with_its_refund_or_the_last() {
    let outside = outside();
    let refunds = [
        refund("webpay-refund:o-1:300", 1),
        refund("webpay-refund:o-1:500", 2),
    ];
    for (balance, expected) in [("700", 1), ("500", 2), ("600", 2)] {
        let mut work = MockWork::default();
        expect_payment(&outside, &mut work, Some(payment("o-1")));
        expect_refunded(&mut work, "500");
        let refunds = refunds.to_vec();
        work.outcome_events
            .expect_refunds_of()
            .returning(move |_, _| Ok(refunds.clone()));
        let order = order("PARTIALLY_NULLIFIED", Some(balance));
        let told = told(&outside, &mut work, order).await.unwrap();
        let Reported::Recorded { event, .. } = told else {
            panic!("{told:?}")
        };
        assert_eq!(event.id.uuid(), Uuid::from_u128(expected), "{balance}");
        assert!(event.replayed);
    }
}

/// Two tell of an order at once, each in other words: the second one is run again, and finds it.
#[tokio::test]
async fn an_order_that_somebody_reports_meanwhile_is_looked_for_again() {
    let outside = outside();
    let mut work = MockWork::default();
    expect_payment(&outside, &mut work, None);
    work.outcome_events
        .expect_by_keys()
        .times(1)
        .returning(|_, _| {
            Ok(vec![StoredOutcome {
                content_hash: vec![1; 32],
                ..refund("o-1", 1)
            }])
        });
    let told = told(&outside, &mut work, order("CAPTURED", None)).await;
    assert!(matches!(
        told,
        Err(RecordError::Store(StoreError::Conflict))
    ));
}

#[tokio::test]
async fn a_store_that_fails_is_told() {
    let outside = outside();
    let mut work = MockWork::default();
    work.outcome_events
        .expect_lock_payment()
        .returning(|_, _| Err(StoreError::Unavailable("gone".into())));
    let told = told(&outside, &mut work, order("CAPTURED", None)).await;
    assert!(matches!(
        told,
        Err(RecordError::Store(StoreError::Unavailable(_)))
    ));
}
