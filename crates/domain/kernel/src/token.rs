//! What requests to a platform are made with.
//!
//! It cannot be printed, so that no log line can hold one by accident:
//!
//! ```compile_fail
//! let token = kernel::AccessToken::parse("secret").unwrap();
//! println!("{token:?}");
//! ```

/// No token of a platform is longer.
const MOST_BYTES: usize = 8 * 1024;

/// Whether a text can be a token: 1 to 8,192 characters of visible ASCII without spaces (RFC 6749, appendix A).
pub fn can_be_token(text: &str) -> bool {
    (1..=MOST_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A platform answers whoever shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

impl AccessToken {
    /// `None` for what cannot be a token: 1 to 8,192 characters of visible ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        can_be_token(text).then(|| Self(text.to_owned()))
    }

    /// The token itself, for the platform and for sealing.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_token_is_none() {
        assert_eq!(AccessToken::parse("EAAB~1").unwrap().reveal(), "EAAB~1");
        for odd in ["", "a b", "a\n", "é", "a\r\nX-Y: z", &"a".repeat(8_193)] {
            assert!(AccessToken::parse(odd).is_none(), "{odd}");
        }
    }
}
