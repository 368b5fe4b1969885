//! What became of what was told, in figures.

use std::collections::HashMap;

use async_trait::async_trait;
use kernel::{Period, ProfileAccess, StoreError, Timestamp};

use crate::ids::{DestinationId, RuleId};
use crate::status::Status;

/// The newest line of a destination's ledger, skipped ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDelivery {
    /// When it was written.
    pub at: Timestamp,
    /// Where it stands.
    pub status: Status,
}

/// What was decided under a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleDeliveries {
    /// How many lines of the ledger, skipped ones too.
    pub total: u64,
    /// How many of them a platform has.
    pub sent: u64,
    /// When the newest was written.
    pub last_at: Option<Timestamp>,
}

/// How a destination stands with the events of some days that are conversions. Each of them is counted once, where it got
/// farthest; those that were never looked at for the destination are in none of these figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The platform has them.
    pub told: u64,
    /// They are to be sent, or sent again.
    pub waiting: u64,
    /// The platform refused them, they were given up, or nobody knows whether they arrived.
    pub failed: u64,
    /// They were not to be told.
    pub withheld: u64,
}

/// What reports count as conversions on some days, and what destinations were told of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Events that are conversions, refunds aside.
    pub events: u64,
    /// Destinations that were looked at for some of them.
    pub destinations: HashMap<DestinationId, Coverage>,
}

/// Figures of a profile's ledger. Tests that somebody sent count for none of them.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DeliveryStats: Send + Sync {
    /// The newest line of each destination; one that never had any is left out.
    async fn last_deliveries(
        &self,
        access: &ProfileAccess,
    ) -> Result<HashMap<DestinationId, LastDelivery>, StoreError>;

    /// What was decided under each of these rules since an instant; one under which nothing was is left out.
    async fn of_rules(
        &self,
        access: &ProfileAccess,
        rules: &[RuleId],
        since: Timestamp,
    ) -> Result<HashMap<RuleId, RuleDeliveries>, StoreError>;

    /// What became, at each destination, of what reports count on the profile's local days of a period.
    async fn coverage(&self, access: &ProfileAccess, period: Period)
    -> Result<Covered, StoreError>;
}
