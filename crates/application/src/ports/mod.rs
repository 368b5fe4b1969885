//! What the use cases need beyond the ports of the domain crates.

mod api_keys;
mod attribution;
mod audit;
mod channel_rules;
mod definitions;
mod deletions;
mod exclusions;
mod full_replay;
mod handoffs;
mod housekeeping;
mod imports;
mod intake_days;
mod ledger;
mod members;
mod oauth;
mod outcome_definitions;
mod outcome_events;
mod partitions;
mod payments;
mod profiles;
mod recomputes;
mod redaction;
mod rederivation;
mod replay_marks;
mod rereading;
mod retention;
mod sender_keys;
mod settings;
mod signatures;
mod spend;
mod stories;
mod tracker_events;
mod traffic;
mod workspaces;

pub use api_keys::{ApiKeyWriter, KeyUses};
pub use attribution::{
    AttributionState, AttributionStore, Building, ClockSpan, Conversion, ConversionRow, CreditRow,
    OutcomeRow, Seen, SessionRow, Tidy, TouchContext, TouchRow, VisitorHit, VisitorRange, Visitors,
};
pub use audit::{AuditEvent, AuditStore};
pub use channel_rules::{AddedChannel, ChannelRuleStore, NewChannel, StoredRule};
pub use definitions::{Catalogues, CataloguesReader, DefinitionStore, StoredDefinition};
pub use deletions::{Deletion, DeletionStore, DeletionTarget, Removal, RemovalStep};
pub use exclusions::{
    BrowserFact, BrowserFactKind, ExcludedEvent, ExclusionStore, StoredExclusion,
};
pub use full_replay::{
    Cut, CutStep, CutVisitors, Derive, FullReplay, ReplayOrder, ReplayStep, SessionCut,
};
pub use handoffs::{HandoffReader, HandoffStore, StoredHandoff};
pub use housekeeping::{Housekeeping, Perishable};
pub use imports::ImportStore;
pub use intake_days::{IntakeCount, IntakeDays, IntakeKey, IntakeReason, LatestIntake};
pub use ledger::{Book, Cell, FigureScope, Figures, LedgerStore, NewRestatement, RestatedCell};
pub use members::{
    Assignment, Invitation, InvitationCard, InvitationStore, Member, MembersReader,
    MembershipStore, PersonCard, Place, PlaceProfile, PlacesReader,
};
pub use oauth::{ClientStore, NewAccessToken, NewRefreshToken, SecretHash, TokenStore};
pub use outcome_definitions::OutcomeDefinitionStore;
pub use outcome_events::{OutcomeEventFact, OutcomeEventStore, StoredOutcome, SubjectKey};
pub use partitions::EventPartitions;
pub use payments::{
    CheckoutOrder, CheckoutSession, CheckoutState, NoPayments, PaymentFailure, PaymentProvider,
};
pub use profiles::{
    KeptAddresses, NewProfile, Profile, ProfileFounder, ProfileStore, SiteHosts, TrackingSettings,
    UrlQuery,
};
pub use recomputes::{Cause, RecomputeStore};
pub use redaction::{Redacted, Redaction};
pub use rederivation::{Collected, RederivationStore};
pub use replay_marks::{Mark, MarkTarget, MarkedProfile, ReplayMarkStore, Surveyed};
pub use rereading::{ReferredView, RereadView, RereadingStore};
pub use retention::{
    AgedFact, AgeingKind, Keep, RenamedBrowser, RetentionDays, RetentionPass, RetentionSettings,
    RetentionStore, SilentBrowser,
};
pub use sender_keys::SenderKeys;
pub use settings::{ProfileSettings, SettingsStore};
pub use signatures::{ClassifiedSignature, SignatureStore};
pub use spend::{AccountDay, AdRow, FxRate, SpendPlatform, SpendRow, SpendStore};
pub use stories::{HeldIdentifier, LabelledSignature, Span, StoryStore, ToldConversion};
pub use tracker_events::{
    AnonymousViews, TrackerEventFact, TrackerEventStore, TrackerFactKind, Visit,
};
pub use traffic::{KnownSignature, NewLabel, Published, TrafficStore, Usage, UsageQuestion};
pub use workspaces::{OwnWorkspace, Workspace, WorkspaceReader, WorkspaceStore};
