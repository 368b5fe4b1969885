//! One transaction over all stores.

use std::sync::Arc;
use std::time::Duration;

use access_control::ports::{
    ApiKeyWriter, ClientStore, HandoffStore, InvitationStore, MembershipStore, TokenStore,
    WorkspaceStore,
};
use ad_changes::ports::ChangeStore;
use ad_spend::ports::{LandingStore, SyncStore};
use application::ports::{
    AttributionStore, AuditStore, Cut, DeletionStore, ErasureStore, ExplanationFacts, FullReplay,
    ImportStore, InstrumentationStore, LedgerStore, QualityStore, RecomputeStore,
    RederivationStore, ReplayMarkStore, ReplayOrder, RereadingStore, RetentionStore, SessionCut,
    SettingsStore, SpendStore, TrustStateStore,
};
use application::{Sealing, UnitOfWork, UnitsOfWork};
use async_trait::async_trait;
use attribution_models::ports::ReplayFacts;
use channel_classifier::ports::{ChannelRuleStore, SignatureStore, TrafficStore};
use conversion_definitions::ports::{DefinitionStore, OutcomeDefinitionStore};
use diesel_async::{AnsiTransactionManager, TransactionManager};
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

use crate::compiled_rules::CompiledRules;
use crate::partitions::MissingMonths;
use postgres_full_replay::Replays;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_people::PeopleWork;

/// Opens transactions on a pool.
#[derive(Clone)]
pub struct PgUnitsOfWork {
    pool: PgPool,
    sealing: Arc<dyn Sealing>,
    compiled: Arc<CompiledRules>,
    replays: Replays,
    missing_months: MissingMonths,
}

impl PgUnitsOfWork {
    /// Transactions on this pool; `sealing` encrypts national ids at rest.
    pub fn new(pool: PgPool, sealing: Arc<dyn Sealing>) -> Self {
        Self {
            pool,
            sealing,
            compiled: Arc::default(),
            replays: Replays::default(),
            missing_months: MissingMonths::default(),
        }
    }

    /// The same, for users whose transactions may take so long.
    #[must_use]
    pub fn keeping(&self, longest: Duration) -> Self {
        Self {
            pool: self.pool.keeping(longest),
            ..self.clone()
        }
    }

    async fn begin_on(&self, pool: &PgPool) -> Result<Box<dyn UnitOfWork>, StoreError> {
        let mut connection = pool.connection().await?;
        AnsiTransactionManager::begin_transaction(&mut *connection)
            .await
            .map_err(store)?;
        Ok(Box::new(PgWork {
            people: PeopleWork::new(connection, Arc::clone(&self.sealing)),
            compiled: Arc::clone(&self.compiled),
            missing_months: self.missing_months.clone(),
        }))
    }

    /// The same with so many bytes for what a full replay holds in memory; a profile that needs more
    /// is replayed in parts, which takes longer.
    #[must_use]
    pub fn with_replay_memory(mut self, bytes: usize) -> Self {
        self.replays = self.replays.with_memory(bytes);
        self
    }
}

#[async_trait]
impl UnitsOfWork for PgUnitsOfWork {
    #[tracing::instrument(level = "debug", name = "UnitsOfWork::begin", skip_all)]
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.begin_on(&self.pool).await
    }

    #[tracing::instrument(level = "debug", name = "UnitsOfWork::begin_long", skip_all)]
    async fn begin_long(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.begin_on(&self.pool.for_replays()).await
    }

    async fn replay_all(&self, order: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        Ok(self.replays.begin(self.pool.clone(), order))
    }

    async fn cut_all(
        &self,
        profile_id: ProfileId,
        cut: Cut,
    ) -> Result<Box<dyn SessionCut>, StoreError> {
        let pool = self.pool.clone();
        Ok(self.replays.cut(pool, profile_id, cut))
    }
}

/// An open transaction; each store is implemented on it in the module of its table family.
pub(crate) struct PgWork {
    /// The connection, and the stores about people.
    pub(crate) people: PeopleWork,
    pub(crate) compiled: Arc<CompiledRules>,
    pub(crate) missing_months: MissingMonths,
}

