//! What this domain needs from a store.

mod exclusions;
mod intake_days;
mod match_evidence;
mod outcome_events;
mod sender_keys;
mod tracker_events;
mod tracker_hosts;
mod tracking_keys;
mod views;

pub use exclusions::{
    BrowserFact, BrowserFactKind, ExcludedEvent, ExclusionStore, StoredExclusion,
};
pub use intake_days::{IntakeCount, IntakeDays, IntakeKey, IntakeReason, LatestIntake};
pub use match_evidence::{EvidenceOf, KeptEvidence, MatchEvidenceStore};
pub use outcome_events::{
    KeptIdentifier, KeptIdentifiers, OutcomeEventFact, OutcomeEventStore, StoredOutcome,
    StoredPayment, SubjectKey,
};
pub use sender_keys::SenderKeys;
pub use tracker_events::{
    AnonymousViews, TrackerEventFact, TrackerEventStore, TrackerFactKind, Visit,
};
pub use tracker_hosts::{COUNTED_DAYS, Heard, HostKey, MOST_HOSTS, TrackerHost, TrackerHosts};
pub use tracking_keys::TrackingKeyStore;
pub use views::{RecipientView, ViewCount, ViewStore};

#[cfg(feature = "mocks")]
pub use exclusions::MockExclusionStore;
#[cfg(feature = "mocks")]
pub use intake_days::MockIntakeDays;
#[cfg(feature = "mocks")]
pub use match_evidence::MockMatchEvidenceStore;
#[cfg(feature = "mocks")]
pub use outcome_events::MockOutcomeEventStore;
#[cfg(feature = "mocks")]
pub use sender_keys::MockSenderKeys;
#[cfg(feature = "mocks")]
pub use tracker_events::MockTrackerEventStore;
#[cfg(feature = "mocks")]
pub use tracker_hosts::MockTrackerHosts;
#[cfg(feature = "mocks")]
pub use tracking_keys::MockTrackingKeyStore;
#[cfg(feature = "mocks")]
pub use views::MockViewStore;
