//! Where outcome events are handed in.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError};

use super::record::{RecordError, RecordOutcomeEvent, Recorded};

/// Takes events, whoever they are from.
#[async_trait]
pub trait OutcomeIntake: Send + Sync {
    /// Answers once the event is durable. A caller that no longer waits loses nothing: what was
    /// taken is written.
    async fn record(
        &self,
        profile_id: ProfileId,
        command: RecordOutcomeEvent,
    ) -> Result<Recorded, Refused>;

    /// Waits until everything that was taken is answered; takes nothing from then on.
    async fn drain(&self);
}

/// Why an event was not recorded.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such profile.
    #[error("the profile is unknown")]
    UnknownProfile,
    /// As much as may wait is waiting; nothing was written, the same may be sent again.
    #[error("too many events are waiting")]
    Busy,
    /// The event could not be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Record(error.into())
    }
}
