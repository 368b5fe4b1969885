//! Whose word on a sender's address counts.
//!
//! Decides: the address of the connection, unless that is a proxy which the operator trusts; then
//! the last address that the proxies did not vouch for. What anybody else writes into
//! `X-Forwarded-For` is never read.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use actix_web::HttpRequest;
use ipnet::{IpNet, Ipv6Net};

/// A text that is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address and no network such as 10.0.0.0/8")]
pub struct BadNetwork(pub String);

/// The proxies whose word counts; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Arc<[Ipv6Net]>);

/// A network; IPv4 is the part of IPv6 that it is mapped to, because connections tell either form.
fn network(text: &str) -> Option<Ipv6Net> {
    let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
    match text.parse::<IpNet>().ok().or_else(address)? {
        IpNet::V4(net) => Ipv6Net::new(net.addr().to_ipv6_mapped(), 96 + net.prefix_len()).ok(),
        IpNet::V6(net) => Some(net),
    }
}

fn wide(ip: IpAddr) -> Ipv6Addr {
    match ip {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    }
}

impl TrustedProxies {
    /// Reads addresses and networks (CIDR).
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, BadNetwork> {
        let networks: Result<Vec<_>, _> = texts
            .into_iter()
            .map(|text| network(text.trim()).ok_or_else(|| BadNetwork(text.to_owned())))
            .collect();
        networks.map(|networks| Self(networks.into()))
    }

    /// Whether it is one of them.
    pub fn trusts(&self, ip: IpAddr) -> bool {
        let ip = wide(ip);
        self.0.iter().any(|network| network.contains(&ip))
    }

    /// Whether the request was handed in by one of them.
    pub fn trust_peer_of(&self, request: &HttpRequest) -> bool {
        let peer = request.peer_addr();
        peer.is_some_and(|peer| self.trusts(peer.ip()))
    }

    /// The sender, given who is connected and what the proxies wrote, the nearest last.
    pub fn sender(&self, peer: IpAddr, forwarded: &[&str]) -> IpAddr {
        let mut sender = peer;
        for text in forwarded.iter().rev() {
            if !self.trusts(sender) {
                break;
            }
            // A word that is no address ends what is known.
            let Some(before) = address(text.trim()) else {
                break;
            };
            sender = before;
        }
        sender
    }
}

/// An address as proxies write it: perhaps in brackets, perhaps with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let with_port = || text.parse().ok().map(|socket: SocketAddr| socket.ip());
    bare.unwrap_or(text).parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies = TrustedProxies::parse(["10.0.0.0/8", "2001:db8::1"]).unwrap();
        let cases = [
            ("203.0.113.9", vec!["198.51.100.1"], "203.0.113.9"),
            ("10.1.2.3", vec!["198.51.100.1"], "198.51.100.1"),
            ("10.1.2.3", vec![], "10.1.2.3"),
            // The first word is the caller's own; the proxies vouch for the last ones only.
            (
                "10.1.2.3",
                vec!["1.1.1.1", " 198.51.100.1", "10.9.9.9 "],
                "198.51.100.1",
            ),
            ("10.1.2.3", vec!["1.1.1.1", "unknown"], "10.1.2.3"),
            ("10.1.2.3", vec!["198.51.100.1:4711"], "198.51.100.1"),
            ("10.1.2.3", vec!["[2001:db8::9]:4711"], "2001:db8::9"),
            ("10.1.2.3", vec!["[2001:db8::9]"], "2001:db8::9"),
            ("::ffff:10.1.2.3", vec!["198.51.100.1"], "198.51.100.1"),
            ("2001:db8::1", vec!["2001:db8::2"], "2001:db8::2"),
            ("2001:db8::2", vec!["2001:db8::3"], "2001:db8::2"),
        ];
        for (peer, forwarded, expected) in cases {
            assert_eq!(proxies.sender(ip(peer), &forwarded), ip(expected), "{peer}");
        }
        let nobody = TrustedProxies::default();
        assert_eq!(
            nobody.sender(ip("127.0.0.1"), &["1.1.1.1"]),
            ip("127.0.0.1")
        );
    }

    #[test]
    fn networks_are_read_or_refused() {
        for text in ["0.0.0.0/0", "::/0", "10.0.0.1", "fe80::/10", "10.0.0.0/32"] {
            assert!(TrustedProxies::parse([text]).is_ok(), "{text}");
        }
        let all = TrustedProxies::parse(["::/0"]).unwrap();
        assert!(all.trusts(ip("2001:db8::1")) && all.trusts(ip("10.0.0.1")));
        let v4 = TrustedProxies::parse(["0.0.0.0/0"]).unwrap();
        assert!(v4.trusts(ip("10.0.0.1")) && !v4.trusts(ip("2001:db8::1")));
        for text in [
            "",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "proxy",
            "10.0.0.0/-1",
        ] {
            assert!(TrustedProxies::parse([text]).is_err(), "{text}");
        }
    }
}
