//! Which addresses count as one sender.

use std::net::IpAddr;

use ipnet::Ipv6Net;

/// The address that stands for a customer of the net: one of IPv6 has 64 bits for the asking, so all of
/// them count as one.
pub fn customer(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Net::new(ip, 64).map_or(ip, |net| net.network())),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Names the bucket of an address.
pub fn address_bucket(kind: &str, ip: Option<IpAddr>) -> String {
    let ip = ip.map(customer);
    ip.map_or_else(|| format!("{kind}:-"), |ip| format!("{kind}:{ip}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_customer_is_one_sender() {
        let bucket = |text| address_bucket("failed", Some(ip(text)));
        assert_eq!(bucket("2001:db8::1"), bucket("2001:db8::ffff:1"));
        assert_ne!(bucket("2001:db8::1"), bucket("2001:db8:0:1::1"));
        assert_ne!(bucket("192.0.2.1"), bucket("192.0.2.2"));
        assert_eq!(bucket("::ffff:192.0.2.1"), bucket("192.0.2.1"));
    }
}
