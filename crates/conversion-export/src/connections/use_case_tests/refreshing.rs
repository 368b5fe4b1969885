//! Tokens: used, refreshed, waited for, and given up.

use std::time::Duration;

use application::mocks::given::{expect_deed_of_profile as expect_deed, noon, outside, profile};
use application::mocks::{MockUnits, MockWork};
use platform_connections::ports::{HeldTokens, MockPlatformAuthorization, RefreshFailure};
use platform_connections::{
    AccessToken, ConnectionState, Grant, Lease, ReconnectReason, RefreshState,
};
use uuid::Uuid;

use super::{access, connection, expect_told, tokens};
use crate::connections::revoke::revoke;
use crate::connections::stop::{Stopping, stop};
use crate::connections::token::{FreshToken, TokenError, TokenPorts, token};

/// What the mocks of `application` call the first try.
const OWN: Uuid = Uuid::from_u128(1);

fn holding(state: ConnectionState, held: Option<HeldTokens>) -> MockWork {
    let mut work = MockWork::default();
    work.connections
        .expect_lock()
        .withf(|id, _| *id == profile())
        .returning(move |_, _| Ok(Some(connection(state))));
    work.connection_tokens
        .expect_read()
        .returning(move |_, _| Ok(held.clone()));
    work
}

/// Tokens that end so many seconds after noon, and how refreshing them goes.
fn held(end: i64, refresh: RefreshState) -> HeldTokens {
    HeldTokens {
        tokens: tokens(end),
        refresh,
    }
}

fn leased(holder: Uuid) -> RefreshState {
    RefreshState {
        lease: Some(Lease {
            holder,
            until: noon().plus_micros(60_000_000),
        }),
        ..RefreshState::default()
    }
}

/// The transaction in which the try begins.
fn claiming(end: i64) -> MockWork {
    let mut work = holding(
        ConnectionState::Connected,
        Some(held(end, RefreshState::default())),
    );
    work.connection_tokens
        .expect_set_refresh()
        .times(1)
        .withf(|_, _, state| state.lease.is_some_and(|lease| lease.holder == OWN))
        .returning(|_, _, _| Ok(()));
    work
}

/// The one in which it ends.
fn ending(end: i64, holder: Uuid) -> MockWork {
    holding(ConnectionState::Connected, Some(held(end, leased(holder))))
}

/// A platform that is asked once.
fn answers(answer: Result<Grant, RefreshFailure>) -> MockPlatformAuthorization {
    let mut platform = MockPlatformAuthorization::new();
    platform
        .expect_refresh()
        .times(1)
        .returning(move |_, _| answer.clone());
    platform
}

fn new_token() -> Grant {
    Grant {
        access: AccessToken::parse("new").unwrap(),
        refresh: None,
        lifetime: Some(Duration::from_hours(1)),
    }
}

async fn asked(
    works: Vec<MockWork>,
    authorization: &MockPlatformAuthorization,
) -> Result<FreshToken, TokenError> {
    let units = MockUnits::of(works);
    let ports = TokenPorts {
        units: &units,
        authorization,
    };
    let outside = outside();
    let id = connection(ConnectionState::Connected).id;
    token(ports, &outside.context(), (profile(), id)).await
}

fn text(fresh: Result<FreshToken, TokenError>) -> String {
    fresh.map_or_else(
        |error| error.to_string(),
        |fresh| fresh.access.reveal().to_owned(),
    )
}

#[tokio::test]
async fn a_token_that_lasts_is_used_and_no_platform_is_asked() {
    let nobody = MockPlatformAuthorization::new();
    let state = ConnectionState::Connected;
    let fresh = holding(state, Some(held(3_000, RefreshState::default())));
    assert_eq!(text(asked(vec![fresh], &nobody).await), "old");
    // Somebody else refreshes it.
    let other = Uuid::from_u128(9);
    let due = holding(state, Some(held(200, leased(other))));
    assert_eq!(text(asked(vec![due], &nobody).await), "old");
    // And it is at its end.
    let over = holding(state, Some(held(0, leased(other))));
    let until = noon().plus_micros(60_000_000);
    let waits = asked(vec![over], &nobody).await.err().unwrap();
    assert!(matches!(waits, TokenError::TryLater(found) if found == until));
}

#[tokio::test]
async fn what_is_not_connected_has_no_token() {
    let nobody = MockPlatformAuthorization::new();
    let stopped = ConnectionState::ReconnectRequired(ReconnectReason::AccountClosed);
    for state in [stopped, ConnectionState::Revoked] {
        let refused = asked(vec![holding(state, None)], &nobody).await;
        assert!(matches!(refused, Err(TokenError::NotConnected(found)) if found == state));
    }
    let mut none = MockWork::default();
    none.connections.expect_lock().returning(|_, _| Ok(None));
    let refused = asked(vec![none], &nobody).await;
    assert!(matches!(refused, Err(TokenError::NotFound)));
}

