//! One transaction over all stores.
//!
//! Every write runs as `begin → use_case(&mut *work, command) → settle(work, outcome)`, which
//! commits or rolls back explicitly: a dropped open transaction would cost the pooled connection.

use access_control::ports::{
    ApiKeyWriter, ClientStore, HandoffStore, InvitationStore, MembershipStore, TokenStore,
    WorkspaceStore,
};
use ad_changes::ports::ChangeStore;
use ad_spend::ports::{LandingStore, SyncStore};
use async_trait::async_trait;
use attribution_models::ports::ReplayFacts;
use channel_classifier::ports::{ChannelRuleStore, SignatureStore, TrafficStore};
use conversion_definitions::ports::{DefinitionStore, OutcomeDefinitionStore};
use event_intake::ports::{
    ExclusionStore, MatchEvidenceStore, OutcomeEventStore, TrackerEventStore, ViewStore,
};
use export_rules::ports::{
    CandidateSource, ComplianceStore, DestinationStore, ExportLanes, ExportLedger, ExportMarkStore,
    RuleStore,
};
use identity_graph::{
    IdentityStore, JoinStore, MergeStore, ProposalStore, RepairStore, SplitStore,
};
use kernel::{ProfileId, StoreError};
use platform_connections::ports::{ConnectionStore, ConnectionTokenStore};
use webhook_events::ports::{
    DeliveryQueue, DeliveryStore, FanOutStore, Outbox, ReportedConversions, SubscriptionStore,
    ToldFreshness,
};

use crate::ports::{
    AttributionStore, AuditStore, Cut, DeletionStore, ErasureStore, ExplanationFacts, FullReplay,
    ImportStore, InstrumentationStore, LedgerStore, QualityStore, RecomputeStore,
    RederivationStore, ReplayMarkStore, ReplayOrder, RereadingStore, RetentionStore, SessionCut,
    SettingsStore, SpendStore, TrustStateStore,
};

/// The stores inside one open transaction.
#[async_trait]
pub trait UnitOfWork: Send {
    /// Server-side facts.
    fn outcome_events(&mut self) -> &mut dyn OutcomeEventStore;
    /// What browsers said, beside the facts.
    fn match_evidence(&mut self) -> &mut dyn MatchEvidenceStore;
    /// Browser facts.
    fn tracker_events(&mut self) -> &mut dyn TrackerEventStore;
    /// Pictures that were loaded.
    fn views(&mut self) -> &mut dyn ViewStore;
    /// Who is who.
    fn identity(&mut self) -> &mut dyn IdentityStore;
    /// Whose values are that facts name together.
    fn joins(&mut self) -> &mut dyn JoinStore;
    /// What people decided of customers.
    fn merges(&mut self) -> &mut dyn MergeStore;
    /// Who people decided is two.
    fn splits(&mut self) -> &mut dyn SplitStore;
    /// Which customers may be one.
    fn proposals(&mut self) -> &mut dyn ProposalStore;
    /// Customers who were forgotten.
    fn erasures(&mut self) -> &mut dyn ErasureStore;
    /// What of customers is missing or doubled.
    fn repairs(&mut self) -> &mut dyn RepairStore;
    /// What facts of earlier releases name together.
    fn rederivations(&mut self) -> &mut dyn RederivationStore;
    /// Page views whose referrers are read anew.
    fn rereadings(&mut self) -> &mut dyn RereadingStore;
    /// Facts that lose what is personal with age.
    fn retention(&mut self) -> &mut dyn RetentionStore;
    /// Which events of browsers count for nothing.
    fn exclusions(&mut self) -> &mut dyn ExclusionStore;
    /// The dictionary of traffic evidence.
    fn signatures(&mut self) -> &mut dyn SignatureStore;
    /// The profile's own channel rules.
    fn channel_rules(&mut self) -> &mut dyn ChannelRuleStore;
    /// Labels of signatures, and their traffic.
    fn traffic(&mut self) -> &mut dyn TrafficStore;
    /// Looks at links.
    fn quality(&mut self) -> &mut dyn QualityStore;
    /// What is known of signals of trust.
    fn trust_states(&mut self) -> &mut dyn TrustStateStore;
    /// How sites are measured.
    fn instrumentation(&mut self) -> &mut dyn InstrumentationStore;
    /// Spend and the ads catalogue.
    fn spend(&mut self) -> &mut dyn SpendStore;
    /// What loaders left.
    fn landing(&mut self) -> &mut dyn LandingStore;
    /// How reading of accounts goes.
    fn spend_syncs(&mut self) -> &mut dyn SyncStore;
    /// What is changed at ad platforms.
    fn ad_changes(&mut self) -> &mut dyn ChangeStore;
    /// Who has to be replayed.
    fn marks(&mut self) -> &mut dyn ReplayMarkStore;
    /// How far files were imported.
    fn imports(&mut self) -> &mut dyn ImportStore;
    /// Facts of people, for a replay.
    fn replay_facts(&mut self) -> &mut dyn ReplayFacts;
    /// What a replay writes, and what decides about it.
    fn attribution(&mut self) -> &mut dyn AttributionStore;

