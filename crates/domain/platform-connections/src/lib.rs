//! Accounts at ad platforms that a profile is connected with.
//!
//! Decides: which platforms there are; what a connection says of itself and how its status changes; when a token
//! has to be refreshed and who of several processes does it; when a failure is waited out, and when somebody has to
//! connect the account anew.
//!
//! Deliberately does not know: how platforms are asked (that is [`PlatformAuthorization`](ports::PlatformAuthorization),
//! which an adapter implements), how tokens are kept, what is sent with them, and who may connect what. Time, ids and
//! chance are handed in.
//!
//! Reading order: [`provider`] and [`account`] (what is connected), [`state`] and [`connection`] (how it stands),
//! [`secret`] and [`tokens`] (what it holds), [`refresh`] (how tokens are kept fresh), [`ports`].

pub mod account;
pub mod connection;
pub mod ports;
pub mod provider;
pub mod refresh;
pub mod secret;
pub mod state;
pub mod tokens;

pub use account::{Account, AccountDraft, MAX_ACCOUNTS};
pub use connection::{Connection, MAX_CONNECTIONS};
pub use provider::PlatformProvider;
pub use refresh::{
    AfterFailure, Lease, MOST_PATIENCE, RefreshState, TokenStep, after_failure, next_step,
};
pub use secret::{AuthorizationCode, AuthorizationSecrets, RefreshToken};
pub use state::{ConnectionState, InvalidTransition, ReconnectReason};
pub use tokens::{Grant, Tokens};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{
    AccessToken, ConnectionId, Currency, HandoffId, Keyset, Limit, ProfileAccess, ProfileId,
    StoreError, TimeZone, Timestamp, WebSessionId,
};
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
