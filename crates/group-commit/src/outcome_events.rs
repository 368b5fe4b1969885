//! Outcome events are written in groups.

use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::outcome_events::group::{Prepared, prepare, record};
use application::outcome_events::intake::{OutcomeIntake, Refused};
use application::outcome_events::record::{self, RecordError, RecordOutcomeEvent, Recorded};
use application::ports::Profile;
use async_trait::async_trait;
use kernel::{ProfileId, StoreError};
use tokio::sync::Notify;

use crate::Ports;
use crate::group_commit::{Bounds, GroupCommit, GroupWriter};
use crate::remembered::Remembered;

/// The intake of this process. Events of all profiles share its writers.
pub struct OutcomeGroups {
    groups: GroupCommit<Outcomes>,
    /// Settings that changed count after a second at the latest.
    profiles: Remembered<ProfileId, Arc<Profile>>,
}

struct Outcomes {
    worker: Ports,
    known: KnownSignatures,
}

impl OutcomeGroups {
    /// Starts the writers on the runtime of the caller. `wake` is told of every group that was
    /// written. The writers end once the intake is dropped and its queue is empty.
    pub fn start(worker: Ports, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let known = KnownSignatures::default();
        Self {
            groups: GroupCommit::start(Outcomes { worker, known }, wake, bounds),
            profiles: Remembered::default(),
        }
    }

    /// How many events are taken and not answered.
    pub fn waiting(&self) -> usize {
        self.groups.waiting()
    }

    async fn profile(&self, id: ProfileId) -> Result<Option<Arc<Profile>>, StoreError> {
        let worker = &self.groups.writer().worker;
        let find = async { Ok(worker.profiles.find(id).await?.map(Arc::new)) };
        let now = worker.clock.now();
        self.profiles.or_find(id, now, find).await
    }
}

#[async_trait]
impl OutcomeIntake for OutcomeGroups {
    async fn record(
        &self,
        profile_id: ProfileId,
        command: RecordOutcomeEvent,
    ) -> Result<Recorded, Refused> {
        let permit = self.groups.permit().ok_or(Refused::Busy)?;
        let profile = self.profile(profile_id).await?;
        let profile = profile.ok_or(Refused::UnknownProfile)?;
        let context = self.groups.writer().worker.context();
        let prepared = prepare(&context, &profile, command)?;
        Ok(self.groups.write(permit, prepared).await??)
    }

    async fn drain(&self) {
        self.groups.drain().await;
    }
}

#[async_trait]
impl GroupWriter for Outcomes {
    type Entry = Prepared;
    type Answer = Result<Recorded, RecordError>;

    async fn write(
        &self,
        entries: &mut [&mut Prepared],
    ) -> Result<Vec<Option<Self::Answer>>, StoreError> {
        let events: Vec<&Prepared> = entries.iter().map(|event| &**event).collect();
        let (units, context) = (&*self.worker.units, self.worker.context());
        record(units, &context, &self.known, &events).await
    }

    async fn write_alone(&self, event: &Prepared) -> Self::Answer {
        let (units, context) = (&*self.worker.units, self.worker.context());
        record::record(units, &context, event).await
    }

    fn is_written(answer: &Self::Answer) -> bool {
        answer.is_ok()
    }

    fn unavailable(error: &StoreError) -> Self::Answer {
        Err(RecordError::Store(error.clone()))
    }

    fn tenant(entry: &Prepared) -> ProfileId {
        entry.profile.id
    }
}
