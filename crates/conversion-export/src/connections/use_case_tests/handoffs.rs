//! Hand-offs of connections, from the question to the answer.

use access_control::ports::StoredHandoff;
use access_control::{DecisionRefusal, Handoff, HandoffStatus};
use application::mocks::MockWork;
use application::mocks::given::{
    expect_deed_of_profile as expect_deed, noon, outside, profile, user,
};
use kernel::HandoffId;
use platform_connections::ports::Ways;
use platform_connections::{ConnectionState, MAX_CONNECTIONS, PlatformProvider, ReconnectReason};
use serde_json::json;
use uuid::Uuid;

use super::tokens;
use super::{access, account, connection, expect_told};
use crate::connections::ask::{AskError, AskForConnection, ask, asked_for};
use crate::connections::choose::Chosen;
use crate::connections::connect::{ConnectError, connect};
use crate::connections::decline::decline;

fn id() -> HandoffId {
    Uuid::from_u128(0xd).into()
}

fn stored(status: HandoffStatus) -> StoredHandoff {
    StoredHandoff {
        handoff: Handoff {
            id: id(),
            workspace_id: Uuid::from_u128(0xa).into(),
            profile_id: Some(profile()),
            kind: Handoff::CONNECTION.to_owned(),
            status,
            url: None,
            created_by: None,
            created_at: noon(),
            expires_at: noon().plus_micros(1),
            completed_at: None,
        },
        detail: json!({"provider": "search_ads"}),
        result: None,
    }
}

fn kept(found: StoredHandoff) -> MockWork {
    let mut work = MockWork::default();
    work.handoffs
        .expect_lock()
        .returning(move |_| Ok(Some(found.clone())));
    work
}

fn chosen() -> Chosen {
    Chosen {
        handoff_id: id(),
        account: account(),
        tokens: tokens(3_600),
    }
}

fn asking(ways: Ways) -> AskForConnection {
    AskForConnection {
        provider: PlatformProvider::SearchAds,
        ways,
        workspace_id: Uuid::from_u128(0xa).into(),
    }
}

#[tokio::test]
async fn somebody_is_asked_when_there_is_a_way_and_room() {
    let outside = outside();
    let ways = Ways {
        authorize: true,
        paste: false,
    };
    let mut work = MockWork::default();
    work.connections
        .expect_count()
        .returning(|_| Ok(MAX_CONNECTIONS - 1));
    work.handoffs.expect_insert().times(1).returning(|new| {
        assert_eq!(asked_for(new), Some(PlatformProvider::SearchAds));
        assert_eq!(new.handoff.created_by, Some(user(1)));
        assert_eq!(
            (new.handoff.profile_id, &new.handoff.url),
            (Some(profile()), &None)
        );
        Ok(())
    });
    expect_deed(&mut work, "connection.requested");
    let made = ask(&mut work, &outside.context(), &access(), asking(ways)).await;
    assert_eq!(made.unwrap().status, HandoffStatus::Pending);

    let none = asking(Ways::default());
    let refused = ask(
        &mut MockWork::default(),
        &outside.context(),
        &access(),
        none,
    )
    .await;
    assert!(matches!(refused, Err(AskError::NotConfigured(_))));
    // Without room an account that is known can still be connected again.
    for known in [false, true] {
        let mut full = MockWork::default();
        full.connections
            .expect_count()
            .returning(|_| Ok(MAX_CONNECTIONS));
        full.connections
            .expect_knows()
            .returning(move |_, _| Ok(known));
        if known {
            full.handoffs.expect_insert().returning(|_| Ok(()));
            expect_deed(&mut full, "connection.requested");
        }
        let asked = ask(&mut full, &outside.context(), &access(), asking(ways)).await;
        assert_eq!(matches!(asked, Err(AskError::TooMany)), !known);
        assert_eq!(asked.is_ok(), known);
    }
}

