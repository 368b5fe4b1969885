//! What a caller saw, as it arrived.

use crate::address::text_without_person;
use crate::referrer::RawReferrer;

/// UTM values as somebody wrote them: still percent-encoded if they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawUtm<'a> {
    /// `utm_source`.
    pub source: Option<&'a str>,
    /// `utm_medium`.
    pub medium: Option<&'a str>,
    /// `utm_campaign`.
    pub campaign: Option<&'a str>,
    /// `utm_term`.
    pub term: Option<&'a str>,
    /// `utm_content`.
    pub content: Option<&'a str>,
}

impl<'a> RawUtm<'a> {
    /// The values, each with [`REMOVED`](crate::address::REMOVED) for one that holds an e-mail address.
    pub(crate) fn without_person(&self) -> Self {
        let read = |value: Option<&'a str>| value.map(text_without_person);
        Self {
            source: read(self.source),
            medium: read(self.medium),
            campaign: read(self.campaign),
            term: read(self.term),
            content: read(self.content),
        }
    }

    /// No value at all.
    pub const NONE: Self = Self {
        source: None,
        medium: None,
        campaign: None,
        term: None,
        content: None,
    };
}

/// The evidence of one visit or one server-side event, as it arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawEvidence<'a> {
    /// The address of the page that was landed on. Its parameters are read too.
    pub landing_url: Option<&'a str>,
    /// The page before.
    pub referrer: RawReferrer<'a>,
    /// UTM values that were given beside the URL; a value here wins over the URL's.
    pub utm: RawUtm<'a>,
    /// Click ids that were given beside the URL, as (parameter name, value); a value here wins.
    pub click_ids: &'a [(&'a str, &'a str)],
    /// The advertisement that was given beside the URL.
    pub ad_id: Option<&'a str>,
    /// The campaign's id that was given beside the URL.
    pub campaign_id: Option<&'a str>,
}

impl<'a> RawEvidence<'a> {
    /// The evidence of a browser: a landing page and a referrer, nothing given beside them.
    pub fn of_visit(landing_url: Option<&'a str>, referrer: RawReferrer<'a>) -> Self {
        Self {
            landing_url,
            referrer,
            utm: RawUtm::NONE,
            click_ids: &[],
            ad_id: None,
            campaign_id: None,
        }
    }
}
