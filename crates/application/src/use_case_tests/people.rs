//! Whose values are, when facts name them together.

use std::collections::BTreeSet;

use identity_graph::{
    HeldBrowsers, HeldCustomer, HeldValue, IdentifierKind, Ownership, Subject, Unsettled,
    UnsettledPair, ValueKey, ValueState,
};
use kernel::{CustomerId, StoreError, VisitorId};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::customers::rederive::rederive;
use crate::customers::settle::settle;
use crate::mocks::MockWork;
use crate::mocks::given::{expect_replay, noon, outside, profile};
use crate::mocks::stored::{locked, state};
use crate::ports::{Collected, MarkTarget};

fn customer(number: u128) -> CustomerId {
    Uuid::from_u128(0x300 + number).into()
}

fn browser() -> VisitorId {
    Uuid::from_u128(0xbb).into()
}

fn value(kind: IdentifierKind, text: &str) -> Subject {
    Subject {
        kind,
        value_key: ValueKey::new(text),
    }
}

fn email() -> Subject {
    value(IdentifierKind::Email, "ada@mail.example")
}

fn phone() -> Subject {
    value(IdentifierKind::Phone, "+56912345678")
}

/// A fact named the address and the number of two customers together, which nobody has looked at yet.
fn joined() -> MockWork {
    let mut work = locked(Some(state()));
    let joins = &mut work.joins;
    joins.expect_unsettled().returning(|_, _| {
        Ok(Unsettled {
            pairs: vec![UnsettledPair {
                upper: email(),
                lower: phone(),
                fact: Uuid::from_u128(0xfac),
            }],
            ..Unsettled::default()
        })
    });
    joins.expect_held_with().returning(|_, values| {
        let held = [(email(), 1), (phone(), 2)];
        let asked = held.into_iter().filter(|(value, _)| values.contains(value));
        let held = asked.map(|(value, number)| HeldValue {
            value,
            holder: customer(number),
            home: Some(customer(number)),
            state: ValueState::Active,
        });
        Ok(held.collect())
    });
    joins.expect_links().returning(|_, _| Ok(Vec::new()));
    joins.expect_partings().returning(|_, _| Ok(Vec::new()));
    joins.expect_partners().returning(|_, values| {
        let pairs = [(email(), phone()), (phone(), email())];
        let asked = pairs
            .into_iter()
            .filter(|(value, _)| values.contains(value));
        Ok(asked.map(|(value, other)| (value, Some(other))).collect())
    });
    joins.expect_customers().returning(|_, ids| {
        let known = |id: &CustomerId| HeldCustomer {
            id: *id,
            first_seen_at: noon(),
            merged_into: None,
        };
        Ok(ids.iter().map(known).collect())
    });
    work
}

#[tokio::test]
async fn whoever_turns_out_to_be_one_person_is_replayed_with_their_browsers() {
    let outside = outside();
    let mut work = joined();
    let joins = &mut work.joins;
    joins.expect_hold_people().times(1).returning(|_, _| {
        Ok(Some(HeldBrowsers {
            own: BTreeSet::from([browser()]),
            ..HeldBrowsers::default()
        }))
    });
    joins
        .expect_write()
        .times(1)
        .withf(|_, _, settlement| {
            let moves: Vec<_> = settlement
                .moves
                .iter()
                .map(|it| (&it.value, it.from, it.to))
                .collect();
            moves == [(&phone(), customer(2), customer(1))]
        })
        .returning(|_, _, _| Ok(BTreeSet::new()));
    joins
        .expect_identified_on()
        .returning(|_, _| Ok(vec![(browser(), Ownership::Owned(customer(2)), Vec::new())]));
    joins
        .expect_write_ownership()
        .times(1)
        .returning(|_, _, _| Ok(()));
    // One pair was asked for and one was found: there may be more.
    assert!(
        settle(&mut work, &outside.context(), profile(), 1)
            .await
            .unwrap()
    );
    let marks = &work.marks.0;
    let mut targets: Vec<_> = marks.iter().map(|mark| mark.target).collect();
    targets.sort_unstable();
    let expected = [
        MarkTarget::Visitor(browser()),
        MarkTarget::Customer(customer(1)),
        MarkTarget::Customer(customer(2)),
    ];
    assert_eq!(targets, expected);
    assert!(marks.iter().all(|mark| mark.cause == Cause::Identity));
    // The trail of figures leads to the fact.
    assert!(
        marks
            .iter()
            .all(|mark| mark.subject == Some(Uuid::from_u128(0xfac)))
    );
}

#[tokio::test]
async fn people_who_change_meanwhile_are_settled_in_another_transaction() {
    let outside = outside();
    let mut work = joined();
    work.joins.expect_hold_people().returning(|_, _| Ok(None));
    let lost = settle(&mut work, &outside.context(), profile(), 1).await;
    assert!(matches!(lost, Err(StoreError::Conflict)));
    assert!(work.marks.0.is_empty());
}

#[tokio::test]
async fn without_new_pairs_nothing_is_left_to_settle() {
    let outside = outside();
    let mut work = locked(Some(state()));
    work.joins
        .expect_unsettled()
        .times(1)
        .withf(|id, limit| (*id, *limit) == (profile(), 10))
        .returning(|_, _| Ok(Unsettled::default()));
    assert!(
        !settle(&mut work, &outside.context(), profile(), 10)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn facts_of_before_ask_for_one_replay_when_all_were_gone_through() {
    let outside = outside();
    let profile_id = profile();
    for collected in [
        Collected::Nothing,
        Collected::ByOthers,
        Collected::Some { profile_id },
        Collected::All { profile_id },
    ] {
        let is_last = collected == Collected::All { profile_id };
        let mut work = locked(Some(state()));
        work.rederivations
            .expect_collect()
            .times(1)
            .withf(|limit| *limit == 10)
            .returning(move |_| Ok(collected));
        if is_last {
            expect_replay(&mut work, Cause::IdentityRederived);
        }
        let done = rederive(&mut work, &outside.context(), 10).await;
        assert_eq!(done.unwrap(), collected);
        assert_eq!(work.marks.0.len(), usize::from(is_last));
    }
    // Of a profile that is gone nobody is replayed.
    let mut work = locked(None);
    work.rederivations
        .expect_collect()
        .returning(move |_| Ok(Collected::All { profile_id }));
    rederive(&mut work, &outside.context(), 10).await.unwrap();
    assert!(work.marks.0.is_empty());
}
