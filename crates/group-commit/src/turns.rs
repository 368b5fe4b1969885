//! Who may write at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use kernel::ProfileId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Tenants that are remembered before those that write nothing now are forgotten.
const MOST: usize = 1_024;

/// Turns that all tenants share, of which one tenant has some at most. Whoever has many entries that
/// wait, perhaps for each other, waits behind their own.
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    each: usize,
    tenants: Mutex<HashMap<ProfileId, Weak<Semaphore>>>,
}

/// The right to write, given back when dropped.
pub(crate) struct Turn {
    _all: Option<OwnedSemaphorePermit>,
    _own: Option<OwnedSemaphorePermit>,
    _tenant: Arc<Semaphore>,
}

impl Turns {
    pub(crate) fn new(all: usize, each: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            each,
            tenants: Mutex::default(),
        }
    }

    /// Waits for a turn of the tenant, and then for one of all: who waits for the latter is one of
    /// few of each tenant.
    pub(crate) async fn turn(&self, tenant: ProfileId) -> Turn {
        let tenant = self.tenant(tenant);
        // Nobody closes them.
        let own = Arc::clone(&tenant).acquire_owned().await.ok();
        let all = Arc::clone(&self.all).acquire_owned().await.ok();
        Turn {
            _all: all,
            _own: own,
            _tenant: tenant,
        }
    }

    fn tenant(&self, id: ProfileId) -> Arc<Semaphore> {
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tenants.get(&id).and_then(Weak::upgrade) {
            return known;
        }
        if tenants.len() >= MOST {
            tenants.retain(|_, known| known.strong_count() > 0);
        }
        let new = Arc::new(Semaphore::new(self.each));
        tenants.insert(id, Arc::downgrade(&new));
        new
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn a_tenant_that_waits_for_itself_keeps_nobody_else_waiting() {
        let turns = Turns::new(3, 2);
        let (one, other): (ProfileId, ProfileId) =
            (Uuid::from_u128(1).into(), Uuid::from_u128(2).into());
        let first = turns.turn(one).await;
        let _second = turns.turn(one).await;
        let mut third = std::pin::pin!(turns.turn(one));
        assert!(poll!(&mut third).is_pending());
        let _others = turns.turn(other).await;
        let mut all_taken = std::pin::pin!(turns.turn(other));
        assert!(poll!(&mut all_taken).is_pending());
        drop(first);
        // The turn goes to whoever waited for one of all, not behind those of the same tenant.
        let taken = poll!(&mut all_taken);
        assert!(taken.is_ready());
        assert!(poll!(&mut third).is_pending());
    }
}
