//! Lanes of destinations.

use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::{Breaker, DestinationId, Lane, LaneLease, Run};
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_schema::schema::export_lanes as table;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::{utc, uuids};
use postgres_kit::statement::prepared;

#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct LaneRow {
    profile_id: Uuid,
    destination_id: Uuid,
    lease_holder: Option<Uuid>,
    lease_until: Option<OffsetDateTime>,
    run_id: Option<Uuid>,
    run_started_at: Option<OffsetDateTime>,
    breaker: String,
    breaker_failures: i32,
    breaker_until: Option<OffsetDateTime>,
    breaker_pause_micros: Option<i64>,
    held_until: Option<OffsetDateTime>,
    due_at: Option<OffsetDateTime>,
}

const CLOSED: &str = "closed";
const OPEN: &str = "open";
const NEEDS_RECONNECT: &str = "needs_reconnect";

fn lane(row: &LaneRow) -> Result<Lane, StoreError> {
    let breaker = match (
        row.breaker.as_str(),
        row.breaker_until,
        row.breaker_pause_micros,
    ) {
        (CLOSED, ..) => Breaker::Closed {
            failures: u32::try_from(row.breaker_failures).unwrap_or_default(),
        },
        (OPEN, Some(until), Some(pause)) => Breaker::Open {
            until: until.into(),
            pause,
        },
        (NEEDS_RECONNECT, ..) => Breaker::NeedsReconnect,
        (other, ..) => {
            let id = row.destination_id;
            return Err(StoreError::inconsistent(format!(
                "export_lanes: the breaker {other} of {id} is broken"
            )));
        }
    };
    let lease = row.lease_holder.zip(row.lease_until);
    let run = row.run_id.zip(row.run_started_at);
    Ok(Lane {
        profile_id: row.profile_id.into(),
        destination_id: row.destination_id.into(),
        lease: lease.map(|(holder, until)| LaneLease {
            holder,
            until: until.into(),
        }),
        run: run.map(|(id, at)| Run {
            id: id.into(),
            started_at: at.into(),
        }),
        breaker,
        held_until: row.held_until.map(Into::into),
        due_at: row.due_at.map(Into::into),
    })
}

/// Lanes of some destinations, held until the transaction ends.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    destinations: &[DestinationId],
) -> Result<Vec<Lane>, StoreError> {
    prepared(
        "INSERT INTO export_lanes (profile_id, destination_id, breaker, breaker_failures) \
         SELECT $1, d.id, 'closed', 0 FROM unnest($2::uuid[]) AS d(id) ORDER BY d.id \
         ON CONFLICT (profile_id, destination_id) DO NOTHING",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(uuids(destinations))
    .execute(connection)
    .await
    .map_err(store)?;
    let rows: Vec<LaneRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::destination_id.eq_any(uuids(destinations)))
        // Whoever holds several holds them in this order, so that two do not wait for each other.
        .order(table::destination_id)
        .for_no_key_update()
        .select(LaneRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.iter().map(lane).collect()
}

/// All of a profile.
pub async fn all(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<Lane>, StoreError> {
    let rows: Vec<LaneRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .order(table::destination_id)
        .select(LaneRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.iter().map(lane).collect()
}

/// Writes a lane that is held.
pub async fn put(connection: &mut AsyncPgConnection, lane: &Lane) -> Result<(), StoreError> {
    let (breaker, failures, open) = match lane.breaker {
        Breaker::Closed { failures } => (CLOSED, failures, None),
        Breaker::Open { until, pause } => (OPEN, 0, Some((until, pause))),
        Breaker::NeedsReconnect => (NEEDS_RECONNECT, 0, None),
    };
    diesel::update(
        table::table
            .filter(table::profile_id.eq(lane.profile_id.uuid()))
            .filter(table::destination_id.eq(lane.destination_id.uuid())),
    )
    .set((
        table::lease_holder.eq(lane.lease.map(|lease| lease.holder)),
        table::lease_until.eq(lane.lease.map(|lease| utc(lease.until))),
        table::run_id.eq(lane.run.map(|run| run.id.uuid())),
        table::run_started_at.eq(lane.run.map(|run| utc(run.started_at))),
        table::breaker.eq(breaker),
        table::breaker_failures.eq(i32::try_from(failures).unwrap_or(i32::MAX)),
        table::breaker_until.eq(open.map(|(until, _)| utc(until))),
        table::breaker_pause_micros.eq(open.map(|(_, pause)| pause)),
        table::held_until.eq(lane.held_until.map(utc)),
        table::due_at.eq(lane.due_at.map(utc)),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Takes lanes on which something is to be done.
pub async fn take(
    connection: &mut AsyncPgConnection,
    lease: LaneLease,
    now: Timestamp,
    most: u32,
) -> Result<Vec<(ProfileId, DestinationId)>, StoreError> {
    #[derive(QueryableByName)]
    struct TakenRow {
        #[diesel(sql_type = SqlUuid)]
        profile_id: Uuid,
        #[diesel(sql_type = SqlUuid)]
        destination_id: Uuid,
    }
    let rows: Vec<TakenRow> = prepared(include_str!("sql/take_lanes.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .bind::<BigInt, _>(i64::from(most))
        .bind::<SqlUuid, _>(lease.holder)
        .bind::<Timestamptz, _>(utc(lease.until))
        .load(connection)
        .await
        .map_err(store)?;
    let taken = |row: TakenRow| (row.profile_id.into(), row.destination_id.into());
    Ok(rows.into_iter().map(taken).collect())
}
