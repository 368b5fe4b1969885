//! Looks at the links of every profile once a night, and anew when its channel rules are others.
//!
//! Two processes that look at the same profile do so once: the second finds that it was done.

use std::collections::HashMap;
use std::time::Duration;

use application::ports::LookedAt;
use application::transact;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ProfileId, StoreError, Timestamp};
use site_quality::refresh::{is_due, refresh};
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// How long the loop sleeps between two looks for whose turn it is.
const IDLE: Duration = Duration::from_mins(1);

/// How long a profile whose look failed is left alone: a look reads much.
const PAUSE: i64 = 3_600 * MICROS_PER_SECOND;

/// When looks failed.
type Failed = HashMap<ProfileId, Timestamp>;

/// Profiles that are read at once.
const PROFILES: u32 = 500;

/// Looks until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(worker: Worker, stop: CancellationToken) {
    let mut failed = Failed::new();
    while !stop.is_cancelled() {
        if let Err(error) = look(&worker, &stop, &mut failed).await {
            tracing::error!(error = %error, "links could not be looked at: {error}");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(IDLE) => {}
        }
    }
}

/// Gives each profile that is due a look.
async fn look(
    worker: &Worker,
    stop: &CancellationToken,
    failed: &mut Failed,
) -> Result<(), StoreError> {
    let mut after = None;
    let before = worker.clock.now().plus_micros(-PAUSE);
    failed.retain(|_, at| *at > before);
    loop {
        let page = page(worker, after).await?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(last.profile_id);
        let now = worker.clock.now();
        let is_due =
            |profile: &&LookedAt| is_due(profile, now) && !failed.contains_key(&profile.profile_id);
        let due: Vec<ProfileId> = page.iter().filter(is_due).map(|it| it.profile_id).collect();
        for profile_id in due {
            if stop.is_cancelled() {
                return Ok(());
            }
            // What one profile cannot do keeps nobody else waiting.
            if let Err(error) = of_profile(worker, profile_id).await {
                failed.insert(profile_id, now);
                tracing::error!(
                    profile.id = %profile_id, error = %error,
                    "links could not be looked at: {error}"
                );
            }
        }
    }
}

async fn page(worker: &Worker, after: Option<ProfileId>) -> Result<Vec<LookedAt>, StoreError> {
    transact(&*worker.units, &after, |work, after| {
        Box::pin(async move { work.quality().looked_at(*after, PROFILES).await })
    })
    .await
}

async fn of_profile(worker: &Worker, profile_id: ProfileId) -> Result<(), StoreError> {
    let input = (worker.context(), profile_id);
    transact(&*worker.units, &input, |work, (context, profile_id)| {
        Box::pin(async move { refresh(work, context, *profile_id).await.map(drop) })
    })
    .await
}
