//! Secrets that deliveries are signed with, in the text form of Standard Webhooks.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const PREFIX: &str = "whsec_";

/// How many bytes a secret may have; those that are made here have 32.
const BYTES: std::ops::RangeInclusive<usize> = 24..=64;

/// The key of a signature. Its content is hidden from `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// A secret of 32 bytes from a cryptographic random source.
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes.to_vec())
    }

    /// Bytes as they were stored; `None` unless there are 24 to 64.
    pub fn from_stored(bytes: Vec<u8>) -> Option<Self> {
        BYTES.contains(&bytes.len()).then_some(Self(bytes))
    }

    /// Reads `whsec_` and the base64 (with padding) of 24 to 64 bytes; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        Self::from_stored(bytes)
    }

    /// The text that the receiver is told, once.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// The key itself.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_the_exact_shape_is_a_secret() {
        let good = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assert_eq!(SigningSecret::parse(good).unwrap().reveal(), good);
        for odd in [
            "",
            "whsec_",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La",
            " whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa_-",
        ] {
            assert_eq!(SigningSecret::parse(odd), None, "{odd}");
        }
        assert_eq!(SigningSecret::from_stored(vec![0; 65]), None);
    }

    #[test]
    fn debug_shows_nothing() {
        let secret = SigningSecret::from_random([7; 32]);
        assert_eq!(format!("{secret:?}"), "SigningSecret(hidden)");
    }

    proptest! {
        #[test]
        fn every_made_secret_is_read_back(bytes: [u8; 32]) {
            let secret = SigningSecret::from_random(bytes);
            prop_assert_eq!(secret.bytes(), bytes.as_slice());
            prop_assert_eq!(SigningSecret::parse(&secret.reveal()), Some(secret));
        }
    }
}
