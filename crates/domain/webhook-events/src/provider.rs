//! Who an event comes from: the platform itself, or a channel.

use std::fmt;

/// The word for where an event comes from. The set is open: connectors bring their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Provider(String);

/// The text is no provider's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a lower-case word of at most 64 letters, digits and underscores")]
pub struct NotAProvider;

impl Provider {
    /// The most characters that one has.
    pub const MAX_CHARS: usize = 64;

    /// The provider of every event that tells of the platform itself.
    pub fn platform() -> Self {
        Self("platform".to_owned())
    }

    /// A lower-case letter and at most 63 lower-case letters, digits and underscores.
    pub fn new(text: &str) -> Result<Self, NotAProvider> {
        let inside = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        let first = text
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_lowercase());
        if first && text.len() <= Self::MAX_CHARS && text.bytes().all(inside) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotAProvider)
        }
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_lower_case_words() {
        let longest = "a".repeat(64);
        for fine in ["platform", "a", "search_ads", "x2", longest.as_str()] {
            assert_eq!(Provider::new(fine).map(|it| it.0).as_deref(), Ok(fine));
        }
        let too_long = "a".repeat(65);
        for odd in [
            "",
            "_a",
            "2x",
            "Platform",
            "search-ads",
            "a b",
            "ä",
            "*",
            too_long.as_str(),
        ] {
            assert_eq!(Provider::new(odd), Err(NotAProvider), "{odd}");
        }
    }
}
