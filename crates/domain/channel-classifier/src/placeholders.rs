//! Placeholders that should have been filled in, as they look in normal form: lower case, decoded once.
//!
//! Brackets that nobody else writes (`{{…}}`, `${…}`, `*|…|*`, `<%…%>`, `%%…%%`) are believed wherever they stand.
//! Braces are believed around the whole value, or around a name that a platform is known to have. Brackets that
//! people put around words of their own (`[sale]`, `$name$`, `__init__`) are believed around such names alone, and
//! inside a longer value around those that are no plain word (`[campaign_id]`).

use percent_encoding::percent_decode_str;

/// Names of placeholders of ad platforms and of senders of mail, from their help pages. Names of single
/// letters and numbers are left out.
const KNOWN: [&str; 184] = [
    // Google Ads (ValueTrack) and Search Ads 360.
    "adgroupid",
    "adposition",
    "adtype",
    "assetgroupid",
    "campaignid",
    "copy",
    "creative",
    "device",
    "devicemodel",
    "escapedlpurl",
    "extensionid",
    "feeditemid",
    "gclid",
    "ifcontent",
    "ifmobile",
    "ifnotmobile",
    "ifsearch",
    "ignore",
    "keyword",
    "loc_interest_ms",
    "loc_physical_ms",
    "lpurl",
    "matchtype",
    "merchant_id",
    "network",
    "placement",
    "product_channel",
    "product_country",
    "product_id",
    "product_language",
    "product_partition_id",
    "random",
    "sourceid",
    "store_code",
    "target",
    "targetid",
    "unescapedlpurl",
    // Microsoft Advertising.
    "adgroup",
    "adid",
    "bidmatchtype",
    "campaign",
    "feeditem",
    "iforigin",
    "ifpla",
    "ifnative",
    "msclkid",
    "orderitemid",
    "originalurl",
    "querystring",
    "searchterm",
    // Pinterest.
    "ad_group_id",
    "ad_group_name",
    "ad_id",
    "adgroup_id",
    "adgroup_name",
    "campaign_id",
    "campaign_name",
    "campaignname",
    "creative_id",
    "keyword_id",
    "lp",
    "pin_promotion_id",
    "product_name",
    "promotion_id",
    // Meta, Snapchat, Reddit, X and others, whatever brackets somebody put around them.
    "ad.id",
    "ad.name",
    "adset.id",
    "adset.name",
    "adset_id",
    "adset_name",
    "adsquad.id",
    "adsquad.name",
    "campaign.id",
    "campaign.name",
    "creative.name",
    "site_source_name",
    "line_item_id",
    "line_item_name",
    "adgroupname",
    "ad_name",
    "ad_title",
    "campaign_group_id",
    "campaign_group_name",
    "account_id",
    "account_name",
    // Taboola, Outbrain, Criteo, Yahoo, Amazon.
    "site",
    "site_id",
    "site_domain",
    "publisher_id",
    "publisher_name",
    "section_id",
    "section_name",
    "campaign_item_id",
    "item_id",
    "thumbnail",
    "title",
    "click_id",
    "clickid",
    "cpc",
    "platform",
    "timestamp",
    "cachebuster",
    // Hotels, and further names of the platforms above, of Yandex, Yahoo, Teads and Basis.
    "criterionid",
    "productid",
    "seller_name",
    "property_id",
    "param1",
    "param2",
    "param3",
    "iflia",
    "hotelcenter_id",
    "hotel_id",
    "hotel_partition_id",
    "hotel_adtype",
    "travel_start_day",
    "travel_start_month",
    "travel_start_year",
    "travel_end_day",
    "travel_end_month",
    "travel_end_year",
    "advanced_booking_window",
    "date_type",
    "number_of_adults",
    "price_displayed_total",
    "price_displayed_tax",
    "user_currency",
    "user_language",
    "rate_rule_id",
    "creativeid",
    "creative_name",
    "itemid",
    "insertionid",
    "insertion_id",
    "device_platform",
    "promoted_product_group_id",
    "organic_url",
    "creative.headline",
    "post_id",
    "advertiser_id",
    "advertising_id",
    "device_type",
    "ob_click_id",
    "adsetid",
    "criteo_campaignid",
    "traffickedadid",
    "requestid",
    "clickurl",
    "clickurlenc",
    "pub_id",
    "publisherid",
    "banner_id",
    "campaign_name_lat",
    "campaign_type",
    "gbid",
    "phrase_id",
    "retargeting_id",
    "coef_goal_context_id",
    "match_type",
    "matched_keyword",
    "adtarget_id",
    "adtarget_name",
    "position",
    "position_type",
    "source_type",
    "region_name",
    "region_id",
    "yclid",
    "wname",
    "auctid",
    "campaigngroupid",
    "campaigngroupname",
    // Senders of mail, and fields that somebody forgot to fill in.
    "cid",
    "gid",
    "pid",
    "firstname",
    "lastname",
    "first_name",
    "last_name",
    "email",
    "emailname_",
    "medium",
    "source",
    "term",
    "content",
];

