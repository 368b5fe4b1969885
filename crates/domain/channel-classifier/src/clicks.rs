//! Click identifiers: which parameter belongs to which platform, and what it says about payment.

/// What the mere presence of a click parameter says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClickRole {
    /// A paid click beside search results, unless source or referrer name another family.
    PaidSearch,
    /// A paid click in a social network.
    PaidSocial,
    /// A paid click on a banner.
    PaidDisplay,
    /// A paid click; the parameter does not say where.
    PaidOther,
    /// Put on paid and unpaid links alike by a social network.
    NeutralSocial,
    /// An unpaid product listing.
    FreeListing,
    /// Put on links by a sender of mail.
    Mail,
    /// Put on links by an affiliate network.
    Affiliate,
    /// Carries a visitor between two domains of one owner; says nothing about a source.
    Linker,
}

impl ClickRole {
    /// Whether the parameter exists on paid clicks only.
    pub fn is_paid(self) -> bool {
        matches!(
            self,
            Self::PaidSearch | Self::PaidSocial | Self::PaidDisplay | Self::PaidOther
        )
    }
}

/// One known click parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClickParameter {
    /// The parameter's name in lower case: the click kind. URLs may spell it in any case.
    pub kind: &'static str,
    /// Who writes it, for people.
    pub platform: &'static str,
    /// The traffic source that reports show when nothing else names one.
    pub source: &'static str,
    /// What its presence says.
    pub role: ClickRole,
    /// The platform also keeps it in a cookie, so that it counts only when the landing URL has it.
    pub url_only: bool,
}

const fn parameter(
    kind: &'static str,
    platform: &'static str,
    source: &'static str,
    role: ClickRole,
) -> ClickParameter {
    ClickParameter {
        kind,
        platform,
        source,
        role,
        url_only: false,
    }
}

use ClickRole::{
    Affiliate, FreeListing, Linker, Mail, NeutralSocial, PaidDisplay, PaidOther, PaidSearch,
    PaidSocial,
};

/// Every parameter that is recognised.
pub const CLICK_PARAMETERS: [ClickParameter; 47] = [
    parameter("gclid", "Google Ads", "google", PaidSearch),
    parameter("gbraid", "Google Ads", "google", PaidSearch),
    parameter("wbraid", "Google Ads", "google", PaidSearch),
    // Survives where Firefox and iOS strip gclid.
    parameter("gad_source", "Google Ads", "google", PaidSearch),
    parameter("gad_campaignid", "Google Ads", "google", PaidSearch),
    parameter("dclid", "Campaign Manager 360", "dv360", PaidDisplay),
    // Also on paid clicks from DuckDuckGo and Yahoo.
    parameter("msclkid", "Microsoft Advertising", "bing", PaidSearch),
    parameter("yclid", "Yandex Direct", "yandex", PaidSearch),
    parameter("ttclid", "TikTok Ads", "tiktok", PaidSocial),
    parameter("twclid", "X Ads", "twitter", PaidSocial),
    parameter("rdt_cid", "Reddit Ads", "reddit", PaidSocial),
    parameter("sccid", "Snapchat Ads", "snapchat", PaidSocial),
    ClickParameter {
        kind: "li_fat_id",
        platform: "LinkedIn Ads",
        source: "linkedin",
        role: PaidSocial,
        url_only: true,
    },
    // Arrives with the webhook of a chat that an advertisement opened.
    parameter("ctwa_clid", "Meta Ads", "facebook", PaidSocial),
    parameter("qclid", "Quora Ads", "quora", PaidOther),
    parameter("ndclid", "Nextdoor Ads", "nextdoor", PaidOther),
    parameter("vmcid", "Yahoo DSP", "yahoo", PaidOther),
    parameter("rtid", "Rokt", "rokt", PaidOther),
    parameter("ob_click_id", "Outbrain", "outbrain", PaidOther),
    parameter("oborigurl", "Outbrain", "outbrain", PaidOther),
    parameter("tblci", "Taboola", "taboola", PaidOther),
    parameter("pc_id", "other ad network", "(not set)", PaidOther),
    parameter("hsa_src", "HubSpot Ads", "(not set)", PaidOther),
    parameter("hsa_net", "HubSpot Ads", "(not set)", PaidOther),
    parameter("hsa_cam", "HubSpot Ads", "(not set)", PaidOther),
    parameter("hsa_grp", "HubSpot Ads", "(not set)", PaidOther),
    parameter("hsa_ad", "HubSpot Ads", "(not set)", PaidOther),
    parameter("epik", "Pinterest", "pinterest", NeutralSocial),
    parameter("fbclid", "Meta", "facebook", NeutralSocial),
    parameter("igshid", "Instagram", "instagram", NeutralSocial),
    parameter("igsh", "Instagram", "instagram", NeutralSocial),
    parameter("srsltid", "Google Merchant Center", "google", FreeListing),
    parameter("mc_cid", "Mailchimp", "mailchimp", Mail),
    parameter("mc_eid", "Mailchimp", "mailchimp", Mail),
    parameter("_kx", "Klaviyo", "klaviyo", Mail),
    parameter("_ke", "Klaviyo", "klaviyo", Mail),
    parameter("dm_i", "Dotdigital", "dotdigital", Mail),
    parameter("_hsenc", "HubSpot", "hubspot", Mail),
    parameter("_hsmi", "HubSpot", "hubspot", Mail),
    parameter("trk_msg", "Listrak", "listrak", Mail),
    parameter("_bta_tid", "Bronto", "bronto", Mail),
    parameter("irclickid", "Impact", "impact", Affiliate),
    parameter("awc", "Awin", "awin", Affiliate),
    parameter("cjevent", "CJ Affiliate", "cj", Affiliate),
    parameter(
        "ransiteid",
        "Rakuten Advertising",
        "rakuten advertising",
        Affiliate,
    ),
    parameter("_gl", "Google Analytics", "(not set)", Linker),
    parameter("_ga", "Google Analytics", "(not set)", Linker),
];

/// A second name of a parameter above.
const ALIASES: [(&str, &str); 1] = [("irclid", "irclickid")];

/// The parameter of that name, in any case of letters.
pub fn click_parameter(name: &str) -> Option<&'static ClickParameter> {
    let alias = ALIASES
        .iter()
        .find(|(other, _)| other.eq_ignore_ascii_case(name));
    let kind = alias.map_or(name, |(_, kind)| kind);
    CLICK_PARAMETERS
        .iter()
        .find(|known| known.kind.eq_ignore_ascii_case(kind))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn kinds_are_distinct_and_lower_case() {
        let kinds: BTreeSet<_> = CLICK_PARAMETERS.iter().map(|known| known.kind).collect();
        assert_eq!(kinds.len(), CLICK_PARAMETERS.len());
        assert!(kinds.iter().all(|kind| *kind == kind.to_ascii_lowercase()));
    }

    #[test]
    fn names_match_in_any_case() {
        assert_eq!(click_parameter("ScCid").unwrap().platform, "Snapchat Ads");
        assert_eq!(click_parameter("obOrigUrl").unwrap().platform, "Outbrain");
        assert_eq!(click_parameter("ranSiteID").unwrap().role, Affiliate);
        assert_eq!(click_parameter("irclid").unwrap().kind, "irclickid");
        assert_eq!(click_parameter("gclsrc"), None);
        assert_eq!(click_parameter(""), None);
    }
}
