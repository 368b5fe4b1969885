//! Who has to be replayed, in memory.

use std::time::Duration;

use async_trait::async_trait;
use kernel::{IdSource, ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use crate::ports::{Mark, MarkTarget, MarkedProfile, ReplayMarkStore, Surveyed};

/// The queue of one profile, in memory.
#[derive(Debug, Default)]
pub struct RecordedMarks(pub Vec<Mark>);

impl RecordedMarks {
    /// What every request for a full replay is called.
    const FULL: Uuid = Uuid::nil();

    fn is_full(mark: &Mark) -> bool {
        mark.target == MarkTarget::Profile
    }
}

#[async_trait]
impl ReplayMarkStore for RecordedMarks {
    async fn add(
        &mut self,
        _: ProfileId,
        marks: &[Mark],
        _: &dyn IdSource,
        _: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.extend_from_slice(marks);
        Ok(())
    }

    async fn is_unread(&mut self, _: ProfileId) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn take(&mut self, _: ProfileId, limit: u32) -> Result<Vec<Mark>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let (full, mut some) = std::mem::take(&mut self.0)
            .into_iter()
            .partition::<Vec<_>, _>(Self::is_full);
        self.0 = full;
        self.0.extend(some.split_off(limit.min(some.len())));
        Ok(some)
    }

    async fn fold(&mut self, _: ProfileId) -> Result<usize, StoreError> {
        let before = self.0.len();
        let marks = std::mem::take(&mut self.0);
        for (place, mark) in marks.iter().enumerate() {
            let is_repeated = marks.iter().skip(place + 1).any(|later| later == mark);
            if Self::is_full(mark) || !is_repeated {
                self.0.push(*mark);
            }
        }
        Ok(before - self.0.len())
    }

    async fn take_full(&mut self, _: ProfileId, _: Uuid) -> Result<(), StoreError> {
        self.0.retain(|mark| !Self::is_full(mark));
        Ok(())
    }

    async fn newest_full(&mut self, _: ProfileId) -> Result<Option<Uuid>, StoreError> {
        Ok(self.0.iter().any(Self::is_full).then_some(Self::FULL))
    }

    async fn waiting(&mut self, _: u32) -> Result<Vec<MarkedProfile>, StoreError> {
        Ok(Vec::new())
    }

    async fn survey(&mut self, _: Surveyed) -> Result<(), StoreError> {
        Ok(())
    }

    async fn bound(&mut self, _: Duration) -> Result<(), StoreError> {
        Ok(())
    }
}
