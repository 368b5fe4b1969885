//! URL parameters to paste into an ad platform in place of those that are at fault.

use super::spellings::canonical_source;
use crate::clicks::{ClickRole, click_parameter};
use crate::signature::Signature;

/// What to paste at one platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UrlTemplate {
    /// The platform's name for people.
    pub platform: &'static str,
    /// Where the platform takes it.
    pub place: &'static str,
    /// The parameters, in the platform's own syntax, without a leading `?`.
    pub parameters: &'static str,
    /// The source as all of its spellings have it in common.
    source: &'static str,
    /// Where the platform documents its placeholders.
    pub documentation: &'static str,
}

const TEMPLATES: [UrlTemplate; 8] = [
    UrlTemplate {
        platform: "Google Ads",
        place: "Final URL suffix, at the level of the account",
        parameters: "utm_source=google&utm_medium=cpc&utm_campaign={campaignid}&utm_term={keyword}\
                     &utm_content={adgroupid}&utm_id={campaignid}&ad_id={creative}",
        source: "google",
        documentation: "https://support.google.com/google-ads/answer/6305348",
    },
    UrlTemplate {
        platform: "Meta Ads",
        place: "URL parameters of the ad, under Tracking",
        parameters: "utm_source={{site_source_name}}&utm_medium=paid_social\
                     &utm_campaign={{campaign.name}}&utm_term={{placement}}&utm_content={{ad.name}}\
                     &utm_id={{campaign.id}}&fbadid={{ad.id}}",
        source: "facebook",
        documentation: "https://www.facebook.com/business/help/2360940870872492",
    },
    UrlTemplate {
        platform: "Microsoft Advertising",
        place: "Final URL suffix, at the level of the account",
        parameters: "utm_source=bing&utm_medium=cpc&utm_campaign={Campaign}&utm_term={keyword}\
                     &utm_content={AdGroup}&utm_id={CampaignId}&ad_id={AdId}",
        source: "bing",
        documentation: "https://help.ads.microsoft.com/#apex/ads/en/56799/2",
    },
    UrlTemplate {
        platform: "TikTok Ads",
        place: "URL parameters of the ad",
        parameters: "utm_source=tiktok&utm_medium=paid_social&utm_campaign=__CAMPAIGN_NAME__\
                     &utm_term=__PLACEMENT__&utm_content=__CID_NAME__&utm_id=__CAMPAIGN_ID__&ad_id=__CID__",
        source: "tiktok",
        documentation: "https://ads.tiktok.com/help/article/track-offsite-web-events-with-utm-parameters",
    },
    UrlTemplate {
        platform: "Pinterest Ads",
        place: "Destination URL of the ad",
        parameters: "utm_source=pinterest&utm_medium=paid_social&utm_campaign={campaignname}\
                     &utm_term={keyword}&utm_content={adgroupname}&utm_id={campaignid}&ad_id={adid}",
        source: "pinterest",
        documentation: "https://help.pinterest.com/en/business/article/third-party-and-dynamic-tracking",
    },
    UrlTemplate {
        platform: "Snapchat Ads",
        place: "Website URL of the ad",
        parameters: "utm_source=snapchat&utm_medium=paid_social&utm_campaign={{campaign.name}}\
                     &utm_content={{ad.name}}&utm_id={{campaign.id}}&ad_id={{ad.id}}",
        source: "snapchat",
        documentation: "https://businesshelp.snapchat.com/s/article/url-macros",
    },
    UrlTemplate {
        platform: "Reddit Ads",
        place: "URL parameters of the ad",
        parameters: "utm_source=reddit&utm_medium=paid_social&utm_campaign={{CAMPAIGN_NAME}}\
                     &utm_content={{AD_NAME}}&utm_id={{CAMPAIGN_ID}}&ad_id={{AD_ID}}",
        source: "reddit",
        documentation: "https://business.reddithelp.com/s/article/url-parameters",
    },
    UrlTemplate {
        platform: "LinkedIn Ads",
        place: "URL tracking parameters of the campaign, each with its dynamic value",
        parameters: "utm_source=linkedin&utm_medium=paid_social&utm_campaign={{CAMPAIGN_NAME}}\
                     &utm_content={{CREATIVE_NAME}}&utm_id={{CAMPAIGN_ID}}&ad_id={{CREATIVE_ID}}",
        source: "linkedin",
        documentation: "https://www.linkedin.com/help/lms/answer/a5968064",
    },
];

/// Every template.
pub fn templates() -> impl Iterator<Item = &'static UrlTemplate> {
    TEMPLATES.iter()
}

/// The template of the platform that a signature's traffic was bought from: the platform that the source names,
/// else the one whose click id came along. `None` for one whose syntax is not known.
pub fn template_for(signature: &Signature) -> Option<&'static UrlTemplate> {
    let named = signature.utm_source.as_deref().and_then(platform_of_source);
    named.or_else(|| {
        signature
            .click_kinds
            .iter()
            .find_map(|kind| platform_of_click(kind))
    })
}

fn platform_of_source(source: &str) -> Option<&'static UrlTemplate> {
    let source = canonical_source(source)?;
    // One account buys both, and both begin the names of its placements.
    let is_meta = ["instagram", "facebook", "messenger", "audiencenetwork"]
        .iter()
        .any(|name| source.starts_with(name));
    let source = if is_meta { "facebook" } else { &source };
    of_source(source)
}

fn platform_of_click(kind: &str) -> Option<&'static UrlTemplate> {
    let click = click_parameter(kind)?;
    let says = click.role.is_paid() || click.role == ClickRole::NeutralSocial;
    platform_of_source(click.source).filter(|_| says)
}

fn of_source(source: &str) -> Option<&'static UrlTemplate> {
    TEMPLATES.iter().find(|template| template.source == source)
}
