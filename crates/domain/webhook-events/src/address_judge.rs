//! Which addresses a delivery may be sent to: those that everybody on the Internet may reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), prefix)
}

const fn v6(a: u16, b: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), prefix)
}

/// Networks of IANA's registry of special-purpose addresses, multicast and what is reserved.
const REFUSED_V4: [Ipv4Net; 15] = [
    v4(0, 0, 0, 8),
    v4(10, 0, 0, 8),
    v4(100, 64, 0, 10),
    v4(127, 0, 0, 8),
    v4(169, 254, 0, 16),
    v4(172, 16, 0, 12),
    v4(192, 0, 0, 24),
    v4(192, 0, 2, 24),
    v4(192, 88, 99, 24),
    v4(192, 168, 0, 16),
    v4(198, 18, 0, 15),
    v4(198, 51, 100, 24),
    v4(203, 0, 113, 24),
    v4(224, 0, 0, 4),
    v4(240, 0, 0, 4),
];

/// All of IPv6 that is given out for use.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 3);

/// What inside of it leads elsewhere or nowhere: protocol assignments with Teredo, documentation,
/// 6to4, documentation again.
const REFUSED_V6: [Ipv6Net; 4] = [
    v6(0x2001, 0, 23),
    v6(0x2001, 0xdb8, 32),
    v6(0x2002, 0, 16),
    v6(0x3fff, 0, 20),
];

/// Says which addresses may be reached. The operator can exempt networks of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressJudge {
    allow_nets: Vec<IpNet>,
}

impl AddressJudge {
    /// A judge that also lets pass what is inside these networks.
    pub const fn new(allow_nets: Vec<IpNet>) -> Self {
        Self { allow_nets }
    }

    /// Whether a request may go to the address. An IPv4 address that is written as an IPv6 one
    /// (`::ffff:0:0/96`) is judged as what it is.
    pub fn allows(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let is_public = match address {
            IpAddr::V4(address) => !REFUSED_V4.iter().any(|net| net.contains(&address)),
            IpAddr::V6(address) => {
                GLOBAL_V6.contains(&address) && !REFUSED_V6.iter().any(|net| net.contains(&address))
            }
        };
        is_public || self.is_exempt(address)
    }

    /// Whether the address is inside a network that the operator exempted. Only there may a request
    /// go without TLS.
    pub fn is_exempt(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.allow_nets.iter().any(|net| net.contains(&address))
    }
}

#[cfg(test)]
mod tests;
