//! Traffic source and medium of a signature, as reports show them.

use crate::clicks::{ClickParameter, ClickRole, click_parameter};
use crate::lists::{Category, category_of_host, known_host};
use crate::signature::{ReferrerState, Signature};

const DIRECT: &str = "(direct)";
const NONE: &str = "(none)";
const NOT_SET: &str = "(not set)";

impl Signature {
    /// The traffic source: `utm_source`; else the platform of a paid click id, of a mail sender or
    /// of an affiliate network; else, unless the referrer is a known place of another kind, the
    /// platform of a neutral click id; else the external referrer's host; else `(direct)` when a
    /// browser said that there was none, `(not set)` when nobody looked or other evidence is there.
    pub fn source(&self) -> &str {
        let host = self.external_host();
        self.utm_source
            .as_deref()
            .or_else(|| self.speaking_click().map(|click| click.source))
            .filter(|source| *source != NOT_SET)
            .or(host)
            .unwrap_or_else(|| self.when_nothing(DIRECT))
    }

    /// The medium: `utm_medium`; else what the click id says (`cpc`, `display`, `email`,
    /// `affiliate`, `organic`, `social`); else `cpc` for an ad id; else what the referrer's host is
    /// known for (`organic` for search, `cpc` where search shows only ads, `display`, `social`, `video`,
    /// `email`, `messaging`) or `referral`;
    /// else `(none)` for a direct visit and `(not set)` otherwise.
    pub fn medium(&self) -> &str {
        self.utm_medium
            .as_deref()
            .or_else(|| {
                self.speaking_click()
                    .map(|click| medium_of_role(click.role))
            })
            .or_else(|| self.has_ad_id.then_some("cpc"))
            .or_else(|| self.external_host().map(medium_of_host))
            .unwrap_or_else(|| self.when_nothing(NONE))
    }

    fn external_host(&self) -> Option<&str> {
        let external = self.referrer_state == ReferrerState::External;
        self.referrer_host.as_deref().filter(|_| external)
    }

    /// The click parameter that names the source: a paid one before the others. A neutral id is
    /// copied along when a link is shared, so a listed host of another kind knows better.
    fn speaking_click(&self) -> Option<&'static ClickParameter> {
        let present = || {
            self.click_kinds
                .iter()
                .filter_map(|kind| click_parameter(kind))
        };
        let paid = present().filter(|click| click.role.is_paid());
        let paid = paid.min_by_key(|click| click.source == NOT_SET);
        paid.or_else(|| present().find(|click| is_sender(click.role)))
            .or_else(|| {
                let host = self.external_host().and_then(category_of_host);
                present().find(|click| match click.role {
                    ClickRole::NeutralSocial => {
                        matches!(host, None | Some(Category::Social | Category::Messaging))
                    }
                    ClickRole::FreeListing => {
                        matches!(host, None | Some(Category::Search | Category::Shopping))
                    }
                    _ => false,
                })
            })
    }

    /// `direct` for a visit that nothing sent, else `(not set)`.
    fn when_nothing(&self, direct: &'static str) -> &'static str {
        let unknown = self.referrer_state == ReferrerState::Unknown;
        let evidence = self.has_utm() || !self.click_kinds.is_empty() || self.has_ad_id;
        if unknown || evidence { NOT_SET } else { direct }
    }
}

fn is_sender(role: ClickRole) -> bool {
    matches!(role, ClickRole::Mail | ClickRole::Affiliate)
}

fn medium_of_role(role: ClickRole) -> &'static str {
    match role {
        ClickRole::PaidSearch | ClickRole::PaidSocial | ClickRole::PaidOther => "cpc",
        ClickRole::PaidDisplay => "display",
        ClickRole::NeutralSocial => "social",
        ClickRole::FreeListing => "organic",
        ClickRole::Mail => "email",
        ClickRole::Affiliate => "affiliate",
        ClickRole::Linker => NOT_SET,
    }
}

