//! What every use case is given from outside.

use identity_graph::ValueKeys;
use kernel::{Clock, IdSource};

/// Time, ids and the keyed functions for personal data.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The present.
    pub clock: &'a dyn Clock,
    /// New ids.
    pub ids: &'a dyn IdSource,
    /// Keys that identifiers are looked up by.
    pub keys: &'a dyn ValueKeys,
    /// Encryption of what must be shown again but never read by accident.
    pub sealing: &'a dyn Sealing,
}

/// Encrypts small secrets at rest, and makes fingerprints of what must be recognised but not read.
pub trait Sealing: Send + Sync {
    /// The same for the same content, as long as the service has its oldest key; without that key
    /// nobody can try out what the content may have been.
    fn fingerprint(&self, content: &[u8]) -> [u8; 32];
    /// Encrypts `plain`; `bound_to` (a table and a row) must be the same to open it again.
    fn seal(&self, plain: &[u8], bound_to: &str) -> Option<Vec<u8>>;
    /// Decrypts what [`Sealing::seal`] made; `None` when it was altered, bound to something else
    /// or sealed under another key.
    fn open(&self, sealed: &[u8], bound_to: &str) -> Option<Vec<u8>>;
}
