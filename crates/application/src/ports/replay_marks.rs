//! The queue of people whose conversions have to be replayed.

use async_trait::async_trait;
use kernel::{CustomerId, OutcomeEventId, ProfileId, StoreError, VisitorId};
use reporting::causes::Cause;
use uuid::Uuid;

/// Who has to be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkTarget {
    /// A browser's events changed: its sessions and touches too.
    Visitor(VisitorId),
    /// A customer's outcome events or browsers changed.
    Customer(CustomerId),
    /// An outcome event without a person arrived.
    Event(OutcomeEventId),
    /// A browser that nobody is known to own: what it converted, not its sessions.
    Browser(VisitorId),
    /// Everybody: a definition, a window, the time zone or the currency changed.
    Profile,
}

/// One entry of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Who.
    pub target: MarkTarget,
    /// Why.
    pub cause: Cause,
    /// What changed, for a change that somebody made.
    pub subject: Option<uuid::Uuid>,
    /// Who made it.
    pub actor: kernel::Actor,
}

impl Mark {
    /// A mark that facts cause.
    pub fn new(target: MarkTarget, cause: Cause) -> Self {
        Self {
            target,
            cause,
            subject: None,
            actor: kernel::Actor::System,
        }
    }
}

/// A profile with work waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedProfile {
    /// The profile.
    pub profile_id: ProfileId,
    /// Whether the whole profile has to be replayed.
    pub full: bool,
    /// Whether it has to be settled first whose values are that facts name together.
    pub unsettled: bool,
    /// Whether its hosts or exclusions have changed, so that events have to be looked at first.
    pub unread: bool,
}

/// The queue inside a transaction.
#[async_trait]
pub trait ReplayMarkStore: Send {
    /// Adds entries; `ids` gives each its own, time-ordered.
    async fn add(
        &mut self,
        profile_id: ProfileId,
        marks: &[Mark],
        ids: &dyn kernel::IdSource,
        at: kernel::Timestamp,
    ) -> Result<(), StoreError>;

    /// Whether the profile's hosts or exclusions have changed, so that events have to be looked at before
    /// it is replayed as a whole.
    async fn is_unread(&mut self, profile_id: ProfileId) -> Result<bool, StoreError>;

    /// Takes at most `limit` entries of the profile, oldest first, `Profile` entries left aside.
    /// They are gone once the transaction commits, and back when it does not.
    async fn take(&mut self, profile_id: ProfileId, limit: u32) -> Result<Vec<Mark>, StoreError>;

    /// Forgets entries for which the same target is marked again later for the same reason, `Profile` entries
    /// left aside: how many. Nobody may take entries meanwhile, so the profile's attribution is locked before.
    async fn fold(&mut self, profile_id: ProfileId) -> Result<usize, StoreError>;

    /// Takes the `Profile` entries that were there before or at `until` (an entry's id).
    async fn take_full(&mut self, profile_id: ProfileId, until: Uuid) -> Result<(), StoreError>;

    /// The newest `Profile` entry, if there is one.
    async fn newest_full(&mut self, profile_id: ProfileId) -> Result<Option<Uuid>, StoreError>;

    /// Profiles with entries, at most `limit`.
    async fn waiting(&mut self, limit: u32) -> Result<Vec<MarkedProfile>, StoreError>;

    /// Has the store look anew at what its tables hold, so that it reads them in a way that suits
    /// their size.
    async fn survey(&mut self, tables: Surveyed) -> Result<(), StoreError>;

    /// Bounds how long any one step of this transaction may take; a longer one fails.
    async fn bound(&mut self, step: std::time::Duration) -> Result<(), StoreError>;
}

/// Which tables are looked at anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surveyed {
    /// Those that have more than doubled since the last look.
    Grown,
    /// All that have changed since.
    Changed,
}
