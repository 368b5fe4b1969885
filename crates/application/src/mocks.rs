//! A unit of work of mocks, so that a use case can be tried without a database: whatever it calls without
//! having been told to, fails the test.

pub mod given;
pub mod journeys;
mod marks;
mod outside;
pub mod stored;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::ports::{
    AttributionStore, AuditStore, Cut, DeletionStore, ErasureStore, ExplanationFacts, FullReplay,
    ImportStore, InstrumentationStore, LedgerStore, MockAttributionStore, MockAuditStore,
    MockDeletionStore, MockErasureStore, MockExplanationFacts, MockFullReplay, MockImportStore,
    MockInstrumentationStore, MockLedgerStore, MockQualityStore, MockRecomputeStore,
    MockRederivationStore, MockRereadingStore, MockRetentionStore, MockSessionCut,
    MockSettingsStore, MockSpendStore, MockTrustStateStore, QualityStore, RecomputeStore,
    RederivationStore, ReplayMarkStore, ReplayOrder, RereadingStore, RetentionStore, SessionCut,
    SettingsStore, SpendStore, TrustStateStore,
};
use access_control::ports::{
    ApiKeyWriter, ClientStore, HandoffStore, InvitationStore, MembershipStore, MockApiKeyWriter,
    MockClientStore, MockHandoffStore, MockInvitationStore, MockMembershipStore, MockTokenStore,
    MockWorkspaceStore, TokenStore, WorkspaceStore,
};
use ad_changes::ports::{ChangeStore, MockChangeStore};
use ad_spend::ports::{LandingStore, MockLandingStore, MockSyncStore, SyncStore};
use async_trait::async_trait;
use attribution_models::ports::{MockReplayFacts, ReplayFacts};
use channel_classifier::ports::{
    ChannelRuleStore, MockChannelRuleStore, MockSignatureStore, MockTrafficStore, SignatureStore,
    TrafficStore,
};
use conversion_definitions::ports::{
    DefinitionStore, MockDefinitionStore, MockOutcomeDefinitionStore, OutcomeDefinitionStore,
};
use event_intake::ports::{
    ExclusionStore, MatchEvidenceStore, MockExclusionStore, MockMatchEvidenceStore,
    MockOutcomeEventStore, MockTrackerEventStore, MockViewStore, OutcomeEventStore,
    TrackerEventStore, ViewStore,
};
use export_rules::ports::{
    CandidateSource, ComplianceStore, DestinationStore, ExportLanes, ExportLedger, ExportMarkStore,
    MockCandidateSource, MockComplianceStore, MockDestinationStore, MockExportLanes,
    MockExportLedger, MockExportMarkStore, MockRuleStore, RuleStore,
};
use identity_graph::{
    IdentityStore, JoinStore, MergeStore, MockIdentityStore, MockJoinStore, MockMergeStore,
    MockProposalStore, MockRepairStore, MockSplitStore, ProposalStore, RepairStore, SplitStore,
};
use kernel::{ProfileId, StoreError};
use platform_connections::ports::{
    ConnectionStore, ConnectionTokenStore, MockConnectionStore, MockConnectionTokenStore,
};
use webhook_events::ports::{
    DeliveryQueue, DeliveryStore, FanOutStore, MockDeliveryQueue, MockDeliveryStore,
    MockFanOutStore, MockOutbox, MockReportedConversions, MockSubscriptionStore, MockToldFreshness,
    Outbox, ReportedConversions, SubscriptionStore, ToldFreshness,
};

pub use marks::RecordedMarks;
pub use outside::Outside;

use crate::unit_of_work::{UnitOfWork, UnitsOfWork};

/// A profile of which nobody was forgotten, unless a test says otherwise.
pub struct Erasures(pub MockErasureStore);

impl Default for Erasures {
    fn default() -> Self {
        let mut store = MockErasureStore::new();
        store.expect_latest().returning(|_| Ok(None));
        Self(store)
    }
}

