//! Tells ad platforms: events that are marked are planned, what is due is sent, and what was accepted is asked after.
//!
//! One loop plans and takes lanes; each lane that was taken is served beside it, one batch after the other. All that
//! decides is in the database: a process that vanishes leaves lanes whose leases end, and lines of which the next one
//! knows that they were being sent.

mod lane;
mod throttles;

use std::sync::Arc;
use std::time::Duration;

use application::transact;
use conversion_export::runs::HeldLane;
use conversion_export::runs::plan::{Planned, plan};
use export_rules::ports::{SearchRequests, SearchSender, SocialSender};
use export_rules::{DestinationId, LaneLease, Sha256};
use kernel::{ProfileId, StoreError};
use platform_connections::ports::PlatformAuthorization;
use tokio::task::{JoinError, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Worker;
use throttles::Throttles;

/// How long the loop sleeps when there is nothing to do.
const IDLE: Duration = Duration::from_secs(1);

/// How long requests under way are waited for when the process stops.
const PATIENCE: Duration = Duration::from_secs(12);

/// Profiles in one look for marks.
const PROFILES: u32 = 50;

/// Marks in one transaction.
const MARKS: u32 = 500;

/// Lines in one request.
const LINES: u32 = 500;

/// Lanes that one process serves at once.
const LANES: u32 = 8;

/// What it takes to tell ad platforms.
#[derive(Clone)]
pub struct Exporting {
    /// Transactions, the present, new ids, and what was done.
    pub worker: Worker,
    /// Tells social networks.
    pub social: Arc<dyn SocialSender>,
    /// Tells search engines.
    pub search: Arc<dyn SearchSender>,
    /// Asks search engines what they made of what they accepted.
    pub requests: Arc<dyn SearchRequests>,
    /// Gets tokens.
    pub authorization: Arc<dyn PlatformAuthorization>,
    /// SHA-256.
    pub sha256: Arc<dyn Sha256>,
}

/// The lanes that this process serves.
pub struct Exporter {
    exporting: Exporting,
    throttles: Arc<Throttles>,
    lanes: JoinSet<Result<(), StoreError>>,
    /// The last profile that was planned, while there are more: however many fail, the others have their turn.
    planned: Option<ProfileId>,
    stop: CancellationToken,
}

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Events that were looked at.
    pub events: usize,
    /// Lines of the ledger that were written.
    pub planned: u64,
    /// Lanes that were taken.
    pub lanes: usize,
}

/// Tells ad platforms until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(exporting: Exporting, stop: CancellationToken) {
    let mut exporter = Exporter::new(exporting, stop.clone());
    while !stop.is_cancelled() {
        let next = match exporter.step().await {
            Ok(done) if done.events > 0 => Instant::now(),
            Ok(_) => Instant::now() + IDLE,
            Err(error) => {
                tracing::error!(error = %error, "exports could not go on: {error}");
                Instant::now() + IDLE
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = exporter.one_ends() => {}
            () = tokio::time::sleep_until(next) => {}
        }
    }
    exporter.stop().await;
}

impl Exporter {
    /// One that serves nobody yet. Once `stop` is cancelled, lanes are given back after their present batch.
    pub fn new(exporting: Exporting, stop: CancellationToken) -> Self {
        Self {
            exporting,
            throttles: Arc::default(),
            lanes: JoinSet::new(),
            planned: None,
            stop,
        }
    }

    /// Plans what is marked, and begins to serve lanes that are due.
    pub async fn step(&mut self) -> Result<Step, StoreError> {
        while let Some(ended) = self.lanes.try_join_next() {
            log(ended);
        }
        let planned = self.plan().await?;
        let lanes = self.take().await?;
        Ok(Step {
            events: planned.events,
            planned: planned.lines,
            lanes,
        })
    }

    /// Goes on until nothing is due any more: for tests, and for commands that wait for the end.
    pub async fn drain(&mut self) -> Result<(), StoreError> {
        loop {
            let step = self.step().await?;
            if step == Step::default() && self.planned.is_none() && self.lanes.is_empty() {
                return Ok(());
            }
            while let Some(ended) = self.lanes.join_next().await {
                ended.map_err(StoreError::inconsistent)??;
            }
        }
    }

    /// How many thousandths of requests a second a data set is sent now.
    pub fn rate(&self, id: DestinationId) -> Option<u32> {
        self.throttles.rate(id)
    }

    /// A profile whose events cannot be planned does not keep others from theirs.
    async fn plan(&mut self) -> Result<Planned, StoreError> {
        let units = &*self.exporting.worker.units;
        let waiting = transact(units, &self.planned, |work, after| {
            Box::pin(async move { work.export_marks().waiting(*after, PROFILES).await })
        });
        let waiting = waiting.await?;
        let is_full = waiting.len() >= usize::try_from(PROFILES).unwrap_or(usize::MAX);
        self.planned = waiting.last().copied().filter(|_| is_full);
        let mut done = Planned::default();
        let mut failed = None;
        for profile_id in waiting {
            let input = (&self.exporting, profile_id);
            let planned = transact(units, &input, |work, (exporting, profile_id)| {
                Box::pin(async move {
                    let context = exporting.worker.context();
                    plan(work, &context, &*exporting.sha256, (*profile_id, MARKS)).await
                })
            });
            match planned.await {
                Ok(planned) => {
                    done.events += planned.events;
                    done.lines += planned.lines;
                }
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
        }
        self.exporting.worker.tally.add_planned(done.lines);
        match failed {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }

    async fn take(&mut self) -> Result<usize, StoreError> {
        let serving = u32::try_from(self.lanes.len()).unwrap_or(u32::MAX);
        let room = LANES.saturating_sub(serving);
        if room == 0 || self.stop.is_cancelled() {
            return Ok(0);
        }
        let worker = &self.exporting.worker;
        let now = worker.clock.now();
        let lease = LaneLease {
            holder: worker.ids.new_id(),
            until: now.plus_micros(conversion_export::runs::LEASE),
        };
        let input = (lease, now, room);
        let taken = transact(&*worker.units, &input, |work, input| {
            let (lease, now, room) = *input;
            Box::pin(async move { work.export_lanes().take(lease, now, room).await })
        });
        let taken = taken.await?;
        for (profile_id, destination_id) in &taken {
            let held = HeldLane {
                profile_id: *profile_id,
                destination_id: *destination_id,
                holder: lease.holder,
            };
            let serving = lane::Serving {
                exporting: self.exporting.clone(),
                throttles: Arc::clone(&self.throttles),
                held,
                stop: self.stop.clone(),
            };
            self.lanes.spawn(serving.serve());
        }
        Ok(taken.len())
    }

    /// Waits for the end of one lane; for ever when there is none.
    async fn one_ends(&mut self) {
        match self.lanes.join_next().await {
            None => std::future::pending().await,
            Some(ended) => log(ended),
        }
    }

    /// Waits a little for what is under way.
    async fn stop(mut self) {
        let end = Instant::now() + PATIENCE;
        while !self.lanes.is_empty() {
            tokio::select! {
                () = self.one_ends() => {}
                () = tokio::time::sleep_until(end) => break,
            }
        }
    }
}

fn log(ended: Result<Result<(), StoreError>, JoinError>) {
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(error = %error, "a lane of exports failed: {error}"),
        Err(error) => tracing::error!(error = %error, "a lane of exports broke down: {error}"),
    }
}
