//! The page before: present, known to be absent, or unknown; and whether it is evidence.

use std::sync::LazyLock;

use crate::hosts::{WebAddress, host_of, parse_address, parse_listed, registrable, suffixes};
use crate::lists::HostTable;
use crate::site::Site;

/// What a caller knows about the page before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawReferrer<'a> {
    /// An address as the browser gave it. An empty or unreadable one counts as known absent.
    Url(&'a str),
    /// A browser said that there was none.
    KnownAbsent,
    /// Nobody looked: an event from a server.
    Unknown,
}

/// The page before, in normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Referrer {
    /// There was one.
    Present {
        /// Lower case ASCII, without port and leading `www.`; for an app its package name.
        host: String,
        /// The path, percent-encoded, `/` when there is none.
        path: String,
    },
    /// A browser said that there was none.
    Absent,
    /// Nobody looked.
    Unknown,
}

/// What a referrer is worth as evidence of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReferrerClass {
    /// A foreign page: evidence.
    External,
    /// A page of the same owner: never evidence.
    SelfReferral,
    /// The way back from a payment, a card check or a sign-in: never evidence.
    PaymentGateway,
    /// Known to be absent.
    None,
    /// Not known.
    Unknown,
}

/// Why a host is in a list that every profile has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShippedKind {
    /// It takes a payment.
    Payment,
    /// It tells who somebody is, or shows a bank that its card holder is there.
    SignIn,
}

impl ShippedKind {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::SignIn => "sign_in",
        }
    }
}

/// The hosts that are excluded as referrers in every profile that does not allow them, as they are
/// listed: everything below them too, `{}` as last label for any country.
pub fn shipped_exclusions() -> impl Iterator<Item = (&'static str, ShippedKind)> {
    let listed = |text: &'static str| {
        text.lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
    };
    let payments = listed(include_str!("../data/gateways.tsv"));
    let sign_ins = listed(include_str!("../data/sign_ins.tsv"));
    payments
        .map(|host| (host, ShippedKind::Payment))
        .chain(sign_ins.map(|host| (host, ShippedKind::SignIn)))
}

/// The shipped hosts, each with its name in the list.
static SHIPPED: LazyLock<HostTable<&'static str>> = LazyLock::new(|| {
    let mut table = HostTable::empty();
    for (host, _) in shipped_exclusions() {
        table.insert(host, host, |first, _| first);
    }
    table
});

impl Referrer {
    /// Normalises a raw referrer.
    pub(crate) fn from_raw(raw: RawReferrer<'_>) -> Self {
        match raw {
            RawReferrer::Url(url) => match parse_address(url) {
                Some(address) => {
                    let WebAddress { host, path } = product(address);
                    Self::Present { host, path }
                }
                None => Self::Absent,
            },
            RawReferrer::KnownAbsent => Self::Absent,
            RawReferrer::Unknown => Self::Unknown,
        }
    }

    /// What this referrer is worth on a page of `landing_host` of the site.
    pub(crate) fn class(&self, landing_host: Option<&str>, site: &Site<'_>) -> ReferrerClass {
        match self {
            Self::Absent => ReferrerClass::None,
            Self::Unknown => ReferrerClass::Unknown,
            Self::Present { host, .. } if is_own(host, landing_host, site.own_domains) => {
                ReferrerClass::SelfReferral
            }
            Self::Present { host, path } if is_gateway(host, path, site) => {
                ReferrerClass::PaymentGateway
            }
            Self::Present { .. } => ReferrerClass::External,
        }
    }
}

/// A page of a network that is another product of its owner stands for that product's own host, since
/// evidence keeps the host alone.
fn product(address: WebAddress) -> WebAddress {
    let is_grok = address.host == "x.com"
        && address
            .path
            .strip_prefix("/i/grok")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let host = if is_grok {
        "grok.com".to_owned()
    } else {
        address.host
    };
    WebAddress { host, ..address }
}

/// Whether a page lies on one of these domains, or below one.
pub fn is_own_page(address: &str, own_domains: &[String]) -> bool {
    host_of(address).is_some_and(|host| is_own(&host, None, own_domains))
}

fn is_own(host: &str, landing_host: Option<&str>, own_domains: &[String]) -> bool {
    let domain = registrable(host);
    landing_host.is_some_and(|landing| registrable(landing) == domain)
        || own_domains
            .iter()
            .filter_map(|own| parse_listed(own))
            .any(|own| registrable(&own.host) == domain)
}

fn is_gateway(host: &str, path: &str, site: &Site<'_>) -> bool {
    let is_allowed = |listed: &str| site.allowed_referrers.iter().any(|it| it == listed);
    SHIPPED.get(host).is_some_and(|listed| !is_allowed(listed))
        || site
            .excluded_referrers
            .iter()
            .filter_map(|entry| parse_listed(entry))
            .any(|entry| covers(&entry, host, path))
}

