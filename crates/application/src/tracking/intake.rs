//! Where batches are handed in.

use std::sync::Arc;

use async_trait::async_trait;
use event_intake::TrackerBatch;
use kernel::{ProfileId, StoreError};

use super::collect::{CollectError, Collected, Sender};
use crate::ports::Profile;

/// Takes batches, whoever they are from.
#[async_trait]
pub trait Intake: Send + Sync {
    /// Answers once the events are durable. A caller that no longer waits loses nothing: what was
    /// taken is written.
    async fn collect(&self, batch: TrackerBatch, sender: Sender) -> Result<Collected, Refused>;

    /// Whose an active tracking key is; `None` for any other.
    async fn owner(&self, key: &str) -> Result<Option<Arc<Profile>>, StoreError>;

    /// Whose a tracking key was when it was looked at last; asks nobody, and `None` where nobody did.
    fn last_owner(&self, key: &str) -> Option<Arc<Profile>>;

    /// Whether a profile's browsers are to say what a social network finds them by, as was known a moment ago.
    async fn wants_cookies(&self, profile: ProfileId) -> Result<bool, StoreError>;

    /// Waits until everything that was taken is answered; takes nothing from then on.
    async fn drain(&self);
}

/// Why nothing of a batch was recorded.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// No profile has this tracking key, or not any more.
    #[error("the tracking key is unknown")]
    UnknownKey,
    /// As much as may wait is waiting; nothing was written, the same may be sent again.
    #[error("too many batches are waiting")]
    Busy,
    /// The batch could not be recorded.
    #[error(transparent)]
    Collect(#[from] CollectError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Collect(error.into())
    }
}
