//! The ledger as people see it.

use async_trait::async_trait;
use kernel::{ConversionId, Keyset, Limit, OutcomeEventId, ProfileAccess, StoreError};

use crate::ids::{DestinationId, ExportDeliveryId, RuleId};
use crate::ledger::{LedgerLine, LineKind};
use crate::skip_reason::SkipReason;
use crate::status::Status;

/// What lines of the ledger have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportDeliveryFilter {
    /// Where they stand.
    pub status: Option<Status>,
    /// Why they are not told.
    pub skip_reason: Option<SkipReason>,
    /// Where they are told.
    pub destination_id: Option<DestinationId>,
    /// Under which rule.
    pub rule_id: Option<RuleId>,
    /// The conversion that they tell of.
    pub conversion_id: Option<ConversionId>,
    /// Whether they happened.
    pub kind: Option<LineKind>,
}

/// Lines of a profile's ledger.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ExportDeliveryReader: Send + Sync {
    /// A page of them, the latest first.
    async fn page(
        &self,
        access: &ProfileAccess,
        filter: &ExportDeliveryFilter,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<LedgerLine>, StoreError>;

    /// One of them.
    async fn find(
        &self,
        access: &ProfileAccess,
        id: ExportDeliveryId,
    ) -> Result<Option<LedgerLine>, StoreError>;

    /// Those of an outcome event that really happened, the oldest first.
    async fn of_event(
        &self,
        access: &ProfileAccess,
        event: OutcomeEventId,
    ) -> Result<Vec<LedgerLine>, StoreError>;

    /// How many lines of each destination wait, with when the first was due.
    async fn waiting(
        &self,
        access: &ProfileAccess,
    ) -> Result<Vec<(DestinationId, u64, kernel::Timestamp)>, StoreError>;
}
