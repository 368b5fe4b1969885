//! Deliveries as people see them, and what they do with one.

use std::time::Duration;

use async_trait::async_trait;
use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Keyset, Limit, ProfileAccess, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{
    deliveries as table, delivery_attempts as attempts, webhook_subscriptions as subscriptions,
};
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_events::ports::{
    Addressed, AttemptRecord, DeliveryDetail, DeliveryFilter, DeliveryReader, DeliveryRecord,
    Replayable,
};
use webhook_events::{DeliveryId, Event, Excerpt, NewDelivery};

use crate::outbox;
use crate::rows::{broken, delivery_state, event_type, outcome};
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Attempts of one delivery that are told at most, the latest ones; schedules are shorter, but one may be
/// replayed again and again.
const ATTEMPTS: i64 = 1_000;

/// Deliveries on a pool.
#[derive(Clone)]
pub struct PgDeliveries {
    pool: PgPool,
}

impl PgDeliveries {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(Pg))]
struct Row {
    id: Uuid,
    target_id: Uuid,
    event_id: Uuid,
    event_type: String,
    status: String,
    failures: i32,
    attempts: i32,
    next_attempt_at: Option<OffsetDateTime>,
    settled_at: Option<OffsetDateTime>,
    last_status: Option<i16>,
    last_failure: Option<String>,
    created_at: OffsetDateTime,
}

fn record(row: &Row) -> Result<DeliveryRecord, StoreError> {
    let times = (row.next_attempt_at, row.settled_at);
    Ok(DeliveryRecord {
        id: row.id.into(),
        subscription_id: row.target_id.into(),
        event_id: row.event_id.into(),
        event_type: event_type(row.id, &row.event_type)?,
        state: delivery_state(row.id, &row.status, row.failures, times)?,
        attempts: u32::try_from(row.attempts).unwrap_or_default(),
        last_outcome: outcome(row.last_status, row.last_failure.as_deref(), None),
        created_at: row.created_at.into(),
    })
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = attempts, check_for_backend(Pg))]
struct AttemptRow {
    number: i32,
    ended_at: OffsetDateTime,
    status: Option<i16>,
    failure: Option<String>,
    retry_after_at: Option<OffsetDateTime>,
    took_micros: i64,
    excerpt: Vec<u8>,
}

fn attempt(id: Uuid, row: AttemptRow) -> Result<AttemptRecord, StoreError> {
    let outcome = outcome(row.status, row.failure.as_deref(), row.retry_after_at);
    Ok(AttemptRecord {
        number: u32::try_from(row.number).unwrap_or_default(),
        at: row.ended_at.into(),
        outcome: outcome.ok_or_else(|| broken(id, "an attempt"))?,
        took: Duration::from_micros(u64::try_from(row.took_micros).unwrap_or_default()),
        excerpt: Excerpt::new(row.excerpt),
    })
}

/// The profile's deliveries of subscriptions that are there.
fn of(profile_id: ProfileId) -> table::BoxedQuery<'static, Pg> {
    let own = table::table.filter(table::profile_id.eq(profile_id.uuid()));
    let there = subscriptions::table
        .filter(subscriptions::profile_id.eq(profile_id.uuid()))
        .filter(subscriptions::id.eq(table::target_id))
        .filter(subscriptions::deleted_at.is_null());
    own.filter(exists(there)).into_boxed()
}

#[async_trait]
impl DeliveryReader for PgDeliveries {
    #[tracing::instrument(level = "debug", name = "DeliveryReader::page", skip_all)]
    async fn page(
        &self,
        access: &ProfileAccess,
        filter: &DeliveryFilter,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<DeliveryRecord>, StoreError> {
        let mut query = of(access.profile_id);
        if let Some(id) = filter.subscription_id {
            query = query.filter(table::target_id.eq(id.uuid()));
        }
        if let Some(status) = filter.status {
            query = query.filter(table::status.eq(status.as_str()));
        }
        if let Some(event_type) = filter.event_type {
            query = query.filter(table::event_type.eq(event_type.as_str()));
        }
        if let Some(Keyset { at, id }) = after {
            let same = table::created_at.eq(utc(at)).and(table::id.lt(id));
            query = query
                .filter(table::created_at.le(utc(at)))
                .filter(table::created_at.lt(utc(at)).or(same));
        }
        let mut connection = self.pool.connection().await?;
        let rows: Vec<Row> = query
            .order((table::created_at.desc(), table::id.desc()))
            .limit(i64::from(limit.get()))
            .select(Row::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.iter().map(record).collect()
    }

    #[tracing::instrument(level = "debug", name = "DeliveryReader::find", skip_all)]
    async fn find(
        &self,
        access: &ProfileAccess,
        id: DeliveryId,
    ) -> Result<Option<DeliveryDetail>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<(Row, bool)> = of(access.profile_id)
            .filter(table::id.eq(id.uuid()))
            .select((Row::as_select(), table::body.is_not_null()))
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        let Some((row, is_payload_kept)) = found else {
            return Ok(None);
        };
        let mut rows: Vec<AttemptRow> = attempts::table
            .filter(attempts::profile_id.eq(access.profile_id.uuid()))
            .filter(attempts::delivery_id.eq(id.uuid()))
            .order(attempts::number.desc())
            .limit(ATTEMPTS)
            .select(AttemptRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.reverse();
        let attempts = rows.into_iter().map(|row| attempt(id.uuid(), row));
        Ok(Some(DeliveryDetail {
            delivery: record(&row)?,
            attempts: attempts.collect::<Result<_, _>>()?,
            is_payload_kept,
        }))
    }
}

/// One of the profile's, which nobody else changes meanwhile.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: DeliveryId,
) -> Result<Option<Replayable>, StoreError> {
    type Found = (
        OffsetDateTime,
        bool,
        String,
        i32,
        Option<OffsetDateTime>,
        Option<OffsetDateTime>,
    );
    let there = subscriptions::table
        .filter(subscriptions::profile_id.eq(profile_id.uuid()))
        .filter(subscriptions::id.eq(table::target_id))
        .filter(subscriptions::deleted_at.is_null());
    let found: Option<Found> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .filter(exists(there))
        .for_no_key_update()
        .select((
            table::event_at,
            table::body.is_not_null(),
            table::status,
            table::failures,
            table::next_attempt_at,
            table::settled_at,
        ))
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    let Some((event_at, is_payload_kept, status, failures, next, settled)) = found else {
        return Ok(None);
    };
    Ok(Some(Replayable {
        event_at: event_at.into(),
        state: delivery_state(id.uuid(), &status, failures, (next, settled))?,
        is_payload_kept,
    }))
}

/// Makes it due, and takes it from whoever sends it.
pub async fn requeue(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: DeliveryId,
    at: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid())),
    )
    .set((
        table::status.eq("pending"),
        table::failures.eq(0),
        table::next_attempt_at.eq(utc(at)),
        table::queued_at.eq(utc(at)),
        table::settled_at.eq(None::<OffsetDateTime>),
        table::lease_id.eq(None::<Uuid>),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Writes the delivery of a test.
pub async fn insert_test(
    connection: &mut AsyncPgConnection,
    event: &Event,
    delivery: &NewDelivery,
) -> Result<(), StoreError> {
    let addressed = Addressed {
        event: event.clone(),
        delivery: *delivery,
    };
    outbox::insert(connection, &[addressed]).await
}
