//! Batches of browser events are written in groups.

use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::ports::Profile;
use application::tracking::collect::{CollectError, Collected, Sender, collect};
use application::tracking::count::{Counted, count};
use application::tracking::group::{Preparation, Prepared, prepare, record};
use application::tracking::intake::{Intake, Refused};
use async_trait::async_trait;
use event_intake::TrackerBatch;
use kernel::{ProfileId, StoreError};
use tokio::sync::Notify;

use crate::Worker;
use crate::groups::{Bounds, Groups, Scribe};
use crate::remembered::Remembered;

/// The intake of this process. Batches of all profiles share its writers.
pub struct GroupIntake {
    groups: Groups<Tracking>,
    /// By tracking key: a revoked key, and settings that changed, count after a second at the
    /// latest.
    profiles: Remembered<String, Arc<Profile>>,
}

struct Tracking {
    worker: Worker,
    known: KnownSignatures,
}

/// A batch, with others or alone.
enum Entry {
    Groupable(Box<Prepared>),
    Counted(Box<Counted>),
    Alone(Arc<Profile>, TrackerBatch, Box<Sender>),
}

impl GroupIntake {
    /// Starts the writers on the runtime of the caller. `wake` is told of every group that was
    /// written. The writers end once the intake is dropped and its queue is empty.
    pub fn start(worker: Worker, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let known = KnownSignatures::default();
        Self {
            groups: Groups::start(Tracking { worker, known }, wake, bounds),
            profiles: Remembered::default(),
        }
    }

    /// How many batches are taken and not answered.
    pub fn waiting(&self) -> usize {
        self.groups.waiting()
    }

    /// The profile of an active tracking key.
    async fn profile(&self, key: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        let worker = &self.groups.scribe().worker;
        let find = async { Ok(worker.profiles.by_tracking_key(key).await?.map(Arc::new)) };
        let now = worker.clock.now();
        self.profiles.or_find(key.to_owned(), now, find).await
    }
}

#[async_trait]
impl Intake for GroupIntake {
    async fn collect(&self, batch: TrackerBatch, sender: Sender) -> Result<Collected, Refused> {
        let place = self.groups.place().ok_or(Refused::Busy)?;
        let profile = self.profile(&batch.key).await?;
        let profile = profile.ok_or(Refused::UnknownKey)?;
        let context = self.groups.scribe().worker.context();
        let answer = match prepare(&context, &profile, batch, sender)? {
            Preparation::Groupable(prepared) => {
                self.groups.write(place, Entry::Groupable(prepared)).await?
            }
            Preparation::Counted(counted) => {
                self.groups.write(place, Entry::Counted(counted)).await?
            }
            Preparation::Alone(batch, sender) => {
                let entry = Entry::Alone(profile, batch, sender);
                self.groups.write_alone(place, entry).await?
            }
        };
        Ok(answer?)
    }

    async fn owner(&self, key: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        self.profile(key).await
    }

    async fn drain(&self) {
        self.groups.drain().await;
    }
}

#[async_trait]
impl Scribe for Tracking {
    type Entry = Entry;
    type Answer = Result<Collected, CollectError>;

    async fn write(
        &self,
        entries: &mut [&mut Entry],
    ) -> Result<Vec<Option<Self::Answer>>, StoreError> {
        let mut answers: Vec<Option<Self::Answer>> = entries.iter().map(|_| None).collect();
        let (mut places, mut batches) = (Vec::new(), Vec::new());
        let (mut counted_places, mut counted) = (Vec::new(), Vec::new());
        for (answer, entry) in answers.iter_mut().zip(entries) {
            match &mut **entry {
                Entry::Groupable(batch) => {
                    places.push(answer);
                    batches.push(&mut **batch);
                }
                Entry::Counted(batch) => {
                    counted_places.push(answer);
                    counted.push(&**batch);
                }
                Entry::Alone(..) => {}
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

    async fn write_alone(&self, entry: &Entry) -> Self::Answer {
        let (units, context) = (&*self.worker.units, self.worker.context());
        let (profile, batch, sender) = match entry {
            Entry::Counted(one) => return Ok(count(units, &context, &self.known, one).await?),
            Entry::Groupable(one) => (&one.profile, &one.batch, &one.sender),
            Entry::Alone(profile, batch, sender) => (profile, batch, &**sender),
        };
        collect(units, &context, profile, batch, sender).await
    }

    fn is_written(answer: &Self::Answer) -> bool {
        answer.is_ok()
    }

    fn unavailable(error: &StoreError) -> Self::Answer {
        Err(CollectError::Store(error.clone()))
    }

    fn tenant(entry: &Entry) -> ProfileId {
        match entry {
            Entry::Groupable(one) => one.profile.id,
            Entry::Counted(one) => one.profile_id(),
            Entry::Alone(profile, _, _) => profile.id,
        }
    }

    fn rows(entry: &Entry) -> usize {
        match entry {
            Entry::Groupable(batch) => batch.events(),
            Entry::Counted(batch) => batch.views(),
            Entry::Alone(_, batch, _) => batch.events.len(),
        }
    }
}