/// Every store is a mock, but for the queue.
#[derive(Default)]
pub struct MockWork {
    /// Server-side facts.
    pub outcome_events: MockOutcomeEventStore,
    /// What browsers said, beside the facts.
    pub match_evidence: MockMatchEvidenceStore,
    /// Browser facts.
    pub tracker_events: MockTrackerEventStore,
    /// Pictures that were loaded.
    pub views: MockViewStore,
    /// Who is who.
    pub identity: MockIdentityStore,
    /// Whose values are that facts name together.
    pub joins: MockJoinStore,
    /// What people decided of customers.
    pub merges: MockMergeStore,
    /// Who people decided is two.
    pub splits: MockSplitStore,
    /// Which customers may be one.
    pub proposals: MockProposalStore,
    /// Customers who were forgotten.
    pub erasures: Erasures,
    /// What of customers is missing or doubled.
    pub repairs: MockRepairStore,
    /// What facts of earlier releases name together.
    pub rederivations: MockRederivationStore,
    /// Page views whose referrers are read anew.
    pub rereadings: MockRereadingStore,
    /// Facts that lose what is personal with age.
    pub retention: MockRetentionStore,
    /// Which events of browsers count for nothing.
    pub exclusions: MockExclusionStore,
    /// The dictionary of traffic evidence.
    pub signatures: MockSignatureStore,
    /// The profile's own channel rules.
    pub channel_rules: MockChannelRuleStore,
    /// Labels of signatures, and their traffic.
    pub traffic: MockTrafficStore,
    /// Looks at links.
    pub quality: MockQualityStore,
    /// What is known of signals of trust.
    pub trust_states: MockTrustStateStore,
    /// How sites are measured.
    pub instrumentation: MockInstrumentationStore,
    /// Spend and the ads catalogue.
    pub spend: MockSpendStore,
    /// What loaders left.
    pub landing: MockLandingStore,
    /// How reading of accounts goes.
    pub spend_syncs: MockSyncStore,
    /// What is changed at ad platforms.
    pub ad_changes: MockChangeStore,
    /// Who has to be replayed.
    pub marks: RecordedMarks,
    /// How far files were imported.
    pub imports: MockImportStore,
    /// Facts of people.
    pub replay_facts: MockReplayFacts,
    /// What a replay reads and writes.
    pub attribution: MockAttributionStore,
    /// What the profile decides about itself.
    pub settings: MockSettingsStore,
    /// Every change of a reported figure.
    pub ledger: MockLedgerStore,
    /// Full replays as their requesters see them.
    pub recomputes: MockRecomputeStore,
    /// Who did what.
    pub audit: MockAuditStore,
    /// Conversion definitions.
    pub definitions: MockDefinitionStore,
    /// Labels of pipeline stages.
    pub outcome_definitions: MockOutcomeDefinitionStore,
    /// What an explanation reads.
    pub explanation_facts: MockExplanationFacts,
    /// Who belongs to workspaces.
    pub memberships: MockMembershipStore,
    /// Who may come to belong to them.
    pub invitations: MockInvitationStore,
    /// Workspaces and their checkouts.
    pub workspaces: MockWorkspaceStore,
    /// Applications that act for people.
    pub clients: MockClientStore,
    /// Codes and tokens of those applications.
    pub tokens: MockTokenStore,
    /// What is to be deleted.
    pub deletions: MockDeletionStore,
    /// What waits for a human.
    pub handoffs: MockHandoffStore,
    /// API keys.
    pub api_keys: MockApiKeyWriter,
    /// What is told.
    pub outbox: MockOutbox,
    /// Conversions as they are told.
    pub reported_conversions: MockReportedConversions,
    /// Up to when figures were told to be complete.
    pub told_freshness: MockToldFreshness,
    /// Events that become deliveries.
    pub fan_outs: MockFanOutStore,
    /// Who wants to be told.
    pub subscriptions: MockSubscriptionStore,
    /// Deliveries and what people do with one.
    pub deliveries: MockDeliveryStore,
    /// Deliveries that are due.
    pub delivery_queue: MockDeliveryQueue,
    /// Events that are to be looked at for what is told of them.
    pub export_marks: MockExportMarkStore,
    /// What ad platforms are told.
    pub export_ledger: MockExportLedger,
    /// Who tells.
    pub export_lanes: MockExportLanes,
    /// Accounts at ad platforms.
    pub connections: MockConnectionStore,
    /// Tokens of those accounts.
    pub connection_tokens: MockConnectionTokenStore,
    /// What the profile decides for all of its exports.
    pub export_compliance: MockComplianceStore,
    /// Where conversions are told.
    pub destinations: MockDestinationStore,
    /// Which of them are.
    pub export_rules: MockRuleStore,
    /// What exports may tell of.
    pub export_candidates: MockCandidateSource,
    /// Whether it was committed.
    pub is_committed: Arc<AtomicBool>,
}

