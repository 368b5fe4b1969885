//! What comes in is written in groups.
//!
//! Decides: what is written together (whatever came while the writers were busy, so that nobody
//! waits when there is no load), how much may wait, and what happens to the others when one entry
//! cannot be written. Deliberately does not know: what is written.

use std::sync::Arc;

use application::StoreError;
use async_trait::async_trait;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::{Instrument, Span};

/// How much is done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Entries that are taken and not answered; more are refused.
    pub waiting: u32,
    /// Entries in one transaction; a batch of browser events has at most ten.
    pub group: usize,
    /// Groups that are written at once.
    pub writers: usize,
    /// Entries that are written on their own at once.
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

/// How often what a group put off is tried again with what came meanwhile.
const ROUNDS: u8 = 3;

/// Writes entries.
#[async_trait]
pub(crate) trait Scribe: Send + Sync + 'static {
    /// What is handed in.
    type Entry: Send + Sync + 'static;
    /// What whoever handed it in is told.
    type Answer: Send + 'static;

    /// Writes entries in one transaction: what became of each, in their order, nothing yet for one
    /// that has to be written later. On an error nothing of any is written.
    async fn write(
        &self,
        entries: &mut [&mut Self::Entry],
    ) -> Result<Vec<Option<Self::Answer>>, StoreError>;

    /// Writes one entry on its own; whether anything was written is for the answer to say.
    async fn write_alone(&self, entry: &Self::Entry) -> Self::Answer;

    /// Whether the answer says that something was written.
    fn is_written(answer: &Self::Answer) -> bool;
}

/// The queue in front of a scribe.
pub(crate) struct Groups<S: Scribe> {
    shared: Arc<Shared<S>>,
    queue: UnboundedSender<Waiting<S>>,
}

struct Shared<S> {
    scribe: S,
    wake: Arc<Notify>,
    bounds: Bounds,
    /// A permit for each entry that is not answered: this bounds the queue.
    room: Arc<Semaphore>,
    alone: Semaphore,
}

/// The right to hand in one entry.
pub(crate) type Place = OwnedSemaphorePermit;

/// An entry that waits for its group.
struct Waiting<S: Scribe> {
    entry: S::Entry,
    answer: oneshot::Sender<S::Answer>,
    /// Given back just before the entry is answered.
    place: Place,
    /// How often it was put off.
    rounds: u8,
    /// The request that handed it in.
    span: Span,
}

impl<S: Scribe> Waiting<S> {
    fn answer(self, answer: S::Answer) {
        drop(self.place);
        // Nobody has to be there any more.
        let _ = self.answer.send(answer);
    }
}

impl<S: Scribe> Groups<S> {
    /// Starts the writers on the runtime of the caller. `wake` is told of every group that was
    /// written. The writers end once this is dropped and the queue is empty.
    pub(crate) fn start(scribe: S, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let (queue, waiting) = unbounded_channel();
        let room = usize::try_from(bounds.waiting).unwrap_or(Semaphore::MAX_PERMITS);
        let shared = Arc::new(Shared {
            scribe,
            wake,
            bounds,
            room: Arc::new(Semaphore::new(room)),
            alone: Semaphore::new(bounds.alone),
        });
        let waiting = Arc::new(tokio::sync::Mutex::new(waiting));
        for _ in 0..bounds.writers {
            let (shared, waiting) = (Arc::clone(&shared), Arc::clone(&waiting));
            tokio::spawn(async move {
                let mut put_off = Vec::new();
                while let Some(group) = next(&waiting, put_off, shared.bounds.group).await {
                    let written = tokio::spawn(Arc::clone(&shared).write(group));
                    put_off = written.await.unwrap_or_else(|error| {
                        tracing::error!(error = %error, "a group was not written: {error}");
                        Vec::new()
                    });
                }
            });
        }
        Self { shared, queue }
    }

    /// What writes.
    pub(crate) fn scribe(&self) -> &S {
        &self.shared.scribe
    }

    /// How many entries are taken and not answered.
    pub(crate) fn waiting(&self) -> usize {
        let most = usize::try_from(self.shared.bounds.waiting).unwrap_or(Semaphore::MAX_PERMITS);
        most.saturating_sub(self.shared.room.available_permits())
    }

