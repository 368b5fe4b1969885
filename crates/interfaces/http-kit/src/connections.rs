//! How many connections an address may have open.
//!
//! A connection costs memory and a descriptor, whatever is sent on it. One that is too much is told so
//! and closed at its first request; one on which nothing is asked is closed for that after some
//! seconds. Connections of trusted proxies, which carry many senders, are not counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::network::address_bucket;
use super::trusted_proxies::TrustedProxies;

/// The open connections of a server.
#[derive(Debug)]
pub struct Connections {
    most: usize,
    proxies: TrustedProxies,
    open: Mutex<HashMap<String, usize>>,
}

/// An open connection; given back when it is dropped.
#[derive(Debug)]
pub struct Connection {
    all: Arc<Connections>,
    address: String,
    /// Whether it is one too many.
    pub is_too_much: bool,
}

impl Connections {
    /// At most so many of one address.
    pub fn new(most: usize, proxies: TrustedProxies) -> Arc<Self> {
        Arc::new(Self {
            most,
            proxies,
            open: Mutex::default(),
        })
    }

    /// One more; `None` when it is a trusted proxy's.
    pub fn open(self: &Arc<Self>, peer: IpAddr) -> Option<Connection> {
        if self.proxies.trusts(peer) {
            return None;
        }
        let address = address_bucket("connection", Some(peer));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address.clone()).or_default();
        *count += 1;
        Some(Connection {
            is_too_much: *count > self.most,
            all: Arc::clone(self),
            address,
        })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let open = self.all.open.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_and_gets_them_back() {
        let proxies = TrustedProxies::parse(["10.0.0.0/8"]).unwrap();
        let connections = Connections::new(2, proxies);
        let ip = |text: &str| text.parse().unwrap();
        let open = |text: &str| connections.open(ip(text)).unwrap();
        let mut held: Vec<_> = (0..3).map(|_| open("203.0.113.9")).collect();
        let over: Vec<_> = held.iter().map(|one| one.is_too_much).collect();
        assert_eq!(over, [false, false, true]);
        assert!(!open("203.0.113.10").is_too_much, "another address");
        // A customer of IPv6 has all of a network.
        let six: Vec<_> = ["2001:db8::1", "2001:db8::2", "2001:db8::3"]
            .map(open)
            .into();
        assert!(six[2].is_too_much);
        held.truncate(1);
        assert!(!open("203.0.113.9").is_too_much);
        assert!(connections.open(ip("10.1.2.3")).is_none());
        drop((held, six));
        assert!(connections.open.lock().unwrap().is_empty());
    }
}
