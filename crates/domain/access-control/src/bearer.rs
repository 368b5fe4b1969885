//! Credentials of people: what an application shows for one, and what a browser's provider signed.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::secret_shape::has_secret_shape;

pub(crate) const USER_TOKEN_PREFIX: &str = "svc_user_";

/// The plaintext of an access token: `svc_user_` and 43 base64url characters. It is shown once;
/// afterwards only its SHA-256 exists. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct UserTokenSecret(String);

impl UserTokenSecret {
    /// Makes the secret of 32 bytes from a cryptographic random source.
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(format!(
            "{USER_TOKEN_PREFIX}{}",
            URL_SAFE_NO_PAD.encode(bytes)
        ))
    }

    /// `None` unless the text has exactly the shape of an access token.
    pub fn parse(text: &str) -> Option<Self> {
        has_secret_shape(text, USER_TOKEN_PREFIX).then(|| Self(text.to_owned()))
    }

    /// The plaintext, for showing it once and for hashing it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for UserTokenSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserTokenSecret(hidden)")
    }
}

/// Something with the shape of a signed session token. Nothing in it is known to be true before a
/// [`SessionTokenVerifier`](crate::SessionTokenVerifier) has judged it. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    /// Wraps a text of that shape.
    pub(crate) fn shaped(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The token, for its verifier.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn debug_prints_no_secret() {
        let secret = UserTokenSecret::from_random([7; 32]);
        assert!(!format!("{secret:?}").contains("BwcH"));
        assert!(!format!("{:?}", SessionToken::shaped("eyJh.eyJz.c2ln")).contains("eyJ"));
    }

    proptest! {
        #[test]
        fn every_random_secret_is_a_user_token(bytes in any::<[u8; 32]>()) {
            let secret = UserTokenSecret::from_random(bytes);
            prop_assert_eq!(UserTokenSecret::parse(secret.reveal()), Some(secret));
        }
    }
}
