//! Filling in what is missing of customers.

use identity_graph::known::ValueState;
use identity_graph::repair::{Audited, AuditedValue};
use identity_graph::{IdentifierKind, RepairCounts, Subject, ValueKey};
use kernel::{CustomerId, Personal, StoreError, Timestamp};
use uuid::Uuid;

use crate::repair::{RepairError, apply, preview};
use application::mocks::MockWork;
use application::mocks::given::{access, outside, profile};

fn id(number: u128) -> CustomerId {
    Uuid::from_u128(number).into()
}

/// A customer who has an address that is not shown.
fn lacking(number: u128) -> Audited {
    let address = format!("{number}@x.example");
    Audited {
        customer_id: id(number),
        primary_email: None,
        primary_phone: Some(Personal::new("+56961111111")),
        values: vec![AuditedValue {
            value: Subject {
                kind: IdentifierKind::Email,
                value_key: ValueKey::new(address.clone()),
            },
            shown: Some(Personal::new(address)),
            state: ValueState::Active,
            origin: None,
            last_seen_at: Timestamp::from_micros(0),
        }],
        pairs: Vec::new(),
    }
}

fn counted(work: &mut MockWork) {
    let shared = work.repairs.expect_shared();
    shared.returning(|_, _| Ok(Vec::new()));
    let counts = work.repairs.expect_repair_counts();
    counts.returning(|_, _| Ok(RepairCounts::default()));
}

#[tokio::test]
async fn whoever_is_repaired_is_looked_at_again_when_they_are_held() {
    let mut work = MockWork::default();
    let repairs = &mut work.repairs;
    repairs
        .expect_audited_ids()
        .withf(|of, only, part| *of == profile() && *only && *part == (0, 1_000))
        .returning(|_, _, _| Ok(vec![id(1), id(2)]));
    let mut order = mockall::Sequence::new();
    repairs
        .expect_hold_repaired()
        .withf(|_, ids| ids == [id(1), id(2)])
        .times(1)
        .in_sequence(&mut order)
        .returning(|_, _| Ok(()));
    // Somebody gave the other one an address meanwhile.
    repairs
        .expect_audited()
        .times(1)
        .in_sequence(&mut order)
        .returning(|_, _| {
            let mut mended = lacking(2);
            mended.primary_email = Some(Personal::new("other@x.example"));
            Ok(vec![lacking(1), mended])
        });
    repairs
        .expect_fill()
        .withf(|_, filled| {
            let [(customer, backfill)] = filled else {
                return false;
            };
            *customer == id(1) && backfill.value.as_str() == "1@x.example"
        })
        .times(1)
        .in_sequence(&mut order)
        .returning(|_, _| Ok(()));
    work.audit
        .expect_stamp()
        .withf(|_, event| event.action == "customers.repaired" && event.detail["fields"] == 1)
        .times(1)
        .returning(|_, _| Ok(()));
    counted(&mut work);
    let outside = outside();
    let repaired = apply(&mut work, &outside.context(), &access(&[]), None).await;
    assert_eq!(repaired.unwrap().customers.len(), 1);
}

#[tokio::test]
async fn a_preview_holds_and_writes_nothing() {
    let mut work = MockWork::default();
    work.repairs
        .expect_audited()
        .withf(|_, ids| ids == [id(1), id(2)])
        .returning(|_, _| Ok(vec![lacking(1), lacking(2)]));
    counted(&mut work);
    let outside = outside();
    let chosen = [id(2), id(1), id(2)];
    let told = preview(&mut work, &outside.context(), &access(&[]), Some(&chosen)).await;
    assert_eq!(told.unwrap().customers.len(), 2);
}

#[tokio::test]
async fn of_a_list_with_somebody_unknown_nobody_is_repaired() {
    let mut work = MockWork::default();
    work.repairs.expect_hold_repaired().returning(|_, _| Ok(()));
    work.repairs
        .expect_audited()
        .returning(|_, _| Ok(vec![lacking(1)]));
    let outside = outside();
    let chosen = [id(1), id(9), id(8)];
    let refused = apply(&mut work, &outside.context(), &access(&[]), Some(&chosen)).await;
    assert!(
        matches!(refused, Err(RepairError::Unknown(1))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn what_the_store_says_is_told() {
    let mut work = MockWork::default();
    work.repairs
        .expect_audited_ids()
        .returning(|_, _, _| Err(StoreError::Conflict));
    let outside = outside();
    let refused = preview(&mut work, &outside.context(), &access(&[]), None).await;
    assert!(matches!(
        refused,
        Err(RepairError::Store(StoreError::Conflict))
    ));
}
