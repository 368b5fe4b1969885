//! The identity provider and the authorization server: their ports.

use std::sync::Arc;

use access_control::users::{
    AttemptLimiter, ExternalSignIn, PasswordHasher, PendingSignInStore, SessionTokenIssuer,
    SignInGuard, UserStore,
};
use accounts::users::Accounts;

/// What lets people sign in and applications act for them.
#[derive(Clone)]
pub struct SignInPorts {
    /// People.
    pub users: Arc<dyn UserStore>,
    /// Hashes of passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// How often somebody may try.
    pub attempts: Arc<dyn AttemptLimiter>,
    /// Which browsers are known, and which tries failed.
    pub guard: Arc<dyn SignInGuard>,
    /// Session tokens of the built-in provider.
    pub session_tokens: Arc<dyn SessionTokenIssuer>,
    /// An external issuer, which is there instead of the built-in provider.
    pub external: Option<ExternalPorts>,
    /// Whether anybody may make an account.
    pub sign_up_open: bool,
}

/// An external issuer through which people sign in.
#[derive(Clone)]
pub struct ExternalPorts {
    /// The way there and back.
    pub sign_in: Arc<dyn ExternalSignIn>,
    /// Who is under way.
    pub pending: Arc<dyn PendingSignInStore>,
}

impl SignInPorts {
    /// What the use cases of accounts need.
    pub fn accounts(&self) -> Accounts<'_> {
        Accounts {
            users: &*self.users,
            passwords: &*self.passwords,
            attempts: &*self.attempts,
            guard: &*self.guard,
        }
    }
}