/// Names between two underscores at each end, as `TikTok` has them.
const UNDERSCORED: [&str; 24] = [
    "adid_v2",
    "adid_v2_name",
    "aid",
    "aid_name",
    "ad_id",
    "ad_name",
    "adgroup_id",
    "adgroup_name",
    "adset_id",
    "callback_param",
    "campaign_id",
    "campaign_name",
    "cid",
    "cid_name",
    "clickid",
    "creative_id",
    "csite",
    "domain",
    "ip",
    "os",
    "placement",
    "product_id",
    "ts",
    "ua",
];

/// Names that `LinkedIn` fills in without any brackets; a whole value that is one of them was not filled in.
const BARE: [&str; 8] = [
    "account_id",
    "account_name",
    "campaign_group_id",
    "campaign_group_name",
    "campaign_id",
    "campaign_name",
    "creative_id",
    "creative_name",
];

/// Placeholders of Campaign Manager that name something.
const PERCENT_CALLS: [&str; 8] = [
    "%eaid!",
    "%ebuy!",
    "%ecid!",
    "%epid!",
    "%esid!",
    "%eadv!",
    "\u{fffd}id!",
    "\u{fffd}dv!",
];

/// Whether a value in normal form is or holds a placeholder, as it stands or decoded once more.
pub fn holds_macro(value: &str) -> bool {
    shows_macro(value) || decoded_again(value).is_some_and(|text| shows_macro(&text))
}

/// What somebody encoded twice.
fn decoded_again(value: &str) -> Option<String> {
    let again = percent_decode_str(value).decode_utf8().ok()?.to_lowercase();
    (again != value).then_some(again)
}

fn shows_macro(value: &str) -> bool {
    BARE.contains(&value)
        || has_between(value, "{{", "}}")
        || has_between(value, "${", "}")
        || has_between(value, "*|", "|*")
        || has_between(value, "<%", "%>")
        || has_named(value, "!!!", "!!!", |_, _| true)
        || has_doubled_percent(value)
        || has_percent_call(value)
        || has_named(value, "{", "}", |name, whole| {
            whole || name.starts_with('_') || KNOWN.contains(&name)
        })
        || has_between(value, "[[", "]]")
        || has_named(value, "[", "]", is_known_or_made_up)
        || has_named(value, "$", "$", is_known_or_made_up)
        || has_named(value, "__", "__", |name, _| UNDERSCORED.contains(&name))
        || is_slip(value)
}

/// Whether a name that may be a word as well is one of a placeholder.
fn is_known_or_made_up(name: &str, whole: bool) -> bool {
    // `subscriber.email`: the field of a record.
    let field = name.rsplit('.').next().unwrap_or(name);
    if whole {
        KNOWN.contains(&name) || KNOWN.contains(&field)
    } else {
        KNOWN.contains(&name) && name.contains(['_', '.'])
    }
}

/// Whether something stands between the two.
fn has_between(value: &str, open: &str, close: &str) -> bool {
    value
        .split_once(open)
        .and_then(|(_, rest)| rest.split_once(close))
        .is_some_and(|(name, _)| !name.trim().is_empty())
}

