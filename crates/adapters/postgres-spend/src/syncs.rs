//! How reading of accounts goes.

use std::collections::BTreeMap;

use ad_spend::{DayRead, Exact, LastSync, Lease, Piece, SyncState, SyncStatus, Totals};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ConnectionId, Date, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{spend_reads as reads, spend_syncs as table};
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

#[derive(diesel::Queryable, diesel::Selectable, diesel::Insertable, diesel::AsChangeset)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
struct SyncRow {
    profile_id: Uuid,
    connection_id: Uuid,
    is_enabled: bool,
    months: i16,
    piece_days: i16,
    asked_at: Option<OffsetDateTime>,
    catalogue_at: Option<OffsetDateTime>,
    look_at: OffsetDateTime,
    lease_holder: Option<Uuid>,
    lease_until: Option<OffsetDateTime>,
    failures: i32,
    failing_since: Option<OffsetDateTime>,
    last_at: Option<OffsetDateTime>,
    last_status: Option<String>,
    last_from: Option<Date>,
    last_to: Option<Date>,
    last_reason: Option<String>,
}

/// A stored value that nothing could have written.
fn broken(id: Uuid, what: &str) -> StoreError {
    StoreError::inconsistent(format!("spend_syncs: {what} of {id} is broken"))
}

impl SyncRow {
    fn of(profile_id: ProfileId, id: ConnectionId, state: &SyncState) -> Self {
        let at = |instant: Option<Timestamp>| instant.map(utc);
        let last = state.last.as_ref();
        let piece = last.and_then(|last| last.piece);
        Self {
            profile_id: profile_id.uuid(),
            connection_id: id.uuid(),
            is_enabled: state.is_enabled,
            months: state.months.into(),
            piece_days: state.piece_days.into(),
            asked_at: at(state.asked_at),
            catalogue_at: at(state.catalogue_at),
            look_at: utc(state.look_at),
            lease_holder: state.lease.map(|lease| lease.holder),
            lease_until: at(state.lease.map(|lease| lease.until)),
            failures: i32::try_from(state.failures).unwrap_or(i32::MAX),
            failing_since: at(state.failing_since),
            last_at: at(last.map(|last| last.at)),
            last_status: last.map(|last| last.status.as_str().to_owned()),
            last_from: piece.map(|piece| piece.from),
            last_to: piece.map(|piece| piece.to),
            last_reason: last.and_then(|last| last.reason.clone()),
        }
    }

    fn state(self) -> Result<SyncState, StoreError> {
        let id = self.connection_id;
        let last = match (self.last_at, self.last_status.as_deref()) {
            (Some(at), Some(status)) => Some(LastSync {
                at: at.into(),
                status: SyncStatus::parse(status).ok_or_else(|| broken(id, "the status"))?,
                piece: self
                    .last_from
                    .zip(self.last_to)
                    .map(|(from, to)| Piece { from, to }),
                reason: self.last_reason,
            }),
            _ => None,
        };
        let lease = self.lease_holder.zip(self.lease_until);
        Ok(SyncState {
            is_enabled: self.is_enabled,
            months: u8::try_from(self.months).map_err(|_| broken(id, "the months"))?,
            piece_days: u8::try_from(self.piece_days).map_err(|_| broken(id, "the piece"))?,
            asked_at: self.asked_at.map(Into::into),
            catalogue_at: self.catalogue_at.map(Into::into),
            look_at: self.look_at.into(),
            lease: lease.map(|(holder, until)| Lease {
                holder,
                until: until.into(),
            }),
            failures: u32::try_from(self.failures).unwrap_or_default(),
            failing_since: self.failing_since.map(Into::into),
            last,
        })
    }
}

/// How reading of a connection goes, held until the transaction ends.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: ConnectionId,
) -> Result<Option<SyncState>, StoreError> {
    let row: Option<SyncRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::connection_id.eq(id.uuid()))
        .for_no_key_update()
        .select(SyncRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(SyncRow::state).transpose()
}

