//! How far the results are behind.

use async_trait::async_trait;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName};
use diesel_async::RunQueryDsl;
use kernel::{Currency, ProfileAccess, StoreError, TimeZone};
use reporting::freshness::{Freshness, FreshnessReader, MOST_COUNTED, UnfinishedRecompute};
use reporting::recomputes::RecomputeStatus;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::statement::prepared;

/// Freshness on a pool.
#[derive(Clone)]
pub struct PgFreshnessReader {
    pool: PgPool,
}

impl PgFreshnessReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    recomputed_at: Option<OffsetDateTime>,
    #[diesel(sql_type = BigInt)]
    generation: i64,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = Text)]
    timezone: String,
    #[diesel(sql_type = BigInt)]
    waiting_changes: i64,
    #[diesel(sql_type = Bool)]
    full_replay_waits: bool,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    recompute_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    status: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    people_done: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    people_total: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    requested_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    started_at: Option<OffsetDateTime>,
}

fn freshness(row: &Row) -> Result<Freshness, StoreError> {
    let broken = |what: &str| StoreError::inconsistent(format!("{what} of readers is broken"));
    Ok(Freshness {
        recomputed_at: row.recomputed_at.map(Into::into),
        waiting_changes: row.waiting_changes,
        full_replay_waits: row.full_replay_waits,
        recompute: unfinished(row),
        generation: row.generation,
        currency: Currency::parse(&row.currency).ok_or_else(|| broken("the currency"))?,
        timezone: TimeZone::named(&row.timezone).ok_or_else(|| broken("the time zone"))?,
    })
}

/// The joined replay; `None` when there was none to join.
fn unfinished(row: &Row) -> Option<UnfinishedRecompute> {
    Some(UnfinishedRecompute {
        id: row.recompute_id?.into(),
        status: row.status.as_deref().and_then(RecomputeStatus::parse)?,
        people_done: row.people_done?,
        people_total: row.people_total,
        requested_at: row.requested_at?.into(),
        started_at: row.started_at.map(Into::into),
    })
}

#[async_trait]
impl FreshnessReader for PgFreshnessReader {
    #[tracing::instrument(level = "debug", name = "FreshnessReader::freshness", skip_all)]
    async fn freshness(&self, access: &ProfileAccess) -> Result<Option<Freshness>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<Row> = prepared(include_str!("freshness.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<BigInt, _>(i64::from(MOST_COUNTED))
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        row.as_ref().map(freshness).transpose()
    }
}