#[async_trait]
impl UnitOfWork for MockWork {
    fn outcome_events(&mut self) -> &mut dyn OutcomeEventStore {
        &mut self.outcome_events
    }
    fn match_evidence(&mut self) -> &mut dyn MatchEvidenceStore {
        &mut self.match_evidence
    }
    fn tracker_events(&mut self) -> &mut dyn TrackerEventStore {
        &mut self.tracker_events
    }
    fn views(&mut self) -> &mut dyn ViewStore {
        &mut self.views
    }
    fn identity(&mut self) -> &mut dyn IdentityStore {
        &mut self.identity
    }
    fn joins(&mut self) -> &mut dyn JoinStore {
        &mut self.joins
    }
    fn merges(&mut self) -> &mut dyn MergeStore {
        &mut self.merges
    }
    fn splits(&mut self) -> &mut dyn SplitStore {
        &mut self.splits
    }
    fn proposals(&mut self) -> &mut dyn ProposalStore {
        &mut self.proposals
    }
    fn erasures(&mut self) -> &mut dyn ErasureStore {
        &mut self.erasures.0
    }
    fn repairs(&mut self) -> &mut dyn RepairStore {
        &mut self.repairs
    }
    fn rederivations(&mut self) -> &mut dyn RederivationStore {
        &mut self.rederivations
    }
    fn rereadings(&mut self) -> &mut dyn RereadingStore {
        &mut self.rereadings
    }
    fn retention(&mut self) -> &mut dyn RetentionStore {
        &mut self.retention
    }
    fn exclusions(&mut self) -> &mut dyn ExclusionStore {
        &mut self.exclusions
    }
    fn signatures(&mut self) -> &mut dyn SignatureStore {
        &mut self.signatures
    }
    fn channel_rules(&mut self) -> &mut dyn ChannelRuleStore {
        &mut self.channel_rules
    }
    fn traffic(&mut self) -> &mut dyn TrafficStore {
        &mut self.traffic
    }
    fn quality(&mut self) -> &mut dyn QualityStore {
        &mut self.quality
    }

