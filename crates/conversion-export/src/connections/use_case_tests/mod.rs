//! Use cases alone, without a database and without a platform.

mod handoffs;
mod refreshing;

use application::mocks::MockWork;
use application::mocks::given::{self, noon};
use kernel::{ProfileAccess, Scope};
use platform_connections::{
    AccessToken, Account, AccountDraft, Connection, ConnectionState, PlatformProvider,
    RefreshToken, Tokens,
};
use serde_json::Value;
use uuid::Uuid;

fn access() -> ProfileAccess {
    given::access(&[Scope::ExportsWrite])
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
