//! SHA-256, which whoever embeds this crate hands in, and what it is written as.

use std::fmt;

/// SHA-256, handed in because this crate has no cryptography of its own.
pub trait Sha256: Send + Sync {
    /// The digest of the parts, as if they were written one after the other.
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32];
}

/// A digest in lower-case hexadecimal: the only form in which something personal leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hashed([u8; 32]);

impl Hashed {
    /// The digest of a normal form; a text that is a digest already passes as it is.
    pub(crate) fn of(text: &str, sha256: &dyn Sha256) -> Self {
        Self(read(text).unwrap_or_else(|| sha256.digest(&[text.as_bytes()])))
    }

    /// Wraps a digest.
    pub const fn new(digest: [u8; 32]) -> Self {
        Self(digest)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first so many hexadecimal digits.
    pub fn first(&self, digits: usize) -> String {
        self.to_string().chars().take(digits).collect()
    }
}

/// The bytes that 64 hexadecimal digits stand for.
fn read(text: &str) -> Option<[u8; 32]> {
    let text = text.as_bytes();
    if text.len() != 64 {
        return None;
    }
    let mut digest = [0; 32];
    for (byte, pair) in digest.iter_mut().zip(text.chunks_exact(2)) {
        for digit in pair {
            let value = char::from(*digit).to_digit(16)?;
            *byte = *byte << 4 | u8::try_from(value).ok()?;
        }
    }
    Some(digest)
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

impl fmt::Display for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |half: u8| {
            let digit = DIGITS.get(usize::from(half)).copied();
            char::from(digit.unwrap_or(b'0'))
        };
        let text: String = self
            .0
            .iter()
            .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
            .collect();
        f.write_str(&text)
    }
}

/// Hidden: a digest of an address is personal, too.
impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hashed(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Never;
    impl Sha256 for Never {
        fn digest(&self, _: &[&[u8]]) -> [u8; 32] {
            [0xab; 32]
        }
    }

    #[test]
    fn a_digest_passes_and_everything_else_is_hashed() {
        let digest = "0123456789ABCDEFabcdef0123456789ABCDEF0123456789abcdef0123456789";
        assert_eq!(
            Hashed::of(digest, &Never).to_string(),
            digest.to_lowercase()
        );
        for text in ["", "a", &digest[1..], &format!("g{}", &digest[1..])] {
            assert_eq!(Hashed::of(text, &Never).to_string(), "ab".repeat(32));
        }
        assert_eq!(Hashed::new([1; 32]).first(5), "01010");
        assert_eq!(format!("{:?}", Hashed::new([1; 32])), "Hashed(hidden)");
    }
}
