//! Addresses and host names: their normal form, their registrable domain, their suffixes.

use std::net::Ipv4Addr;

use psl::Type;
use url::Url;

use crate::text::{cut, one_line};

/// Schemes under which an Android or iOS browser names the app that opened it.
const APP_SCHEMES: [&str; 2] = ["android-app://", "ios-app://"];

/// Where something lies: a normal host and the path below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WebAddress {
    pub(crate) host: String,
    pub(crate) path: String,
}

/// The host of an address of the web or of an app in the form in which evidence keeps it: lower case
/// ASCII, no port, no trailing dot, no leading `www.`; for an app its package name. `None` for
/// anything else.
pub fn host_of(address: &str) -> Option<String> {
    parse_address(address).map(|address| address.host)
}

/// Reads an address of the web or of an app. Anything else (`about:`, `data:`, an extension page, a
/// relative path) is `None`.
pub(crate) fn parse_address(raw: &str) -> Option<WebAddress> {
    let trimmed = raw.trim();
    app_package(trimmed).or_else(|| web_address(trimmed))
}

/// Like [`parse_address`], for what a person writes into a list of domains: the scheme may be
/// missing and `*.` or a dot may stand in front. Nothing when no host can be read.
pub(crate) fn parse_listed(raw: &str) -> Option<WebAddress> {
    let trimmed = raw.trim();
    if trimmed.contains("://") {
        return parse_address(trimmed);
    }
    let bare = trimmed
        .trim_start_matches("*.")
        .trim_start_matches(['.', '/']);
    web_address(&format!("https://{bare}"))
}

fn app_package(raw: &str) -> Option<WebAddress> {
    let rest = APP_SCHEMES.iter().find_map(|scheme| {
        let head = raw.get(..scheme.len())?;
        if head.eq_ignore_ascii_case(scheme) {
            raw.get(scheme.len()..)
        } else {
            None
        }
    })?;
    let package = rest.split(['/', '?', '#']).next()?;
    let readable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !package.chars().all(readable) {
        return None;
    }
    Some(WebAddress {
        host: normal_host(package)?,
        path: "/".to_owned(),
    })
}

fn web_address(raw: &str) -> Option<WebAddress> {
    let url = Url::parse(raw).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    // The parser has already lowered the host and turned international names into ASCII.
    let host = normal_host(url.host_str()?)?;
    Some(WebAddress {
        host,
        path: cut(&one_line(url.path())).to_owned(),
    })
}

/// Lower case, no trailing dot, no leading `www.`; `None` when nothing is left.
fn normal_host(host: &str) -> Option<String> {
    let lower = host.trim_end_matches('.').to_ascii_lowercase();
    let mut rest = lower.as_str();
    while let Some(shorter) = rest
        .strip_prefix("www.")
        .filter(|shorter| shorter.contains('.'))
    {
        rest = shorter;
    }
    let kept = cut(rest).trim_matches('.');
    if kept.is_empty() {
        None
    } else {
        Some(kept.to_owned())
    }
}

/// The registrable domain by the public suffix list, private section included: two shops of one
/// hosting platform are strangers. An address, a public suffix and a single label stand for
/// themselves.
pub(crate) fn registrable(host: &str) -> &str {
    if host.parse::<Ipv4Addr>().is_ok() || host.starts_with('[') {
        return host;
    }
    psl::domain_str(host).unwrap_or(host)
}

/// The label that a registrable domain was registered under: `example` of `example.co.uk`.
pub(crate) fn registrable_label(domain: &str) -> &str {
    let suffix = psl::suffix_str(domain).unwrap_or_default();
    let label = domain.strip_suffix(suffix).unwrap_or(domain);
    match label.trim_end_matches('.') {
        "" => domain,
        label => label,
    }
}

/// The host and what remains after dropping labels from the left, deepest first, down to the
/// registrable domain. Stopping there keeps the tenants of a listed platform out of its category.
pub(crate) fn suffixes(host: &str) -> impl Iterator<Item = &str> {
    let floor = registrable(host).len();
    std::iter::successors(Some(host), |rest| {
        rest.split_once('.').map(|(_, shorter)| shorter)
    })
    .take_while(move |rest| rest.len() >= floor)
}

