//! What of an address is kept with a fact.
//!
//! Decides: that user info and fragments never are; that what looks like an e-mail address becomes
//! [`REMOVED`] wherever it stands; and which parameters of the query stay: those that say something
//! about traffic, and those that the profile names. Evidence is read from the address
//! without user info and e-mail addresses, before parameters go.
//!
//! Works on the text and not on a parsed URL, as evidence does, so that a broken address loses what
//! it has to lose as well. Known limits: a person's name in a path, or an id that only the site can
//! read, looks like any other word.

use std::borrow::Cow;

use crate::clicks::{ClickRole, click_parameter};
use crate::text::decode_once;

/// Stands where an e-mail address stood.
pub const REMOVED: &str = "(email)";

/// Parameters in which people put the ids of ads, beside those of [`crate::clicks`].
const AD_PARAMETERS: [&str; 14] = [
    "ad_id",
    "adid",
    "fbadid",
    "gadid",
    "ttadid",
    "tw_adid",
    "nb_adtid",
    "adgroupid",
    "adset_id",
    "adsetid",
    "campaign_id",
    "campaignid",
    "creative",
    "gclsrc",
];

/// Parameters of mail tools that hold the reader's address in a form of their own.
const OF_READERS: [&str; 1] = ["_ke"];

/// Which parameters of a query are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptQuery<'a> {
    /// Those that say something about traffic, and these names, in lower case.
    Attribution(&'a [String]),
    /// All.
    All,
}

impl KeptQuery<'_> {
    fn keeps(self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Attribution(named) => {
                is_of_traffic(name) || named.iter().any(|known| known == name)
            }
        }
    }
}

/// Whether a parameter, by its decoded name in lower case, is kept in any case.
pub fn is_of_traffic(name: &str) -> bool {
    let of_click = click_parameter(name).is_some_and(|known| known.role != ClickRole::Linker);
    name.starts_with("utm_") || of_click || AD_PARAMETERS.contains(&name)
}

/// The part of an address that is stored.
pub fn kept_address(address: &str, query: KeptQuery<'_>) -> String {
    let clean = without_person(address);
    let Some((place, parameters)) = clean.split_once('?') else {
        return clean.into_owned();
    };
    let kept: Vec<&str> = parameters
        .split('&')
        .filter(|pair| !pair.is_empty() && query.keeps(&name_of(pair)))
        .collect();
    if kept.is_empty() {
        return place.to_owned();
    }
    [place, "?", &kept.join("&")].concat()
}

/// Stands for what a click of somebody who was forgotten was called by its platform.
pub const FORGOTTEN_CLICK: &str = "forgotten";

/// What is left of an address of somebody who was forgotten: of parameters only those that say something about traffic,
/// and of clicks that there was one.
pub fn forgotten_address(address: &str) -> String {
    let kept = kept_address(address, KeptQuery::Attribution(&[]));
    let Some((place, parameters)) = kept.split_once('?') else {
        return kept;
    };
    let pairs = parameters
        .split('&')
        .map(|pair| match pair.split_once('=') {
            Some((name, _)) if click_parameter(&name_of(pair)).is_some() => {
                [name, "=", FORGOTTEN_CLICK].concat()
            }
            _ => pair.to_owned(),
        });
    [place, "?", &pairs.collect::<Vec<_>>().join("&")].concat()
}

/// The address without user info and fragment, and with [`REMOVED`] for e-mail addresses in its path
/// and its parameters.
pub(crate) fn without_person(address: &str) -> Cow<'_, str> {
    let shown = address.split('#').next().unwrap_or_default();
    if !may_name_somebody(shown) {
        return Cow::Borrowed(shown);
    }
    let (place, query) = match shown.split_once('?') {
        Some((place, query)) => (place, Some(query)),
        None => (shown, None),
    };
    let mut kept = without_user_info(place);
    if let Some(query) = query {
        kept.push('?');
        let pairs: Vec<_> = query.split('&').map(pair_without_person).collect();
        kept.push_str(&pairs.join("&"));
    }
    Cow::Owned(kept)
}

/// A text with [`REMOVED`] in its place when it holds an e-mail address.
pub(crate) fn text_without_person(text: &str) -> &str {
    if holds_email(text) { REMOVED } else { text }
}

/// Nothing of that is in most addresses.
fn may_name_somebody(address: &str) -> bool {
    address.contains('@') || address.contains("%40") || address.contains("%25") || {
        let lower = |name: &&str| address.contains(*name);
        OF_READERS.iter().any(lower)
    }
}

/// The place without what stands before the last `@` of its authority, and without e-mail addresses
/// in its path.
fn without_user_info(place: &str) -> String {
    let (head, rest) = place.split_at(authority(place));
    let (authority, path) = match head {
        "" => ("", rest),
        // Browsers take a backslash for a slash.
        _ => rest.split_at(rest.find(['/', '\\']).unwrap_or(rest.len())),
    };
    let host = authority.rsplit('@').next().unwrap_or_default();
    let segments: Vec<_> = path.split('/').map(text_without_person).collect();
    [head, host, &segments.join("/")].concat()
}