/// Replaces how it goes.
pub async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: ConnectionId,
    state: &SyncState,
) -> Result<(), StoreError> {
    let row = SyncRow::of(profile_id, id, state);
    diesel::insert_into(table::table)
        .values(&row)
        .on_conflict((table::profile_id, table::connection_id))
        .do_update()
        .set(&row)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// When days of a connection were last read, from one on.
pub async fn read_since(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: ConnectionId,
    from: Date,
) -> Result<BTreeMap<Date, Timestamp>, StoreError> {
    let rows: Vec<(Date, OffsetDateTime)> = reads::table
        .filter(reads::profile_id.eq(profile_id.uuid()))
        .filter(reads::connection_id.eq(id.uuid()))
        .filter(reads::date.ge(from))
        .select((reads::date, reads::read_at))
        .load(connection)
        .await
        .map_err(store)?;
    let read = rows.into_iter().map(|(day, at)| (day, at.into()));
    Ok(read.collect())
}

#[derive(diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = reads, check_for_backend(diesel::pg::Pg))]
struct ReadRow {
    profile_id: Uuid,
    connection_id: Uuid,
    date: Date,
    read_at: OffsetDateTime,
    campaigns: Decimal,
    ads: Decimal,
    is_complete: bool,
}

fn decimal(value: Exact) -> Result<Decimal, StoreError> {
    postgres_kit::rows::printed(&value.to_string())
}

/// Notes that days were read, and what they came to.
pub async fn note(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: ConnectionId,
    days: &[DayRead],
) -> Result<(), StoreError> {
    use diesel::upsert::excluded;
    let row = |day: &DayRead| {
        Ok(ReadRow {
            profile_id: profile_id.uuid(),
            connection_id: id.uuid(),
            date: day.date,
            read_at: utc(day.at),
            campaigns: decimal(day.totals.campaigns)?,
            ads: decimal(day.totals.ads)?,
            is_complete: day.is_complete,
        })
    };
    let rows: Result<Vec<ReadRow>, StoreError> = days.iter().map(row).collect();
    diesel::insert_into(reads::table)
        .values(&rows?)
        .on_conflict((reads::profile_id, reads::connection_id, reads::date))
        .do_update()
        .set((
            reads::read_at.eq(excluded(reads::read_at)),
            reads::campaigns.eq(excluded(reads::campaigns)),
            reads::ads.eq(excluded(reads::ads)),
            reads::is_complete.eq(excluded(reads::is_complete)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[derive(QueryableByName)]
struct DueRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    connection_id: Uuid,
}

/// Connections of all profiles that are to be read.
pub async fn due(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
    most: usize,
) -> Result<Vec<(ProfileId, ConnectionId)>, StoreError> {
    let rows: Vec<DueRow> = prepared(include_str!("sql/due_syncs.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .bind::<BigInt, _>(i64::try_from(most).unwrap_or(i64::MAX))
        .load(connection)
        .await
        .map_err(store)?;
    let place = |row: DueRow| (row.profile_id.into(), row.connection_id.into());
    Ok(rows.into_iter().map(place).collect())
}

/// What was noted of some days of a connection.
pub async fn days(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (id, piece): (ConnectionId, Piece),
) -> Result<Vec<DayRead>, StoreError> {
    let rows: Vec<ReadRow> = reads::table
        .filter(reads::profile_id.eq(profile_id.uuid()))
        .filter(reads::connection_id.eq(id.uuid()))
        .filter(reads::date.between(piece.from, piece.to))
        .order(reads::date)
        .select(ReadRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    let day = |row: ReadRow| DayRead {
        date: row.date,
        at: row.read_at.into(),
        totals: Totals {
            campaigns: row.campaigns.into(),
            ads: row.ads.into(),
        },
        is_complete: row.is_complete,
    };
    Ok(rows.into_iter().map(day).collect())
}

/// How reading of some connections goes.
pub async fn states(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: &[ConnectionId],
) -> Result<Vec<(ConnectionId, SyncState)>, StoreError> {
    let rows: Vec<SyncRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::connection_id.eq_any(postgres_kit::rows::uuids(ids)))
        .select(SyncRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    let place = |row: SyncRow| {
        let id = row.connection_id.into();
        Ok((id, row.state()?))
    };
    rows.into_iter().map(place).collect()
}
