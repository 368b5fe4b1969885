//! Reads what ads cost at the platforms: accounts that are due, a few at once.
//!
//! All that decides is in the database: a process that vanishes leaves accounts whose leases end, and whatever it had not
//! written is read again.

use std::sync::Arc;
use std::time::Duration;

use ad_spend::ports::SpendSource;
use application::transact;
use conversion_export::connections::token::TokenPorts;
use kernel::StoreError;
use platform_connections::ports::PlatformAuthorization;
use spend_intake::syncs::due::due;
use spend_intake::syncs::serve::{Served, SyncPorts, serve};
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// How long the loop sleeps when nothing ends: whoever asks for an account waits no longer.
const IDLE: Duration = Duration::from_secs(2);

/// How long what is being read is waited for when the process stops.
const PATIENCE: Duration = Duration::from_secs(5);

/// Accounts that one process reads at once. Each holds up to two answers of a week in memory.
const ACCOUNTS: usize = 2;

/// What it takes to read.
#[derive(Clone)]
pub struct Reading {
    /// Transactions, the present, new ids, and what was done.
    pub worker: Worker,
    /// Says what ads in a social network cost.
    pub social: Arc<dyn SpendSource>,
    /// Says what ads beside search results cost.
    pub search: Arc<dyn SpendSource>,
    /// Gets tokens.
    pub authorization: Arc<dyn PlatformAuthorization>,
}

/// The accounts that this process reads.
pub struct Reader {
    reading: Reading,
    accounts: JoinSet<Result<Served, StoreError>>,
    stop: CancellationToken,
}

/// Reads accounts until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(reading: Reading, stop: CancellationToken) {
    let mut reader = Reader::new(reading, stop.clone());
    while !stop.is_cancelled() {
        if let Err(error) = reader.step().await {
            tracing::error!(error = %error, "spend could not be read: {error}");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = reader.one_ends() => {}
            () = tokio::time::sleep(IDLE) => {}
        }
    }
    let _ = tokio::time::timeout(PATIENCE, reader.all_end()).await;
}

impl Reader {
    /// One that reads nothing yet. Once `stop` is cancelled, accounts are given back after their present days.
    pub fn new(reading: Reading, stop: CancellationToken) -> Self {
        Self {
            reading,
            accounts: JoinSet::new(),
            stop,
        }
    }

    /// Begins to read accounts that are due; how many.
    pub async fn step(&mut self) -> Result<usize, StoreError> {
        let room = ACCOUNTS.saturating_sub(self.accounts.len());
        if room == 0 {
            return Ok(0);
        }
        let worker = &self.reading.worker;
        let input = (worker, room);
        let found = transact(&*worker.units, &input, |work, (worker, room)| {
            Box::pin(async move { due(work, &worker.context(), *room).await })
        });
        let found = found.await?;
        for place in &found {
            let (reading, stop, place) = (self.reading.clone(), self.stop.clone(), *place);
            self.accounts.spawn(async move {
                let worker = &reading.worker;
                let ports = SyncPorts {
                    tokens: TokenPorts {
                        units: &*worker.units,
                        authorization: &*reading.authorization,
                    },
                    social: &*reading.social,
                    search: &*reading.search,
                };
                let go_on = move || !stop.is_cancelled();
                let served = serve(ports, &worker.context(), place, &go_on).await?;
                worker.tally.add_spend(served.pieces, served.has_failed);
                Ok(served)
            });
        }
        Ok(found.len())
    }

    /// Goes on until nothing is due any more: for tests, and for commands that wait for the end.
    pub async fn drain(&mut self) -> Result<(), StoreError> {
        loop {
            let begun = self.step().await?;
            if begun == 0 && self.accounts.is_empty() {
                return Ok(());
            }
            while let Some(ended) = self.accounts.join_next().await {
                ended.map_err(StoreError::inconsistent)??;
            }
        }
    }

    /// Waits for the end of one account; for ever when none is read.
    async fn one_ends(&mut self) {
        match self.accounts.join_next().await {
            None => std::future::pending().await,
            Some(ended) => log(ended),
        }
    }

    async fn all_end(&mut self) {
        while let Some(ended) = self.accounts.join_next().await {
            log(ended);
        }
    }
}

fn log(ended: Result<Result<Served, StoreError>, JoinError>) {
    match ended {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::error!(error = %error, "an account was not read: {error}"),
        Err(error) => tracing::error!(error = %error, "reading an account broke down: {error}"),
    }
}
