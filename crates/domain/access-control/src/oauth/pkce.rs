//! Proof that the one who exchanges a code is the one who asked for it (RFC 7636, S256 only).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// SHA-256 in unpadded base64url.
const CHALLENGE_CHARS: usize = 43;

/// What a code is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge(String);

impl Challenge {
    /// Of a request; `None` unless the method is literally `S256` and the challenge can be a
    /// SHA-256.
    pub fn parse(challenge: Option<&str>, method: Option<&str>) -> Option<Self> {
        let text = challenge.filter(|_| method == Some("S256"))?;
        (text.len() == CHALLENGE_CHARS && text.bytes().all(is_base64url))
            .then(|| Self(text.to_owned()))
    }

    /// From the store.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the verifier with this SHA-256 is the one. It is compared without telling by time
    /// where it differs.
    pub fn is_met_by(&self, sha256_of_verifier: &[u8; 32]) -> bool {
        let expected = URL_SAFE_NO_PAD.encode(sha256_of_verifier);
        same(expected.as_bytes(), self.0.as_bytes())
    }
}

/// Whether a verifier has 43 to 128 unreserved characters.
pub fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len())
        && text
            .bytes()
            .all(|byte| is_base64url(byte) || matches!(byte, b'.' | b'~'))
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Equality in a time that depends on the lengths alone.
pub fn same(one: &[u8], other: &[u8]) -> bool {
    let differences = one
        .iter()
        .zip(other)
        .fold(0, |differences, (a, b)| differences | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    #[test]
    fn only_s256_of_the_right_length() {
        assert!(Challenge::parse(Some(CHALLENGE), Some("S256")).is_some());
        let padded = format!("{CHALLENGE}=");
        for (challenge, method) in [
            (Some(CHALLENGE), None),
            (Some(CHALLENGE), Some("plain")),
            (Some(CHALLENGE), Some("s256")),
            (None, Some("S256")),
            (Some("short"), Some("S256")),
            (Some(padded.as_str()), Some("S256")),
            (
                Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"),
                Some("S256"),
            ),
        ] {
            assert_eq!(Challenge::parse(challenge, method), None, "{challenge:?}");
        }
    }

    #[test]
    fn the_example_of_the_rfc_is_met() {
        // SHA-256 of "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" (RFC 7636, appendix B).
        let hash = [
            19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120,
            173, 109, 241, 68, 86, 110, 225, 137, 74, 203, 112, 249, 195,
        ];
        let challenge = Challenge::parse(Some(CHALLENGE), Some("S256")).unwrap();
        assert!(challenge.is_met_by(&hash));
        let mut other = hash;
        other[31] ^= 1;
        assert!(!challenge.is_met_by(&other));
    }

    #[test]
    fn verifiers_have_a_shape() {
        assert!(is_verifier(&"a".repeat(43)) && is_verifier(&"~".repeat(128)));
        for odd in ["a".repeat(42), "a".repeat(129), " ".repeat(43)] {
            assert!(!is_verifier(&odd));
        }
    }

    #[test]
    fn equality_is_equality() {
        assert!(same(b"", b"") && same(b"ab", b"ab"));
        assert!(!same(b"ab", b"abc") && !same(b"abc", b"ab") && !same(b"ab", b"ac"));
    }
}
