//! One distinct piece of normalised evidence, which maps one to one to a database row.

use crate::hash::FieldHash;
use crate::referrer::ReferrerClass;

/// What stands in a coarsened field.
pub(crate) const OTHER: &str = "(other)";

/// What is known about the page before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReferrerState {
    /// A foreign page, whose host the signature keeps.
    External,
    /// A page of the same owner.
    SelfReferral,
    /// The way back from a payment.
    PaymentGateway,
    /// Known to be absent.
    Absent,
    /// Not known.
    Unknown,
}

impl ReferrerState {
    /// Every state.
    pub const ALL: [Self; 5] = [
        Self::External,
        Self::SelfReferral,
        Self::PaymentGateway,
        Self::Absent,
        Self::Unknown,
    ];

    /// The word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::External => "external",
            Self::SelfReferral => "self",
            Self::PaymentGateway => "gateway",
            Self::Absent => "absent",
            Self::Unknown => "unknown",
        }
    }

    /// Reads a stored word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }

    pub(crate) fn of(class: ReferrerClass) -> Self {
        match class {
            ReferrerClass::External => Self::External,
            ReferrerClass::SelfReferral => Self::SelfReferral,
            ReferrerClass::PaymentGateway => Self::PaymentGateway,
            ReferrerClass::None => Self::Absent,
            ReferrerClass::Unknown => Self::Unknown,
        }
    }
}

/// How much of the evidence a profile that meets too many distinct signatures gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coarseness {
    /// Term and content become `(other)`.
    TermAndContent,
    /// The campaign too. Rules on the campaign's name no longer match such a signature.
    Campaign,
}

/// One distinct piece of evidence: all that classification sees. Fields are in normal form; build
/// it with [`crate::Evidence::signature`] or from a stored row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Signature {
    /// What is known about the page before.
    pub referrer_state: ReferrerState,
    /// Its host, for an external one.
    pub referrer_host: Option<String>,
    /// Normal form of `utm_source`.
    pub utm_source: Option<String>,
    /// Normal form of `utm_medium`.
    pub utm_medium: Option<String>,
    /// Normal form of `utm_campaign`.
    pub utm_campaign: Option<String>,
    /// Normal form of `utm_term`.
    pub utm_term: Option<String>,
    /// Normal form of `utm_content`.
    pub utm_content: Option<String>,
    /// Click kinds, sorted, each once.
    pub click_kinds: Vec<String>,
    /// Whether the evidence names an advertisement.
    pub has_ad_id: bool,
    /// Parameters of the landing URL that should name the advertisement or the campaign and hold the platform's
    /// placeholder: their names, sorted, each once. They decide about no channel.
    pub unfilled: Vec<String>,
    /// Host of the landing page.
    pub landing_host: Option<String>,
    /// At most two segments of the landing page's path.
    pub landing_path: Option<String>,
}

impl Signature {
    /// The stable 64-bit id: equal for equal fields, different for different ones up to the chance
    /// of a collision (two in ten million signatures: about 3 in a million). Stored; never changes.
    pub fn id(&self) -> i64 {
        let hash = FieldHash::new("signature/1")
            .text(self.referrer_state.as_str())
            .optional(self.referrer_host.as_deref())
            .optional(self.utm_source.as_deref())
            .optional(self.utm_medium.as_deref())
            .optional(self.utm_campaign.as_deref())
            .optional(self.utm_term.as_deref())
            .optional(self.utm_content.as_deref())
            .list(self.click_kinds.iter().map(String::as_str))
            .flag(self.has_ad_id)
            .optional(self.landing_host.as_deref())
            .optional(self.landing_path.as_deref());
        // Signatures of before there was this field keep their ids.
        if self.unfilled.is_empty() {
            return hash.finish();
        }
        hash.list(self.unfilled.iter().map(String::as_str)).finish()
    }

    /// The same signature with less detail. Absent fields stay absent.
    #[must_use]
    pub fn coarsened(mut self, level: Coarseness) -> Self {
        let other = |field: Option<String>| field.map(|_| OTHER.to_owned());
        self.utm_term = other(self.utm_term);
        self.utm_content = other(self.utm_content);
        if level == Coarseness::Campaign {
            self.utm_campaign = other(self.utm_campaign);
        }
        self
    }

    /// Whether any UTM value is there.
    pub fn has_utm(&self) -> bool {
        let utm = [
            &self.utm_source,
            &self.utm_medium,
            &self.utm_campaign,
            &self.utm_term,
            &self.utm_content,
        ];
        utm.into_iter().any(Option::is_some)
    }
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
