//! Tests of the built-in rules: every rule by an example, and every trap that is known.

use std::collections::BTreeSet;

use super::*;
use crate::{DEFAULT_TAXONOMY, Evidence, RawEvidence, RawReferrer, Site};

const NO_SITE: Site<'static> = Site {
    own_domains: &[],
    excluded_referrers: &[],
    allowed_referrers: &[],
};

/// Rule and channel of a browser's visit; `-` is a referrer that is known to be absent, `?` an
/// unknown one.
fn verdict(query: &str, referrer: &str) -> Verdict<'static> {
    let referrer = match referrer {
        "-" => RawReferrer::KnownAbsent,
        "?" => RawReferrer::Unknown,
        url => RawReferrer::Url(url),
    };
    let landing = format!("https://shop.cl/{query}");
    let raw = RawEvidence::of_visit(Some(&landing), referrer);
    classify(&Evidence::from_raw(&raw, &NO_SITE).signature())
}

fn check(cases: &[(&str, &str, &str)]) {
    for (query, referrer, rule) in cases {
        assert_eq!(verdict(query, referrer).rule, *rule, "{query} {referrer}");
    }
}

#[test]
fn names_are_distinct_and_channels_exist() {
    let rules: Vec<_> = built_in_rules().collect();
    let names: BTreeSet<_> = rules.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), rules.len());
    for rule in &rules {
        assert!(DEFAULT_TAXONOMY.contains(&rule.channel), "{rule:?}");
        assert!(
            rule.explanation.ends_with('.') && !rule.explanation.contains("  "),
            "{rule:?}"
        );
    }
    let reached: BTreeSet<_> = rules.iter().map(|rule| rule.channel).collect();
    assert_eq!(
        reached.len(),
        DEFAULT_TAXONOMY.len(),
        "every channel has a rule"
    );
    assert_eq!(rules.last().map(|rule| rule.name), Some("unassigned"));
}

#[test]
fn paid_evidence() {
    check(&[
        (
            "?utm_campaign=Q4-Cross-Network-cl&utm_medium=cpc",
            "-",
            "cross-network",
        ),
        ("?utm_source=google&utm_medium=cpc", "-", "paid-search"),
        ("?gclid=x", "-", "paid-search"),
        ("?gad_source=1", "-", "paid-search"),
        ("?gclid=x", "https://www.youtube.com/", "paid-video"),
        ("?gclid=x&fbclid=y", "-", "paid-search"),
        ("?msclkid=x", "https://duckduckgo.com/", "paid-search"),
        ("?ScCid=x", "-", "paid-social"),
        ("?ttclid=x", "-", "paid-social"),
        ("?rdt_cid=x", "-", "paid-social"),
        ("?li_fat_id=x", "-", "paid-social"),
        ("?ctwa_clid=x", "?", "paid-social"),
        ("?utm_medium=paid&fbclid=x", "-", "paid-social"),
        (
            "?utm_medium=paid-social&utm_source=unheard",
            "-",
            "paid-social",
        ),
        ("?epik=x", "-", "social-click-id"),
        ("?epik=x&utm_medium=cpc", "-", "paid-social"),
        ("?epik=x&hsa_ad=5", "-", "paid-social"),
        ("?utm_source=fb-ads", "-", "paid-social"),
        ("?utm_source=threads", "-", "organic-social"),
        ("?utm_source=whatsapp&utm_medium=cpc", "-", "paid-social"),
        ("?utm_source=adwords", "-", "paid-search"),
        ("?utm_source=ebay&utm_medium=ppc", "-", "paid-shopping"),
        (
            "?utm_source=unheard&utm_medium=cpc&utm_campaign=eshop",
            "-",
            "paid-shopping",
        ),
        (
            "?utm_source=bing&utm_medium=cpc&utm_campaign=shopping",
            "-",
            "paid-search",
        ),
        ("?utm_source=unheard&utm_medium=cpm", "-", "display"),
        ("?utm_source=facebook&utm_medium=cpm", "-", "paid-social"),
        ("?utm_source=ebay&utm_medium=cpm", "-", "display"),
        ("?utm_source=facebook&utm_medium=banner", "-", "display"),
        ("?dclid=x", "-", "display"),
        ("?dclid=x&gclid=y", "-", "display"),
        (
            "?gclid=x",
            "https://a1.safeframe.googlesyndication.com/",
            "display",
        ),
        ("", "https://syndicatedsearch.goog/", "paid-search"),
        ("", "https://www.adsensecustomsearchads.com/", "paid-search"),
        (
            "",
            "https://0123abcd.safeframe.googlesyndication.com/",
            "display",
        ),
        ("", "https://googleads.g.doubleclick.net/", "display"),
        (
            "?utm_source=weekly&utm_medium=email",
            "https://ad.doubleclick.net/",
            "email",
        ),
        ("?tblci=x", "https://paper.example/", "paid-other"),
        ("?hsa_net=x", "-", "paid-other"),
        ("?utm_source=chatgpt.com&utm_medium=cpc", "-", "paid-other"),
        ("?hsa_ad=77&utm_source=newsletter", "-", "paid-other"),
    ]);
}

