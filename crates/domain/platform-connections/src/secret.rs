//! What must not be seen: tokens, codes, and what binds them to a browser. None of these types can be printed.
//!
//! ```compile_fail
//! let token = platform_connections::AccessToken::parse("secret").unwrap();
//! println!("{token:?}");
//! ```

/// No token or code of a platform is longer.
const MOST_BYTES: usize = 8 * 1024;

/// Visible ASCII without spaces, which is all that a token may have (RFC 6749, appendix A).
fn fits(text: &str) -> bool {
    (1..=MOST_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// What requests to a platform are made with.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

impl AccessToken {
    /// `None` for what cannot be a token: 1 to 8,192 characters of visible ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        fits(text).then(|| Self(text.to_owned()))
    }

    /// The token itself, for the platform and for sealing.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// What new access tokens are got with.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(String);

impl RefreshToken {
    /// `None` for what cannot be a token: 1 to 8,192 characters of visible ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        fits(text).then(|| Self(text.to_owned()))
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
        fits(text).then(|| Self(text.to_owned()))
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
        assert_eq!(AccessToken::parse("EAAB~1").unwrap().reveal(), "EAAB~1");
        for odd in ["", "a b", "a\n", "é", "a\r\nX-Y: z", &"a".repeat(8_193)] {
            assert!(AccessToken::parse(odd).is_none(), "{odd}");
            assert!(RefreshToken::parse(odd).is_none(), "{odd}");
            assert!(AuthorizationCode::parse(odd).is_none(), "{odd}");
        }
    }
}
