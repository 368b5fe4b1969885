//! Takes what loaders left, a batch at a time.
//!
//! All that decides is in the database: two processes never take the same batch, and one that vanishes in the middle has
//! written nothing of it.

use std::time::Duration;

use spend_intake::landing::next::{Looked, next};
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// How long the loop sleeps when nothing waits.
const IDLE: Duration = Duration::from_secs(5);

/// Takes batches until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(worker: Worker, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let is_idle = match next(&*worker.units, &worker.context()).await {
            Ok(looked) => {
                worker.tally.add_landed(looked);
                matches!(looked, Looked::Nothing | Looked::Postponed)
            }
            Err(error) => {
                tracing::error!(error = %error, "batches of spend could not be taken: {error}");
                true
            }
        };
        if is_idle {
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(IDLE) => {}
            }
        }
    }
}
