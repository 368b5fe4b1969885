//! Connections with ad platforms.
//!
//! [`ask`](mod@ask) leaves a hand-off; a person goes to the platform ([`leave`](mod@leave)) and comes back
//! ([`come_back`](mod@come_back)), or pastes a token ([`paste`](mod@paste)); either way there are accounts to
//! [choose](mod@choose) from, and [`connect`](mod@connect) makes the connection of one. [`decline`](mod@decline) is the
//! other answer. [`token`](mod@token) is for whoever uses a connection, [`stop`](mod@stop) for whoever finds that it
//! works no more, and [`revoke`](mod@revoke) removes it.

pub mod ask;
pub mod choose;
pub mod come_back;
pub mod connect;
pub mod decline;
pub mod leave;
pub mod paste;
pub mod revoke;
pub mod stop;
pub mod token;
#[cfg(test)]
mod use_case_tests;

use kernel::StoreError;
use kernel::timestamp::MICROS_PER_SECOND;
use platform_connections::ports::{PendingAuthorizationStore, PlatformAuthorization};
use platform_connections::{Connection, ReconnectReason};
use webhook_events::Provider;
use webhook_events::data::{ConnectionData, StopReason};

use crate::trail::stamp;

/// Microseconds in which a browser must be back from the platform, or have chosen an account.
const LASTS: i64 = 600 * MICROS_PER_SECOND;

/// Platforms, and the browsers that are on their way there and back.
#[derive(Clone, Copy)]
pub struct Platforms<'a> {
    /// Asks platforms.
    pub authorization: &'a dyn PlatformAuthorization,
    /// Who is under way.
    pub pending: &'a dyn PendingAuthorizationStore,
}

fn provider_of(connection: &Connection) -> Result<Provider, StoreError> {
    Provider::new(connection.provider.as_str()).map_err(StoreError::inconsistent)
}

/// What events tell of a connection.
fn told(connection: &Connection) -> Result<ConnectionData, StoreError> {
    Ok(ConnectionData {
        provider: provider_of(connection)?,
        connection_id: connection.id,
    })
}

/// Events have words of their own; a reason that is new to them does not compile here.
const fn stop_reason(reason: ReconnectReason) -> StopReason {
    match reason {
        ReconnectReason::TokenExpired => StopReason::TokenExpired,
        ReconnectReason::PermissionMissing => StopReason::PermissionMissing,
        ReconnectReason::AccountClosed => StopReason::AccountClosed,
        ReconnectReason::FailingForDays => StopReason::FailingForDays,
    }
}
