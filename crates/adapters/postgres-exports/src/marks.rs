//! Events that are to be looked at for what is told of them.

use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OutcomeEventId, ProfileId, StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, column, utc};
use postgres_kit::statement::prepared;

/// Since when the profile's enabled rules tell anything.
pub async fn told_since(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Option<Timestamp>, StoreError> {
    #[derive(QueryableByName)]
    struct SinceRow {
        #[diesel(sql_type = Nullable<Timestamptz>)]
        since: Option<OffsetDateTime>,
    }
    let row: SinceRow = prepared(
        "SELECT min(least(r.since_social, r.since_search)) AS since FROM export_rules r \
         WHERE r.profile_id = $1 AND r.enabled AND r.archived_at IS NULL",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .get_result(connection)
    .await
    .map_err(store)?;
    Ok(row.since.map(Into::into))
}

/// Marks events.
pub async fn add(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    marks: &[(Uuid, OutcomeEventId)],
    at: Timestamp,
) -> Result<(), StoreError> {
    if marks.is_empty() {
        return Ok(());
    }
    prepared(
        "INSERT INTO export_marks (profile_id, id, event_id, created_at) \
         SELECT $1, m.id, m.event_id, $4 FROM unnest($2::uuid[], $3::uuid[]) AS m(id, event_id)",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(column(marks, |(id, _)| *id))
    .bind::<Array<SqlUuid>, _>(column(marks, |(_, event)| event.uuid()))
    .bind::<Timestamptz, _>(utc(at))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Marks every event since an instant. The marks' ids are random: nobody asks in which order they come.
pub async fn add_since(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    since: Timestamp,
    at: Timestamp,
) -> Result<u64, StoreError> {
    let added = prepared(
        "INSERT INTO export_marks (profile_id, id, event_id, created_at) \
         SELECT e.profile_id, gen_random_uuid(), e.id, $3 FROM outcome_events e \
         WHERE e.profile_id = $1 AND e.occurred_at >= $2",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Timestamptz, _>(utc(since))
    .bind::<Timestamptz, _>(utc(at))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(u64::try_from(added).unwrap_or(u64::MAX))
}

/// Profiles with marks, after one of them.
pub async fn waiting(
    connection: &mut AsyncPgConnection,
    after: Option<ProfileId>,
    most: u32,
) -> Result<Vec<ProfileId>, StoreError> {
    let rows: Vec<IdRow> = prepared(include_str!("sql/waiting_exports.sql"))
        .bind::<BigInt, _>(i64::from(most))
        // No profile has the nil id.
        .bind::<SqlUuid, _>(after.map_or(Uuid::nil(), kernel::Id::uuid))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.id.into()).collect())
}

/// Takes marks; their events, each once.
pub async fn take(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    most: u32,
) -> Result<Vec<OutcomeEventId>, StoreError> {
    let rows: Vec<IdRow> = prepared(include_str!("sql/take_export_marks.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(i64::from(most))
        .load(connection)
        .await
        .map_err(store)?;
    let mut events: Vec<Uuid> = rows.into_iter().map(|row| row.id).collect();
    events.sort_unstable();
    events.dedup();
    Ok(events.into_iter().map(Into::into).collect())
}
