//! What a human decides.

use access_control::ports::StoredHandoff;
use access_control::{Decision, DecisionRefusal, Handoff, HandoffStatus};
use kernel::HandoffId;
use serde_json::Value;
use uuid::Uuid;

use super::{expect_deed, noon, outside, user, workspace};
use crate::handoffs::decide::{DecideError, decide};
use crate::mocks::MockWork;

fn id() -> HandoffId {
    Uuid::from_u128(0xc).into()
}

fn approval() -> Handoff {
    Handoff {
        id: id(),
        workspace_id: workspace(),
        profile_id: None,
        kind: Handoff::APPROVAL.to_owned(),
        status: HandoffStatus::Pending,
        url: None,
        created_by: Some(user(1)),
        created_at: noon(),
        expires_at: noon().plus_micros(1),
        completed_at: None,
    }
}

fn kept(handoff: Option<Handoff>) -> MockWork {
    let mut work = MockWork::default();
    work.handoffs.expect_lock().returning(move |_| {
        Ok(handoff.clone().map(|handoff| StoredHandoff {
            handoff,
            detail: Value::Null,
            result: None,
        }))
    });
    work
}

#[tokio::test]
async fn an_approval_is_decided_once_and_in_time() {
    let outside = outside();
    let mut work = kept(Some(approval()));
    work.handoffs
        .expect_decide()
        .times(1)
        .withf(|found, status, _| *found == id() && *status == HandoffStatus::Declined)
        .returning(|_, _, _| Ok(()));
    expect_deed(&mut work, "handoff.declined");
    let who = (id(), user(2));
    let status = decide(&mut work, &outside.context(), who, Decision::Decline).await;
    assert_eq!(status.unwrap(), HandoffStatus::Declined);
    let decided = Handoff {
        status: HandoffStatus::Completed,
        ..approval()
    };
    let late = Handoff {
        expires_at: noon(),
        ..approval()
    };
    for (handoff, refusal) in [
        (decided, DecisionRefusal::Decided),
        (late, DecisionRefusal::Expired),
    ] {
        let mut work = kept(Some(handoff));
        let refused = decide(&mut work, &outside.context(), who, Decision::Approve).await;
        assert!(
            matches!(&refused, Err(DecideError::Refused(found)) if *found == refusal),
            "{refused:?}"
        );
    }
    let checkout = Handoff {
        kind: Handoff::CHECKOUT.to_owned(),
        ..approval()
    };
    for handoff in [None, Some(checkout)] {
        let mut work = kept(handoff);
        let refused = decide(&mut work, &outside.context(), who, Decision::Approve).await;
        assert!(matches!(refused, Err(DecideError::NotFound)));
    }
}
