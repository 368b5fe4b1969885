//! Finds out what came of changes at ad platforms whose makers vanished, or whose platform did not answer.

use std::sync::Arc;
use std::time::Duration;

use ad_changes::ports::AdExecutor;
use application::transact;
use conversion_export::connections::token::TokenPorts;
use kernel::StoreError;
use platform_changes::ChangePorts;
use platform_changes::resume::resume;
use platform_connections::ports::PlatformAuthorization;
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// How long the loop sleeps when nothing is due. A change that nobody answered for waits for a minute at least.
const IDLE: Duration = Duration::from_secs(15);

/// Changes in one look, one after the other: there are a few a week, and those that cannot be read come first each time.
const CHANGES: usize = 1_000;

/// What it takes to change something.
#[derive(Clone)]
pub struct Changing {
    /// Transactions, the present, new ids.
    pub worker: Worker,
    /// Changes ads in a social network.
    pub social: Arc<dyn AdExecutor>,
    /// Changes ads beside search results.
    pub search: Arc<dyn AdExecutor>,
    /// Gets tokens.
    pub authorization: Arc<dyn PlatformAuthorization>,
    /// Whether the operator allows it. What was begun before stays as it is until they do again.
    pub is_allowed: bool,
}

/// Takes changes up until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(changing: Changing, stop: CancellationToken) {
    if !changing.is_allowed {
        return stop.cancelled().await;
    }
    while !stop.is_cancelled() {
        match step(&changing).await {
            Ok(_) => {}
            Err(error) => tracing::error!(error = %error, "changes were not taken up: {error}"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(IDLE) => {}
        }
    }
}

/// Takes up what is due; how much was.
pub async fn step(changing: &Changing) -> Result<usize, StoreError> {
    let worker = &changing.worker;
    let due = transact(&*worker.units, worker, |work, worker| {
        Box::pin(async move { work.ad_changes().due(worker.clock.now(), CHANGES).await })
    });
    let due = due.await?;
    let ports = ChangePorts {
        tokens: TokenPorts {
            units: &*worker.units,
            authorization: &*changing.authorization,
        },
        social: &*changing.social,
        search: &*changing.search,
    };
    for (profile_id, id) in &due {
        // One that cannot be read is in nobody's way.
        if let Err(error) = resume(ports, &worker.context(), (*profile_id, *id)).await {
            tracing::error!(change.id = %id, error = %error, "a change was not taken up: {error}");
        }
    }
    Ok(due.len())
}
