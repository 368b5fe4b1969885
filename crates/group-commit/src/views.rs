//! Pictures that were loaded are written in groups that nobody waits for.
//!
//! Decides: how long a picture waits, how many wait at most, and what becomes of those that cannot be written. Whoever loads
//! a picture has got it by then, so nothing is told and nothing is sent again: what waits when the process dies is lost, and
//! so is what could not be written twice.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use application::known_signatures::KnownSignatures;
use application::ports::Profile;
use application::views::intake::{ENDPOINT, LoadedPicture, ViewIntake};
use application::views::record::{View, record};
use async_trait::async_trait;
use event_intake::TrackingKeyText;
use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey, IntakeReason};
use kernel::{StoreError, Timestamp};
use tokio::runtime::Handle;
use tokio::sync::Notify;

use crate::Ports;
use crate::owners::KeyOwners;

/// How long pictures wait for more of them.
const PAUSE: Duration = Duration::from_secs(1);
/// Pictures that are written at once; so many do not wait any longer.
const GROUP: usize = 500;
/// Pictures that wait at most; what would be one more is counted as refused.
const MOST: usize = 10_000;
/// Keys and reasons of refused pictures that wait to be counted; what would be one more is not.
const MOST_REFUSED: usize = 1_000;

/// The pictures of this process that are not written yet.
pub struct ViewBuffer {
    shared: Arc<Shared>,
    /// Where groups are written: what serves requests ends before everything is written.
    runtime: Handle,
}

struct Shared {
    worker: Ports,
    counts: Arc<dyn IntakeDays>,
    known: KnownSignatures,
    owners: KeyOwners,
    waiting: Mutex<Waiting>,
    /// Told when a group is there.
    full: Notify,
    /// One write at a time.
    writing: tokio::sync::Mutex<()>,
    /// Told of each group that was written.
    wake: Arc<Notify>,
}

/// Pictures that were refused, by their keys and why.
type Refused = HashMap<(TrackingKeyText, IntakeReason), IntakeCount>;

#[derive(Default)]
struct Waiting {
    pictures: Vec<LoadedPicture>,
    refused: Refused,
    /// Whether somebody is going to write them.
    is_due: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.pictures.is_empty() && self.refused.is_empty()
    }

    fn refuse(&mut self, key: &TrackingKeyText, reason: IntakeReason, at: Timestamp) {
        let one = IntakeCount {
            events: 1,
            last_at: at,
        };
        self.refuse_all((key.clone(), reason), one);
    }

    fn refuse_all(&mut self, place: (TrackingKeyText, IntakeReason), more: IntakeCount) {
        if self.refused.len() >= MOST_REFUSED && !self.refused.contains_key(&place) {
            return;
        }
        let waiting = self.refused.entry(place);
        waiting.and_modify(|count| count.add(more)).or_insert(more);
    }

    /// What could not be written now is the first to be written next, as far as there is room.
    fn put_back(&mut self, mut pictures: Vec<LoadedPicture>, refused: Refused) {
        let later = std::mem::take(&mut self.pictures);
        let room = MOST.saturating_sub(later.len()).min(pictures.len());
        let lost = pictures.split_off(room);
        pictures.extend(later);
        self.pictures = pictures;
        for (place, count) in refused {
            self.refuse_all(place, count);
        }
        for picture in lost {
            self.refuse(&picture.request.key, IntakeReason::Busy, picture.at);
        }
    }
}

impl ViewBuffer {
    /// Writes with these ports, counts there, and tells `wake` of every group that was written. Must be called inside the
    /// runtime that outlives whoever serves requests.
    pub fn new(worker: Ports, counts: Arc<dyn IntakeDays>, wake: Arc<Notify>) -> Self {
        Self {
            runtime: Handle::current(),
            shared: Arc::new(Shared {
                worker,
                counts,
                known: KnownSignatures::default(),
                owners: KeyOwners::default(),
                waiting: Mutex::default(),
                full: Notify::new(),
                writing: tokio::sync::Mutex::default(),
                wake,
            }),
        }
    }

    /// Whoever is the first to leave something has it written after a while, and everything that comes meanwhile.
    fn leave(&self, put: impl FnOnce(&mut Waiting)) {
        let (begins, is_full) = {
            let mut waiting = self.shared.waiting();
            put(&mut waiting);
            let begins = !std::mem::replace(&mut waiting.is_due, true);
            (begins, waiting.pictures.len() >= GROUP)
        };
        if is_full {
            self.shared.full.notify_one();
        }
        if begins {
            let shared = Arc::clone(&self.shared);
            self.runtime.spawn(async move {
                loop {
                    tokio::select! {
                        () = tokio::time::sleep(PAUSE) => {}
                        () = shared.full.notified() => {}
                    }
                    if !write_apart(&shared).await {
                        tokio::time::sleep(PAUSE).await;
                    }
                    let mut waiting = shared.waiting();
                    if waiting.is_empty() {
                        waiting.is_due = false;
                        return;
                    }
                }
            });
        }
    }
}

#[async_trait]
impl ViewIntake for ViewBuffer {
    fn take(&self, picture: LoadedPicture) {
        self.leave(|waiting| {
            if waiting.pictures.len() >= MOST {
                waiting.refuse(&picture.request.key, IntakeReason::Busy, picture.at);
            } else {
                waiting.pictures.push(picture);
            }
        });
    }

