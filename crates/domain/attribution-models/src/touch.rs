//! A marketing touch, as the models see it.

use kernel::{Timestamp, TouchId};

/// One touch of one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Its id; breaks ties between touches at the same instant.
    pub id: TouchId,
    /// When.
    pub at: Timestamp,
    /// What it was.
    pub kind: TouchKind,
    /// The traffic signature, which names its channel elsewhere.
    pub signature: i64,
    /// Whether the signature's channel is Direct now.
    pub direct: bool,
    /// Ads and clicks that it names.
    pub evidence: AdEvidence,
}

impl Touch {
    /// A visit from somewhere: not direct, without evidence. Change the fields that say otherwise.
    pub fn click(id: TouchId, at: Timestamp) -> Self {
        Self {
            id,
            at,
            kind: TouchKind::Click,
            signature: 0,
            direct: false,
            evidence: AdEvidence::default(),
        }
    }

    /// A mail or a banner that was seen: not direct, without evidence. Change the fields that say otherwise.
    pub fn view(id: TouchId, at: Timestamp) -> Self {
        Self {
            kind: TouchKind::View,
            ..Self::click(id, at)
        }
    }

    /// The order of touches everywhere: time, then id.
    pub const fn order(&self) -> (Timestamp, TouchId) {
        (self.at, self.id)
    }
}

/// What a touch was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TouchKind {
    /// A visit.
    Click,
    /// A mail or a banner that somebody who is known was shown.
    View,
    /// Derived from the conversion's own ad evidence; see [`crate::synthetic`].
    Synthetic,
}

/// What names an ad or a click on one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdEvidence {
    /// The platform's ad id.
    pub ad_id: Option<String>,
    /// The platform's campaign id.
    pub campaign_id: Option<String>,
    /// Click id parameters and their values.
    pub click_ids: Vec<(String, String)>,
}

impl AdEvidence {
    /// Whether it names nothing.
    pub fn is_empty(&self) -> bool {
        self.ad_id.is_none() && self.campaign_id.is_none() && self.click_ids.is_empty()
    }

    /// Whether both name the same click, ad or (when one of them names no ad) campaign.
    pub fn meets(&self, other: &Self) -> bool {
        let same = |one: &Option<String>, two: &Option<String>| one.is_some() && one == two;
        if self
            .click_ids
            .iter()
            .any(|click| other.click_ids.contains(click))
        {
            return true;
        }
        if self.ad_id.is_some() && other.ad_id.is_some() {
            return same(&self.ad_id, &other.ad_id);
        }
        same(&self.campaign_id, &other.campaign_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(ad: Option<&str>, campaign: Option<&str>, click: Option<&str>) -> AdEvidence {
        AdEvidence {
            ad_id: ad.map(str::to_owned),
            campaign_id: campaign.map(str::to_owned),
            click_ids: click
                .map(|id| ("gclid".to_owned(), id.to_owned()))
                .into_iter()
                .collect(),
        }
    }

    #[test]
    fn evidence_meets_by_click_then_ad_then_campaign() {
        let full = evidence(Some("a"), Some("c"), Some("x"));
        assert!(full.meets(&evidence(None, None, Some("x"))));
        assert!(full.meets(&evidence(Some("a"), None, None)));
        assert!(!full.meets(&evidence(Some("b"), Some("c"), None)));
        assert!(full.meets(&evidence(None, Some("c"), None)));
        assert!(!full.meets(&evidence(None, None, Some("y"))));
        assert!(!evidence(None, None, None).meets(&evidence(None, None, None)));
    }
}
