//! Passwords: long enough, never printed, kept as a slow hash.

use std::fmt;

use async_trait::async_trait;

/// Fewest and most characters. Longer ones would only make hashing slow.
pub const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 12..=256;

/// A password as it was typed. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// `None` unless it has 12 to 256 characters. No other rule makes passwords better.
    pub fn parse(text: &str) -> Option<Self> {
        PASSWORD_CHARS
            .contains(&text.chars().count())
            .then(|| Self(text.to_owned()))
    }

    /// The plaintext, for hashing it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(hidden)")
    }
}

/// A PHC string. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(hidden)")
    }
}

/// The machine could not hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a password could not be hashed")]
pub struct HashingFailed;

/// Hashes passwords slowly, away from the threads that answer requests.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// The hash of a new password, with a salt of its own.
    async fn hash(&self, password: Password) -> Result<PasswordHash, HashingFailed>;

    /// Whether the password is the hashed one. Without a hash it takes as long and is `false`.
    async fn verify(
        &self,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<bool, HashingFailed>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_is_the_one_rule() {
        for good in ["correct horse", "ääääääääääää", &"x".repeat(256)] {
            assert!(Password::parse(good).is_some(), "{good}");
        }
        for odd in ["", "12345678901", &"x".repeat(257)] {
            assert!(Password::parse(odd).is_none(), "{odd}");
        }
        assert_eq!(
            format!("{:?}", Password::parse("correct horse").unwrap()),
            "Password(hidden)"
        );
    }
}
