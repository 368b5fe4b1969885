//! Which tracker sent a batch, and how it got into the page. Both are told beside the batch and never cost an event:
//! what is no known word and no short token counts as not told.

/// Longest version, in characters.
const MAX_VERSION: usize = 32;

/// How a tracker gets into a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// The tag stands in the page itself.
    Snippet,
    /// A tag manager puts it there.
    TagManager,
    /// The pixel of a store.
    Store,
}

impl Way {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Snippet, Self::TagManager, Self::Store];

    /// The word of the wire, and of the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Snippet => "snippet",
            Self::TagManager => "gtm",
            Self::Store => "shopify",
        }
    }

    /// Reads a word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.as_str() == word)
    }
}

/// What a tracker calls its own version: 1 to 32 letters, digits, `.`, `_` and `-`. One is no older than another; they
/// are only equal or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TrackerVersion(String);

impl TrackerVersion {
    /// Reads a version; `None` for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let fits = (1..=MAX_VERSION).contains(&text.len()) && text.bytes().all(is_token);
        fits.then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where a batch is from, as far as it tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The version of the tracker. Trackers of before versions tell none.
    pub version: Option<TrackerVersion>,
    /// How the tracker got into the page.
    pub way: Option<Way>,
}

impl Origin {
    /// Reads what was told.
    pub fn read(version: Option<&str>, way: Option<&str>) -> Self {
        Self {
            version: version.and_then(TrackerVersion::parse),
            way: way.and_then(Way::parse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_as_they_are_written() {
        for way in Way::ALL {
            assert_eq!(Way::parse(way.as_str()), Some(way));
        }
        for word in ["", "Snippet", "gtm ", "plugin"] {
            assert_eq!(Way::parse(word), None, "{word}");
        }
    }

    #[test]
    fn what_is_no_short_token_was_not_told() {
        for version in ["1", "3f9a0c1d", "2026.11-a_b", &"x".repeat(32)] {
            let read = Origin::read(Some(version), Some("gtm"));
            assert_eq!(read.version.unwrap().as_str(), version);
            assert_eq!(read.way, Some(Way::TagManager));
        }
        for version in ["", "a b", "<1>", "ñ", "1\n", "%31", &"x".repeat(33)] {
            let read = Origin::read(Some(version), Some(version));
            assert_eq!(read, Origin::default(), "{version}");
        }
        assert_eq!(Origin::read(None, None), Origin::default());
    }
}
