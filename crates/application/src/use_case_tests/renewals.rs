//! What a new release derives otherwise.

use channel_classifier::ports::KnownSignature;
use kernel::Actor;
use reporting::causes::Cause;

use crate::mocks::given::{noon, outside, profile};
use crate::mocks::stored::{built_in, costs, locked, signature, state};
use crate::ports::AttributionState;
use crate::replays::renew::{renew, revision};

#[tokio::test]
async fn a_release_that_labels_otherwise_labels_everything_anew_and_says_so() {
    let outside = outside();
    let mut work = locked(Some(state()));
    for euros in [1, 2, 2, 2] {
        work.ledger
            .expect_figures()
            .times(1)
            .returning(move |_, _, _| Ok(costs("Email", euros)));
    }
    work.ledger
        .expect_reported()
        .returning(|_, _| Ok(costs("Email", 1)));
    // Spend by the rule of totals; labels changed no figure.
    work.ledger
        .expect_append()
        .times(1)
        .withf(|_, line| line.cause == Cause::Upgrade && line.causes[0].actor == Actor::System)
        .returning(|_, _| Ok(()));
    work.spend
        .expect_count()
        .times(1)
        .withf(|_, days| days.is_none())
        .returning(|_, _| Ok(false));
    work.channel_rules
        .expect_classifier()
        .returning(|_| Ok(built_in()));
    work.channel_rules
        .expect_raise_version()
        .times(1)
        .returning(|_, _| Ok(2));
    work.traffic.expect_labelled().returning(|_, after, _| {
        let known = KnownSignature {
            id: 7,
            signature: signature("https://shop.example/?utm_medium=email"),
            channel: "Referral".to_owned(),
            rule: "of before".to_owned(),
            is_direct: false,
            source: "(none)".to_owned(),
            medium: "email".to_owned(),
        };
        Ok(if after.is_none() {
            vec![known]
        } else {
            Vec::new()
        })
    });
    work.traffic
        .expect_relabel()
        .times(1)
        .withf(|_, labels, at| labels[0].channel == "Email" && *at == noon())
        .returning(|_, _, _| Ok(()));
    work.attribution
        .expect_renewed()
        .times(1)
        .withf(|id, now| *id == profile() && *now == revision())
        .returning(|_, _| Ok(()));
    assert!(
        renew(&mut work, &outside.context(), profile())
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn what_another_worker_has_renewed_is_left_alone() {
    let outside = outside();
    let renewed = AttributionState {
        revision: revision(),
        ..state()
    };
    for state in [Some(renewed), None] {
        let mut work = locked(state);
        assert!(
            !renew(&mut work, &outside.context(), profile())
                .await
                .unwrap()
        );
    }
}
