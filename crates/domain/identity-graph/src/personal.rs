//! Texts that name a person. They are hidden from `Debug`, so that no log line can hold one by
//! accident; whoever needs the content has to ask for it by name.

use std::fmt;

/// What may be shown to those who may see personal data: the canonical value or a name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Personal(String);

/// What a value is stored and found under, unique with its kind inside a profile. For most kinds
/// it is the canonical value itself, for a national id a keyed hash of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueKey(String);

impl Personal {
    /// Wraps a text that is already in its normal form.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The content.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

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

impl fmt::Debug for Personal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Personal(hidden)")
    }
}

impl fmt::Debug for ValueKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ValueKey(hidden)")
    }
}
