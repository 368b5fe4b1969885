//! The channel names that every profile starts with.

/// A visit that nothing outside sent.
pub const DIRECT: &str = "Direct";
/// A campaign that one platform spreads over several of its networks.
pub const CROSS_NETWORK: &str = "Cross-network";
/// Advertisements beside search results.
pub const PAID_SEARCH: &str = "Paid Search";
/// Advertisements in social networks.
pub const PAID_SOCIAL: &str = "Paid Social";
/// Advertisements in video services.
pub const PAID_VIDEO: &str = "Paid Video";
/// Advertisements in shops and price comparisons.
pub const PAID_SHOPPING: &str = "Paid Shopping";
/// Banners.
pub const DISPLAY: &str = "Display";
/// Paid, but nothing says where.
pub const PAID_OTHER: &str = "Paid Other";
/// Affiliate networks and partners.
pub const AFFILIATES: &str = "Affiliates";
/// Mail, sent or opened in a browser or app.
pub const EMAIL: &str = "Email";
/// Text messages.
pub const SMS: &str = "SMS";
/// Notifications of an app or a browser.
pub const MOBILE_PUSH: &str = "Mobile Push Notifications";
/// Podcasts and audio advertisements.
pub const AUDIO: &str = "Audio";
/// Chat applications. Not in GA4's list.
pub const MESSAGING: &str = "Messaging";
/// Assistants that answer with links. Not in GA4's list.
pub const AI_ASSISTANTS: &str = "AI Assistants";
/// Unpaid search results.
pub const ORGANIC_SEARCH: &str = "Organic Search";
/// Unpaid posts in social networks.
pub const ORGANIC_SOCIAL: &str = "Organic Social";
/// Unpaid links in video services.
pub const ORGANIC_VIDEO: &str = "Organic Video";
/// Unpaid product listings.
pub const ORGANIC_SHOPPING: &str = "Organic Shopping";
/// A link on any other site.
pub const REFERRAL: &str = "Referral";
/// Evidence that no rule understands, or none at all.
pub const UNASSIGNED: &str = "Unassigned";

/// All default channels in the order in which lists show them. Nineteen are named as in GA4, so that
/// exports line up; Messaging and AI Assistants are additions.
pub const DEFAULT_TAXONOMY: [&str; 21] = [
    DIRECT,
    CROSS_NETWORK,
    PAID_SEARCH,
    PAID_SOCIAL,
    PAID_VIDEO,
    PAID_SHOPPING,
    DISPLAY,
    PAID_OTHER,
    AFFILIATES,
    EMAIL,
    SMS,
    MOBILE_PUSH,
    AUDIO,
    MESSAGING,
    AI_ASSISTANTS,
    ORGANIC_SEARCH,
    ORGANIC_SOCIAL,
    ORGANIC_VIDEO,
    ORGANIC_SHOPPING,
    REFERRAL,
    UNASSIGNED,
];

/// Whether a channel is the direct one, which the last-non-direct model skips.
pub fn is_direct(channel: &str) -> bool {
    channel == DIRECT
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_only_one_is_direct() {
        let distinct: BTreeSet<_> = DEFAULT_TAXONOMY.iter().collect();
        assert_eq!(distinct.len(), DEFAULT_TAXONOMY.len());
        let direct: Vec<_> = DEFAULT_TAXONOMY
            .iter()
            .filter(|name| is_direct(name))
            .collect();
        assert_eq!(direct, [&"Direct"]);
    }
}