/// Whether a listed host, with the path behind it if there is one, covers this address.
fn covers(entry: &WebAddress, host: &str, path: &str) -> bool {
    let below = suffixes(host).any(|suffix| suffix == entry.host);
    let prefix = entry.path.trim_end_matches('/');
    let rest = path.strip_prefix(prefix);
    below && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(url: &str, landing: &str, own: &[&str], excluded: &[&str]) -> ReferrerClass {
        let own: Vec<_> = own.iter().map(ToString::to_string).collect();
        let excluded: Vec<_> = excluded.iter().map(ToString::to_string).collect();
        let site = Site {
            own_domains: &own,
            excluded_referrers: &excluded,
            allowed_referrers: &[],
        };
        Referrer::from_raw(RawReferrer::Url(url)).class(Some(landing), &site)
    }

    #[test]
    fn the_same_owner_is_no_source() {
        use ReferrerClass::{External, SelfReferral};
        let cases = [
            (
                "https://shop.example.co.uk/x",
                "example.co.uk",
                SelfReferral,
            ),
            ("https://evil-example.co.uk/", "example.co.uk", External),
            ("https://other.github.io/", "shop.github.io", External),
            ("https://blog.example.org/", "example.co.uk", SelfReferral),
            ("https://partner.example/", "example.co.uk", External),
        ];
        for (url, landing, expected) in cases {
            assert_eq!(
                class(url, landing, &["www.example.org"], &[]),
                expected,
                "{url}"
            );
        }
        assert_eq!(
            class("http://localhost:5173/", "localhost", &[], &[]),
            SelfReferral
        );
    }

    #[test]
    fn payment_gateways_are_no_source() {
        use ReferrerClass::{External, PaymentGateway};
        let cases = [
            ("https://www.paypal.com/checkoutnow", PaymentGateway),
            (
                "https://webpay3g.transbank.cl/webpayserver/",
                PaymentGateway,
            ),
            ("https://checkout.stripe.com/c/pay/x", PaymentGateway),
            ("https://www.mercadopago.cl/", PaymentGateway),
            ("https://www.mercadopago.com.ar/", PaymentGateway),
            ("https://stripe.com/", External),
            ("https://notpaypal.com/", External),
            ("https://paypal.com.attacker.net/", External),
            ("https://bank.example/3ds/step", PaymentGateway),
            ("https://bank.example/3ds", PaymentGateway),
            ("https://bank.example/3dsecure", External),
            ("https://acs.bank.example/3ds/", PaymentGateway),
            ("https://bank.example/blog", External),
            ("https://pay.other.example/x", PaymentGateway),
        ];
        for (url, expected) in cases {
            let found = class(
                url,
                "shop.cl",
                &[],
                &["bank.example/3ds", "pay.other.example"],
            );
            assert_eq!(found, expected, "{url}");
        }
    }

    #[test]
    fn unreadable_is_absent_and_unknown_stays_unknown() {
        assert_eq!(
            Referrer::from_raw(RawReferrer::Url("about:blank")),
            Referrer::Absent
        );
        assert_eq!(Referrer::from_raw(RawReferrer::Url("")), Referrer::Absent);
        let unknown = Referrer::from_raw(RawReferrer::Unknown);
        let site = Site {
            own_domains: &[],
            excluded_referrers: &[],
            allowed_referrers: &[],
        };
        assert_eq!(unknown.class(None, &site), ReferrerClass::Unknown);
    }

    #[test]
    fn a_sign_in_is_no_source_unless_the_profile_allows_it() {
        use ReferrerClass::{External, PaymentGateway};
        let class = |url: &str, allowed: &[&str]| {
            let allowed: Vec<_> = allowed.iter().map(ToString::to_string).collect();
            let site = Site {
                own_domains: &[],
                excluded_referrers: &[],
                allowed_referrers: &allowed,
            };
            Referrer::from_raw(RawReferrer::Url(url)).class(Some("shop.cl"), &site)
        };
        let google = "https://accounts.google.com/o/oauth2/v2/auth";
        assert_eq!(class(google, &[]), PaymentGateway);
        assert_eq!(class(google, &["accounts.google.com"]), External);
        assert_eq!(class(google, &["shop.app"]), PaymentGateway);
        assert_eq!(class("https://www.google.com/", &[]), External);
        assert_eq!(class("https://acme.okta.com/x", &[]), PaymentGateway);
        let paid = "https://www.mercadopago.com.ar/";
        assert_eq!(class(paid, &["mercadopago.{}"]), External);
    }

    #[test]
    fn every_line_of_the_shipped_lists_is_a_host_once() {
        let mut seen = std::collections::BTreeSet::new();
        for (line, _) in shipped_exclusions() {
            let readable = line.replace("{}", "cl");
            let parsed = parse_listed(&readable).map(|address| address.host);
            assert_eq!(parsed.as_deref(), Some(readable.as_str()), "{line}");
            assert_eq!(SHIPPED.get(&readable), Some(line));
            assert!(seen.insert(line), "{line}");
        }
    }

    #[test]
    fn a_page_is_the_profiles_by_its_domain() {
        let own = ["example.co.uk".to_owned()];
        for (page, is_own) in [
            ("https://www.example.co.uk/x", true),
            ("https://shop.example.co.uk:8443/", true),
            ("https://example.com/", false),
            ("https://co.uk/", false),
            ("about:blank", false),
        ] {
            assert_eq!(is_own_page(page, &own), is_own, "{page}");
        }
    }
}