#[tokio::test]
async fn a_new_account_and_its_hand_off_are_finished_together() {
    let outside = outside();
    let mut work = kept(stored(HandoffStatus::Pending));
    work.connections.expect_count().returning(|_| Ok(0));
    work.connections
        .expect_lock_account()
        .returning(|_, _, _| Ok(None));
    work.connections
        .expect_insert()
        .times(1)
        .withf(|id, new| *id == profile() && new.state == ConnectionState::Connected)
        .returning(|_, _| Ok(()));
    work.connection_tokens
        .expect_put()
        .times(1)
        .returning(|_, _, _| Ok(()));
    work.handoffs
        .expect_complete()
        .times(1)
        .returning(|found, result, _| {
            assert_eq!(found, id());
            assert!(result["connection_id"].is_string());
            Ok(())
        });
    expect_deed(&mut work, "connection.connected");
    expect_told(&mut work, |events| {
        let types: Vec<_> = events.iter().map(|event| &event["type"]).collect();
        assert_eq!(types, ["handoff.completed", "connection.connected"]);
        assert_eq!(events[1]["data"]["provider"], "search_ads");
        assert_eq!(events[1]["provider"], serde_json::Value::Null);
    });
    let made = connect(&mut work, &outside.context(), user(1), &chosen()).await;
    assert_eq!(made.unwrap().account, account());
}

#[tokio::test]
async fn a_known_account_keeps_its_connection_whatever_it_was() {
    let outside = outside();
    let stopped = ConnectionState::ReconnectRequired(ReconnectReason::TokenExpired);
    for (state, is_full) in [
        (stopped, true),
        (ConnectionState::Connected, true),
        (ConnectionState::Revoked, false),
    ] {
        let mut work = kept(stored(HandoffStatus::Pending));
        let count = if is_full { MAX_CONNECTIONS } else { 0 };
        work.connections
            .expect_count()
            .returning(move |_| Ok(count));
        work.connections
            .expect_lock_account()
            .returning(move |_, _, _| Ok(Some(connection(state))));
        work.connections
            .expect_update()
            .times(1)
            .withf(|_, again| again.state == ConnectionState::Connected)
            .returning(|_, _| Ok(()));
        work.connection_tokens
            .expect_put()
            .times(1)
            .withf(|_, id, _| *id == connection(ConnectionState::Connected).id)
            .returning(|_, _, _| Ok(()));
        work.handoffs
            .expect_complete()
            .times(1)
            .returning(|_, _, _| Ok(()));
        expect_deed(&mut work, "connection.connected");
        expect_told(&mut work, |events| assert_eq!(events.len(), 2));
        let again = connect(&mut work, &outside.context(), user(1), &chosen()).await;
        assert_eq!(again.unwrap().id, connection(state).id);
    }
    // A removed one is one more.
    let mut work = kept(stored(HandoffStatus::Pending));
    work.connections
        .expect_count()
        .returning(|_| Ok(MAX_CONNECTIONS));
    work.connections
        .expect_lock_account()
        .returning(|_, _, _| Ok(Some(connection(ConnectionState::Revoked))));
    let refused = connect(&mut work, &outside.context(), user(1), &chosen()).await;
    assert!(matches!(refused, Err(ConnectError::TooMany)));
}

#[tokio::test]
async fn what_is_over_or_of_another_kind_is_not_finished() {
    let outside = outside();
    let context = outside.context();
    for status in [HandoffStatus::Completed, HandoffStatus::Declined] {
        let mut work = kept(stored(status));
        let refused = connect(&mut work, &context, user(1), &chosen()).await;
        let decided = DecisionRefusal::Decided;
        assert!(matches!(refused, Err(ConnectError::Refused(found)) if found == decided));
        let refused = decline(&mut work, &context, (id(), user(1))).await;
        assert!(matches!(refused, Err(ConnectError::Refused(_))));
    }
    let mut approval = stored(HandoffStatus::Pending);
    approval.handoff.kind = Handoff::APPROVAL.to_owned();
    let mut work = kept(approval);
    let refused = connect(&mut work, &context, user(1), &chosen()).await;
    assert!(matches!(refused, Err(ConnectError::NotFound)));
    let refused = decline(&mut work, &context, (id(), user(1))).await;
    assert!(matches!(refused, Err(ConnectError::NotFound)));
}
