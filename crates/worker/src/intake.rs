//! Batches of browser events are written in groups.
//!
//! Decides: which batches are written together (whatever came while the writers were busy, so that
//! nobody waits when there is no load), how much may wait, and what happens to the others when one
//! batch cannot be written. Deliberately does not know: what is written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use application::StoreError;
use application::ports::Profile;
use application::tracking::collect::{CollectError, Collected, Sender, collect};
use application::tracking::group::{KnownSignatures, Preparation, Prepared, prepare, record};
use application::tracking::intake::{Intake, Refused};
use async_trait::async_trait;
use event_intake::TrackerBatch;
use kernel::Timestamp;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};

use crate::Worker;

/// How much is done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Batches that are taken and not answered; more are refused.
    pub waiting: u32,
    /// Batches in one transaction; of at most ten events each.
    pub group: usize,
    /// Groups that are written at once.
    pub writers: usize,
    /// Batches that are written on their own at once.
    pub alone: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            waiting: 4_096,
            group: 256,
            writers: 1,
            alone: 4,
        }
    }
}

/// How long a profile is remembered by its tracking key, in microseconds: a revoked key, and
/// settings that changed, count after a second at the latest.
const REMEMBERED: i64 = 1_000_000;

/// Tracking keys that are remembered before all are forgotten.
const MAX_KEYS: usize = 10_000;

/// The intake of this process. Batches of all profiles share its writers.
pub struct GroupIntake {
    shared: Arc<Shared>,
    queue: UnboundedSender<Waiting>,
}

struct Shared {
    worker: Worker,
    wake: Arc<Notify>,
    bounds: Bounds,
    known: KnownSignatures,
    profiles: Mutex<HashMap<String, (Arc<Profile>, Timestamp)>>,
    /// A permit for each batch that is not answered: this bounds the queue.
    room: Arc<Semaphore>,
    alone: Semaphore,
}

/// A batch that waits for its group.
struct Waiting {
    prepared: Box<Prepared>,
    answer: oneshot::Sender<Answer>,
    /// Given back just before the batch is answered.
    permit: OwnedSemaphorePermit,
}

type Answer = Result<Collected, CollectError>;

impl GroupIntake {
    /// Starts the writers on the runtime of the caller. `wake` is told of every group that was
    /// written. The writers end once the intake is dropped and its queue is empty.
    pub fn start(worker: Worker, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let (queue, waiting) = unbounded_channel();
        let room = usize::try_from(bounds.waiting).unwrap_or(Semaphore::MAX_PERMITS);
        let shared = Arc::new(Shared {
            worker,
            wake,
            bounds,
            known: KnownSignatures::default(),
            profiles: Mutex::default(),
            room: Arc::new(Semaphore::new(room)),
            alone: Semaphore::new(bounds.alone),
        });
        let waiting = Arc::new(tokio::sync::Mutex::new(waiting));
        for _ in 0..bounds.writers {
            let (shared, waiting) = (Arc::clone(&shared), Arc::clone(&waiting));
            tokio::spawn(async move {
                while let Some(group) = next(&waiting, shared.bounds.group).await {
                    let written = tokio::spawn(Arc::clone(&shared).write(group));
                    if let Err(error) = written.await {
                        tracing::error!(error = %error, "a group was not written: {error}");
                    }
                }
            });
        }
        Self { shared, queue }
    }

    /// How many batches are taken and not answered.
    pub fn waiting(&self) -> usize {
        let most = usize::try_from(self.shared.bounds.waiting).unwrap_or(Semaphore::MAX_PERMITS);
        most.saturating_sub(self.shared.room.available_permits())
    }
}

/// Everything that waits, as far as it fits into a group; `None` at the end.
async fn next(
    waiting: &tokio::sync::Mutex<UnboundedReceiver<Waiting>>,
    most: usize,
) -> Option<Vec<Waiting>> {
    let mut group = Vec::new();
    let count = waiting.lock().await.recv_many(&mut group, most).await;
    (count > 0).then_some(group)
}