#[tokio::test]
async fn a_token_is_refreshed_ahead_of_its_end_and_kept() {
    let platform = answers(Ok(new_token()));
    let mut ends = ending(200, OWN);
    ends.connection_tokens
        .expect_put()
        .times(1)
        .withf(|_, _, renewed| {
            renewed.access.reveal() == "new" && renewed.refresh == tokens(0).refresh
        })
        .returning(|_, _, _| Ok(()));
    let fresh = asked(vec![claiming(200), ends], &platform).await;
    assert_eq!(text(fresh), "new");
}

#[tokio::test]
async fn what_came_too_late_is_not_kept() {
    // Somebody connected the account anew meanwhile, or took over.
    let platform = answers(Ok(new_token()));
    let ends = ending(200, Uuid::from_u128(9));
    assert_eq!(
        text(asked(vec![claiming(200), ends], &platform).await),
        "old"
    );
}

#[tokio::test]
async fn an_invalid_grant_stops_the_connection_at_once() {
    let refused = RefreshFailure::Stopped(ReconnectReason::TokenExpired);
    let platform = answers(Err(refused));
    let mut ends = ending(200, OWN);
    ends.connections
        .expect_update()
        .times(1)
        .withf(|_, stopped| stopped.state.reason() == Some(ReconnectReason::TokenExpired))
        .returning(|_, _| Ok(()));
    expect_deed(&mut ends, "connection.stopped");
    expect_told(&mut ends, |events| {
        assert_eq!(events[0]["type"], "connection.reconnect_required");
        assert_eq!(events[0]["data"]["reason"], "token_expired");
    });
    let stopped = asked(vec![claiming(200), ends], &platform).await;
    assert_eq!(text(stopped), "the connection is reconnect_required");
}

#[tokio::test]
async fn what_may_pass_is_waited_for() {
    for (end, expected) in [
        (200, "old"),
        (10, "there is no token before 2026-03-01T12:15:00"),
    ] {
        let later = RefreshFailure::TryLater {
            why: "it answered 503".to_owned(),
            after: Some(Duration::from_mins(15)),
        };
        let platform = answers(Err(later));
        let mut ends = ending(end, OWN);
        ends.connection_tokens
            .expect_set_refresh()
            .times(1)
            .withf(|_, _, state| {
                let until = noon().plus_micros(900_000_000);
                state.lease.is_none() && state.failures == 1 && state.retry_at == Some(until)
            })
            .returning(|_, _, _| Ok(()));
        let got = text(asked(vec![claiming(end), ends], &platform).await);
        assert!(got.starts_with(expected), "{got}");
    }
}

#[tokio::test]
async fn whoever_finds_that_it_works_no_more_stops_it_once() {
    let outside = outside();
    let context = outside.context();
    let obtained_at = tokens(3_600).obtained_at;
    let stopping = |obtained_at| Stopping {
        id: connection(ConnectionState::Connected).id,
        reason: ReconnectReason::PermissionMissing,
        obtained_at,
    };
    let now = Some(held(3_600, RefreshState::default()));
    let mut work = holding(ConnectionState::Connected, now.clone());
    work.connections
        .expect_update()
        .times(1)
        .returning(|_, _| Ok(()));
    expect_deed(&mut work, "connection.stopped");
    expect_told(&mut work, |events| assert_eq!(events.len(), 1));
    let news = stop(&mut work, &context, profile(), stopping(obtained_at)).await;
    assert!(news.unwrap());
    // It was stopped before, it is gone, or it has other tokens by now.
    let stopped = ConnectionState::ReconnectRequired(ReconnectReason::TokenExpired);
    for (state, held, obtained_at) in [
        (stopped, now.clone(), obtained_at),
        (ConnectionState::Revoked, None, obtained_at),
        (ConnectionState::Connected, now, obtained_at.plus_micros(-1)),
    ] {
        let mut work = holding(state, held);
        let news = stop(&mut work, &context, profile(), stopping(obtained_at)).await;
        assert!(!news.unwrap());
    }
}

#[tokio::test]
async fn a_removed_connection_loses_its_tokens_and_is_told_of_once() {
    let outside = outside();
    let id = connection(ConnectionState::Connected).id;
    for has_another in [false, true] {
        let now = Some(held(3_600, RefreshState::default()));
        let mut work = holding(ConnectionState::Connected, now);
        work.connections.expect_count().returning(|_| Ok(1));
        work.connection_tokens
            .expect_remove()
            .times(1)
            .returning(|_, _| Ok(()));
        work.connections
            .expect_update()
            .times(1)
            .withf(|_, gone| gone.state == ConnectionState::Revoked)
            .returning(|_, _| Ok(()));
        work.connections
            .expect_has_another()
            .returning(move |_, _, _| Ok(has_another));
        expect_deed(&mut work, "connection.revoked");
        expect_told(&mut work, |events| {
            assert_eq!(events[0]["type"], "connection.revoked");
        });
        let unused = revoke(&mut work, &outside.context(), &access(), id).await;
        assert_eq!(unused.ok().unwrap().is_some(), !has_another);
    }
    let mut gone = holding(ConnectionState::Revoked, None);
    gone.connections.expect_count().returning(|_| Ok(0));
    let unused = revoke(&mut gone, &outside.context(), &access(), id).await;
    assert!(unused.ok().unwrap().is_none());
}
