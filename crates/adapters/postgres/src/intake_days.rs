//! What endpoints took and refused, by day.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey, IntakeReason, LatestIntake};
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_schema::schema::intake_days as table;
use time::OffsetDateTime;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::{column, utc};

/// Most numbers that one question is answered with.
const MOST: i64 = 50;

/// Numbers on a pool.
#[derive(Clone)]
pub struct PgIntakeDays {
    pool: PgPool,
}

impl PgIntakeDays {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct LastRow {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_at: Option<OffsetDateTime>,
}

/// The latest fact, or the latest that was counted: page views without an id leave no fact.
const LAST_EVENT: &str = "SELECT greatest( \
    (SELECT received_at FROM tracker_events WHERE profile_id = $1 \
        ORDER BY occurred_at DESC LIMIT 1), \
    (SELECT max(last_at) FROM intake_days WHERE profile_id = $1 \
        AND local_date >= (now() - interval '35 days')::date \
        AND endpoint = 'collect' AND reason = 'accepted')) AS last_at";

type Row = (String, String, i64, OffsetDateTime);

#[async_trait]
impl IntakeDays for PgIntakeDays {
    #[tracing::instrument(level = "debug", name = "IntakeDays::add", skip_all)]
    async fn add(&self, counts: &[(IntakeKey, IntakeCount)]) -> Result<(), StoreError> {
        let events = |(_, count): &(_, IntakeCount)| i64::try_from(count.events);
        let events = column(counts, |one| events(one).unwrap_or(i64::MAX));
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(include_str!("sql/add_intake_days.sql"))
            .bind::<Array<SqlUuid>, _>(column(counts, |(key, _)| key.profile_id.uuid()))
            .bind::<Array<SqlDate>, _>(column(counts, |(key, _)| key.local_date))
            .bind::<Array<Text>, _>(column(counts, |(key, _)| key.endpoint))
            .bind::<Array<Text>, _>(column(counts, |(key, _)| key.reason.as_str()))
            .bind::<Array<Text>, _>(column(counts, |(key, _)| key.pointer.as_str()))
            .bind::<Array<BigInt>, _>(events)
            .bind::<Array<Timestamptz>, _>(column(counts, |(_, count)| utc(count.last_at)))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "IntakeDays::since", skip_all)]
    async fn since(
        &self,
        profile_id: ProfileId,
        endpoint: &str,
        since: Timestamp,
    ) -> Result<Vec<LatestIntake>, StoreError> {
        let mut connection = self.pool.connection().await?;
        // A day is at most 26 hours from its beginning in UTC.
        let since = utc(since);
        let first_day = (since - time::Duration::hours(26)).date();
        let rows: Vec<Row> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::local_date.ge(first_day))
            .filter(table::endpoint.eq(endpoint))
            .filter(table::last_at.ge(since))
            .order((table::last_at.desc(), table::reason, table::pointer))
            .limit(MOST)
            .select((table::reason, table::pointer, table::events, table::last_at))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let read = |(reason, pointer, events, last_at): Row| {
            Some(LatestIntake {
                reason: IntakeReason::parse(&reason)?,
                pointer,
                events: events.unsigned_abs(),
                last_at: last_at.into(),
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "IntakeDays::last_event", skip_all)]
    async fn last_event(&self, profile_id: ProfileId) -> Result<Option<Timestamp>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: LastRow = diesel::sql_query(LAST_EVENT)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .get_result(&mut connection)
            .await
            .map_err(store)?;
        Ok(row.last_at.map(Into::into))
    }
}
