//! Removal of what an installation does not want to keep. These statements are the operator's and go
//! over all tenants.

use application::ports::{Housekeeping, Perishable};
use async_trait::async_trait;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp};

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Removes rows of a pool's database.
#[derive(Clone)]
pub struct PgHousekeeping {
    pool: PgPool,
}

impl PgHousekeeping {
    /// Removes rows of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

fn statement(what: Perishable) -> &'static str {
    match what {
        Perishable::WebSessions => include_str!("sql/remove_web_sessions.sql"),
        Perishable::Audit => include_str!("sql/remove_audit.sql"),
        Perishable::Recomputes => include_str!("sql/remove_recomputes.sql"),
        Perishable::MatchEvidence => postgres_exports::evidence::REMOVE,
        Perishable::SenderKeys => include_str!("sql/remove_sender_keys.sql"),
        Perishable::Payloads => include_str!("sql/remove_payloads.sql"),
        Perishable::Deliveries => include_str!("sql/remove_deliveries.sql"),
        Perishable::AbandonedTests => include_str!("sql/abandon_tests.sql"),
        Perishable::ExportAnswers => include_str!("sql/remove_export_answers.sql"),
        Perishable::Exports => include_str!("sql/remove_exports.sql"),
        Perishable::LandedRows => postgres_spend::landing::REMOVE_ROWS,
        Perishable::LandedBatches => postgres_spend::landing::REMOVE_BATCHES,
    }
}

#[async_trait]
impl Housekeeping for PgHousekeeping {
    #[tracing::instrument(level = "debug", name = "Housekeeping::remove", skip_all)]
    async fn remove(
        &self,
        what: Perishable,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        #[derive(diesel::QueryableByName)]
        struct Removed {
            #[diesel(sql_type = BigInt)]
            removed: i64,
        }
        let mut connection = self.pool.connection().await?;
        let row: Removed = sql_query(statement(what))
            .bind::<Timestamptz, _>(utc(before))
            .bind::<BigInt, _>(i64::from(limit))
            .get_result(&mut connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(row.removed).unwrap_or_default())
    }
}
