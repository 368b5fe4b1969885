//! Credentials are told apart by their shape alone, before any look-up.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::bearer::{SessionToken, UserTokenSecret};
use crate::secret_shape::{has_secret_shape, is_base64url};

const API_KEY_PREFIX: &str = "svc_live_";
/// Longer session tokens are refused unread.
const MAX_SESSION_TOKEN_BYTES: usize = 8 * 1024;

/// The plaintext of an API key: `svc_live_` and 43 base64url characters. It is shown once, when
/// the key is made; afterwards only its SHA-256 exists. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKeySecret(String);

impl ApiKeySecret {
    /// Makes the secret of 32 bytes from a cryptographic random source.
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(format!("{API_KEY_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// `None` unless the text has exactly the shape of an API key.
    pub fn parse(text: &str) -> Option<Self> {
        has_secret_shape(text, API_KEY_PREFIX).then(|| Self(text.to_owned()))
    }

    /// The plaintext, for showing it once and for hashing it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What lists show in front: `svc_live_` and the first four secret characters.
    pub fn prefix(&self) -> &str {
        self.0
            .get(..API_KEY_PREFIX.len() + 4)
            .unwrap_or(API_KEY_PREFIX)
    }

    /// What lists show at the end: the last four characters.
    pub fn last4(&self) -> &str {
        self.0
            .len()
            .checked_sub(4)
            .and_then(|start| self.0.get(start..))
            .unwrap_or("")
    }
}

impl fmt::Debug for ApiKeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKeySecret(hidden)")
    }
}

/// What a bearer credential looks like, and so where it has to be looked up, if at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CredentialShape {
    /// `svc_live_` and 43 base64url characters.
    ApiKey(ApiKeySecret),
    /// `svc_user_` and 43 base64url characters.
    UserToken(UserTokenSecret),
    /// Three base64url segments, at most 8 KiB together.
    SessionToken(SessionToken),
    /// Anything else.
    Unknown,
}

impl CredentialShape {
    /// Reads the shape of a credential; looks nothing up.
    pub fn of(credential: &str) -> Self {
        if let Some(secret) = ApiKeySecret::parse(credential) {
            Self::ApiKey(secret)
        } else if let Some(secret) = UserTokenSecret::parse(credential) {
            Self::UserToken(secret)
        } else if has_session_token_shape(credential) {
            Self::SessionToken(SessionToken::shaped(credential))
        } else {
            Self::Unknown
        }
    }
}

fn has_session_token_shape(text: &str) -> bool {
    text.len() <= MAX_SESSION_TOKEN_BYTES
        && text.split('.').count() == 3
        && text
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(is_base64url))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_shape_is_told_apart() {
        let body = "A".repeat(43);
        let of = |text: &str| CredentialShape::of(text);
        assert!(matches!(
            of(&format!("svc_live_{body}")),
            CredentialShape::ApiKey(_)
        ));
        assert!(matches!(
            of(&format!("svc_user_{body}")),
            CredentialShape::UserToken(_)
        ));
        assert!(matches!(
            of("eyJh.eyJz.c2ln"),
            CredentialShape::SessionToken(_)
        ));
        for odd in [
            String::new(),
            body.clone(),
            format!("svc_live_{body}A"),
            format!("svc_live_{}", "A".repeat(42)),
            format!("svc_live_{}+", "A".repeat(42)),
            format!("SVC_LIVE_{body}"),
            format!("svc_rt_{body}"),
            "a.b".to_owned(),
            "a..b".to_owned(),
            "a.b.c.d".to_owned(),
            format!("a.b.{}", "c".repeat(8 * 1024)),
        ] {
            assert_eq!(of(&odd), CredentialShape::Unknown, "{odd}");
        }
    }

    #[test]
    fn debug_prints_no_secret() {
        let secret = ApiKeySecret::from_random([7; 32]);
        let shape = CredentialShape::of(secret.reveal());
        for printed in [format!("{secret:?}"), format!("{shape:?}")] {
            assert!(!printed.contains(secret.last4()), "{printed}");
            assert!(!printed.contains("BwcH"), "{printed}");
        }
    }

    #[test]
    fn lists_show_both_ends_only() {
        let secret = ApiKeySecret::from_random([0; 32]);
        assert_eq!(secret.prefix(), "svc_live_AAAA");
        assert_eq!(secret.last4(), "AAAA");
        assert_eq!(secret.reveal().len(), 9 + 43);
    }

    proptest! {
        #[test]
        fn every_random_secret_is_an_api_key(bytes in any::<[u8; 32]>()) {
            let secret = ApiKeySecret::from_random(bytes);
            prop_assert_eq!(ApiKeySecret::parse(secret.reveal()), Some(secret));
        }
    }
}
