//! Somebody who signs in, the browser in which they do, and where they go next.
//!
//! Reading order: [`user`], [`password`], [`web_session`] (web sessions and form tokens), [`attempts`]
//! (how often somebody may try), [`guard`] (browsers that are known, tries that failed), [`local_path`],
//! [`external`] (who signs in elsewhere).

pub mod attempts;
pub mod external;
pub mod guard;
pub mod local_path;
pub mod password;
pub mod signing;
pub mod user;
pub mod web_session;

pub use attempts::{AttemptLimiter, Attempts};
pub use external::{
    ExternalIdentity, ExternalPeople, ExternalSignIn, ExternalSignInFailure, IssuerAnswer,
    PendingSignInStore, SignInSecrets,
};
pub use guard::{FailedTries, SignInGuard};
pub use local_path::LocalPath;
pub use password::{Password, PasswordHash, PasswordHasher};
pub use signing::{PublishedKey, SessionTokenIssuer, SigningKey, SigningKeyStore};
pub use user::{BUILT_IN_ISSUER, EmailAddress, PersonName, User, UserStore};
pub use web_session::{Holder, SignedInUser, WebSessionStore};
