//! What identifiers are found under. Like [`Personal`](kernel::Personal) texts they are hidden from `Debug`.

use std::fmt;

/// What a value is stored and found under, unique with its kind inside a profile. For most kinds
/// it is the canonical value itself, for a national id a keyed hash of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueKey(String);

impl ValueKey {
    /// Wraps a key as it is stored.
    pub fn new(key: impl Into<String>) -> Self {
        Self(key.into())
    }

    /// The content.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the first `|`: the source of a CRM contact or an external id. The whole
    /// key when it has none.
    pub fn source(&self) -> &str {
        self.0
            .split_once('|')
            .map_or(self.as_str(), |(source, _)| source)
    }
}

impl fmt::Debug for ValueKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ValueKey(hidden)")
    }
}