    /// A place in the queue; `None` when as much as may wait is waiting.
    pub(crate) fn place(&self) -> Option<Place> {
        Arc::clone(&self.shared.room).try_acquire_owned().ok()
    }

    /// Hands an entry in, to be written with others, and waits for its answer.
    pub(crate) async fn write(
        &self,
        place: Place,
        entry: S::Entry,
    ) -> Result<S::Answer, StoreError> {
        let (waiting, answered) = Waiting::new(place, entry);
        self.queue.send(waiting).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }

    /// Hands an entry in, to be written on its own, and waits for its answer.
    pub(crate) async fn write_alone(
        &self,
        place: Place,
        entry: S::Entry,
    ) -> Result<S::Answer, StoreError> {
        let (waiting, answered) = Waiting::new(place, entry);
        tokio::spawn(Arc::clone(&self.shared).write_alone(waiting));
        answered.await.map_err(|_| gone())
    }

    /// Waits until everything that was taken is answered; there are no places from then on.
    pub(crate) async fn drain(&self) {
        let all = self.shared.room.acquire_many(self.shared.bounds.waiting);
        drop(all.await);
        self.shared.room.close();
    }
}

fn gone() -> StoreError {
    StoreError::Unavailable("the writer gave up".to_owned())
}

/// What was put off and everything that waits, as far as it fits into a group; `None` at the end.
async fn next<T>(
    waiting: &tokio::sync::Mutex<UnboundedReceiver<T>>,
    put_off: Vec<T>,
    most: usize,
) -> Option<Vec<T>> {
    let mut group = put_off;
    let mut waiting = waiting.lock().await;
    if group.is_empty() {
        waiting.recv_many(&mut group, most).await;
    }
    while group.len() < most
        && let Ok(one) = waiting.try_recv()
    {
        group.push(one);
    }
    (!group.is_empty()).then_some(group)
}

impl<S: Scribe> Waiting<S> {
    fn new(place: Place, entry: S::Entry) -> (Self, oneshot::Receiver<S::Answer>) {
        let (answer, answered) = oneshot::channel();
        let waiting = Self {
            entry,
            answer,
            place,
            rounds: 0,
            span: Span::current(),
        };
        (waiting, answered)
    }
}

/// The span of a group: that of its only request, or one of its own that follows from all of them.
fn span_of<S: Scribe>(group: &[Waiting<S>]) -> Span {
    if let [only] = group {
        return only.span.clone();
    }
    let span = tracing::info_span!(parent: None, "group", group.size = group.len());
    for one in group {
        span.follows_from(&one.span);
    }
    span
}

impl<S: Scribe> Shared<S> {
    /// What the group put off.
    async fn write(self: Arc<Self>, mut group: Vec<Waiting<S>>) -> Vec<Waiting<S>> {
        let span = span_of(&group);
        let mut entries: Vec<&mut S::Entry> = group.iter_mut().map(|one| &mut one.entry).collect();
        let written = self.scribe.write(&mut entries).instrument(span).await;
        let answers = match written {
            Ok(answers) => answers,
            Err(error) => {
                let count = group.len();
                tracing::warn!(
                    error = %error, group.size = count,
                    "a group of {count} is written one by one: {error}"
                );
                for one in group {
                    tokio::spawn(Arc::clone(&self).write_alone(one));
                }
                return Vec::new();
            }
        };
        self.wake.notify_one();
        let mut put_off = Vec::new();
        for (mut one, answer) in group.into_iter().zip(answers) {
            match answer {
                Some(answer) => one.answer(answer),
                None if one.rounds < ROUNDS => {
                    one.rounds += 1;
                    put_off.push(one);
                }
                None => {
                    tokio::spawn(Arc::clone(&self).write_alone(one));
                }
            }
        }
        put_off
    }

    /// One that does not go with others, or was in a group that failed: whatever is wrong with
    /// another one is not its fault.
    async fn write_alone(self: Arc<Self>, one: Waiting<S>) {
        let turn = self.alone.acquire().await;
        let written = self.scribe.write_alone(&one.entry);
        let answer = written.instrument(one.span.clone()).await;
        drop(turn);
        if S::is_written(&answer) {
            self.wake.notify_one();
        }
        one.answer(answer);
    }
}
