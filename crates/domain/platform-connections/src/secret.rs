//! What must not be seen: tokens, codes, and what binds them to a browser. None of these types can be printed.
//!
//! ```compile_fail
//! let token = platform_connections::RefreshToken::parse("secret").unwrap();
//! println!("{token:?}");
//! ```

use kernel::token::can_be_token;

/// What new access tokens are got with.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(String);

impl RefreshToken {
    /// `None` for what cannot be a token: 1 to 8,192 characters of visible ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        can_be_token(text).then(|| Self(text.to_owned()))
    }

    /// The token itself, for the platform and for sealing.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// What a browser brings back from a platform that was asked, and tokens are got for, once.
#[derive(Clone, PartialEq, Eq)]
pub struct AuthorizationCode(String);

impl AuthorizationCode {
    /// `None` for what cannot be a code: 1 to 8,192 characters of visible ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        can_be_token(text).then(|| Self(text.to_owned()))
    }

    /// The code itself, for the platform.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// The secrets of one way to a platform and back: 43 characters of base64url each, made for it alone.
#[derive(Clone, PartialEq, Eq)]
pub struct AuthorizationSecrets {
    /// Comes back with the browser.
    pub state: String,
    /// What the code is exchanged with (PKCE).
    pub verifier: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_token_is_none() {
        assert_eq!(RefreshToken::parse("1//~1").unwrap().reveal(), "1//~1");
        for odd in ["", "a b", "a\n", "é", "a\r\nX-Y: z", &"a".repeat(8_193)] {
            assert!(RefreshToken::parse(odd).is_none(), "{odd}");
            assert!(AuthorizationCode::parse(odd).is_none(), "{odd}");
        }
    }
}
