//! Batches of browser events are written in groups.

use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::ports::Profile;
use application::settle;
use application::tracking::collect::{CollectError, Collected, Sender, collect};
use application::tracking::cookies::wants_cookies;
use application::tracking::count::count;
use application::tracking::group::{Preparation, prepare, record};
use application::tracking::intake::{Intake, Refused};
use async_trait::async_trait;
use event_intake::{TrackerBatch, TrackingKeyText};
use kernel::{ProfileId, StoreError};
use tokio::sync::Notify;

use crate::Ports;
use crate::group_commit::{Bounds, GroupCommit, GroupWriter};
use crate::owners::KeyOwners;
use crate::remembered::Remembered;

/// The intake of this process. Batches of all profiles share its writers.
pub struct TrackerGroups {
    groups: GroupCommit<Tracking>,
    owners: KeyOwners,
    /// Whether a profile's browsers are to say what their cookies are.
    cookies: Remembered<ProfileId, bool>,
}

struct Tracking {
    worker: Ports,
    known: KnownSignatures,
}

impl TrackerGroups {
    /// Starts the writers on the runtime of the caller. `wake` is told of every group that was
    /// written. The writers end once the intake is dropped and its queue is empty.
    pub fn start(worker: Ports, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let known = KnownSignatures::default();
        Self {
            groups: GroupCommit::start(Tracking { worker, known }, wake, bounds),
            owners: KeyOwners::default(),
            cookies: Remembered::default(),
        }
    }

    /// How many batches are taken and not answered.
    pub fn waiting(&self) -> usize {
        self.groups.waiting()
    }

    /// The profile of an active tracking key. What has not the shape of one is asked of nobody.
    async fn profile(&self, key: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        let Some(key) = TrackingKeyText::parse(key) else {
            return Ok(None);
        };
        self.owners.of(&self.groups.writer().worker, &key).await
    }
}

#[async_trait]
impl Intake for TrackerGroups {
    async fn collect(&self, batch: TrackerBatch, sender: Sender) -> Result<Collected, Refused> {
        let permit = self.groups.permit().ok_or(Refused::Busy)?;
        let profile = self.profile(&batch.key).await?;
        let profile = profile.ok_or(Refused::UnknownKey)?;
        let context = self.groups.writer().worker.context();
        let entry = prepare(&context, &profile, batch, sender)?;
        let is_alone = matches!(&entry, Preparation::Recorded(batch) if batch.identifies());
        let answer = if is_alone {
            self.groups.write_alone(permit, entry).await?
        } else {
            self.groups.write(permit, entry).await?
        };
        Ok(answer?)
    }

    async fn owner(&self, key: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        self.profile(key).await
    }

    fn last_owner(&self, key: &str) -> Option<Arc<Profile>> {
        self.owners.last(key)
    }

    async fn wants_cookies(&self, profile_id: ProfileId) -> Result<bool, StoreError> {
        let worker = &self.groups.writer().worker;
        let find = async {
            let mut work = worker.units.begin().await?;
            let wanted = wants_cookies(&mut *work, profile_id).await;
            settle(work, wanted).await.map(Some)
        };
        let wanted = self.cookies.or_find(profile_id, worker.clock.now(), find);
        Ok(wanted.await?.unwrap_or_default())
    }

    async fn drain(&self) {
        self.groups.drain().await;
    }
}

#[async_trait]
impl GroupWriter for Tracking {
    type Entry = Preparation;
    type Answer = Result<Collected, CollectError>;

    async fn write(
        &self,
        entries: &mut [&mut Preparation],
    ) -> Result<Vec<Option<Self::Answer>>, StoreError> {
        let mut answers: Vec<Option<Self::Answer>> = entries.iter().map(|_| None).collect();
        let (mut places, mut batches) = (Vec::new(), Vec::new());
        let (mut counted_places, mut counted) = (Vec::new(), Vec::new());
        for (answer, entry) in answers.iter_mut().zip(entries) {
            match &mut **entry {
                Preparation::Recorded(batch) => {
                    places.push(answer);
                    batches.push(&mut **batch);
                }
                Preparation::Counted(batch) => {
                    counted_places.push(answer);
                    counted.push(&**batch);
                }
            }
        }
        let (units, context) = (&*self.worker.units, self.worker.context());
        let group = record(units, &context, &self.known, &mut batches, &counted).await?;
        let recorded = places.into_iter().zip(group.recorded);
        for (answer, collected) in recorded.chain(counted_places.into_iter().zip(group.counted)) {
            *answer = Some(Ok(collected));
        }
        Ok(answers)
    }

    async fn write_alone(&self, entry: &Preparation) -> Self::Answer {
        let (units, context) = (&*self.worker.units, self.worker.context());
        match entry {
            Preparation::Counted(one) => Ok(count(units, &context, &self.known, one).await?),
            Preparation::Recorded(one) => {
                collect(units, &context, &one.profile, &one.batch, &one.sender).await
            }
        }
    }

    fn is_written(answer: &Self::Answer) -> bool {
        answer.is_ok()
    }

    fn unavailable(error: &StoreError) -> Self::Answer {
        Err(CollectError::Store(error.clone()))
    }

    fn tenant(entry: &Preparation) -> ProfileId {
        match entry {
            Preparation::Recorded(one) => one.profile.id,
            Preparation::Counted(one) => one.profile_id(),
        }
    }

    fn rows(entry: &Preparation) -> usize {
        match entry {
            Preparation::Recorded(batch) => batch.events(),
            Preparation::Counted(batch) => batch.views(),
        }
    }
}
