//! Spellings of one source.

use crate::hosts::{parse_listed, registrable, registrable_label};
use crate::lists::{KnownSource, category_of_host, known_source};

/// Names of one platform, without separators: what people write, and what it is compared as.
const ALIASES: [(&str, &str); 34] = [
    ("adwords", "google"),
    ("amzn", "amazon"),
    ("applesearchads", "apple"),
    ("asa", "apple"),
    ("bingads", "bing"),
    ("bsky", "bluesky"),
    ("ddg", "duckduckgo"),
    ("displayvideo360", "dv360"),
    ("fb", "facebook"),
    ("gads", "google"),
    ("gbp", "googlebusinessprofile"),
    ("ggl", "google"),
    ("gmb", "googlebusinessprofile"),
    ("goog", "google"),
    ("googlemybusiness", "googlebusinessprofile"),
    ("hn", "hackernews"),
    ("ig", "instagram"),
    ("insta", "instagram"),
    ("kakao", "kakaotalk"),
    ("li", "linkedin"),
    ("lnkd", "linkedin"),
    ("meta", "facebook"),
    ("microsoft", "bing"),
    ("microsoftads", "bing"),
    ("microsoftadvertising", "bing"),
    ("pin", "pinterest"),
    ("snap", "snapchat"),
    ("tg", "telegram"),
    ("tt", "tiktok"),
    ("tw", "twitter"),
    ("vk", "vkontakte"),
    ("wa", "whatsapp"),
    ("x", "twitter"),
    ("yt", "youtube"),
];

/// Short hosts of a platform, and what they are compared as.
const SHORT_HOSTS: [(&str, &str); 12] = [
    ("bit.ly", "bitly"),
    ("fb.com", "facebook"),
    ("fb.me", "facebook"),
    ("instagr.am", "instagram"),
    ("linktr.ee", "linktree"),
    ("lnkd.in", "linkedin"),
    ("m.me", "messenger"),
    ("pin.it", "pinterest"),
    ("redd.it", "reddit"),
    ("t.co", "twitter"),
    ("t.me", "telegram"),
    ("youtu.be", "youtube"),
];

/// Words that say nothing of whose they are: with the ending of a domain they are the name of a site.
const PLAIN_WORDS: [&str; 16] = [
    "ads", "app", "bio", "blog", "email", "info", "link", "mail", "news", "online", "search",
    "shop", "social", "store", "video", "web",
];

/// What all spellings of a source have in common: letters and digits of its name, without the ending of a domain
/// and without `ads` behind a platform's name. `None` when no letter is left.
///
/// `facebook.com`, `Facebook`, `fb` and `fb-ads` are one source; `news` and `newsletter` are two. Where it is not
/// sure, they are two: taking two for one would hide a source, while telling one as two costs a look.
pub fn canonical_source(source: &str) -> Option<String> {
    let short = SHORT_HOSTS.iter().find(|(host, _)| *host == source);
    if let Some((_, canonical)) = short {
        return Some((*canonical).to_owned());
    }
    let name = host_label(source).unwrap_or_else(|| source.to_owned());
    let compact = compact(&name);
    let platform = platform_of_ads(&name).map_or(compact, |stem| self::compact(&stem));
    let alias = ALIASES.iter().find(|(name, _)| *name == platform);
    let canonical = alias.map_or(platform, |(_, canonical)| (*canonical).to_owned());
    (!canonical.is_empty()).then_some(canonical)
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The name that a whole domain was registered under, unless something else is known by that name.
fn host_label(source: &str) -> Option<String> {
    if source.contains([' ', '@', '/']) || !source.contains('.') {
        return None;
    }
    let host = parse_listed(source)?.host;
    psl::suffix(host.as_bytes())?.typ()?;
    let label = registrable_label(registrable(&host));
    let is_whole = registrable(&host) == host && !PLAIN_WORDS.contains(&label);
    let of_name = known_source(label).map(|known| known.category);
    let of_host = category_of_host(&host);
    let is_other = of_name.is_some() && of_host.is_some() && of_name != of_host;
    (is_whole && !is_other).then(|| label.to_owned())
}

/// The platform in front of `ad` or `ads`.
fn platform_of_ads(name: &str) -> Option<String> {
    let stem = name
        .strip_suffix("ads")
        .or_else(|| name.strip_suffix("ad"))?;
    let stem = stem.trim_end_matches(['-', '_', '.', ' ', '+']);
    let is_paid = |known: KnownSource| known.paid;
    (known_source(name).is_some_and(is_paid) && known_source(stem).is_some())
        .then(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_platform() {
        let same = |one: &str, other: &str| canonical_source(one) == canonical_source(other);
        for (one, other) in [
            ("facebook", "fb"),
            ("facebook.com", "meta"),
            ("fb-ads", "facebook"),
            ("facebook ads", "facebook"),
            ("insta", "instagram.com"),
            ("google", "adwords"),
            ("google.co.uk", "google"),
            ("my-newsletter", "my newsletter"),
            ("my_newsletter", "mynewsletter"),
            ("x.com", "twitter"),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("facebook", "instagram"),
            ("news", "newsletter"),
            ("x.ai", "x"),
            ("mail.ru", "mail"),
            ("m.facebook.com", "facebook"),
            ("google", "youtube"),
            ("spring.2026", "spring"),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
        assert_eq!(canonical_source("---"), None);
    }

    #[test]
    fn every_alias_is_once() {
        let names: std::collections::BTreeSet<_> = ALIASES.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), ALIASES.len());
        for (_, canonical) in ALIASES {
            assert!(!names.contains(&canonical), "{canonical}");
        }
    }
}
