//! By what an event is known to have been told: the same whatever attribution makes of it later.

use kernel::{OutcomeEventId, ProfileId};

use crate::digest::{Hashed, Sha256};
use crate::personal_text::PersonalTexts;
use crate::record::Record;
use crate::words::{SourceKind, Word};

/// The longest id that a caller may bring along, in characters; a search engine takes no longer one.
const MAX_ID: usize = 64;

/// Names a source of exports: a replay makes other conversions of the same event, and finds this again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceFingerprint(Hashed);

impl SourceFingerprint {
    /// SHA-256 of `profile|kind of source|outcome event`.
    pub fn of(
        profile: ProfileId,
        kind: SourceKind,
        event: OutcomeEventId,
        sha256: &dyn Sha256,
    ) -> Self {
        let (profile, event) = (profile.to_string(), event.to_string());
        let parts: [&[u8]; 5] = [
            profile.as_bytes(),
            b"|",
            kind.as_str().as_bytes(),
            b"|",
            event.as_bytes(),
        ];
        Self(Hashed::new(sha256.digest(&parts)))
    }

    /// Reads stored bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Hashed::new(bytes))
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }

    /// The id under which a platform is told: the first 32 digits of SHA-256 of `exp1|fingerprint|name`.
    pub(crate) fn event_id(&self, name: &str, sha256: &dyn Sha256) -> String {
        let fingerprint = self.0.to_string();
        let parts: [&[u8]; 4] = [b"exp1|", fingerprint.as_bytes(), b"|", name.as_bytes()];
        Hashed::new(sha256.digest(&parts)).first(32)
    }
}

/// The id that the caller's own pixel told, or the caller's number of an order, when it may leave: it is short,
/// opaque and names nobody.
pub(crate) fn opaque<'a>(text: Option<&'a str>, record: &Record) -> Option<&'a str> {
    let is_opaque = |text: &&str| {
        let letters = text.bytes();
        (1..=MAX_ID).contains(&text.len())
            && letters
                .into_iter()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
    };
    // Digits alone are an order's number more often than a telephone's, so only known texts are looked for.
    let names = |text: &&str| !PersonalTexts::of(&record.person).hold(text);
    text.filter(is_opaque).filter(names)
}