/// Splits `images.google.co.uk` into `images.google` and `co.uk`; only when what follows is a
/// public suffix of a country. `google.evil.com` and `google.github.io` have none.
pub(crate) fn split_country(host: &str) -> Option<(&str, &str)> {
    let suffix = psl::suffix(host.as_bytes())?;
    if suffix.typ() != Some(Type::Icann) {
        return None;
    }
    let suffix = std::str::from_utf8(suffix.as_bytes()).ok()?;
    let country = suffix.rsplit('.').next()?;
    let stem = host.strip_suffix(suffix)?.strip_suffix('.')?;
    if is_country_label(country) {
        Some((stem, suffix))
    } else {
        None
    }
}

/// Two letters: what a country looks like as a label.
pub(crate) fn is_country_label(label: &str) -> bool {
    label.len() == 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn hosts_have_one_form() {
        let cases = [
            ("https://WWW.Example.COM:8443/a?b#c", Some("example.com")),
            ("http://example.com./", Some("example.com")),
            ("https://www.www.example.com/", Some("example.com")),
            ("https://www.com/", Some("www.com")),
            ("https://m\u{fc}nchen.de/", Some("xn--mnchen-3ya.de")),
            (
                "android-app://com.google.android.gm/",
                Some("com.google.android.gm"),
            ),
            ("ANDROID-APP://Com.Slack", Some("com.slack")),
            ("https://user:secret@example.com/", Some("example.com")),
            ("http://127.0.0.1:3000/", Some("127.0.0.1")),
            ("about:blank", None),
            ("data:text/html,x", None),
            ("chrome-extension://abcdef/", None),
            ("/relative", None),
            ("https://", None),
            ("android-app://a b/", None),
            ("", None),
        ];
        for (raw, expected) in cases {
            assert_eq!(host_of(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn listed_domains_may_lack_a_scheme() {
        for raw in [
            "shop.example.com",
            "*.shop.example.com",
            "https://shop.example.com/x",
            ".shop.example.com:443/x",
        ] {
            assert_eq!(parse_listed(raw).unwrap().host, "shop.example.com", "{raw}");
        }
        assert_eq!(parse_listed("bank.example/3ds").unwrap().path, "/3ds");
        assert_eq!(parse_listed(""), None);
    }

    #[test]
    fn registrable_domains_follow_the_public_suffix_list() {
        assert_eq!(registrable("a.b.example.co.uk"), "example.co.uk");
        assert_eq!(registrable("shop.github.io"), "shop.github.io");
        assert_eq!(registrable("localhost"), "localhost");
        assert_eq!(registrable("10.0.0.1"), "10.0.0.1");
        assert_eq!(registrable("github.io"), "github.io");
    }

    #[test]
    fn suffixes_stop_at_the_registrable_domain() {
        assert_eq!(
            suffixes("a.b.example.com").collect::<Vec<_>>(),
            ["a.b.example.com", "b.example.com", "example.com"]
        );
        assert_eq!(
            suffixes("one.github.io").collect::<Vec<_>>(),
            ["one.github.io"]
        );
        assert_eq!(suffixes("localhost").collect::<Vec<_>>(), ["localhost"]);
    }

    #[test]
    fn countries_are_public_suffixes_of_two_letters() {
        assert_eq!(split_country("google.co.uk"), Some(("google", "co.uk")));
        assert_eq!(
            split_country("images.google.cl"),
            Some(("images.google", "cl"))
        );
        for host in [
            "google.com",
            "google.evil.com",
            "google.github.io",
            "google.dev",
            "cl",
        ] {
            assert_eq!(split_country(host), None, "{host}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic_and_hosts_are_stable(text in any::<String>()) {
            for address in [parse_address(&text), parse_listed(&text)].into_iter().flatten() {
                let again = normal_host(&address.host);
                prop_assert_eq!(again.as_deref(), Some(address.host.as_str()));
                prop_assert!(suffixes(&address.host).count() >= 1);
            }
        }
    }
}
