//! Which addresses a name leads to, less those that a delivery may not be sent to.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use webhook_events::AddressJudge;

/// Looks names up.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// Every address of the name.
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// Asks the machine's own resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemLookup;

#[async_trait]
impl Lookup for SystemLookup {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// The name leads to no address that a delivery may be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no address of the name may be sent to")]
pub(crate) struct Blocked;

/// The client's resolver: it connects to one of the very addresses that were judged here, and looks nothing
/// up once more.
#[derive(Clone)]
pub(crate) struct JudgedResolver {
    pub(crate) lookup: Arc<dyn Lookup>,
    pub(crate) judge: Arc<AddressJudge>,
}

impl Resolve for JudgedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = self.clone();
        Box::pin(async move {
            let mut addresses = resolver.lookup.lookup(name.as_str()).await?;
            addresses.retain(|address| resolver.judge.allows(*address));
            if addresses.is_empty() {
                return Err(Blocked.into());
            }
            // The client puts the port of the URL in the place of 0.
            let addresses = addresses.into_iter().map(|it| SocketAddr::new(it, 0));
            let addresses: Addrs = Box::new(addresses);
            Ok(addresses)
        })
    }
}