/// Where the authority of an address begins; 0 when it has none. Addresses of the web may have any
/// number of slashes, and backslashes, behind their scheme.
fn authority(place: &str) -> usize {
    let begin = place.len() - place.trim_start().len();
    let without_scheme = place.get(begin..).unwrap_or_default();
    if without_scheme.starts_with("//") || without_scheme.starts_with("\\\\") {
        return begin + 2;
    }
    let Some(colon) = place.find(':') else {
        return 0;
    };
    let scheme = place.get(begin..colon).unwrap_or_default();
    let behind = place.get(colon + 1..).unwrap_or_default();
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    if is_web {
        place.len() - behind.trim_start_matches(['/', '\\']).len()
    } else if behind.starts_with("//") {
        colon + 3
    } else {
        0
    }
}

fn pair_without_person(pair: &str) -> Cow<'_, str> {
    let Some((name, value)) = pair.split_once('=') else {
        return Cow::Borrowed(text_without_person(pair));
    };
    let is_of_reader = OF_READERS.contains(&name_of(pair).as_str());
    let (name, value) = (
        text_without_person(name),
        if is_of_reader {
            REMOVED
        } else {
            text_without_person(value)
        },
    );
    Cow::Owned([name, "=", value].concat())
}

/// The decoded name of a parameter, in lower case.
fn name_of(pair: &str) -> String {
    let name = pair.split('=').next().unwrap_or_default();
    decode_once(name).trim().to_ascii_lowercase()
}

/// Whether a text, as it is or percent-encoded once or twice, holds an e-mail address.
fn holds_email(text: &str) -> bool {
    if shows_email(text) {
        return true;
    }
    if !text.contains('%') {
        return false;
    }
    let once = decode_once(text);
    shows_email(&once) || shows_email(&decode_once(&once))
}

