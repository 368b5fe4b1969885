//! People whom an external identity provider vouches for, and how they sign in through it.

use std::fmt;

use async_trait::async_trait;
use kernel::{StoreError, Timestamp};

use super::user::{EmailAddress, PersonName, User};
use super::web_session::Holder;

/// What an issuer says about somebody, after it was judged. `Debug` prints nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct ExternalIdentity {
    /// Who says it.
    pub issuer: String,
    /// What the issuer calls the person; nothing else names them for ever.
    pub subject: String,
    /// What they are called, if the issuer says so.
    pub name: Option<PersonName>,
    /// Their e-mail address, only if the issuer says that it has verified it.
    pub verified_email: Option<EmailAddress>,
}

impl fmt::Debug for ExternalIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExternalIdentity(hidden)")
    }
}

/// Keeps what external issuers call people. Each call is one transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExternalPeople: Send + Sync {
    /// The person whom the issuer calls so: one who came through it, or one who was linked.
    async fn find_external(&self, issuer: &str, subject: &str) -> Result<Option<User>, StoreError>;

    /// Links what the issuer calls somebody to the account with this address here, and signs that
    /// account's browsers out; `None` when there is no such account, or when it is linked to
    /// another subject of the issuer already.
    async fn link(
        &self,
        issuer: &str,
        subject: &str,
        email: &EmailAddress,
        at: Timestamp,
    ) -> Result<Option<User>, StoreError>;

    /// Changes what somebody who came through the issuer is called, and their address unless
    /// another person of the issuer has it.
    async fn describe(&self, user: &User) -> Result<(), StoreError>;
}

/// The secrets of one sign-in: 43 characters of base64url each, made for it alone. `Debug` prints
/// none of them.
#[derive(Clone, PartialEq, Eq)]
pub struct SignInSecrets {
    /// Comes back with the browser.
    pub state: String,
    /// Comes back in the ID token.
    pub nonce: String,
    /// What the code is exchanged with (PKCE).
    pub verifier: String,
}

impl fmt::Debug for SignInSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInSecrets(hidden)")
    }
}

/// What a browser brings back from the issuer. `Debug` does not print the code.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct IssuerAnswer {
    /// The issuer that answers, if it says so (RFC 9207).
    pub issuer: Option<String>,
    /// What the ID token is had for.
    pub code: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
}

impl fmt::Debug for IssuerAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IssuerAnswer(hidden)")
    }
}

/// Why nobody was signed in.
#[derive(Debug, thiserror::Error)]
pub enum ExternalSignInFailure {
    /// The issuer gives no answer that can be used.
    #[error("the identity provider does not answer: {0}")]
    Unreachable(String),
    /// The issuer says no, or what it says does not count. The text names nobody.
    #[error("the identity provider's answer does not count: {0}")]
    Refused(String),
    /// The store of people failed.
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Signs people in through an external issuer.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExternalSignIn: Send + Sync {
    /// The issuer's page, where the browser goes.
    async fn page(&self, secrets: &SignInSecrets) -> Result<String, ExternalSignInFailure>;

    /// Who came back. Somebody who was never seen gets an account without memberships.
    async fn identify(
        &self,
        answer: &IssuerAnswer,
        secrets: &SignInSecrets,
    ) -> Result<User, ExternalSignInFailure>;
}

/// Keeps sign-ins that wait for the issuer's answer, by the SHA-256 of their state.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PendingSignInStore: Send + Sync {
    /// Keeps one for one browser; forgets some that have expired.
    async fn keep(
        &self,
        state_sha256: &[u8; 32],
        holder: &Holder,
        sealed: &[u8],
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Takes one out: it counts once, and in its own browser alone.
    async fn take(
        &self,
        state_sha256: &[u8; 32],
        holder: &Holder,
        now: Timestamp,
    ) -> Result<Option<Vec<u8>>, StoreError>;
}
