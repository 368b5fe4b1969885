//! Who may do what.
//!
//! Decides: what the kinds of credential look like, what an API key is and when it still counts,
//! which scopes a key may be given. Deliberately does not know: HTTP headers, hashing (callers
//! hand in the SHA-256 of a secret), randomness (callers hand in the bytes) and storage.
//!
//! Reading order: [`credential`] (what arrives), [`api_key`] (what it names), [`scopes`] (what
//! it may do), [`ports`] (what a store must offer).

pub mod api_key;
pub mod credential;
pub mod ports;
pub mod scopes;

pub use api_key::{ApiKey, NewApiKey};
pub use credential::{ApiKeySecret, CredentialShape};
pub use ports::{ApiKeyStore, StoreFailure};
pub use scopes::{UnknownScope, default_scopes, parse_scopes};
