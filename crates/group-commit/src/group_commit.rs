//! What comes in is written in groups.
//!
//! Decides: what is written together (whatever came while the writers were busy, so that nobody
//! waits when there is no load), when a further writer is worth its processor time, how much may wait,
//! and what happens to the others when one entry cannot be written. Deliberately does not know: what
//! is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use kernel::{ProfileId, StoreError};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::{Instrument, Span};

use crate::turns::Turns;

/// How much is done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Entries that are taken and not answered; more are refused.
    pub waiting: u32,
    /// Entries in one transaction; a batch of browser events has at most ten.
    pub group: usize,
    /// Groups that are written at once.
    pub writers: usize,
    /// Rows that a group has at least to be written beside others. A group costs a transaction, so
    /// fewer rows wait for more of them, or for the others to be written.
    pub rows_beside_others: usize,
    /// Entries that are written on their own at once.
    pub alone: usize,
    /// Of those, the ones of one tenant: the others never wait for theirs.
    pub alone_of_one: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            waiting: 4_096,
            group: 256,
            writers: 1,
            rows_beside_others: 128,
            alone: 6,
            alone_of_one: 2,
        }
    }
}

/// How often what a group put off is tried again with what came meanwhile.
const ROUNDS: u8 = 3;

/// Writes entries.
#[async_trait]
pub(crate) trait GroupWriter: Send + Sync + 'static {
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

    /// The answer when the store could not be used: whether anything was written is not known.
    fn unavailable(error: &StoreError) -> Self::Answer;

    /// Whose the entry is.
    fn tenant(entry: &Self::Entry) -> ProfileId;

    /// How many rows an entry is, about.
    fn rows(_entry: &Self::Entry) -> usize {
        1
    }
}

/// The queue in front of a writer.
pub(crate) struct GroupCommit<S: GroupWriter> {
    shared: Arc<Shared<S>>,
    queue: UnboundedSender<Waiting<S>>,
}

struct Shared<S> {
    writer: S,
    wake: Arc<Notify>,
    bounds: Bounds,
    /// A permit for each entry that is not answered: this bounds the queue.
    room: Arc<Semaphore>,
    alone: Turns,
    /// Groups that are being written.
    writing: AtomicUsize,
    /// Told of each that was.
    finished: Notify,
}

/// The right to hand in one entry.
pub(crate) type Permit = OwnedSemaphorePermit;

/// An entry that waits for its group.
struct Waiting<S: GroupWriter> {
    entry: S::Entry,
    answer: oneshot::Sender<S::Answer>,
    /// Given back just before the entry is answered.
    permit: Permit,
    /// How often it was put off.
    rounds: u8,
    /// The request that handed it in.
    span: Span,
}

impl<S: GroupWriter> Waiting<S> {
    fn answer(self, answer: S::Answer) {
        drop(self.permit);
        // Nobody has to be there any more.
        let _ = self.answer.send(answer);
    }
}

impl<S: GroupWriter> GroupCommit<S> {
    /// Starts the writers on the runtime of the caller. `wake` is told of every group that was
    /// written. The writers end once this is dropped and the queue is empty.
    pub(crate) fn start(writer: S, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let (queue, waiting) = unbounded_channel();
        let shared = Arc::new(Shared::new(writer, wake, bounds));
        let waiting = Arc::new(tokio::sync::Mutex::new(waiting));
        for _ in 0..bounds.writers {
            let (shared, waiting) = (Arc::clone(&shared), Arc::clone(&waiting));
            tokio::spawn(async move {
                let mut put_off = Vec::new();
                while let Some(group) = shared.next(&waiting, put_off).await {
                    let written = tokio::spawn(Arc::clone(&shared).write(group));
                    put_off = written.await.unwrap_or_else(|error| {
                        tracing::error!(error = %error, "a group was not written: {error}");
                        Vec::new()
                    });
                    shared.writing.fetch_sub(1, Ordering::AcqRel);
                    shared.finished.notify_one();
                }
            });
        }
        Self { shared, queue }
    }

    /// What writes.
    pub(crate) fn writer(&self) -> &S {
        &self.shared.writer
    }

    /// How many entries are taken and not answered.
    pub(crate) fn waiting(&self) -> usize {
        let most = usize::try_from(self.shared.bounds.waiting).unwrap_or(Semaphore::MAX_PERMITS);
        most.saturating_sub(self.shared.room.available_permits())
    }

    /// A permit in the queue; `None` when as much as may wait is waiting.
    pub(crate) fn permit(&self) -> Option<Permit> {
        Arc::clone(&self.shared.room).try_acquire_owned().ok()
    }