#[async_trait]
impl Intake for GroupIntake {
    async fn collect(&self, batch: TrackerBatch, sender: Sender) -> Result<Collected, Refused> {
        let shared = &self.shared;
        let permit = Arc::clone(&shared.room).try_acquire_owned();
        let permit = permit.map_err(|_| Refused::Busy)?;
        let profile = shared.profile(&batch.key).await?;
        let profile = profile.ok_or(Refused::UnknownKey)?;
        let (answer, answered) = oneshot::channel();
        match prepare(&shared.worker.context(), &profile, batch, sender)? {
            Preparation::Groupable(prepared) => {
                let waiting = Waiting {
                    prepared,
                    answer,
                    permit,
                };
                self.queue.send(waiting).map_err(|_| Refused::Busy)?;
            }
            Preparation::Alone(batch, sender) => {
                let shared = Arc::clone(shared);
                tokio::spawn(async move {
                    let outcome = shared.write_alone(&profile, &batch, &sender).await;
                    drop(permit);
                    // Nobody has to be there any more.
                    let _ = answer.send(outcome);
                });
            }
        }
        let gone = || StoreError::Unavailable("the writer gave up".to_owned());
        let outcome = answered.await.map_err(|_| gone())?;
        Ok(outcome?)
    }

    async fn drain(&self) {
        let all = self.shared.room.acquire_many(self.shared.bounds.waiting);
        drop(all.await);
        self.shared.room.close();
    }
}

impl Shared {
    /// The profile of an active tracking key.
    async fn profile(&self, key: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        let now = self.worker.clock.now();
        if let Some(known) = self.remembered(key, now) {
            return Ok(Some(known));
        }
        let found = self.worker.profiles.by_tracking_key(key).await?;
        let Some(profile) = found.map(Arc::new) else {
            return Ok(None);
        };
        let mut profiles = self.profiles.lock().unwrap_or_else(PoisonError::into_inner);
        if profiles.len() >= MAX_KEYS {
            profiles.clear();
        }
        let until = now.plus_micros(REMEMBERED);
        profiles.insert(key.to_owned(), (Arc::clone(&profile), until));
        Ok(Some(profile))
    }

    fn remembered(&self, key: &str, now: Timestamp) -> Option<Arc<Profile>> {
        let profiles = self.profiles.lock().unwrap_or_else(PoisonError::into_inner);
        let (profile, until) = profiles.get(key)?;
        (now < *until).then(|| Arc::clone(profile))
    }

    async fn write(self: Arc<Self>, mut group: Vec<Waiting>) {
        let outcome = {
            let mut batches: Vec<&mut Prepared> =
                group.iter_mut().map(|one| &mut *one.prepared).collect();
            let (units, context) = (&*self.worker.units, self.worker.context());
            record(units, &context, &self.known, &mut batches).await
        };
        match outcome {
            Ok(collected) => {
                self.wake.notify_one();
                for (one, collected) in group.into_iter().zip(collected) {
                    drop(one.permit);
                    let _ = one.answer.send(Ok(collected));
                }
            }
            Err(error) => {
                let count = group.len();
                tracing::warn!(
                    error = %error, group.size = count,
                    "a group of {count} is written one by one: {error}"
                );
                for one in group {
                    tokio::spawn(Arc::clone(&self).write_again(one));
                }
            }
        }
    }

    /// One that was in a group that failed: whatever is wrong with another one is not its fault.
    async fn write_again(self: Arc<Self>, one: Waiting) {
        let batch = &one.prepared;
        let outcome = self
            .write_alone(&batch.profile, &batch.batch, &batch.sender)
            .await;
        drop(one.permit);
        let _ = one.answer.send(outcome);
    }

    async fn write_alone(
        &self,
        profile: &Profile,
        batch: &TrackerBatch,
        sender: &Sender,
    ) -> Answer {
        let _turn = self.alone.acquire().await;
        let (units, context) = (&*self.worker.units, self.worker.context());
        let outcome = collect(units, &context, profile, batch, sender).await;
        if outcome.is_ok() {
            self.wake.notify_one();
        }
        outcome
    }
}
