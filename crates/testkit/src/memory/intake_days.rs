//! What endpoints took and refused, in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey, IntakeReason, LatestIntake};
use kernel::{ProfileId, StoreError, Timestamp};

/// Most numbers that one question is answered with.
const MOST: usize = 50;

/// Counts of any number of profiles. It has no facts, so browser events are those that were counted.
#[derive(Debug, Default)]
pub struct MemoryIntakeDays(Mutex<BTreeMap<IntakeKey, IntakeCount>>);

impl MemoryIntakeDays {
    fn counts(&self) -> MutexGuard<'_, BTreeMap<IntakeKey, IntakeCount>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl IntakeDays for MemoryIntakeDays {
    async fn add(&self, counts: &[(IntakeKey, IntakeCount)]) -> Result<(), StoreError> {
        let mut stored = self.counts();
        for (key, added) in counts {
            stored
                .entry(key.clone())
                .and_modify(|count| {
                    count.events = count.events.saturating_add(added.events);
                    count.last_at = count.last_at.max(added.last_at);
                })
                .or_insert(*added);
        }
        Ok(())
    }

    async fn since(
        &self,
        profile_id: ProfileId,
        endpoint: &str,
        since: Timestamp,
    ) -> Result<Vec<LatestIntake>, StoreError> {
        let counts = self.counts();
        let own = counts.iter().filter(|(key, count)| {
            key.profile_id == profile_id && key.endpoint == endpoint && count.last_at >= since
        });
        let mut found: Vec<_> = own
            .map(|(key, count)| LatestIntake {
                reason: key.reason,
                pointer: key.pointer.clone(),
                events: count.events,
                last_at: count.last_at,
            })
            .collect();
        found.sort_by_key(|one| {
            (
                Reverse(one.last_at),
                one.reason.as_str(),
                one.pointer.clone(),
            )
        });
        found.truncate(MOST);
        Ok(found)
    }

    async fn last_event(&self, profile_id: ProfileId) -> Result<Option<Timestamp>, StoreError> {
        let counts = self.counts();
        let taken = counts.iter().filter(|(key, _)| {
            key.profile_id == profile_id
                && key.endpoint == "collect"
                && key.reason == IntakeReason::Accepted
        });
        Ok(taken.map(|(_, count)| count.last_at).max())
    }
}