/// Something before an `@`, and behind it a domain whose last label has letters alone.
fn shows_email(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let (before, behind) = text.split_at(at);
        let behind = behind.trim_start_matches('@');
        let is_local = |c: char| c.is_alphanumeric() || "._%+-'~!$&*/=?^`{|}#".contains(c);
        let domain: &str = behind
            .split(|c: char| !c.is_alphanumeric() && c != '.' && c != '-')
            .next()
            .unwrap_or_default()
            .trim_end_matches('.');
        let ending = domain
            .rsplit_once('.')
            .filter(|(name, _)| !name.is_empty())
            .map(|(_, label)| label);
        before.chars().next_back().is_some_and(is_local)
            && ending.is_some_and(|label| {
                label.chars().count() > 1
                    && (label.starts_with("xn--") || label.chars().all(char::is_alphabetic))
            })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Evidence, RawEvidence, RawReferrer, Site};

    const ATTRIBUTION: KeptQuery<'static> = KeptQuery::Attribution(&[]);

    #[test]
    fn only_what_says_something_about_traffic_stays() {
        let cases = [
            ("https://shop.example/a/b", "https://shop.example/a/b"),
            (
                "https://ada:secret@shop.example:8443/a?token=4711&UTM_Source=News&gclid=x#id=1",
                "https://shop.example:8443/a?UTM_Source=News&gclid=x",
            ),
            ("https://shop.example/?q=shoes&a", "https://shop.example/"),
            ("https://shop.example?session=1", "https://shop.example"),
            (
                "https://shop.example/?_gl=1*abc&fbadid=7",
                "https://shop.example/?fbadid=7",
            ),
            ("https://a@b@shop.example/", "https://shop.example/"),
            ("https:\\\\a:b@odd\\x", "https:\\\\odd\\x"),
            (" HTTPS:a:b@shop.example/x", " HTTPS:shop.example/x"),
            ("ftp://a:b@shop.example/x", "ftp://shop.example/x"),
            ("//a:b@localhost/x", "//localhost/x"),
            ("android-app://com.slack", "android-app://com.slack"),
            (
                "https://exa mple?utm_source=x&p=1",
                "https://exa mple?utm_source=x",
            ),
        ];
        for (address, kept) in cases {
            assert_eq!(kept_address(address, ATTRIBUTION), kept, "{address}");
        }
    }

    #[test]
    fn of_a_forgotten_click_stays_that_there_was_one() {
        for (address, left) in [
            (
                "https://a.cl/p?gclid=Abc&utm_source=g&q=ann",
                "https://a.cl/p?gclid=forgotten&utm_source=g",
            ),
            (
                "https://a.cl/p?ScCid=1&ad_id=7",
                "https://a.cl/p?ScCid=forgotten&ad_id=7",
            ),
            ("https://a.cl/p?q=ann#x", "https://a.cl/p"),
            (
                "https://a.cl/ann@x.cl?fbclid",
                "https://a.cl/(email)?fbclid",
            ),
        ] {
            assert_eq!(forgotten_address(address), left);
            assert_eq!(forgotten_address(left), left);
        }
    }

    #[test]
    fn a_profile_keeps_more_or_all() {
        let address = "https://shop.example/?Size=4%202&token=1&utm_id=3#x";
        let named = ["size".to_owned()];
        assert_eq!(
            kept_address(address, KeptQuery::Attribution(&named)),
            "https://shop.example/?Size=4%202&utm_id=3"
        );
        assert_eq!(
            kept_address(address, KeptQuery::All),
            "https://shop.example/?Size=4%202&token=1&utm_id=3"
        );
    }

    #[test]
    fn addresses_of_people_go_wherever_they_stand() {
        let cases = [
            (
                "https://s.example/u/ada@mail.example/x",
                "https://s.example/u/(email)/x",
            ),
            (
                "https://s.example/?utm_content=ada%40mail.example",
                "https://s.example/?utm_content=(email)",
            ),
            (
                "https://s.example/?utm_term=a%2540b.example",
                "https://s.example/?utm_term=(email)",
            ),
            (
                "https://s.example/?ada@mail.example",
                "https://s.example/?(email)",
            ),
            (
                "https://s.example/?ada@mail.example=1",
                "https://s.example/?(email)=1",
            ),
            (
                "https://s.example/?_ke=eyJrbF9lbWFpbCI6",
                "https://s.example/?_ke=(email)",
            ),
            ("mailto:ada@mail.example", "(email)"),
            (
                "https://s.example/?u=J%C3%BCrgen@m%C3%BCnchen.de",
                "https://s.example/?u=(email)",
            ),
            (
                "https://s.example/?u=a@xn--mnchen-3ya.xn--p1ai",
                "https://s.example/?u=(email)",
            ),
            // These name nobody.
            ("https://s.example/@ada/post", "https://s.example/@ada/post"),
            (
                "https://s.example/react@18.2.0/x",
                "https://s.example/react@18.2.0/x",
            ),
            ("https://s.example/?a=1%25", "https://s.example/?a=1%25"),
        ];
        for (address, kept) in cases {
            assert_eq!(kept_address(address, KeptQuery::All), kept, "{address}");
        }
    }

    proptest! {
        #[test]
        fn nothing_secret_stays_and_twice_is_once(
            user in "[a-z]{0,8}", place in "[a-z/.%@]{0,20}", pairs in "[a-zA-Z0-9_=&%@.]{0,40}",
            fragment in "\\PC{0,10}",
        ) {
            let address = format!("https://{user}:s3cret@host.example/{place}?{pairs}&token=s3cret#{fragment}");
            for query in [ATTRIBUTION, KeptQuery::All] {
                let kept = kept_address(&address, query);
                prop_assert!(!kept.contains('#'), "{kept}");
                prop_assert!(kept.starts_with("https://host.example/"), "{kept}");
                prop_assert_eq!(kept_address(&kept, query), kept.clone());
            }
            prop_assert!(!kept_address(&address, ATTRIBUTION).contains("s3cret"));
        }

        /// So no figure depends on what is kept.
        #[test]
        fn what_is_kept_says_what_the_address_said(
            user in "([a-z]{1,5}(:[a-z]{1,5})?@)?", host in "(www\\.)?[a-z]{2,6}\\.(com|de)",
            path in "(/[a-z@.%40]{0,12}){0,3}",
            pairs in proptest::collection::vec(
                ("(utm_source|UTM_medium|utm_id|gclid|fbclid|_ke|_gl|hsa_cam|q|token)",
                    "[a-z@.%0-9+]{0,12}"), 0..6),
            fragment in "(#[a-z=]{0,8})?",
        ) {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let address = format!("https://{user}{host}{path}?{}{fragment}", pairs.join("&"));
            let none = Site { own_domains: &[], excluded_referrers: &[], allowed_referrers: &[] };
            let read = |address: &str| {
                let page = RawEvidence::of_visit(Some(address), RawReferrer::Unknown);
                let before = RawEvidence::of_visit(None, RawReferrer::Url(address));
                [Evidence::from_raw(&page, &none), Evidence::from_raw(&before, &none)]
            };
            for query in [ATTRIBUTION, KeptQuery::All] {
                prop_assert_eq!(read(&kept_address(&address, query)), read(&address), "{}", address);
            }
        }

        #[test]
        fn any_text_is_taken(text in "\\PC{0,60}") {
            let kept = kept_address(&text, ATTRIBUTION);
            prop_assert!(!kept.contains('#'), "{kept}");
        }
    }
}
