//! What this domain needs from platforms and stores.

mod candidates;
mod deliveries;
mod reports;
mod requests;
mod runs;
mod senders;
mod statistics;
mod stores;

pub use candidates::{CandidateSource, Span};
pub use deliveries::{ExportDeliveryFilter, ExportDeliveryReader};
pub use reports::{
    AudiencePage, CustomAudienceReader, DatasetQualityReader, PlatformCursor, ReportFailure,
};
pub use requests::SearchRequests;
pub use runs::{ExportLanes, ExportLedger, ExportMarkStore, NextDue, RunCounts};
pub use senders::{Attempt, OfEvent, SearchSender, SocialSender};
pub use statistics::{Coverage, Covered, DeliveryStats, LastDelivery, RuleDeliveries};
pub use stores::{ComplianceStore, DestinationStore, RuleStore};

#[cfg(feature = "mocks")]
pub use candidates::MockCandidateSource;
#[cfg(feature = "mocks")]
pub use deliveries::MockExportDeliveryReader;
#[cfg(feature = "mocks")]
pub use reports::{MockCustomAudienceReader, MockDatasetQualityReader};
#[cfg(feature = "mocks")]
pub use requests::MockSearchRequests;
#[cfg(feature = "mocks")]
pub use runs::{MockExportLanes, MockExportLedger, MockExportMarkStore};
#[cfg(feature = "mocks")]
pub use senders::{MockSearchSender, MockSocialSender};
#[cfg(feature = "mocks")]
pub use statistics::MockDeliveryStats;
#[cfg(feature = "mocks")]
pub use stores::{MockComplianceStore, MockDestinationStore, MockRuleStore};
