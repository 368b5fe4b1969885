//! A real PostgreSQL behind the ports.

use std::sync::Arc;

use access_control::Role;
use access_control::users::{BUILT_IN_ISSUER, User, UserStore};
use application::ports::EventPartitions;
use application::profiles::create::{CreateProfile, create};
use application::{Sealing, UnitsOfWork};
use http_kit::AppState;
use http_kit::state::Randomness;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{
    Clock, ConnectionId, Currency, IdSource, ProfileId, TimeZone, Timestamp, UserId, WorkspaceId,
};
use platform_connections::{Account, AccountDraft, Connection, ConnectionState, PlatformProvider};
use testkit::TestDatabase;
use tokio_util::sync::CancellationToken;
use tributary_group_commit::{Bounds, OutcomeGroups, Ports, TrackerGroups, ViewBuffer};
use tributary_postgres::reporting::{
    PgBreakdownReader, PgCoverageReader, PgCreditedAdsReader, PgCustomerFinder, PgCustomersReader,
    PgFreshnessReader, PgMergesReader, PgOutcomesReader, PgProposalsReader, PgRecomputesReader,
    PgRestatementsReader, PgSetupReader, PgStandingReader, PgViewsReader,
};
use tributary_postgres::{
    PgCallCounter, PgCatalogue, PgConnections, PgDefinitions, PgDeliveries, PgExportDeliveries,
    PgExportStatistics, PgHandoffs, PgIntakeDays, PgLanding, PgPartitions, PgPendingAuthorizations,
    PgPool, PgProfiles, PgQualityReader, PgReach, PgRestatedSpend, PgSubscriptions, PgSyncs,
    PgTrackingKeys, PgUnitsOfWork, PgUsers, PgWorkspaces,
};
use tributary_system::{SystemClock, TimeOrderedIds, random32};
use tributary_worker::round::drain;
use tributary_worker::{Worker, proposals};
use uuid::Uuid;

/// Puts the adapters into the state and makes a profile in EUR and UTC. All tests share one
/// database, and each has its own profile.
pub(crate) async fn connect(state: &mut AppState) -> Uuid {
    let pool = PgPool::new(TestDatabase::shared().url(), 4).unwrap();
    let sealing: Arc<dyn Sealing> = Arc::clone(&state.sealing);
    state.clock = Arc::new(SystemClock);
    state.ids = Arc::new(TimeOrderedIds);
    state.randomness = Arc::new(SystemRandomness);
    state.profiles = Arc::new(PgProfiles::new(pool.clone()));
    state.units = Arc::new(PgUnitsOfWork::new(pool.clone(), sealing));
    state.catalogues = Arc::new(PgDefinitions::new(pool.clone()));
    state.outcomes = Arc::new(PgOutcomesReader::new(pool.clone()));
    state.tracking_keys = Arc::new(PgTrackingKeys::new(pool.clone()));
    state.freshness = Arc::new(PgFreshnessReader::new(pool.clone()));
    state.recomputes = Arc::new(PgRecomputesReader::new(pool.clone()));
    state.restatements = Arc::new(PgRestatementsReader::new(pool.clone()));
    state.setups = Arc::new(PgSetupReader::new(pool.clone()));
    state.access.reach = Arc::new(PgReach::new(pool.clone()));
    state.access.calls = Arc::new(PgCallCounter::new(pool.clone()));
    state.workspaces.workspaces = Arc::new(PgWorkspaces::new(pool.clone()));
    state.workspaces.founder = Arc::new(PgProfiles::new(pool.clone()));
    state.workspaces.handoffs = Arc::new(PgHandoffs::new(pool.clone()));
    state.customers = Arc::new(PgCustomersReader::new(pool.clone()));
    state.customer_finder = Arc::new(PgCustomerFinder::new(pool.clone()));
    state.merges = Arc::new(PgMergesReader::new(pool.clone()));
    state.proposals = Arc::new(PgProposalsReader::new(pool.clone()));
    state.quality = Arc::new(PgQualityReader::new(pool.clone()));
    state.credited_ads = Arc::new(PgCreditedAdsReader::new(pool.clone()));
    state.coverage = Arc::new(PgCoverageReader::new(pool.clone()));
    state.viewed = Arc::new(PgViewsReader::new(pool.clone()));
    state.standing = Arc::new(PgStandingReader::new(pool.clone()));
    state.webhooks.subscriptions = Arc::new(PgSubscriptions::new(pool.clone()));
    state.connections.connections = Arc::new(PgConnections::new(pool.clone()));
    state.connections.syncs = Arc::new(PgSyncs::new(pool.clone()));
    state.breakdowns = Arc::new(PgBreakdownReader::new(pool.clone()));
    state.connections.catalogue = Arc::new(PgCatalogue::new(pool.clone()));
    state.connections.landing = Arc::new(PgLanding::new(pool.clone()));
    state.connections.restated = Arc::new(PgRestatedSpend::new(pool.clone()));
    state.exports.statistics = Arc::new(PgExportStatistics::new(pool.clone()));
    state.exports.deliveries = Arc::new(PgExportDeliveries::new(pool.clone()));
    state.connections.pending = Arc::new(PgPendingAuthorizations::new(pool.clone()));
    state.webhooks.deliveries = Arc::new(PgDeliveries::new(pool.clone()));
    let now = state.clock.now();
    let counts = Arc::new(PgIntakeDays::new(pool.clone()));
    let partitions = PgPartitions::new(pool);
    let writer = event_writer(state);
    let (wake, bounds) = (|| Arc::clone(&state.wake), Bounds::default());
    state.outcome_intake = Arc::new(OutcomeGroups::start(writer.clone(), wake(), bounds));
    state.intake = Arc::new(TrackerGroups::start(writer.clone(), wake(), bounds));
    state.views = Arc::new(ViewBuffer::new(writer, counts, wake()));
    partitions
        .ensure(now.plus_micros(-31 * MICROS_PER_DAY), now)
        .await
        .unwrap();
    let command = CreateProfile {
        name: "Test".to_owned(),
        workspace_id: None,
        currency: Currency::parse("EUR").unwrap(),
        timezone: TimeZone::utc(),
        own_domains: vec!["shop.example".to_owned()],
    };
    create(&*state.profiles, &state.context(), command)
        .await
        .unwrap()
        .id
        .uuid()
}

