//! What the rules look at, worked out once per signature.

use crate::clicks::{ClickParameter, ClickRole, click_parameter};
use crate::lists::{Category, KnownSource, known_host, known_source};
use crate::signature::{ReferrerState, Signature};

/// The kind of place in which a paid click happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaidFamily {
    Search,
    Social,
    Video,
    Shopping,
    Display,
    Other,
}

/// Mediums that name a banner, whoever sold it.
const DISPLAY_MEDIUMS: [&str; 4] = ["display", "banner", "expandable", "interstitial"];

/// One signature, read.
pub(crate) struct Facts<'a> {
    pub(crate) signature: &'a Signature,
    /// The source, `""` when absent.
    pub(crate) source: &'a str,
    /// The medium, `""` when absent.
    pub(crate) medium: &'a str,
    /// The campaign, `""` when absent.
    pub(crate) campaign: &'a str,
    /// What the source is known for.
    pub(crate) source_category: Option<Category>,
    /// What the external referrer's host is known for.
    pub(crate) host_category: Option<Category>,
    /// The click parameters that are present.
    pub(crate) clicks: Vec<&'static ClickParameter>,
    /// Where the click was paid for; `None` when nothing says that it was.
    pub(crate) paid: Option<PaidFamily>,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(signature: &'a Signature) -> Self {
        let source = signature.utm_source.as_deref().unwrap_or_default();
        let known = known_source(source);
        let external = signature.referrer_state == ReferrerState::External;
        let host = signature.referrer_host.as_deref().filter(|_| external);
        let host = host.and_then(known_host);
        let mut facts = Self {
            signature,
            source,
            medium: signature.utm_medium.as_deref().unwrap_or_default(),
            campaign: signature.utm_campaign.as_deref().unwrap_or_default(),
            source_category: known
                .map(|known| known.category)
                .filter(|category| *category != Category::Nothing),
            host_category: host.map(|host| host.category),
            clicks: signature
                .click_kinds
                .iter()
                .filter_map(|kind| click_parameter(kind))
                .collect(),
            paid: None,
        };
        let is_ad = known.is_some_and(|known| known.paid) || facts.came_from_an_ad(host);
        facts.paid = facts.paid_family(is_ad);
        facts
    }

    /// Whether a click parameter of that role is present.
    pub(crate) fn has_click(&self, role: ClickRole) -> bool {
        self.clicks.iter().any(|click| click.role == role)
    }

    /// What the unpaid visit came from: the source's word counts before the referrer's.
    pub(crate) fn organic(&self) -> Option<Category> {
        self.source_category.or(self.host_category)
    }

    /// Whether the page before shows nothing but advertisements, and the link says nothing else: what
    /// somebody wrote into the link, and an unpaid listing's id, know better.
    fn came_from_an_ad(&self, host: Option<KnownSource>) -> bool {
        host.is_some_and(|host| host.paid)
            && self.source.is_empty()
            && self.medium.is_empty()
            && !self.clicks.iter().any(|click| {
                matches!(
                    click.role,
                    ClickRole::FreeListing | ClickRole::Mail | ClickRole::Affiliate
                )
            })
    }

    fn paid_family(&self, is_ad: bool) -> Option<PaidFamily> {
        if DISPLAY_MEDIUMS.contains(&self.medium) {
            return Some(PaidFamily::Display);
        }
        let paid = is_paid_medium(self.medium)
            || self.clicks.iter().any(|click| click.role.is_paid())
            || self.signature.has_ad_id
            || is_ad;
        if !paid {
            return None;
        }
        let family = self.first_family();
        let sold_elsewhere = matches!(
            family,
            Some(PaidFamily::Search | PaidFamily::Social | PaidFamily::Video)
        );
        if self.medium == "cpm" && !sold_elsewhere {
            return Some(PaidFamily::Display);
        }
        Some(family.unwrap_or(PaidFamily::Other))
    }

    /// The first that speaks: source, medium, referrer, click id, campaign.
    fn first_family(&self) -> Option<PaidFamily> {
        self.source_category
            .and_then(family_of_category)
            .or_else(|| family_of_medium(self.medium))
            .or_else(|| self.host_category.and_then(family_of_category))
            .or_else(|| self.family_of_clicks())
            .or_else(|| names_a_shop(self.campaign).then_some(PaidFamily::Shopping))
    }

    /// Paid parameters that name a place before neutral ones; a banner's before the others, because
    /// one click on a banner may carry a search click id as well.
    fn family_of_clicks(&self) -> Option<PaidFamily> {
        let order = [
            (ClickRole::PaidDisplay, PaidFamily::Display),
            (ClickRole::PaidSocial, PaidFamily::Social),
            (ClickRole::PaidSearch, PaidFamily::Search),
            (ClickRole::NeutralSocial, PaidFamily::Social),
            (ClickRole::FreeListing, PaidFamily::Shopping),
        ];
        order
            .into_iter()
            .find(|(role, _)| self.has_click(*role))
            .map(|(_, family)| family)
    }
}

