//! Work that keeps a processor busy: on threads apart from those that serve requests, and in turns.
//!
//! Two pieces are done at once, one of a profile at a time. Whoever waits, waits in a line of their
//! profile, and the lines take turns, so that nobody stands behind everything that somebody else has
//! asked for. Lines are short: what finds no place is 503 and may be sent again.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use kernel::ProfileId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::problem::{Code, Problem};

/// Pieces of work at once.
const AT_ONCE: usize = 2;
/// Pieces of a profile, the one that is done among them.
const OF_A_PROFILE: usize = 4;
/// Pieces of everybody.
const OF_ALL: usize = 64;
/// Seconds after which what found no place may be sent again.
const RETRY_SECONDS: u64 = 2;

static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(Arc::default);

/// Work that only tells something: it ends where it next waits when the caller goes away, in line or
/// under way.
pub async fn told<T: Send + 'static>(
    profile_id: ProfileId,
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let turn = TURNS.wait(profile_id).await?;
    let gone = CancellationToken::new();
    let _while_waited_for = gone.clone().drop_guard();
    let stoppable = async move {
        tokio::select! {
            biased;
            () = gone.cancelled() => Err(full()),
            outcome = work => outcome,
        }
    };
    run(turn, stoppable).await
}

/// Work that writes: a caller who goes away leaves the line, and does not cut what has begun.
pub async fn done<T: Send + 'static>(
    profile_id: ProfileId,
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let turn = TURNS.wait(profile_id).await?;
    run(turn, work).await
}

async fn run<T: Send + 'static>(
    turn: Turn,
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let runtime = tokio::runtime::Handle::current();
    let work = work.in_current_span();
    let task = tokio::task::spawn_blocking(move || {
        let outcome = runtime.block_on(work);
        drop(turn);
        outcome
    });
    task.await
        .unwrap_or_else(|failure| Err(Problem::internal(&failure)))
}

fn full() -> Problem {
    let detail = "as much as may wait is waiting; send the same again";
    Problem::new(Code::Unavailable, detail)
        .with_header(RETRY_AFTER, HeaderValue::from(RETRY_SECONDS))
}

/// Who is at work and who waits.
#[derive(Debug)]
struct Turns {
    slots: Arc<Semaphore>,
    lines: Mutex<HashMap<ProfileId, Line>>,
}

#[derive(Debug)]
struct Line {
    first: Arc<Semaphore>,
    pieces: usize,
}

/// A slot in a line; given back when it is dropped.
#[derive(Debug)]
struct QueueSlot {
    turns: Arc<Turns>,
    profile_id: ProfileId,
}

/// The right to work, until it is dropped. Fields are dropped in this order.
#[derive(Debug)]
struct Turn {
    _slot: OwnedSemaphorePermit,
    _first: OwnedSemaphorePermit,
    _place: QueueSlot,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            lines: Mutex::default(),
        }
    }
}

impl Turns {
    /// Waits for the profile's turn. The head of each line waits for a slot, and slots are given in
    /// the order in which they are asked for.
    async fn wait(self: &Arc<Self>, profile_id: ProfileId) -> Result<Turn, Problem> {
        let (place, first) = self.line_up(profile_id).ok_or_else(full)?;
        let first = first.acquire_owned().await.map_err(|_| full())?;
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        Ok(Turn {
            _slot: slot.map_err(|_| full())?,
            _first: first,
            _place: place,
        })
    }

    fn line_up(self: &Arc<Self>, profile_id: ProfileId) -> Option<(QueueSlot, Arc<Semaphore>)> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = lines.values().map(|line| line.pieces).sum();
        let of_profile = lines.get(&profile_id).map_or(0, |line| line.pieces);
        if all >= OF_ALL || of_profile >= OF_A_PROFILE {
            return None;
        }
        let line = lines.entry(profile_id).or_insert_with(|| Line {
            first: Arc::new(Semaphore::new(1)),
            pieces: 0,
        });
        line.pieces += 1;
        let place = QueueSlot {
            turns: Arc::clone(self),
            profile_id,
        };
        Some((place, Arc::clone(&line.first)))
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let lines = self.turns.lines.lock();
        let mut lines = lines.unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get_mut(&self.profile_id) {
            line.pieces = line.pieces.saturating_sub(1);
            if line.pieces == 0 {
                lines.remove(&self.profile_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::{FutureExt, poll};
    use uuid::Uuid;

    use super::*;

    fn profile(number: u128) -> ProfileId {
        ProfileId::new(Uuid::from_u128(number))
    }

    #[actix_web::test]
    async fn busy_work_leaves_the_thread_to_others() {
        let (go, started) = std::sync::mpsc::channel::<()>();
        let work = done(profile(1), async move { Ok(started.recv().is_ok()) });
        let mut work = std::pin::pin!(work);
        assert!(poll!(&mut work).is_pending());
        // This thread goes on, although the work blocks.
        tokio::task::yield_now().await;
        go.send(()).unwrap();
        assert!(work.await.unwrap());
    }

    #[actix_web::test]
    async fn a_panic_in_the_work_is_a_500() {
        let outcome: Result<(), _> = done(profile(2), async { panic!("inside") }).await;
        assert_eq!(outcome.unwrap_err().code(), Code::InternalError);
    }

    #[actix_web::test]
    async fn one_profile_never_has_two_turns_and_its_line_is_short() {
        let turns: Arc<Turns> = Arc::default();
        let first = turns.wait(profile(1)).await.unwrap();
        let mut waiting: Vec<_> = (1..OF_A_PROFILE)
            .map(|_| Box::pin(turns.wait(profile(1))))
            .collect();
        for wait in &mut waiting {
            assert!(poll!(wait).is_pending());
        }
        let refused = turns.wait(profile(1)).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable);
        // Somebody else does not stand behind them.
        let other = turns.wait(profile(2)).now_or_never().unwrap().unwrap();
        let mut third = Box::pin(turns.wait(profile(3)));
        assert!(poll!(&mut third).is_pending());
        drop(first);
        assert!(
            poll!(&mut waiting[0]).is_pending(),
            "the third asked before"
        );
        let third = third.now_or_never().unwrap().unwrap();
        drop((other, third, waiting));
        assert!(turns.lines.lock().unwrap().is_empty());
    }

    #[actix_web::test]
    async fn there_are_so_many_places_in_all() {
        let turns: Arc<Turns> = Arc::default();
        let places: Vec<_> = (0..64)
            .map(|number| turns.line_up(profile(number)).unwrap())
            .collect();
        assert!(turns.line_up(profile(99)).is_none());
        drop(places);
        assert!(turns.line_up(profile(99)).is_some());
    }

    #[actix_web::test]
    async fn what_is_told_ends_when_nobody_waits_for_it() {
        let (held, end) = tokio::sync::oneshot::channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let work = told::<()>(profile(4), async move {
            let _held = held;
            begin.send(()).unwrap();
            pending().await
        });
        let mut work = Box::pin(work);
        assert!(poll!(&mut work).is_pending());
        begun.await.unwrap();
        drop(work);
        // What the work held is let go.
        end.await.unwrap_err();
    }
}
