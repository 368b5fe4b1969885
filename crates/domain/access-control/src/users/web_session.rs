//! A browser: signed in or not, it can send forms that nobody else can forge.

use async_trait::async_trait;
use kernel::{StoreError, Timestamp, UserId, WebSessionId};

/// Who is signed in in a browser.
#[derive(Clone, PartialEq, Eq)]
pub struct SignedInUser {
    /// Names the session.
    pub session_id: WebSessionId,
    /// Names the person.
    pub user_id: UserId,
    /// What they are called.
    pub name: String,
    /// Their e-mail address, when it is known.
    pub email: Option<String>,
    /// Whether they have a password here.
    pub has_password: bool,
}

impl std::fmt::Debug for SignedInUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SignedInUser({})", self.user_id)
    }
}

/// The browser that a form token belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// One in which somebody is signed in.
    Session(WebSessionId),
    /// One in which nobody is: the SHA-256 of its own cookie.
    Browser([u8; 32]),
}

impl Holder {
    /// What is stored: kinds cannot be mistaken for each other, because they differ in length.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Session(id) => id.uuid().as_bytes().to_vec(),
            Self::Browser(hash) => hash.to_vec(),
        }
    }
}

/// Keeps web sessions and form tokens by the SHA-256 of their secrets.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait WebSessionStore: Send + Sync {
    /// Who is signed in with this cookie at an instant.
    async fn signed_in(
        &self,
        sha256: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<SignedInUser>, StoreError>;

    /// Keeps a form token for one browser and one purpose; forgets some that have expired.
    async fn issue_form_token(
        &self,
        sha256: &[u8; 32],
        holder: &Holder,
        purpose: &str,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Spends a form token; `false` when there is none for this browser and purpose any more.
    async fn redeem_form_token(
        &self,
        sha256: &[u8; 32],
        holder: &Holder,
        purpose: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError>;
}
