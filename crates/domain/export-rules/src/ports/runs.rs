//! What runs keep: which events are to be looked at, what was told, and who tells.

use async_trait::async_trait;
use kernel::{OutcomeEventId, ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use crate::identity_of_event::SourceFingerprint;
use crate::ids::{DestinationId, ExportDeliveryId, RunId};
use crate::lane::{Lane, LaneLease};
use crate::ledger::LedgerLine;
use crate::run::Told;
use crate::skip_reason::SkipReason;
use crate::status::Status;

/// Events that are to be looked at: new ones, and those of which something changed. Marks are only added and
/// removed.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExportMarkStore: Send {
    /// Since when the profile's rules tell anything, the earliest of them; `None` when none is enabled.
    async fn told_since(&mut self, profile: ProfileId) -> Result<Option<Timestamp>, StoreError>;

    /// Marks events; each mark has an id of its own.
    async fn add(
        &mut self,
        profile: ProfileId,
        marks: &[(Uuid, OutcomeEventId)],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Marks every event that happened since an instant; how many there are.
    async fn add_since(
        &mut self,
        profile: ProfileId,
        since: Timestamp,
        at: Timestamp,
    ) -> Result<u64, StoreError>;

    /// Profiles with marks, at most so many, in the order of their ids: those after one, or the first.
    async fn waiting(
        &mut self,
        after: Option<ProfileId>,
        most: u32,
    ) -> Result<Vec<ProfileId>, StoreError>;

    /// Takes marks of a profile that nobody else takes, the oldest first; their events, each once.
    async fn take(
        &mut self,
        profile: ProfileId,
        most: u32,
    ) -> Result<Vec<OutcomeEventId>, StoreError>;
}

/// How many lines of a run stand how.
pub type RunCounts = Vec<(Status, Option<SkipReason>, u64)>;

/// When something is to be done next at a destination; `None` when nothing waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextDue {
    /// When a line is to be sent.
    pub send: Option<Timestamp>,
    /// When its platform is asked what it made of a request.
    pub ask: Option<Timestamp>,
}

/// The ledger. Lines of a destination are written by whoever holds its [`Lane`].
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExportLedger: Send {
    /// What is written of sources at a destination.
    async fn told(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        fingerprints: &[SourceFingerprint],
    ) -> Result<Told, StoreError>;

    /// Writes new lines; how many. A line that was skipped for want of something is replaced by what is decided
    /// otherwise now; any other line of the same source, rule and destination stays.
    async fn add(&mut self, profile: ProfileId, lines: &[LedgerLine]) -> Result<u64, StoreError>;

    /// Lines of a destination that are due, those that wait longest first.
    async fn due(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<LedgerLine>, StoreError>;

    /// Lines of a destination that somebody was sending.
    async fn sending(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        most: u32,
    ) -> Result<Vec<LedgerLine>, StoreError>;

    /// Replaces lines. `of_attempt`: only those that are still at the attempt that the line says.
    async fn put(
        &mut self,
        profile: ProfileId,
        lines: &[LedgerLine],
        of_attempt: bool,
    ) -> Result<(), StoreError>;

    /// Writes which body lines are in that is sent next.
    async fn put_request(
        &mut self,
        profile: ProfileId,
        lines: &[ExportDeliveryId],
        request_sha256: [u8; 32],
    ) -> Result<(), StoreError>;

    /// Removes lines of which nothing was tried.
    async fn withdraw(
        &mut self,
        profile: ProfileId,
        lines: &[ExportDeliveryId],
    ) -> Result<(), StoreError>;

    /// Ends what waits and is too old for its platform by now; how many lines. What was accepted too long ago is not
    /// asked after any more.
    async fn expire(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        now: Timestamp,
    ) -> Result<u64, StoreError>;

    /// When something is to be done next at the destination.
    async fn next_due(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
    ) -> Result<NextDue, StoreError>;

    /// Lines of one request to the destination that its platform accepted, in their places: of the request that is to
    /// be asked after first. Empty when none is by now.
    async fn unconfirmed(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        now: Timestamp,
    ) -> Result<Vec<LedgerLine>, StoreError>;

    /// How many lines of a run stand how.
    async fn counts(&mut self, profile: ProfileId, run: RunId) -> Result<RunCounts, StoreError>;
}

/// Lanes of destinations.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExportLanes: Send {
    /// Lanes of some destinations, which nobody else changes until the unit of work ends. One that was never needed
    /// begins now.
    async fn hold(
        &mut self,
        profile: ProfileId,
        destinations: &[DestinationId],
    ) -> Result<Vec<Lane>, StoreError>;

    /// Writes a lane that is held.
    async fn put(&mut self, lane: &Lane) -> Result<(), StoreError>;

    /// Takes lanes on which something is to be done and nobody sends, at most so many.
    async fn take(
        &mut self,
        lease: LaneLease,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<(ProfileId, DestinationId)>, StoreError>;

    /// All of a profile.
    async fn all(&mut self, profile: ProfileId) -> Result<Vec<Lane>, StoreError>;
}