/// Whether a name stands between the two that `counts`, which is told whether it is the whole value.
fn has_named(value: &str, open: &str, close: &str, counts: impl Fn(&str, bool) -> bool) -> bool {
    value.match_indices(open).any(|(at, _)| {
        let after = value.get(at + open.len()..).unwrap_or_default();
        let inner = after.split_once(close);
        inner.is_some_and(|(inner, behind)| {
            let whole = at == 0 && behind.is_empty();
            name_of(inner).is_some_and(|name| counts(name, whole))
        })
    })
}

/// The name of a placeholder, without what stands behind it for when there is no value (`{keyword:shoes}`,
/// `{lpurl+2}`).
fn name_of(inner: &str) -> Option<&str> {
    let inner = inner.strip_prefix('$').unwrap_or(inner);
    let head = inner.split([':', '+', ' ']).next().unwrap_or_default();
    let letters = head.strip_prefix('_').unwrap_or(head);
    let starts = letters.starts_with(|first: char| first.is_ascii_lowercase());
    let reads = head
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    (starts && reads).then_some(head)
}

/// `%%emailname_%%`, as senders of mail have them. Where the name begins like a percent-encoded byte, the first sign is
/// lost when the address is read.
fn has_doubled_percent(value: &str) -> bool {
    [("%%", "%%"), ("%\u{fffd}", "%%")]
        .into_iter()
        .any(|(open, close)| {
            let rest = value.split_once(open).map(|(_, rest)| rest);
            let name = rest
                .and_then(|rest| rest.split_once(close))
                .map(|(name, _)| name);
            name.is_some_and(|name| !name.is_empty() && !name.contains(' '))
        })
}

/// `%eaid!`, as Campaign Manager has them, whole and as it is left when its first letters are taken for a
/// percent-encoded byte.
fn has_percent_call(value: &str) -> bool {
    PERCENT_CALLS.iter().any(|call| value.contains(call))
}

/// `TikTok`'s names with one underscore lost at an end.
fn is_slip(value: &str) -> bool {
    let start = value.len() - value.trim_start_matches('_').len();
    let end = value.len() - value.trim_end_matches('_').len();
    (1..=2).contains(&start)
        && (1..=2).contains(&end)
        && UNDERSCORED.contains(&value.trim_matches('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        for value in [
            "{{campaign.name}}",
            "{{campaign.name}} sale",
            "summer {{ad.id}}",
            "{campaignid}",
            "{campaignid}-{adgroupid}",
            "spring {keyword:shoes}",
            "{lpurl}",
            "{lpurl+2}",
            "{_season}",
            "x {_season}",
            "{anything}",
            "__campaign_id__",
            "tt __cid__ x",
            "__cid_",
            "_campaign_name_",
            "${campaign_id}",
            "%%advertiser_id%%",
            "%eaid!",
            "[campaign_id]",
            "brand [campaign_id]",
            "[[firstname]]",
            "*|campaign_uid|*",
            "<%campaign%>",
            "$section_id$",
            "campaign_name",
            "%7b%7bcampaign.name%7d%7d",
        ] {
            assert!(holds_macro(value), "{value}");
        }
    }

    #[test]
    fn what_people_write_themselves() {
        for value in [
            "",
            "spring",
            "t-shirt {size}",
            "python __init__ course",
            "__init__",
            "[sale]",
            "[cpc] brand",
            "[brand] search",
            "$50off$",
            "50% off",
            "100%!",
            "my campaign_name",
            "campaign_name_2026",
            "a {b c} d",
            "{}",
            "{{}}",
            "{2026}",
            "[spring.sale]",
            "[v2.0]",
            "sale!!! now!!!",
            "__",
            "a__b__c",
        ] {
            assert!(!holds_macro(value), "{value}");
        }
    }

    #[test]
    fn lists_have_no_name_twice() {
        for names in [&KNOWN[..], &UNDERSCORED[..], &BARE[..]] {
            let distinct: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len());
        }
    }
}
