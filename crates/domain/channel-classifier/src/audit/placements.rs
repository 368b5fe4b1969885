//! Sources that are a place on a screen and no platform.

use crate::hosts::parse_listed;
use crate::lists::{Category, category_of_host};

/// Networks in front of their placements, the longest name first.
const NETWORKS: [&str; 8] = [
    "audiencenetwork",
    "instagram",
    "messenger",
    "facebook",
    "whatsapp",
    "threads",
    "ig",
    "fb",
];

/// What may stand between a network and its placement, or behind it, and is no placement alone.
const BESIDE: [&str; 9] = [
    "mobile",
    "desktop",
    "profile",
    "group",
    "groups",
    "grid",
    "home",
    "video",
    "sponsored",
];

/// Placements. The longest first where one begins like another.
const PLACEMENTS: [&str; 30] = [
    "instantarticles",
    "rewardedvideo",
    "instreamvideo",
    "videofeeds",
    "rightcolumn",
    "rightcol",
    "rightside",
    "marketplace",
    "interstitial",
    "notification",
    "messages",
    "stories",
    "status",
    "instream",
    "explore",
    "overlay",
    "channels",
    "banner",
    "classic",
    "stream",
    "rightrail",
    "native",
    "search",
    "feeds",
    "inbox",
    "reels",
    "story",
    "reel",
    "feed",
    "video",
];

/// Whether a source in normal form is a placement: a network's name followed by places of its screens, with
/// anything or nothing between the words (`facebook_mobile_feed`, `InstagramStories`), or, where the medium says
/// that somebody paid, the host of a page that no list knows, as banners are shown on.
pub fn is_placement(source: &str, paid_medium: bool) -> bool {
    names_placement(source) || (paid_medium && is_page_of_others(source))
}

fn names_placement(source: &str) -> bool {
    let compact: String = source.chars().filter(|c| c.is_alphanumeric()).collect();
    let network = NETWORKS
        .into_iter()
        .find_map(|network| compact.strip_prefix(network));
    let Some(mut rest) = network.filter(|rest| !rest.is_empty()) else {
        return false;
    };
    let mut found = false;
    while !rest.is_empty() {
        let placement = PLACEMENTS
            .into_iter()
            .find_map(|word| rest.strip_prefix(word));
        let beside = || BESIDE.into_iter().find_map(|word| rest.strip_prefix(word));
        found |= placement.is_some();
        let Some(next) = placement.or_else(beside) else {
            return false;
        };
        rest = next;
    }
    found
}

/// A host that neither a list knows for something nor shows nothing but advertisements.
fn is_page_of_others(source: &str) -> bool {
    if source.contains([' ', '@']) || !source.contains('.') {
        return false;
    }
    let Some(host) = parse_listed(source).map(|address| address.host) else {
        return false;
    };
    let has_suffix = psl::suffix(host.as_bytes()).is_some_and(|suffix| suffix.typ().is_some());
    has_suffix && matches!(category_of_host(&host), None | Some(Category::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_of_networks() {
        for source in [
            "instagram_stories",
            "facebook_mobile_feed",
            "facebook mobile reels",
            "facebook-right-column",
            "instagramfeed",
            "ig_reels",
            "fb_marketplace",
            "threads_feed",
            "messenger_inbox",
            "audience_network_rewarded_video",
            "instagram_explore_grid_home",
            "instagram_profile_feed",
            "facebook_instream_video",
            "whatsapp_status",
        ] {
            assert!(is_placement(source, false), "{source}");
        }
        for source in [
            "",
            "fb",
            "ig",
            "threads",
            "facebook",
            "ads",
            "facebook_ads",
            "instagram_bio",
            "an",
            "msg",
            "feed",
            "rss_feed",
            "google",
            "fbfeedback",
            "facebookgroup",
            "igor",
            "facebook.com",
        ] {
            assert!(!is_placement(source, true), "{source}");
        }
    }

    #[test]
    fn hosts_that_show_banners() {
        assert!(is_placement("diario.example.cl", true));
        assert!(is_placement("www.some-blog.com", true));
        assert!(!is_placement("some-blog.com", false));
        assert!(!is_placement("google.com", true));
        assert!(!is_placement("v1.2", true));
        assert!(!is_placement("spring.v2x", true));
    }
}
