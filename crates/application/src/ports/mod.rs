//! What the use cases need beyond the ports of the domain crates.
#![cfg_attr(
    any(test, feature = "mocks"),
    expect(
        clippy::ref_option_ref,
        reason = "mockall makes it of an optional reference"
    )
)]

mod attribution;
mod audit;
mod deletions;
mod erasure;
mod explanation_facts;
mod full_replay;
mod housekeeping;
mod imports;
mod instrumentation;
mod ledger;
mod partitions;
mod profiles;
mod quality;
mod recomputes;
mod redaction;
mod rederivation;
mod replay_marks;
mod rereading;
mod retention;
mod settings;
mod spend;

pub use attribution::{
    AttributionState, AttributionStore, Building, ClockSpan, Replaced, Seen, SessionRow, Tidy,
    VisitorHit, VisitorRange, Visitors,
};
pub use audit::{AuditEvent, AuditStore};
pub use deletions::{
    AbandonedCheckout, Deletion, DeletionStore, DeletionTarget, Removal, RemovalStep,
};
pub use erasure::{
    ErasedBrowser, ErasedOutcome, ErasedPerson, ErasedView, Erasure, ErasureStore, HeldData,
    LatestErasure, Part,
};
pub use explanation_facts::{
    ExplanationFacts, HeldIdentifier, LabelledSignature, Span, ToldConversion,
};
pub use full_replay::{
    Cut, CutStep, CutVisitors, Derive, FullReplay, ReplayOrder, ReplayStep, SessionCut,
};
pub use housekeeping::{Housekeeping, Perishable};
pub use imports::ImportStore;
pub use instrumentation::{InstrumentationQuestion, InstrumentationStore};
pub use ledger::{Book, Cell, FigureScope, Figures, LedgerStore, NewRestatement, RestatedCell};
pub use partitions::EventPartitions;
pub use profiles::{
    KeptAddresses, NewProfile, Profile, ProfileFounder, ProfileStore, SiteHosts, TrackingSettings,
    UrlQuery,
};
pub use quality::{
    LookedAt, Mute, QualityDay, QualityReader, QualityScan, QualityStore, TouchedQuestion,
    TouchedSignature, TrustStateStore,
};
pub use recomputes::RecomputeStore;
pub use redaction::{Redacted, Redaction};
pub use rederivation::{Collected, RederivationStore};
pub use replay_marks::{Mark, MarkTarget, MarkedProfile, ReplayMarkStore, Surveyed};
pub use rereading::{ReferredView, RereadView, RereadingStore};
pub use retention::{
    AgedFact, AgeingKind, Keep, RenamedBrowser, RetentionDays, RetentionPass, RetentionSettings,
    RetentionStore, SilentBrowser,
};
pub use settings::{ProfileSettings, SettingsStore};
pub use spend::{AccountDay, FxRate, SpendPlatform, SpendRow, SpendStore};

#[cfg(any(test, feature = "mocks"))]
pub use attribution::MockAttributionStore;
#[cfg(any(test, feature = "mocks"))]
pub use audit::MockAuditStore;
#[cfg(any(test, feature = "mocks"))]
pub use deletions::{MockDeletionStore, MockRemoval};
#[cfg(any(test, feature = "mocks"))]
pub use erasure::MockErasureStore;
#[cfg(any(test, feature = "mocks"))]
pub use explanation_facts::MockExplanationFacts;
#[cfg(any(test, feature = "mocks"))]
pub use full_replay::{MockFullReplay, MockSessionCut};
#[cfg(any(test, feature = "mocks"))]
pub use housekeeping::MockHousekeeping;
#[cfg(any(test, feature = "mocks"))]
pub use imports::MockImportStore;
#[cfg(any(test, feature = "mocks"))]
pub use instrumentation::MockInstrumentationStore;
#[cfg(any(test, feature = "mocks"))]
pub use ledger::MockLedgerStore;
#[cfg(any(test, feature = "mocks"))]
pub use partitions::MockEventPartitions;
#[cfg(any(test, feature = "mocks"))]
pub use profiles::{MockProfileFounder, MockProfileStore};
#[cfg(any(test, feature = "mocks"))]
pub use quality::{MockQualityReader, MockQualityStore, MockTrustStateStore};
#[cfg(any(test, feature = "mocks"))]
pub use recomputes::MockRecomputeStore;
#[cfg(any(test, feature = "mocks"))]
pub use redaction::MockRedaction;
#[cfg(any(test, feature = "mocks"))]
pub use rederivation::MockRederivationStore;
#[cfg(any(test, feature = "mocks"))]
pub use rereading::MockRereadingStore;
#[cfg(any(test, feature = "mocks"))]
pub use retention::MockRetentionStore;
#[cfg(any(test, feature = "mocks"))]
pub use settings::MockSettingsStore;
#[cfg(any(test, feature = "mocks"))]
pub use spend::MockSpendStore;