fn medium_of_host(host: &str) -> &'static str {
    let known = known_host(host);
    match known.map(|known| known.category) {
        Some(Category::Search) if known.is_some_and(|known| known.paid) => "cpc",
        Some(Category::Display) => "display",
        Some(Category::Search) => "organic",
        Some(Category::Social) => "social",
        Some(Category::Video) => "video",
        Some(Category::Email) => "email",
        Some(Category::Messaging) => "messaging",
        _ => "referral",
    }
}

#[cfg(test)]
mod tests {
    use crate::{Evidence, RawEvidence, RawReferrer, Site};

    fn origin(landing: &str, referrer: RawReferrer<'_>) -> (String, String) {
        let raw = RawEvidence::of_visit(Some(landing), referrer);
        let site = Site {
            own_domains: &[],
            excluded_referrers: &[],
            allowed_referrers: &[],
        };
        let signature = Evidence::from_raw(&raw, &site).signature();
        (signature.source().to_owned(), signature.medium().to_owned())
    }

    #[test]
    fn sources_and_mediums_of_reports() {
        use RawReferrer::{KnownAbsent, Unknown, Url};
        let cases = [
            ("", KnownAbsent, "(direct)", "(none)"),
            ("", Url("https://shop.cl/cart"), "(direct)", "(none)"),
            ("", Unknown, "(not set)", "(not set)"),
            (
                "?utm_source=News&utm_medium=Email",
                KnownAbsent,
                "news",
                "email",
            ),
            ("?utm_source=news", KnownAbsent, "news", "(not set)"),
            ("?utm_campaign=x", KnownAbsent, "(not set)", "(not set)"),
            ("?gclid=1", Url("https://www.google.com/"), "google", "cpc"),
            (
                "?gclid=1&fbclid=2",
                Url("https://l.facebook.com/"),
                "google",
                "cpc",
            ),
            (
                "?pc_id=1",
                Url("https://blog.example/"),
                "blog.example",
                "cpc",
            ),
            ("?hsa_net=1&ttclid=2", KnownAbsent, "tiktok", "cpc"),
            ("?hsa_ad=77", KnownAbsent, "(not set)", "cpc"),
            ("?dclid=1", KnownAbsent, "dv360", "display"),
            (
                "?fbclid=1",
                Url("https://l.facebook.com/"),
                "facebook",
                "social",
            ),
            (
                "?fbclid=1",
                Url("https://www.google.com/"),
                "google.com",
                "organic",
            ),
            ("?mc_cid=1", KnownAbsent, "mailchimp", "email"),
            ("?awc=1", Url("https://deals.example/"), "awin", "affiliate"),
            (
                "?srsltid=1",
                Url("https://www.google.com/"),
                "google",
                "organic",
            ),
            ("", Url("https://www.bing.com/"), "bing.com", "organic"),
            ("", Url("https://m.youtube.com/"), "m.youtube.com", "video"),
            (
                "",
                Url("https://mail.google.com/"),
                "mail.google.com",
                "email",
            ),
            ("", Url("https://chatgpt.com/"), "chatgpt.com", "referral"),
            ("", Url("https://blog.example/"), "blog.example", "referral"),
        ];
        for (query, referrer, source, medium) in cases {
            let found = origin(&format!("https://shop.cl/{query}"), referrer);
            assert_eq!(
                found,
                (source.to_owned(), medium.to_owned()),
                "{query} {referrer:?}"
            );
        }
    }

    #[test]
    fn pages_that_show_nothing_but_ads_are_paid_mediums() {
        for (url, source, medium) in [
            (
                "https://syndicatedsearch.goog/",
                "syndicatedsearch.goog",
                "cpc",
            ),
            (
                "https://www.googleadservices.com/x",
                "googleadservices.com",
                "display",
            ),
            ("https://x.com/i/grok?id=1", "grok.com", "referral"),
        ] {
            let found = origin("https://shop.cl/", RawReferrer::Url(url));
            assert_eq!(found, (source.to_owned(), medium.to_owned()), "{url}");
        }
    }
}