    /// What the profile decides about itself.
    fn settings(&mut self) -> &mut dyn SettingsStore;
    /// Every change of a reported figure.
    fn ledger(&mut self) -> &mut dyn LedgerStore;
    /// Full replays as their requesters see them.
    fn recomputes(&mut self) -> &mut dyn RecomputeStore;
    /// Who did what.
    fn audit(&mut self) -> &mut dyn AuditStore;
    /// Conversion definitions.
    fn definitions(&mut self) -> &mut dyn DefinitionStore;
    /// Labels of pipeline stages.
    fn outcome_definitions(&mut self) -> &mut dyn OutcomeDefinitionStore;
    /// What an explanation reads.
    fn explanation_facts(&mut self) -> &mut dyn ExplanationFacts;
    /// Who belongs to workspaces.
    fn memberships(&mut self) -> &mut dyn MembershipStore;
    /// Who may come to belong to them.
    fn invitations(&mut self) -> &mut dyn InvitationStore;
    /// Workspaces and their checkouts.
    fn workspaces(&mut self) -> &mut dyn WorkspaceStore;
    /// Applications that act for people.
    fn clients(&mut self) -> &mut dyn ClientStore;
    /// Codes and tokens of those applications.
    fn tokens(&mut self) -> &mut dyn TokenStore;
    /// What is to be deleted.
    fn deletions(&mut self) -> &mut dyn DeletionStore;
    /// What waits for a human.
    fn handoffs(&mut self) -> &mut dyn HandoffStore;
    /// API keys.
    fn api_keys(&mut self) -> &mut dyn ApiKeyWriter;

    /// What has happened and is to be told: the only way in which anything is told.
    fn outbox(&mut self) -> &mut dyn Outbox;
    /// Conversions as they are told.
    fn reported_conversions(&mut self) -> &mut dyn ReportedConversions;
    /// Up to when figures were told to be complete.
    fn told_freshness(&mut self) -> &mut dyn ToldFreshness;
    /// Events that become deliveries.
    fn fan_outs(&mut self) -> &mut dyn FanOutStore;
    /// Who wants to be told.
    fn subscriptions(&mut self) -> &mut dyn SubscriptionStore;
    /// Deliveries and what people do with one.
    fn deliveries(&mut self) -> &mut dyn DeliveryStore;
    /// Deliveries that are due.
    fn delivery_queue(&mut self) -> &mut dyn DeliveryQueue;

    /// Events that are to be looked at for what is told of them.
    fn export_marks(&mut self) -> &mut dyn ExportMarkStore;
    /// What ad platforms are told.
    fn export_ledger(&mut self) -> &mut dyn ExportLedger;
    /// Who tells.
    fn export_lanes(&mut self) -> &mut dyn ExportLanes;

    /// Accounts at ad platforms.
    fn connections(&mut self) -> &mut dyn ConnectionStore;
    /// Tokens of those accounts.
    fn connection_tokens(&mut self) -> &mut dyn ConnectionTokenStore;
    /// What the profile decides for all of its exports.
    fn export_compliance(&mut self) -> &mut dyn ComplianceStore;
    /// Where conversions are told.
    fn destinations(&mut self) -> &mut dyn DestinationStore;
    /// Which of them are.
    fn export_rules(&mut self) -> &mut dyn RuleStore;

    /// What exports may tell of.
    fn export_candidates(&mut self) -> &mut dyn CandidateSource;

    /// Makes everything durable at once.
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
    /// Undoes everything.
    async fn rollback(self: Box<Self>) -> Result<(), StoreError>;
}

/// Opens transactions.
#[async_trait]
pub trait UnitsOfWork: Send + Sync {
    /// Begins a transaction.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError>;

    /// Begins a transaction that may take long, because it writes or removes what belongs to all
    /// people of a profile.
    async fn begin_long(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.begin().await
    }

    /// Begins a full replay, which sees the facts of one instant and writes outside any unit of
    /// work: many rows, which no reader looks for until a unit of work publishes them.
    async fn replay_all(&self, order: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError>;

    /// Begins to derive all sessions of a profile, which the caller writes in units of work.
    async fn cut_all(
        &self,
        profile_id: ProfileId,
        cut: Cut,
    ) -> Result<Box<dyn SessionCut>, StoreError>;
}

/// Commits when the use case succeeded, rolls back when it did not. A failed commit is the
/// outcome; a failed roll-back does not hide why the use case failed.
pub async fn settle<T, E: From<StoreError>>(
    work: Box<dyn UnitOfWork>,
    outcome: Result<T, E>,
) -> Result<T, E> {
    match outcome {
        Ok(value) => {
            work.commit().await?;
            Ok(value)
        }
        Err(error) => {
            if let Err(failure) = work.rollback().await {
                tracing::warn!(error = %failure, "roll-back failed: {failure}");
            }
            Err(error)
        }
    }
}