    fn trust_states(&mut self) -> &mut dyn TrustStateStore {
        &mut self.trust_states
    }
    fn instrumentation(&mut self) -> &mut dyn InstrumentationStore {
        &mut self.instrumentation
    }
    fn spend(&mut self) -> &mut dyn SpendStore {
        &mut self.spend
    }
    fn landing(&mut self) -> &mut dyn LandingStore {
        &mut self.landing
    }
    fn spend_syncs(&mut self) -> &mut dyn SyncStore {
        &mut self.spend_syncs
    }
    fn ad_changes(&mut self) -> &mut dyn ChangeStore {
        &mut self.ad_changes
    }
    fn marks(&mut self) -> &mut dyn ReplayMarkStore {
        &mut self.marks
    }
    fn imports(&mut self) -> &mut dyn ImportStore {
        &mut self.imports
    }
    fn replay_facts(&mut self) -> &mut dyn ReplayFacts {
        &mut self.replay_facts
    }
    fn attribution(&mut self) -> &mut dyn AttributionStore {
        &mut self.attribution
    }
    fn settings(&mut self) -> &mut dyn SettingsStore {
        &mut self.settings
    }
    fn ledger(&mut self) -> &mut dyn LedgerStore {
        &mut self.ledger
    }
    fn recomputes(&mut self) -> &mut dyn RecomputeStore {
        &mut self.recomputes
    }
    fn audit(&mut self) -> &mut dyn AuditStore {
        &mut self.audit
    }
    fn definitions(&mut self) -> &mut dyn DefinitionStore {
        &mut self.definitions
    }
    fn outcome_definitions(&mut self) -> &mut dyn OutcomeDefinitionStore {
        &mut self.outcome_definitions
    }
    fn explanation_facts(&mut self) -> &mut dyn ExplanationFacts {
        &mut self.explanation_facts
    }
    fn memberships(&mut self) -> &mut dyn MembershipStore {
        &mut self.memberships
    }
    fn invitations(&mut self) -> &mut dyn InvitationStore {
        &mut self.invitations
    }
    fn workspaces(&mut self) -> &mut dyn WorkspaceStore {
        &mut self.workspaces
    }
    fn clients(&mut self) -> &mut dyn ClientStore {
        &mut self.clients
    }
    fn tokens(&mut self) -> &mut dyn TokenStore {
        &mut self.tokens
    }
    fn deletions(&mut self) -> &mut dyn DeletionStore {
        &mut self.deletions
    }
    fn handoffs(&mut self) -> &mut dyn HandoffStore {
        &mut self.handoffs
    }
    fn api_keys(&mut self) -> &mut dyn ApiKeyWriter {
        &mut self.api_keys
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        &mut self.outbox
    }
    fn reported_conversions(&mut self) -> &mut dyn ReportedConversions {
        &mut self.reported_conversions
    }
    fn told_freshness(&mut self) -> &mut dyn ToldFreshness {
        &mut self.told_freshness
    }
    fn fan_outs(&mut self) -> &mut dyn FanOutStore {
        &mut self.fan_outs
    }
    fn subscriptions(&mut self) -> &mut dyn SubscriptionStore {
        &mut self.subscriptions
    }
    fn deliveries(&mut self) -> &mut dyn DeliveryStore {
        &mut self.deliveries
    }
    fn delivery_queue(&mut self) -> &mut dyn DeliveryQueue {
        &mut self.delivery_queue
    }
    fn export_marks(&mut self) -> &mut dyn ExportMarkStore {
        &mut self.export_marks
    }
    fn export_ledger(&mut self) -> &mut dyn ExportLedger {
        &mut self.export_ledger
    }
    fn export_lanes(&mut self) -> &mut dyn ExportLanes {
        &mut self.export_lanes
    }
    fn connections(&mut self) -> &mut dyn ConnectionStore {
        &mut self.connections
    }
    fn connection_tokens(&mut self) -> &mut dyn ConnectionTokenStore {
        &mut self.connection_tokens
    }
    fn export_compliance(&mut self) -> &mut dyn ComplianceStore {
        &mut self.export_compliance
    }
    fn destinations(&mut self) -> &mut dyn DestinationStore {
        &mut self.destinations
    }
    fn export_rules(&mut self) -> &mut dyn RuleStore {
        &mut self.export_rules
    }

    fn export_candidates(&mut self) -> &mut dyn CandidateSource {
        &mut self.export_candidates
    }

    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.is_committed.store(true, Ordering::Relaxed);
        Ok(())
    }

    async fn rollback(self: Box<Self>) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Transactions that were prepared beforehand and are begun in their order, each once; one more than there
/// are fails.
#[derive(Default)]
pub struct MockUnits {
    prepared: Mutex<VecDeque<MockWork>>,
    replay: Mutex<Option<MockFullReplay>>,
    cut: Mutex<Option<MockSessionCut>>,
}

impl MockUnits {
    /// These.
    pub fn of(prepared: impl IntoIterator<Item = MockWork>) -> Self {
        Self {
            prepared: Mutex::new(prepared.into_iter().collect()),
            ..Self::default()
        }
    }

    /// And facts of everybody, for one full replay.
    #[must_use]
    pub fn with_replay(self, replay: MockFullReplay) -> Self {
        let replay = Mutex::new(Some(replay));
        Self { replay, ..self }
    }

    /// And events of everybody, cut once.
    #[must_use]
    pub fn with_cut(self, cut: MockSessionCut) -> Self {
        let cut = Mutex::new(Some(cut));
        Self { cut, ..self }
    }
}

/// What is there, if it is.
fn taken<T, U>(place: &Mutex<T>, take: fn(&mut T) -> Option<U>) -> Result<U, StoreError> {
    let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
    take(&mut place).ok_or_else(|| StoreError::inconsistent("more was begun than was prepared"))
}

#[async_trait]
impl UnitsOfWork for MockUnits {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        Ok(Box::new(taken(&self.prepared, VecDeque::pop_front)?))
    }

    async fn replay_all(&self, _: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        Ok(Box::new(taken(&self.replay, Option::take)?))
    }

    async fn cut_all(&self, _: ProfileId, _: Cut) -> Result<Box<dyn SessionCut>, StoreError> {
        Ok(Box::new(taken(&self.cut, Option::take)?))
    }
}