    fn refuse(&self, key: &TrackingKeyText, reason: IntakeReason, at: Timestamp) {
        self.leave(|waiting| waiting.refuse(key, reason, at));
    }

    async fn drain(&self) {
        if !self.shared.write().await {
            let views = self.shared.waiting().pictures.len();
            tracing::warn!(views, "{views} views are lost: the store cannot be reached");
        }
    }
}

/// Writes in a task of its own: if that dies, what comes afterwards is written all the same. False when nothing can be
/// written now.
async fn write_apart(shared: &Arc<Shared>) -> bool {
    let writing = Arc::clone(shared);
    let written = tokio::spawn(async move { writing.write().await }).await;
    written.unwrap_or_else(|error| {
        tracing::error!(error = %error, "what writes views died: {error}");
        false
    })
}

/// What a group counts as.
type Counts = BTreeMap<IntakeKey, IntakeCount>;

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what waits, the first to come first. False when the store cannot be reached.
    async fn write(&self) -> bool {
        let _turn = self.writing.lock().await;
        loop {
            let (pictures, refused) = self.next();
            if pictures.is_empty() && refused.is_empty() {
                return true;
            }
            let is_last = pictures.len() < GROUP;
            if !self.write_group(pictures, refused).await {
                return false;
            }
            if is_last {
                return true;
            }
        }
    }

    /// At most a group of what waits.
    fn next(&self) -> (Vec<LoadedPicture>, Refused) {
        let mut waiting = self.waiting();
        let group = waiting.pictures.len().min(GROUP);
        let later = waiting.pictures.split_off(group);
        let pictures = std::mem::replace(&mut waiting.pictures, later);
        (pictures, std::mem::take(&mut waiting.refused))
    }

    /// False when the store cannot be reached: the pictures wait on then, as far as there is room.
    async fn write_group(&self, pictures: Vec<LoadedPicture>, refused: Refused) -> bool {
        let mut counts = Counts::new();
        let written = match self.write_once(&pictures, &mut counts).await {
            Ok(()) => Ok(()),
            Err(StoreError::Unavailable(error)) => {
                tracing::warn!(error = %error, "views wait: {error}");
                self.waiting().put_back(pictures, refused);
                return false;
            }
            Err(_) => self.write_again(&pictures, &mut counts).await,
        };
        if let Err((views, error)) = written {
            tracing::warn!(views, error = %error, "{views} views were not written: {error}");
        }
        self.count(refused, &mut counts).await;
        let counts: Vec<(IntakeKey, IntakeCount)> = counts.into_iter().collect();
        if counts.is_empty() {
            return true;
        }
        self.wake.notify_one();
        if let Err(error) = self.counts.add(&counts).await {
            tracing::warn!(error = %error, "views were not counted as taken and refused: {error}");
        }
        true
    }

    /// All of it in one transaction, or nothing.
    async fn write_once(
        &self,
        pictures: &[LoadedPicture],
        counts: &mut Counts,
    ) -> Result<(), StoreError> {
        let mut views = Vec::with_capacity(pictures.len());
        for picture in pictures {
            // Of an unknown key nothing is recorded.
            if let Some(profile) = self.owners.of(&self.worker, &picture.request.key).await? {
                let view = View::of(&self.worker.context(), &profile, picture);
                views.push((profile, picture.at, view));
            }
        }
        let (places, views): (Vec<_>, Vec<View>) = views
            .into_iter()
            .map(|(profile, at, view)| ((profile, at), view))
            .unzip();
        if views.is_empty() {
            return Ok(());
        }
        let (units, context) = (&*self.worker.units, self.worker.context());
        let reasons = record(units, &context, &self.known, &views).await?;
        for ((profile, at), reason) in places.iter().zip(reasons) {
            note(counts, profile, (reason, 1), *at);
        }
        Ok(())
    }

    /// Once more, each key's on their own, so that what is wrong with one keeps no other out. How many could not be written,
    /// and why the last of them could not.
    async fn write_again(
        &self,
        pictures: &[LoadedPicture],
        counts: &mut Counts,
    ) -> Result<(), (usize, StoreError)> {
        let mut keys: BTreeMap<&str, Vec<LoadedPicture>> = BTreeMap::new();
        for picture in pictures {
            let of_key = keys.entry(picture.request.key.as_str()).or_default();
            of_key.push(picture.clone());
        }
        let mut lost = None;
        for of_key in keys.into_values() {
            if let Err(error) = self.write_once(&of_key, counts).await {
                let before = lost.map_or(0, |(views, _)| views);
                lost = Some((before + of_key.len(), error));
            }
        }
        lost.map_or(Ok(()), Err)
    }

    /// Counts refused pictures for whom their keys are.
    async fn count(&self, refused: Refused, counts: &mut Counts) {
        for ((key, reason), count) in refused {
            if let Ok(Some(profile)) = self.owners.of(&self.worker, &key).await {
                note(counts, &profile, (reason, count.events), count.last_at);
            }
        }
    }
}

fn note(
    counts: &mut Counts,
    profile: &Profile,
    (reason, events): (IntakeReason, u64),
    at: Timestamp,
) {
    let key = IntakeKey {
        profile_id: profile.id,
        local_date: profile.timezone.local_date(at),
        endpoint: ENDPOINT,
        reason,
        pointer: String::new(),
    };
    let more = IntakeCount {
        events,
        last_at: at,
    };
    let known = counts.entry(key);
    known.and_modify(|count| count.add(more)).or_insert(more);
}
