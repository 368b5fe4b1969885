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

/// A host that a person wrote into a list, with the path behind it if there is one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListedHost(String);

/// Why a text cannot be a [`ListedHost`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListedHostError {
    /// No host can be read.
    #[error("is no host name")]
    Unreadable,
    /// It stands for everybody's domains: `com`, `co.uk`, `github.io`.
    #[error("is a suffix under which anybody registers domains")]
    PublicSuffix,
    /// It is longer than 253 characters.
    #[error("is longer than a host name may be")]
    TooLong,
    /// A path is not meant here.
    #[error("has a path, where only a host counts")]
    HasPath,
}

impl ListedHost {
    /// The most characters.
    pub const MAX: usize = 253;

    /// A domain: scheme, port, leading `www.` and `*.` do not matter, international names turn into
    /// ASCII.
    pub fn domain(text: &str) -> Result<Self, ListedHostError> {
        let listed = Self::read(text)?;
        if listed.path == "/" {
            Ok(Self(listed.host))
        } else {
            Err(ListedHostError::HasPath)
        }
    }

    /// A host, or a host with a path.
    pub fn with_path(text: &str) -> Result<Self, ListedHostError> {
        let listed = Self::read(text)?;
        let path = listed.path.trim_end_matches('/');
        Ok(Self(format!("{}{path}", listed.host)))
    }

    fn read(text: &str) -> Result<WebAddress, ListedHostError> {
        if text.chars().count() > Self::MAX {
            return Err(ListedHostError::TooLong);
        }
        let listed = parse_listed(text).ok_or(ListedHostError::Unreadable)?;
        let host = &listed.host;
        if host.contains(|c: char| c.is_whitespace() || "*,;@_".contains(c)) {
            return Err(ListedHostError::Unreadable);
        }
        let is_suffix = psl::suffix(host.as_bytes())
            .is_some_and(|suffix| suffix.typ().is_some() && suffix.as_bytes() == host.as_bytes());
        if is_suffix {
            return Err(ListedHostError::PublicSuffix);
        }
        Ok(listed)
    }

    /// As it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As it is stored.
    pub fn into_string(self) -> String {
        self.0
    }
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
    fn a_listed_host_is_read_whatever_stands_around_it() {
        use ListedHostError::{HasPath, PublicSuffix, TooLong, Unreadable};
        let domain = |text: &str| ListedHost::domain(text).map(ListedHost::into_string);
        for (text, host) in [
            ("Shop.Example", "shop.example"),
            ("https://www.shop.example:8443/", "shop.example"),
            ("*.shop.example", "shop.example"),
            ("m\u{fc}nchen.de", "xn--mnchen-3ya.de"),
            ("localhost", "localhost"),
            ("127.0.0.1", "127.0.0.1"),
            ("mine.github.io", "mine.github.io"),
        ] {
            assert_eq!(domain(text).as_deref(), Ok(host), "{text}");
        }
        for (text, error) in [
            ("", Unreadable),
            ("shop example", Unreadable),
            ("about:blank", Unreadable),
            ("shop.example,other.example", Unreadable),
            ("com", PublicSuffix),
            ("co.uk", PublicSuffix),
            ("github.io", PublicSuffix),
            ("shop.example/de", HasPath),
        ] {
            assert_eq!(domain(text), Err(error), "{text}");
        }
        assert_eq!(domain(&"a".repeat(254)), Err(TooLong));
        let with_path = |text: &str| ListedHost::with_path(text).map(ListedHost::into_string);
        assert_eq!(
            with_path("bank.example/3ds/").as_deref(),
            Ok("bank.example/3ds")
        );
        assert_eq!(
            with_path("https://bank.example").as_deref(),
            Ok("bank.example")
        );
    }

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
