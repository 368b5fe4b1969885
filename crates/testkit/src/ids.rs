//! Ids that a test can foresee.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::IdSource;
use uuid::Uuid;

/// Counts from 1: `00000000-0000-7000-8000-000000000001` and so on, valid as version 7 and in
/// order of creation. Clones share the count.
#[derive(Clone, Debug)]
pub struct SequentialIds(Arc<AtomicU64>);

impl SequentialIds {
    /// A source whose first id ends in this number. Sources for one database must not overlap.
    pub fn starting_at(first: u64) -> Self {
        Self(Arc::new(AtomicU64::new(first)))
    }

    /// The id that ends in this number, which must be below 2^62.
    pub fn nth(number: u64) -> Uuid {
        const VERSION: u64 = 0x7000;
        const VARIANT: u64 = 0x8000_0000_0000_0000;
        Uuid::from_u64_pair(VERSION, VARIANT | number)
    }
}

impl IdSource for SequentialIds {
    fn new_id(&self) -> Uuid {
        Self::nth(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_up_and_are_of_version_seven() {
        let ids = SequentialIds::starting_at(1);
        let (first, second) = (ids.new_id(), ids.clone().new_id());
        assert_eq!(first.to_string(), "00000000-0000-7000-8000-000000000001");
        assert_eq!(second, SequentialIds::nth(2));
        assert!(first < second);
        assert_eq!(first.get_version_num(), 7);
        assert_eq!(first.get_variant(), uuid::Variant::RFC4122);
    }
}
