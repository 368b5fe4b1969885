//! What a human decides.

use access_control::ports::StoredHandoff;
use access_control::{Decision, DecisionRefusal, Handoff, HandoffStatus};
use kernel::HandoffId;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::handoffs::ask::{Approval, ask};
use crate::handoffs::decide::{DecideError, decide};
use application::mocks::MockWork;
use application::mocks::given::{
    expect_deed, expect_deed_of_profile, noon, outside, profile, user, workspace,
};
use application::mocks::stored::expect_told;

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

#[tokio::test]
async fn what_is_about_a_profile_is_in_the_profiles_trail() {
    let outside = outside();
    let of_profile = Handoff {
        profile_id: Some(profile()),
        ..approval()
    };
    let mut work = kept(Some(of_profile));
    work.handoffs
        .expect_decide()
        .times(1)
        .withf(|_, status, at| *status == HandoffStatus::Completed && *at == noon())
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut work, "handoff.approved");
    expect_told(&mut work, |data| {
        assert_eq!(data["type"], "handoff.completed");
        assert_eq!(data["data"]["handoff_id"], id().to_string());
        assert_eq!(data["data"]["status"], "completed");
    });
    let who = (id(), user(2));
    let status = decide(&mut work, &outside.context(), who, Decision::Approve).await;
    assert_eq!(status.unwrap(), HandoffStatus::Completed);
}

#[tokio::test]
async fn what_is_asked_for_waits_with_what_it_takes_to_judge_it() {
    let outside = outside();
    let asked = Approval {
        workspace_id: workspace(),
        profile_id: Some(profile()),
        asked_by: Some(user(1)),
        title: "Another window".to_owned(),
        summary: "45 days instead of 30.".to_owned(),
        facts: vec![("click_days".to_owned(), "45".to_owned())],
        lasts: 60,
    };
    let mut work = MockWork::default();
    work.handoffs.expect_insert().times(1).returning(|stored| {
        let detail = json!({
            "title": "Another window",
            "summary": "45 days instead of 30.",
            "facts": [["click_days", "45"]],
        });
        assert_eq!((&stored.detail, &stored.result), (&detail, &None));
        Ok(())
    });
    let handoff = ask(&mut work, &outside.context(), asked).await.unwrap();
    assert_eq!(handoff.status, HandoffStatus::Pending);
    assert_eq!(handoff.expires_at, noon().plus_micros(60));
    assert_eq!(
        (handoff.kind.as_str(), handoff.created_by),
        (Handoff::APPROVAL, Some(user(1)))
    );
}
