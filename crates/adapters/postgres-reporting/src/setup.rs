//! How far a profile is set up.

use async_trait::async_trait;
use diesel::sql_types::{Bool, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{ProfileAccess, StoreError};
use reporting::setup::{Setup, SetupReader, SetupStep};

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

/// The setup of profiles on a pool.
#[derive(Clone)]
pub struct PgSetupReader {
    pool: PgPool,
}

impl PgSetupReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one column for each piece of evidence"
)]
struct Row {
    #[diesel(sql_type = Bool)]
    tracking_key_issued: bool,
    #[diesel(sql_type = Bool)]
    tracker_reporting: bool,
    #[diesel(sql_type = Bool)]
    outcomes_received: bool,
    #[diesel(sql_type = Bool)]
    converted: bool,
    #[diesel(sql_type = Bool)]
    spend_received: bool,
}

impl Row {
    const fn evidence(&self, step: SetupStep) -> bool {
        match step {
            SetupStep::TrackingKeyIssued => self.tracking_key_issued,
            SetupStep::TrackerReporting => self.tracker_reporting,
            SetupStep::CrmOrOutcomeSourceConnected => self.outcomes_received,
            SetupStep::FirstConversionRecorded => self.converted,
            SetupStep::AdSpendReceived => self.spend_received,
        }
    }
}

#[async_trait]
impl SetupReader for PgSetupReader {
    #[tracing::instrument(level = "debug", name = "SetupReader::setup", skip_all)]
    async fn setup(&self, access: &ProfileAccess) -> Result<Setup, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Row = sql_query(include_str!("setup.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .get_result(&mut connection)
            .await
            .map_err(store)?;
        Ok(Setup {
            steps: SetupStep::ALL
                .into_iter()
                .map(|step| (step, row.evidence(step)))
                .collect(),
        })
    }
}
