//! What the guard did to an event before it left.

use std::fmt;

use crate::words::{Word, words};

/// One thing that was taken away or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filter {
    /// The platform's ids of the browser were dropped.
    BrowserIdsDropped,
    /// What was bought was dropped.
    ContentDropped,
    /// The caller's own properties were dropped.
    CustomDataDropped,
    /// The name became one that says nothing of what it was about.
    EventNameNeutralised,
    /// Who somebody is was dropped.
    IdentityDropped,
    /// The IP address was dropped.
    IpDropped,
    /// The platform is told to use it in a limited way.
    LduApplied,
    /// What a browser says was dropped because the event happened in a conversation.
    MessagingWebFieldsDropped,
    /// Properties that name somebody were dropped.
    PiiKeysDropped,
    /// Where the visitor came from was dropped.
    ReferrerDropped,
    /// The page was dropped.
    UrlDropped,
    /// The page's path was dropped, or the part of it from a person's name on.
    UrlPathStripped,
    /// Parameters of the page were dropped.
    UrlQueryStripped,
    /// The user agent was dropped.
    UserAgentDropped,
    /// The value was dropped.
    ValueDropped,
}

words! {
    Filter {
        BrowserIdsDropped => "browser_ids_dropped",
        ContentDropped => "content_dropped",
        CustomDataDropped => "custom_data_dropped",
        EventNameNeutralised => "event_name_neutralised",
        IdentityDropped => "identity_dropped",
        IpDropped => "ip_dropped",
        LduApplied => "ldu_applied",
        MessagingWebFieldsDropped => "messaging_web_fields_dropped",
        PiiKeysDropped => "pii_keys_dropped",
        ReferrerDropped => "referrer_dropped",
        UrlDropped => "url_dropped",
        UrlPathStripped => "url_path_stripped",
        UrlQueryStripped => "url_query_stripped",
        UserAgentDropped => "user_agent_dropped",
        ValueDropped => "value_dropped",
    }
}

/// The filters that were applied, each once, in the order of their words.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Filters(u16);

impl Filters {
    /// Notes that a filter was applied.
    pub(crate) fn note(&mut self, filter: Filter) {
        self.0 |= bit(filter);
    }

    /// Whether it was.
    pub fn has(self, filter: Filter) -> bool {
        self.0 & bit(filter) != 0
    }

    /// All that were, sorted.
    pub fn iter(self) -> impl Iterator<Item = Filter> {
        Filter::ALL
            .iter()
            .copied()
            .filter(move |filter| self.has(*filter))
    }
}

/// Those that were written down.
impl FromIterator<Filter> for Filters {
    fn from_iter<I: IntoIterator<Item = Filter>>(filters: I) -> Self {
        let mut all = Self::default();
        for filter in filters {
            all.note(filter);
        }
        all
    }
}

impl fmt::Debug for Filters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

fn bit(filter: Filter) -> u16 {
    let position = Filter::ALL
        .iter()
        .position(|known| *known == filter)
        .unwrap_or_default();
    1 << position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_each_has_a_place_of_its_own() {
        let words: Vec<_> = Filter::ALL.iter().map(|filter| filter.as_str()).collect();
        assert!(words.is_sorted());
        let mut filters = Filters::default();
        for filter in Filter::ALL.iter().rev() {
            assert!(!filters.has(*filter));
            filters.note(*filter);
        }
        assert!(filters.iter().eq(Filter::ALL.iter().copied()));
    }
}