/// Whether the evidence says that somebody paid for the click.
pub(crate) fn is_paid(signature: &Signature) -> bool {
    Facts::of(signature).paid.is_some()
}

/// Whether a medium says that somebody paid, for a click or for a banner.
pub(crate) fn is_bought_medium(medium: &str) -> bool {
    is_paid_medium(medium) || DISPLAY_MEDIUMS.contains(&medium)
}

/// Mediums that say that somebody paid.
fn is_paid_medium(medium: &str) -> bool {
    medium.contains("cp") || matches!(medium, "ppc" | "retargeting") || medium.starts_with("paid")
}

fn family_of_category(category: Category) -> Option<PaidFamily> {
    match category {
        Category::Search => Some(PaidFamily::Search),
        // Advertisements that open a chat are sold by the social networks behind the chats.
        Category::Social | Category::Messaging => Some(PaidFamily::Social),
        Category::Video => Some(PaidFamily::Video),
        Category::Shopping => Some(PaidFamily::Shopping),
        Category::Display => Some(PaidFamily::Display),
        Category::AiAssistant | Category::Email | Category::Nothing => None,
    }
}

/// A paid medium that names a place as well (`paid-social`, `cpc video`).
fn family_of_medium(medium: &str) -> Option<PaidFamily> {
    let words = [
        ("social", PaidFamily::Social),
        ("video", PaidFamily::Video),
        ("shopping", PaidFamily::Shopping),
        ("search", PaidFamily::Search),
        ("display", PaidFamily::Display),
    ];
    words
        .into_iter()
        .find(|(word, _)| medium.contains(word))
        .map(|(_, family)| family)
}

/// Whether a campaign's name is about shopping: the word itself, or `shop` at the start or after
/// anything but a letter, `e` excepted (`eshop`, `web-shop`; not `workshop`).
pub(crate) fn names_a_shop(campaign: &str) -> bool {
    campaign.contains("shopping")
        || campaign.match_indices("shop").any(|(at, _)| {
            let before = campaign.get(..at).and_then(|head| head.chars().next_back());
            before.is_none_or(|letter| letter == 'e' || !letter.is_ascii_lowercase())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paid_mediums() {
        for medium in [
            "cpc",
            "cpm",
            "cpa",
            "my-cpc-x",
            "ppc",
            "retargeting",
            "paid",
            "paid social",
        ] {
            assert!(is_paid_medium(medium), "{medium}");
        }
        for medium in [
            "",
            "organic",
            "prepaid",
            "retargeting-list",
            "email",
            "unpaid",
        ] {
            assert!(!is_paid_medium(medium), "{medium}");
        }
    }

    #[test]
    fn shopping_campaigns() {
        for name in [
            "shopping",
            "winter shop",
            "eshop-cl",
            "shop",
            "pla_shop",
            "a shopping list",
        ] {
            assert!(names_a_shop(name), "{name}");
        }
        for name in ["", "workshop", "bishop", "photoshop", "shp"] {
            assert!(!names_a_shop(name), "{name}");
        }
    }
}
