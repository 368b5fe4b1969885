//! A real PostgreSQL behind the ports.

use std::sync::Arc;

use application::Sealing;
use application::ports::EventPartitions;
use application::profiles::create::{CreateProfile, create};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Currency, TimeZone};
use testkit::TestDatabase;
use tributary_api::AppState;
use tributary_api::state::Randomness;
use tributary_postgres::reporting::{
    PgCustomersReader, PgFreshnessReader, PgOutcomesReader, PgRecomputesReader,
    PgRestatementsReader, PgSetupReader,
};
use tributary_postgres::{
    PgCallCounter, PgDefinitions, PgHandoffs, PgPartitions, PgPool, PgProfiles, PgReach,
    PgTrackingKeys, PgUnitsOfWork, PgWorkspaces,
};
use tributary_system::{SystemClock, TimeOrderedIds, random32};
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
    let now = state.clock.now();
    let partitions = PgPartitions::new(pool);
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

/// Public keys are unique in the database that the tests share.
struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn bytes32(&self) -> [u8; 32] {
        random32().unwrap()
    }
}
