//! Use cases alone, without a database and without a platform.

mod handoffs;
mod refreshing;

use application::mocks::{MockWork, Outside};
use kernel::{Actor, ProfileAccess, ProfileId, Scope, Timestamp, UserId};
use platform_connections::{
    AccessToken, Account, AccountDraft, Connection, ConnectionState, PlatformProvider,
    RefreshToken, Tokens,
};
use serde_json::Value;
use uuid::Uuid;

/// 2026-03-01 at noon.
fn noon() -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z").unwrap()
}

fn outside() -> Outside {
    Outside::at(noon())
}

fn profile() -> ProfileId {
    Uuid::from_u128(0xb).into()
}

fn user() -> UserId {
    Uuid::from_u128(0x101).into()
}

fn access() -> ProfileAccess {
    ProfileAccess {
        profile_id: profile(),
        scopes: [Scope::ExportsWrite].into(),
        actor: Actor::User(user()),
    }
}

fn account() -> Account {
    let draft = AccountDraft {
        id: "1001".to_owned(),
        name: Some("Shop".to_owned()),
        ..AccountDraft::default()
    };
    Account::parse(&draft).unwrap()
}

fn connection(state: ConnectionState) -> Connection {
    let id = Uuid::from_u128(0xc).into();
    let new = Connection::new(id, (PlatformProvider::SearchAds, account()), noon());
    Connection { state, ..new }
}

/// Tokens that end so many seconds after noon.
fn tokens(end: i64) -> Tokens {
    Tokens {
        access: AccessToken::parse("old").unwrap(),
        refresh: RefreshToken::parse("refresh"),
        obtained_at: noon().plus_micros((end - 3_600) * 1_000_000),
        expires_at: Some(noon().plus_micros(end * 1_000_000)),
    }
}

/// One line in the profile's trail, of this deed.
fn expect_deed(work: &mut MockWork, action: &'static str) {
    work.audit
        .expect_stamp()
        .times(1)
        .withf(move |id, event| *id == profile() && event.action == action)
        .returning(|_, _| Ok(()));
}

/// These events in one go, and nothing else.
fn expect_told(work: &mut MockWork, check: impl Fn(&[Value]) + Send + 'static) {
    work.outbox.expect_add().times(1).returning(move |events| {
        let bodies = events.iter().map(|event| {
            let text = std::str::from_utf8(event.body().bytes()).unwrap();
            serde_json::from_str::<Value>(text).unwrap()
        });
        check(&bodies.collect::<Vec<_>>());
        Ok(())
    });
}
