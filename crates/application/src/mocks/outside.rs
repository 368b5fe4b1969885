//! What use cases are given from outside, without an outside.

use std::sync::atomic::{AtomicU64, Ordering};

use identity_graph::{IdentifierKind, ValueKeys};
use kernel::{Clock, IdSource, Timestamp};
use uuid::Uuid;

use crate::context::{Context, Sealing};

/// What use cases are given from outside: an instant that stands still, ids that count, values that are their
/// own keys, and seals that anybody can open.
#[derive(Debug)]
pub struct Outside {
    now: Timestamp,
    ids: AtomicU64,
}

impl Outside {
    /// At an instant.
    pub fn at(now: Timestamp) -> Self {
        Self {
            now,
            ids: AtomicU64::new(1),
        }
    }

    /// The same as use cases take it.
    pub fn context(&self) -> Context<'_> {
        Context {
            clock: self,
            ids: self,
            keys: self,
            sealing: self,
        }
    }
}

impl Clock for Outside {
    fn now(&self) -> Timestamp {
        self.now
    }
}

impl IdSource for Outside {
    fn new_id(&self) -> Uuid {
        Uuid::from_u128(self.ids.fetch_add(1, Ordering::Relaxed).into())
    }
}

impl ValueKeys for Outside {
    fn key(&self, _: IdentifierKind, canonical: &str) -> String {
        canonical.to_owned()
    }
}

impl Sealing for Outside {
    fn fingerprint(&self, _: &[u8]) -> [u8; 32] {
        [7; 32]
    }

    fn seal(&self, plain: &[u8], _: &str) -> Option<Vec<u8>> {
        Some(plain.to_vec())
    }

    fn open(&self, sealed: &[u8], _: &str) -> Option<Vec<u8>> {
        Some(sealed.to_vec())
    }
}