    /// Hands an entry in, to be written with others, and waits for its answer.
    pub(crate) async fn write(
        &self,
        permit: Permit,
        entry: S::Entry,
    ) -> Result<S::Answer, StoreError> {
        let (waiting, answered) = Waiting::new(permit, entry);
        self.queue.send(waiting).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }

    /// Hands an entry in, to be written on its own, and waits for its answer.
    pub(crate) async fn write_alone(
        &self,
        permit: Permit,
        entry: S::Entry,
    ) -> Result<S::Answer, StoreError> {
        let (waiting, answered) = Waiting::new(permit, entry);
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

impl<S: GroupWriter> Waiting<S> {
    fn new(permit: Permit, entry: S::Entry) -> (Self, oneshot::Receiver<S::Answer>) {
        let (answer, answered) = oneshot::channel();
        let waiting = Self {
            entry,
            answer,
            permit,
            rounds: 0,
            span: Span::current(),
        };
        (waiting, answered)
    }
}

/// The span of a group: that of its only request, or one of its own that follows from all of them.
fn span_of<S: GroupWriter>(group: &[Waiting<S>]) -> Span {
    if let [only] = group {
        return only.span.clone();
    }
    let span = tracing::info_span!(parent: None, "group", group.size = group.len());
    for one in group {
        span.follows_from(&one.span);
    }
    span
}

impl<S: GroupWriter> Shared<S> {
    fn new(writer: S, wake: Arc<Notify>, bounds: Bounds) -> Self {
        let room = usize::try_from(bounds.waiting).unwrap_or(Semaphore::MAX_PERMITS);
        Self {
            writer,
            wake,
            bounds,
            room: Arc::new(Semaphore::new(room)),
            alone: Turns::new(bounds.alone, bounds.alone_of_one),
            writing: AtomicUsize::new(0),
            finished: Notify::new(),
        }
    }

    /// The next group: what was put off and what waits, as far as it fits; `None` at the end.
    async fn next(
        &self,
        waiting: &tokio::sync::Mutex<UnboundedReceiver<Waiting<S>>>,
        put_off: Vec<Waiting<S>>,
    ) -> Option<Vec<Waiting<S>>> {
        let most = self.bounds.group;
        let mut group = put_off;
        let mut waiting = if group.is_empty() {
            let mut waiting = waiting.lock().await;
            waiting.recv_many(&mut group, most).await;
            waiting
        } else if let Ok(waiting) = waiting.try_lock() {
            waiting
        } else {
            // Another writer waits for what comes, perhaps for long.
            self.writing.fetch_add(1, Ordering::AcqRel);
            return Some(group);
        };
        loop {
            while group.len() < most
                && let Ok(one) = waiting.try_recv()
            {
                group.push(one);
            }
            if group.is_empty() {
                return None;
            }
            if group.len() >= most || self.is_worth_a_writer(&group) {
                break;
            }
            tokio::select! {
                () = self.finished.notified() => {}
                one = waiting.recv() => match one {
                    Some(one) => group.push(one),
                    None => break,
                },
            }
        }
        self.writing.fetch_add(1, Ordering::AcqRel);
        Some(group)
    }

    fn is_worth_a_writer(&self, group: &[Waiting<S>]) -> bool {
        let rows: usize = group.iter().map(|one| S::rows(&one.entry)).sum();
        rows >= self.bounds.rows_beside_others || self.writing.load(Ordering::Acquire) == 0
    }

    /// What the group put off.
    async fn write(self: Arc<Self>, mut group: Vec<Waiting<S>>) -> Vec<Waiting<S>> {
        let span = span_of(&group);
        let mut entries: Vec<&mut S::Entry> = group.iter_mut().map(|one| &mut one.entry).collect();
        let written = self.writer.write(&mut entries).instrument(span).await;
        let answers = match written {
            Ok(answers) => answers,
            Err(error @ StoreError::Unavailable(_)) => {
                // The store may have written it and not be heard, and asking it anew entry by entry
                // would take as long for each.
                let count = group.len();
                tracing::warn!(
                    error = %error, group.size = count,
                    "a group of {count} is given back: {error}"
                );
                for one in group {
                    one.answer(S::unavailable(&error));
                }
                return Vec::new();
            }
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
        let turn = self.alone.turn(S::tenant(&one.entry)).await;
        let written = self.writer.write_alone(&one.entry);
        let answer = written.instrument(one.span.clone()).await;
        drop(turn);
        if S::is_written(&answer) {
            self.wake.notify_one();
        }
        one.answer(answer);
    }
}

#[cfg(test)]
mod tests;