#[test]
fn explicit_mediums_come_before_hosts() {
    check(&[
        (
            "?utm_source=substack&utm_medium=email",
            "https://www.bing.com/",
            "email",
        ),
        ("?utm_source=Weekly%20Newsletter", "-", "email"),
        ("?mc_eid=x", "https://www.facebook.com/", "email"),
        (
            "?utm_medium=partnership",
            "https://www.google.com/",
            "affiliates",
        ),
        ("?irclickid=x", "-", "affiliates"),
        ("?irclid=x", "-", "affiliates"),
        ("?utm_source=sms", "-", "sms"),
        ("?utm_medium=bulk_sms", "-", "sms"),
        ("?utm_source=plasmso&utm_medium=x", "-", "unassigned"),
        ("?utm_medium=web-push", "-", "mobile-push"),
        ("?utm_source=firebase", "-", "mobile-push"),
        ("?utm_medium=audio", "-", "audio"),
        ("?utm_medium=chat&utm_source=site", "-", "messaging"),
        ("?utm_medium=WhatsApp%20Business", "-", "messaging"),
    ]);
}

#[test]
fn places_that_the_lists_know() {
    check(&[
        ("", "https://chatgpt.com/", "ai-assistants"),
        ("?utm_source=chatgpt.com", "-", "ai-assistants"),
        ("", "https://www.perplexity.ai/", "ai-assistants"),
        ("", "https://gemini.google.com/app", "ai-assistants"),
        ("", "https://pplx.ai/abc", "ai-assistants"),
        ("", "https://x.com/i/grok?conversation=1", "ai-assistants"),
        ("", "https://x.com/i/grokking", "organic-social"),
        ("?srsltid=x", "https://www.google.com/", "free-listings"),
        ("?srsltid=x", "-", "free-listings"),
        ("?srsltid=x", "https://www.facebook.com/", "organic-social"),
        ("", "https://www.youtube.com/", "organic-video"),
        ("", "https://www.netflix.com/", "organic-video"),
        ("", "https://l.facebook.com/", "organic-social"),
        (
            "?utm_source=facebook",
            "https://www.bing.com/",
            "organic-social",
        ),
        ("?utm_source=meta", "-", "organic-social"),
        ("?fbclid=x", "https://www.google.com/", "organic-search"),
        ("", "https://plus.google.com/", "organic-social"),
        ("", "https://groups.google.com/g/x", "organic-social"),
        ("", "https://www.walmart.com/", "organic-shopping"),
        ("", "https://www.google.cl/", "organic-search"),
        (
            "",
            "android-app://com.google.android.googlequicksearchbox/",
            "organic-search",
        ),
        ("", "https://mail.google.com/mail/u/0", "mailbox"),
        ("", "android-app://com.google.android.gm/", "mailbox"),
        (
            "",
            "https://deref-gmx.net/mail/client/x/dereferrer/",
            "mailbox",
        ),
        ("", "https://mail02.orange.fr/", "mailbox"),
        ("", "https://t.me/channel", "chat-app"),
        ("", "android-app://com.whatsapp/", "chat-app"),
    ]);
}

#[test]
fn hints_and_the_remainder() {
    check(&[
        ("?utm_source=unheard&utm_medium=sm", "-", "social-medium"),
        (
            "?utm_source=unheard&utm_medium=my-video",
            "-",
            "video-medium",
        ),
        (
            "?utm_source=unheard&utm_medium=organic",
            "-",
            "organic-medium",
        ),
        ("?utm_source=unheard&utm_medium=app", "-", "referral-medium"),
        (
            "?utm_source=unheard&utm_campaign=winter-shop",
            "-",
            "shopping-campaign",
        ),
        ("?fbclid=x", "-", "social-click-id"),
        ("?igsh=x", "-", "social-click-id"),
        ("?utm_source=unheard", "https://blog.example/", "referral"),
        ("", "https://news.google.com/", "referral"),
        ("", "https://sellercentral.amazon.com/", "referral"),
        ("", "https://disk.yandex.ru/d/x", "referral"),
        ("", "https://www.t-online.de/", "referral"),
        ("", "https://notwikipedia.org/", "referral"),
        ("", "https://google.evil.com/", "referral"),
        ("", "https://facebook.com.attacker.net/", "referral"),
        ("", "-", "direct"),
        ("", "about:blank", "direct"),
        ("?_gl=1*x&_ga=2", "-", "direct"),
        ("?utm_source=(direct)&utm_medium=(none)", "-", "direct"),
        ("?utm_source=null&gclid=null", "-", "direct"),
        ("", "https://www.shop.cl/cart", "direct"),
        ("", "https://www.paypal.com/", "direct"),
        ("", "?", "unassigned"),
        ("?utm_source=unheard", "-", "unassigned"),
        ("?utm_term=x", "-", "unassigned"),
    ]);
}

#[test]
fn a_second_layer_of_encoding_is_not_guessed_at() {
    assert_eq!(
        verdict("?utm_source=face%62ook", "-").rule,
        "organic-social"
    );
    assert_eq!(verdict("?utm_source=face%2562ook", "-").rule, "unassigned");
}
