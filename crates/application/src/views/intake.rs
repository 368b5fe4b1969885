//! Where loaded pictures are handed in.

use async_trait::async_trait;
use event_intake::TrackingKeyText;
use event_intake::ports::IntakeReason;
use event_intake::views::{ViewAgent, ViewRequest};
use kernel::Timestamp;

/// The endpoint's name in the numbers of what was taken and refused.
pub const ENDPOINT: &str = "view";

/// A picture that was loaded just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedPicture {
    /// What its address says.
    pub request: ViewRequest,
    /// Who asked for it.
    pub agent: ViewAgent,
    /// When.
    pub at: Timestamp,
}

/// Takes pictures, whoever they are from. Nobody waits for what is handed in: whoever loads a picture gets it, whatever
/// becomes of the view.
#[async_trait]
pub trait ViewIntake: Send + Sync {
    /// Keeps it until it is written, within a second or so, or counts it as refused while too much is waiting. Must be
    /// called inside a runtime.
    fn take(&self, picture: LoadedPicture);

    /// Counts a picture of which nothing is recorded.
    fn refuse(&self, key: &TrackingKeyText, reason: IntakeReason, at: Timestamp);

    /// Writes everything that was taken.
    async fn drain(&self);
}