#[async_trait]
impl UnitOfWork for PgWork {
    fn outcome_events(&mut self) -> &mut dyn OutcomeEventStore {
        self
    }
    fn match_evidence(&mut self) -> &mut dyn MatchEvidenceStore {
        self
    }
    fn tracker_events(&mut self) -> &mut dyn TrackerEventStore {
        self
    }
    fn views(&mut self) -> &mut dyn ViewStore {
        self
    }
    fn identity(&mut self) -> &mut dyn IdentityStore {
        &mut self.people
    }
    fn joins(&mut self) -> &mut dyn JoinStore {
        &mut self.people
    }
    fn merges(&mut self) -> &mut dyn MergeStore {
        &mut self.people
    }
    fn splits(&mut self) -> &mut dyn SplitStore {
        &mut self.people
    }
    fn proposals(&mut self) -> &mut dyn ProposalStore {
        &mut self.people
    }
    fn erasures(&mut self) -> &mut dyn ErasureStore {
        &mut self.people
    }
    fn repairs(&mut self) -> &mut dyn RepairStore {
        &mut self.people
    }
    fn rereadings(&mut self) -> &mut dyn RereadingStore {
        self
    }
    fn retention(&mut self) -> &mut dyn RetentionStore {
        &mut self.people
    }
    fn exclusions(&mut self) -> &mut dyn ExclusionStore {
        self
    }
    fn rederivations(&mut self) -> &mut dyn RederivationStore {
        &mut self.people
    }
    fn replay_facts(&mut self) -> &mut dyn ReplayFacts {
        self
    }
    fn signatures(&mut self) -> &mut dyn SignatureStore {
        self
    }
    fn channel_rules(&mut self) -> &mut dyn ChannelRuleStore {
        self
    }
    fn traffic(&mut self) -> &mut dyn TrafficStore {
        self
    }
    fn quality(&mut self) -> &mut dyn QualityStore {
        self
    }
    fn trust_states(&mut self) -> &mut dyn TrustStateStore {
        self
    }
    fn instrumentation(&mut self) -> &mut dyn InstrumentationStore {
        self
    }
    fn spend(&mut self) -> &mut dyn SpendStore {
        self
    }
    fn landing(&mut self) -> &mut dyn LandingStore {
        self
    }
    fn spend_syncs(&mut self) -> &mut dyn SyncStore {
        self
    }
    fn ad_changes(&mut self) -> &mut dyn ChangeStore {
        self
    }
    fn marks(&mut self) -> &mut dyn ReplayMarkStore {
        self
    }
    fn imports(&mut self) -> &mut dyn ImportStore {
        self
    }
    fn attribution(&mut self) -> &mut dyn AttributionStore {
        self
    }

    fn ledger(&mut self) -> &mut dyn LedgerStore {
        self
    }
    fn recomputes(&mut self) -> &mut dyn RecomputeStore {
        self
    }
    fn audit(&mut self) -> &mut dyn AuditStore {
        self
    }

    fn definitions(&mut self) -> &mut dyn DefinitionStore {
        self
    }
    fn outcome_definitions(&mut self) -> &mut dyn OutcomeDefinitionStore {
        self
    }
    fn settings(&mut self) -> &mut dyn SettingsStore {
        self
    }
    fn explanation_facts(&mut self) -> &mut dyn ExplanationFacts {
        self
    }
    fn clients(&mut self) -> &mut dyn ClientStore {
        self
    }
    fn tokens(&mut self) -> &mut dyn TokenStore {
        self
    }

    fn memberships(&mut self) -> &mut dyn MembershipStore {
        self
    }
    fn invitations(&mut self) -> &mut dyn InvitationStore {
        self
    }
    fn workspaces(&mut self) -> &mut dyn WorkspaceStore {
        self
    }
    fn deletions(&mut self) -> &mut dyn DeletionStore {
        self
    }
    fn handoffs(&mut self) -> &mut dyn HandoffStore {
        self
    }
    fn api_keys(&mut self) -> &mut dyn ApiKeyWriter {
        self
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        self
    }
    fn reported_conversions(&mut self) -> &mut dyn ReportedConversions {
        self
    }
    fn told_freshness(&mut self) -> &mut dyn ToldFreshness {
        self
    }
    fn fan_outs(&mut self) -> &mut dyn FanOutStore {
        self
    }
    fn subscriptions(&mut self) -> &mut dyn SubscriptionStore {
        self
    }
    fn deliveries(&mut self) -> &mut dyn DeliveryStore {
        self
    }
    fn delivery_queue(&mut self) -> &mut dyn DeliveryQueue {
        self
    }
    fn export_marks(&mut self) -> &mut dyn ExportMarkStore {
        self
    }
    fn export_ledger(&mut self) -> &mut dyn ExportLedger {
        self
    }
    fn export_lanes(&mut self) -> &mut dyn ExportLanes {
        self
    }
    fn connections(&mut self) -> &mut dyn ConnectionStore {
        self
    }
    fn connection_tokens(&mut self) -> &mut dyn ConnectionTokenStore {
        self
    }
    fn export_compliance(&mut self) -> &mut dyn ComplianceStore {
        self
    }
    fn destinations(&mut self) -> &mut dyn DestinationStore {
        self
    }
    fn export_rules(&mut self) -> &mut dyn RuleStore {
        self
    }

    fn export_candidates(&mut self) -> &mut dyn CandidateSource {
        self
    }

    #[tracing::instrument(level = "debug", name = "UnitOfWork::commit", skip_all)]
    async fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        AnsiTransactionManager::commit_transaction(&mut *self.people.connection)
            .await
            .map_err(store)
    }

    #[tracing::instrument(level = "debug", name = "UnitOfWork::rollback", skip_all)]
    async fn rollback(mut self: Box<Self>) -> Result<(), StoreError> {
        AnsiTransactionManager::rollback_transaction(&mut *self.people.connection)
            .await
            .map_err(store)
    }
}
