//! Rollups from the rows that they add up: after an upgrade, and when days are counted otherwise.

use std::collections::BTreeMap;

use diesel::sql_types::{BigInt, Bool, Date as SqlDate, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use kernel::{Date, ProfileId, StoreError};
use tributary_rollups::Batch;
use tributary_rollups::fold::{Folding, ROWS_OF_A_PIECE, Settled};
use tributary_rollups::touched::Touched;
use uuid::Uuid;

use super::credits::{Change, STORED_CONVERSION, StoredConversion, StoredCredit, stored_credit};
use super::put::put_pieces;
use super::spend::build_spend;
use super::touches::StoredTouches;
use super::visits::{STORED, StoredSession, numbers};
use super::whole::Whole;
use super::{Population, RollupKey};
use crate::error::store;
use crate::rows::IsRow;

#[derive(QueryableByName)]
struct DayRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
}

#[derive(QueryableByName)]
struct ProfileRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = BigInt)]
    generation: i64,
    #[diesel(sql_type = Bool)]
    has_rollups: bool,
}

/// Builds the rollups of profiles that have none since an upgrade, each in a transaction.
pub async fn build_missing(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    // To look for it with a lock is refused where nothing can be written.
    let lacks: IsRow = sql_query(
        "SELECT EXISTS (SELECT FROM attribution_state WHERE NOT has_rollups OR NOT has_touches) AS is",
    )
    .get_result(connection)
    .await
    .map_err(store)?;
    if !lacks.is {
        return Ok(());
    }
    loop {
        connection.batch_execute("BEGIN").await.map_err(store)?;
        let built = build_next(connection).await;
        let end = if built.is_ok() { "COMMIT" } else { "ROLLBACK" };
        connection.batch_execute(end).await.map_err(store)?;
        if !built? {
            return Ok(());
        }
    }
}

async fn build_next(connection: &mut AsyncPgConnection) -> Result<bool, StoreError> {
    let found: Vec<ProfileRow> = sql_query(
        "SELECT profile_id, generation, has_rollups FROM attribution_state \
         WHERE NOT has_rollups OR NOT has_touches LIMIT 1 FOR UPDATE",
    )
    .load(connection)
    .await
    .map_err(store)?;
    let Some(row) = found.into_iter().next() else {
        return Ok(false);
    };
    let profile_id: ProfileId = row.profile_id.into();
    build_touches(connection, profile_id).await?;
    if !row.has_rollups {
        build_visits(connection, profile_id).await?;
        build_credits(connection, profile_id, row.generation).await?;
        build_spend(connection, profile_id, None).await?;
    }
    sql_query(
        "UPDATE attribution_state SET has_rollups = true, has_touches = true \
         WHERE profile_id = $1",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(true)
}

/// Forgets everything of a population and generation.
async fn clear(connection: &mut AsyncPgConnection, place: RollupKey) -> Result<(), StoreError> {
    for table in ["rollup_days", "rollup_changes"] {
        sql_query(format!(
            "DELETE FROM {table} WHERE profile_id = $1 AND population = $2 AND generation = $3"
        ))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<diesel::sql_types::Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .execute(connection)
        .await
        .map_err(store)?;
    }
    Ok(())
}

/// Visits and touches from all sessions. The caller holds the profile's state.
pub async fn build_visits_and_touches(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    build_visits(connection, profile_id).await?;
    build_touches(connection, profile_id).await
}

/// Touches, each on the day of its session.
pub(super) async fn build_touches(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    let place = RollupKey::touches(profile_id);
    clear(connection, place).await?;
    let stored: Vec<StoredTouches> = sql_query(include_str!("build_touches.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let mut days: BTreeMap<Date, Batch<Touched>> = BTreeMap::new();
    for touches in &stored {
        touches.add(days.entry(touches.day()).or_default());
    }
    for (day, rows) in days {
        put(connection, place, day, rows).await?;
    }
    Ok(())
}

async fn build_visits(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    let place = RollupKey::visits(profile_id);
    clear(connection, place).await?;
    let days: Vec<DayRow> =
        sql_query("SELECT DISTINCT s.local_date FROM sessions s WHERE s.profile_id = $1")
            .bind::<SqlUuid, _>(profile_id.uuid())
            .load(connection)
            .await
            .map_err(store)?;
    for DayRow { local_date } in days {
        let sessions: Vec<StoredSession> = sql_query(format!(
            "SELECT {STORED} FROM sessions s WHERE s.profile_id = $1 AND s.local_date = $2 \
             AND NOT s.is_bot"
        ))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(local_date)
        .load(connection)
        .await
        .map_err(store)?;
        let mut visitors: Vec<Uuid> = sessions.iter().map(StoredSession::visitor).collect();
        visitors.sort_unstable();
        visitors.dedup();
        let numbers = numbers(connection, profile_id, &visitors).await?;
        let mut rows = Batch::default();
        for session in &sessions {
            session.add(&mut rows, &numbers, 1);
        }
        put(connection, place, local_date, rows).await?;
    }
    Ok(())
}

async fn put<M: Settled>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    day: Date,
    rows: Batch<M>,
) -> Result<(), StoreError> {
    let folding = Folding::of(day, Vec::new(), &[rows], ROWS_OF_A_PIECE);
    let pieces = folding.finish().map_err(StoreError::inconsistent)?;
    put_pieces::<M>(connection, place, pieces).await
}

/// Credits and conversions of a generation. The caller holds the profile's state.
async fn build_credits(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
) -> Result<(), StoreError> {
    for population in [Population::Credits, Population::TouchCredits] {
        let place = RollupKey {
            profile_id,
            population,
            generation,
        };
        clear(connection, place).await?;
    }
    for table in ["conversion_days", "conversion_reasons"] {
        sql_query(format!(
            "DELETE FROM {table} WHERE profile_id = $1 AND generation = $2"
        ))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .execute(connection)
        .await
        .map_err(store)?;
    }
    let days: Vec<DayRow> = sql_query(
        "SELECT local_date FROM conversions WHERE profile_id = $1 AND generation = $2 \
         UNION SELECT local_date FROM credits WHERE profile_id = $1 AND generation = $2",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<BigInt, _>(generation)
    .load(connection)
    .await
    .map_err(store)?;
    let mut whole = Whole::default();
    for DayRow { local_date } in days {
        // A credit has the day of its conversion, so a day's conversions come with theirs.
        let conversions: Vec<StoredConversion> = day_of(
            connection,
            ("conversions", STORED_CONVERSION),
            (profile_id, generation, local_date),
        )
        .await?;
        let credits: Vec<StoredCredit> = day_of(
            connection,
            ("credits", &stored_credit()),
            (profile_id, generation, local_date),
        )
        .await?;
        let mut change = Change::default();
        change.add_stored(&conversions, &credits, 1)?;
        whole.add(change);
    }
    whole.write(connection, profile_id, generation).await
}

/// The rows of one day of a table.
async fn day_of<R: QueryableByName<diesel::pg::Pg> + Send + 'static>(
    connection: &mut AsyncPgConnection,
    (table, columns): (&str, &str),
    (profile_id, generation, day): (ProfileId, i64, Date),
) -> Result<Vec<R>, StoreError> {
    sql_query(format!(
        "SELECT {columns} FROM {table} WHERE profile_id = $1 AND generation = $2 \
         AND local_date = $3"
    ))
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<BigInt, _>(generation)
    .bind::<SqlDate, _>(day)
    .load(connection)
    .await
    .map_err(store)
}
