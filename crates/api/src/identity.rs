//! The identity provider and the authorization server: their ports.

use std::sync::Arc;

use access_control::people::{AttemptLimiter, PasswordHasher, SessionTokenIssuer, UserStore};
use application::users::Accounts;

/// What lets people sign in and applications act for them.
#[derive(Clone)]
pub struct IdentityPorts {
    /// People.
    pub users: Arc<dyn UserStore>,
    /// Hashes of passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// How often somebody may try.
    pub attempts: Arc<dyn AttemptLimiter>,
    /// Session tokens of the built-in provider.
    pub session_tokens: Arc<dyn SessionTokenIssuer>,
    /// Whether anybody may make an account.
    pub sign_up_open: bool,
}

impl IdentityPorts {
    /// What the use cases of accounts need.
    pub fn accounts(&self) -> Accounts<'_> {
        Accounts {
            users: &*self.users,
            passwords: &*self.passwords,
            attempts: &*self.attempts,
        }
    }
}