/// What writers of the test's own need, on its runtime.
pub(super) fn event_writer(state: &AppState) -> Ports {
    Ports {
        units: Arc::clone(&state.units),
        profiles: Arc::clone(&state.profiles),
        clock: Arc::clone(&state.clock),
        ids: Arc::clone(&state.ids),
        keys: Arc::clone(&state.keys),
        sealing: Arc::clone(&state.sealing),
    }
}

/// Replays a profile's people.
pub(super) async fn catch_up(writer: &Ports, profile: ProfileId) {
    drain(&worker(writer), profile, &|_| ()).await.unwrap();
}

/// Looks for customers of a profile who may be one.
pub(super) async fn compare_customers(writer: &Ports, profile: ProfileId) {
    let worker = worker(writer);
    let stop = CancellationToken::new();
    while proposals::turn(&worker, profile, &stop).await.unwrap() {}
}

fn worker(writer: &Ports) -> Worker {
    let pool = PgPool::new(TestDatabase::shared().url(), 2).unwrap();
    let writer = writer.clone();
    Worker {
        units: writer.units,
        profiles: writer.profiles,
        partitions: Arc::new(PgPartitions::new(pool)),
        clock: writer.clock,
        ids: writer.ids,
        keys: writer.keys,
        sealing: writer.sealing,
        tally: Arc::default(),
        tells: Arc::default(),
    }
}

fn now() -> Timestamp {
    SystemClock.now()
}

/// Somebody with an account and no membership.
pub(super) async fn insert_user() -> UserId {
    let pool = PgPool::new(TestDatabase::shared().url(), 1).unwrap();
    let id = TimeOrderedIds.new_id();
    let user = User {
        id: id.into(),
        issuer: BUILT_IN_ISSUER.to_owned(),
        subject: id.to_string(),
        name: "Ada".to_owned(),
        email: None,
        is_vouched: true,
        created_at: now(),
    };
    assert!(PgUsers::new(pool).insert(&user, None).await.unwrap());
    user.id
}

/// Makes somebody a member with this role; takes them out for an empty one.
pub(super) async fn join(
    units: &dyn UnitsOfWork,
    workspace: WorkspaceId,
    user: UserId,
    role: &str,
) {
    let mut work = units.begin().await.unwrap();
    let memberships = work.memberships();
    match Role::parse(role) {
        Some(role) => memberships.put(workspace, (user, role), now()).await,
        None => memberships.remove(workspace, user).await,
    }
    .unwrap();
    work.commit().await.unwrap();
}

/// Connects an account, as it stands then.
pub(crate) async fn connect_account(
    units: &dyn UnitsOfWork,
    profile: ProfileId,
    (provider, state): (PlatformProvider, ConnectionState),
) -> ConnectionId {
    let draft = AccountDraft {
        id: TimeOrderedIds.new_id().simple().to_string(),
        name: Some("Shop".to_owned()),
        ..AccountDraft::default()
    };
    let account = Account::parse(&draft).unwrap();
    let id = TimeOrderedIds.new_id().into();
    let new = Connection::new(id, (provider, account), now());
    let connection = Connection { state, ..new };
    let mut work = units.begin().await.unwrap();
    let connections = work.connections();
    connections.insert(profile, &connection).await.unwrap();
    work.commit().await.unwrap();
    id
}

/// Public keys are unique in the database that the tests share.
struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn bytes32(&self) -> [u8; 32] {
        random32().unwrap()
    }
}
