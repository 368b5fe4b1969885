//! Texts that name a person.

use std::fmt;

/// What may be shown to those who may see personal data: an address, a number, a name. It is hidden from
/// `Debug`, so that no log line can hold one by accident; whoever needs the content has to ask for it by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Personal(String);

impl Personal {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The content.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Personal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Personal(hidden)")
    }
}
