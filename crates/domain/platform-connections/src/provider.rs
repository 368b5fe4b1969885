//! The platforms that can be connected.

/// An ad platform, by the interface's word for its connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlatformProvider {
    /// Ads in a social network: Meta.
    SocialAds,
    /// Ads beside search results: Google Ads.
    SearchAds,
}

impl PlatformProvider {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::SocialAds, Self::SearchAds];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SocialAds => "social_ads",
            Self::SearchAds => "search_ads",
        }
    }

    /// The inverse of [`PlatformProvider::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }

    /// Whether the platform gives out tokens by hand that last (of a system user), which a person can paste.
    pub const fn takes_pasted_tokens(self) -> bool {
        matches!(self, Self::SocialAds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for provider in PlatformProvider::ALL {
            assert_eq!(PlatformProvider::parse(provider.as_str()), Some(provider));
        }
        assert_eq!(PlatformProvider::parse("social_capi"), None);
    }
}
