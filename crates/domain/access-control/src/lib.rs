//! Who may do what.
//!
//! Decides: what the kinds of credential look like, what an API key is and when it still counts,
//! which scopes a key may be given. Deliberately does not know: HTTP headers, hashing (callers
//! hand in the SHA-256 of a secret), randomness (callers hand in the bytes) and storage.
//!
//! Reading order: [`credential`] and [`bearer`] (what arrives), [`api_key`] and [`user_token`]
//! (what it names), [`scopes`], [`grants`] and [`roles`] (what it may do), [`membership`] (who
//! gives it to whom), [`account`] (what a person reaches), [`handoff`] (what waits for a human),
//! [`plan`] (what a workspace is on), [`rate`] (how often), [`ports`] (what a store must offer),
//! [`users`] (who signs in), [`oauth`]
//! (how applications get to act for them).

pub mod account;
pub mod api_key;
pub mod bearer;
pub mod credential;
pub mod grants;
pub mod handoff;
pub mod membership;
pub mod oauth;
pub mod plan;
pub mod ports;
pub mod rate;
pub mod roles;
pub mod scopes;
mod secret_shape;
pub mod user_token;
pub mod users;

pub use account::{Account, AccountProfile, AccountReader, AccountWorkspace};
pub use api_key::{ApiKey, NewApiKey};
pub use bearer::{SessionToken, UserTokenSecret};
pub use credential::{ApiKeySecret, CredentialShape};
pub use grants::{Grant, scopes_of};
pub use handoff::{Decision, DecisionRefusal, Handoff, HandoffStatus};
pub use membership::{MembershipChange, MembershipQuestion, MembershipRefusal};
pub use plan::Plan;
pub use ports::{
    ApiKeyStore, CallCounter, Counted, RateLimiter, ReachReader, SessionTokenFailure,
    SessionTokenVerifier, UserTokenStore,
};
pub use rate::{Allowance, Charge};
pub use roles::{Reach, Role};
pub use scopes::{UnknownScope, default_scopes, parse_scopes};
pub use user_token::{TokenFamily, UserToken};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
