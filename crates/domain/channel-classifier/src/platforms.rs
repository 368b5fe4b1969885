//! Which traffic an advertising platform buys, so that spend gets a channel by the rules that visits
//! get theirs by.

/// The `utm_source` and `utm_medium` under which a platform's traffic arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlatformTraffic<'a> {
    /// The source.
    pub source: &'a str,
    /// The medium.
    pub medium: &'a str,
}

/// The medium of a platform that is not listed.
pub const PAID_MEDIUM: &str = "cpc";

/// Platform, source, medium. Only those that the plain rule of [`traffic_of_platform`] would not
/// understand.
const PLATFORMS: [(&str, &str, &str); 16] = [
    ("amazon_dsp", "amazon", "display"),
    ("apple_search_ads", "apple_search_ads", PAID_MEDIUM),
    ("asa", "apple_search_ads", PAID_MEDIUM),
    ("bing_ads", "bing", PAID_MEDIUM),
    ("campaign_manager", "dv360", "display"),
    ("criteo", "criteo", "display"),
    ("display_video_360", "dv360", "display"),
    ("dv360", "dv360", "display"),
    ("google_display", "google", "display"),
    ("microsoft", "bing", PAID_MEDIUM),
    ("microsoft_ads", "bing", PAID_MEDIUM),
    ("microsoft_advertising", "bing", PAID_MEDIUM),
    ("search_ads", "google", PAID_MEDIUM),
    ("social_ads", "meta", PAID_MEDIUM),
    ("the_trade_desk", "the_trade_desk", "display"),
    ("yandex_direct", "yandex", PAID_MEDIUM),
];

/// The platforms that are listed, with their traffic.
pub fn listed_platforms() -> impl Iterator<Item = (&'static str, PlatformTraffic<'static>)> {
    PLATFORMS
        .into_iter()
        .map(|(platform, source, medium)| (platform, PlatformTraffic { source, medium }))
}

/// The traffic that a platform buys, in lower case: as it is listed; else the platform's name without
/// `_ads` or `-ads` as the source (`google_ads` is `google`), and `cpc`.
pub fn traffic_of_platform(platform: &str) -> PlatformTraffic<'_> {
    let listed = listed_platforms().find(|(known, _)| known.eq_ignore_ascii_case(platform));
    if let Some((_, traffic)) = listed {
        return traffic;
    }
    let stem = platform
        .strip_suffix("_ads")
        .or_else(|| platform.strip_suffix("-ads"))
        .filter(|stem| !stem.is_empty());
    PlatformTraffic {
        source: stem.unwrap_or(platform),
        medium: PAID_MEDIUM,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evidence, RawEvidence, RawReferrer, RawUtm, Site, classify};

    fn channel(platform: &str) -> &'static str {
        let traffic = traffic_of_platform(platform);
        let raw = RawEvidence {
            landing_url: None,
            referrer: RawReferrer::Unknown,
            utm: RawUtm {
                source: Some(traffic.source),
                medium: Some(traffic.medium),
                campaign: None,
                term: None,
                content: None,
            },
            click_ids: &[],
            ad_id: None,
            campaign_id: None,
        };
        let site = Site {
            own_domains: &[],
            excluded_referrers: &[],
            allowed_referrers: &[],
        };
        classify(&Evidence::from_raw(&raw, &site).signature()).channel
    }

    /// Reads the table of the page: `platform`, source, medium, channel.
    #[test]
    fn the_documented_table_says_what_is_done() {
        let page = include_str!("../../../../docs/importing.md");
        let rows: Vec<Vec<&str>> = page
            .lines()
            .filter(|line| line.starts_with("| `") && line.matches('|').count() == 5)
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
            .collect();
        let mut told = Vec::new();
        for row in &rows {
            let [platforms, source, medium, expected] = row[..] else {
                panic!("{row:?}");
            };
            for platform in platforms.split(", ").map(|name| name.trim_matches('`')) {
                let traffic = traffic_of_platform(platform);
                assert_eq!(traffic.source, source.trim_matches('`'), "{platform}");
                assert_eq!(traffic.medium, medium.trim_matches('`'), "{platform}");
                assert_eq!(channel(platform), expected, "{platform}");
                told.push(platform);
            }
        }
        for (platform, _) in listed_platforms() {
            assert!(told.contains(&platform), "{platform} is not on the page");
        }
    }
}
