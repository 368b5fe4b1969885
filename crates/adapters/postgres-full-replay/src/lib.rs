//! A full replay by COPY.
//!
//! Decides: how everybody's facts are read in one snapshot and no particular order ([`read`],
//! [`known`], [`source`]), which of them are asked for ([`replayed_visitors`]), what is kept in memory and in
//! which form ([`customers`], [`visitors`], [`touches`], [`views`], [`texts`], [`distinct`]), when they are too
//! many to be held at once ([`slice`](mod@slice)), and how results are written
//! ([`write`](mod@write)); and how everybody's browser events are read to be cut into sessions
//! ([`cut`](mod@cut)). Deliberately does not know what facts come to.
//!
//! diesel-async has no COPY and hides its client, so these connections are outside the pool: two
//! of them, for one replay at a time in a process.

mod copy_in;
mod copy_out;
mod customers;
mod cut;
mod distinct;
mod known;
mod read;
mod replayed_visitors;
mod rollups;
mod rows;
mod signatures;
mod slice;
mod snapshot;
mod source;
mod texts;
mod touches;
mod views;
mod visitors;
mod write;

use std::sync::Arc;
use std::time::Duration;

use application::ports::{Cut, FullReplay, ReplayOrder, ReplayStep, SessionCut};
use async_trait::async_trait;
use kernel::{ProfileId, StoreError};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;

use self::known::know;
use self::read::{Facts, read};
use self::rollups::Rollups;
use self::slice::Slice;
use self::snapshot::Pair;
use postgres_kit::generation::Target;
use postgres_kit::pool::{Lifeline, PgPool};

/// What facts may take in memory; more are read in slices. The results of everybody that go into
/// rollups, and rows on their way to the server, take as much again and more.
const MEMORY: usize = 192 << 20;

/// Steps that were not asked for yet.
const STEPS: usize = 4;

/// Between two signs of life of a replay that waits: for another one, or for a statement that reads
/// much and sends little. Its worker is believed alive for two minutes after each.
const PATIENCE: Duration = Duration::from_secs(30);

/// The full replays of a process: one at a time, so that memory and connections are bounded.
#[derive(Clone)]
pub struct Replays {
    turn: Arc<Semaphore>,
    /// Bytes.
    memory: usize,
}

impl Default for Replays {
    fn default() -> Self {
        Self {
            turn: Arc::new(Semaphore::new(1)),
            memory: MEMORY,
        }
    }
}

impl Replays {
    /// The same with so many bytes for what one holds in memory.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Begins a replay as soon as the one before it has ended.
    pub fn begin(&self, pool: PgPool, order: ReplayOrder) -> Box<dyn FullReplay> {
        let (sender, steps) = mpsc::channel(STEPS);
        let job = Job {
            order,
            memory: self.memory,
            steps: sender,
        };
        let turn = Arc::clone(&self.turn);
        let watch = Watch::new(&pool);
        let lifeline = Arc::clone(&watch.lifeline);
        let task = tokio::spawn(async move {
            let ended = run(&pool, &job, &turn, &lifeline).await;
            // Nobody listens to a replay that was dropped.
            let _ = job.steps.send(ended.map(|()| ReplayStep::Done)).await;
        });
        Box::new(PgFullReplay { steps, watch, task })
    }

    /// Begins to derive all sessions as soon as the replay before it has ended.
    pub fn cut(&self, pool: PgPool, profile_id: ProfileId, cut: Cut) -> Box<dyn SessionCut> {
        Box::new(cut::begin(pool, profile_id, cut, Arc::clone(&self.turn)))
    }
}

/// A replay in a task of its own.
struct PgFullReplay {
    steps: mpsc::Receiver<Result<ReplayStep, StoreError>>,
    watch: Watch,
    task: JoinHandle<()>,
}

impl Drop for PgFullReplay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[async_trait]
impl FullReplay for PgFullReplay {
    async fn step(&mut self) -> Result<ReplayStep, StoreError> {
        match tokio::time::timeout(PATIENCE, self.steps.recv()).await {
            Err(_) => self.watch.look().map(|()| ReplayStep::Underway),
            Ok(Some(step)) => step,
            Ok(None) => Err(StoreError::inconsistent("the replay ended early")),
        }
    }
}

/// Whether anything happens on the connections of a replay. A statement may be silent for minutes; a
/// server that is silent for longer is given up, because it may be so for ever.
struct Watch {
    lifeline: Arc<Lifeline>,
    quiet: Duration,
}

impl Watch {
    fn new(pool: &PgPool) -> Self {
        Self {
            lifeline: Arc::default(),
            quiet: pool.quiet(),
        }
    }

    /// Fails when nothing has happened for too long, which is nothing for a replay that waits for its
    /// turn: whoever has the turn is watched.
    fn look(&self) -> Result<(), StoreError> {
        match self.lifeline.quiet_for() {
            Some(quiet) if quiet > self.quiet => Err(StoreError::Unavailable(format!(
                "the server of a full replay has been silent for {} s",
                quiet.as_secs()
            ))),
            _ => Ok(()),
        }
    }
}

/// What a replay does, and whom it tells.
#[derive(Clone)]
struct Job {
    order: ReplayOrder,
    memory: usize,
    steps: mpsc::Sender<Result<ReplayStep, StoreError>>,
}

impl Job {
    fn target(&self) -> Target {
        Target {
            profile_id: self.order.profile_id,
            generation: self.order.generation,
        }
    }

    async fn tell(&self, step: ReplayStep) -> Result<(), StoreError> {
        let told = self.steps.send(Ok(step)).await;
        told.map_err(|_| StoreError::inconsistent("nobody waits for the replay"))
    }
}

async fn run(
    pool: &PgPool,
    job: &Job,
    turn: &Semaphore,
    lifeline: &Arc<Lifeline>,
) -> Result<(), StoreError> {
    let turn = turn.acquire().await;
    let _turn = turn.map_err(StoreError::inconsistent)?;
    let pair = Pair::open(pool, lifeline).await?;
    let rollups = Rollups::default();
    let (known, size) = know(&pair, job).await?;
    let first = Slice::first(size.bytes(), job.memory);
    let mut facts = Facts::new(known, size, first);
    let mut slice = Some(first);
    while let Some(part) = slice {
        let smaller = read(&pair, job, &mut facts, part).await?;
        slice = if let Some(smaller) = smaller {
            facts = Facts::new(facts.known(), size, smaller);
            Some(smaller)
        } else {
            facts = write::write(&pair, job, facts, &rollups).await?;
            part.next()
        };
    }
    pair.commit().await?;
    // Packing the days takes as much memory again as gathering them.
    drop(facts);
    rollups.write(pool, job.target()).await
}
