//! People: of the built-in identity provider, who sign up, sign in and change passwords, and of an
//! external one, who are recognised.

pub mod change_password;
pub mod create;
pub mod enter;
pub mod recognise;
pub mod sign_in;
pub mod sign_up;

use access_control::users::password::HashingFailed;
use access_control::users::{
    AttemptLimiter, Attempts, EmailAddress, FailedTries, PasswordHasher, SignInGuard, UserStore,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::StoreError;

use application::keys::create::sha256;

/// What these use cases need.
#[derive(Clone, Copy)]
pub struct Accounts<'a> {
    /// People.
    pub users: &'a dyn UserStore,
    /// Hashes of passwords.
    pub passwords: &'a dyn PasswordHasher,
    /// How often somebody may try.
    pub attempts: &'a dyn AttemptLimiter,
    /// Which browsers are known, and which tries failed.
    pub guard: &'a dyn SignInGuard,
}

/// Where somebody tries to sign in.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Names the network of the sender.
    pub sender: &'a str,
    /// The SHA-256 of what the browser calls itself by, if somebody was signed in there before.
    pub browser: Option<&'a [u8; 32]>,
}

/// The tries at somebody's account that failed, from browsers that were not known.
pub async fn failed_tries(
    accounts: &Accounts<'_>,
    email: &EmailAddress,
) -> Result<Option<FailedTries>, AccountError> {
    Ok(accounts.guard.failures(&account(email)).await?)
}

/// Somebody has seen that tries failed.
pub async fn forget_failed_tries(
    accounts: &Accounts<'_>,
    email: &EmailAddress,
) -> Result<(), AccountError> {
    Ok(accounts.guard.forget_failures(&account(email)).await?)
}

/// Why nobody could be let in; says nothing about whether an account exists.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Too many tries.
    #[error("too many tries; wait {0} microseconds")]
    TooMany(i64),
    /// The store.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The machine.
    #[error(transparent)]
    Hashing(#[from] HashingFailed),
}

/// Takes one try from a bucket, or tells how long to wait.
async fn take(accounts: &Accounts<'_>, bucket: &str) -> Result<(), AccountError> {
    match accounts.attempts.take(bucket, Attempts::SIGN_IN).await? {
        None => Ok(()),
        Some(wait) => Err(AccountError::TooMany(wait)),
    }
}

/// Names an account without showing whose it is.
fn account(email: &EmailAddress) -> String {
    bucket("sign_in_account", email.key())
}

/// Names a bucket without showing whom it is about.
fn bucket(kind: &str, about: &str) -> String {
    let hash = URL_SAFE_NO_PAD.encode(sha256(about.as_bytes()));
    format!("{kind}:{hash}")
}
