//! The generation pointer.

use std::time::Duration;

use application::ports::{AttributionState, Building, Profile, Seen};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, ProfileId, StoreError, TimeZone, Timestamp};
use postgres_schema::schema::attribution_state as table;
use time::OffsetDateTime;

use postgres_kit::error::store;
use postgres_kit::rollups::spend::build_spend;
use postgres_kit::rows::utc;

type Row = (i64, Option<i64>, Option<bool>, String, String, i64);

pub(super) async fn lock(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Option<AttributionState>, StoreError> {
    let found: Option<Row> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .select((
            table::generation,
            table::building,
            sql::<Nullable<Bool>>("building_until > clock_timestamp()"),
            table::currency,
            table::timezone,
            table::revision,
        ))
        .for_update()
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    found.map(state).transpose()
}

fn state(
    (generation, building, is_alive, currency, timezone, revision): Row,
) -> Result<AttributionState, StoreError> {
    let broken = |what: &str| StoreError::inconsistent(format!("{what} of readers is broken"));
    Ok(AttributionState {
        generation,
        building: building.map(|generation| Building {
            generation,
            is_alive: is_alive.unwrap_or_default(),
        }),
        revision,
        seen: Seen {
            currency: Currency::parse(&currency).ok_or_else(|| broken("the currency"))?,
            timezone: TimeZone::named(&timezone).ok_or_else(|| broken("the time zone"))?,
        },
    })
}

/// Asked by a worker once after its start; over all tenants.
pub(super) async fn behind(
    connection: &mut AsyncPgConnection,
    revision: i64,
    after: Option<ProfileId>,
    limit: u32,
) -> Result<Vec<ProfileId>, StoreError> {
    let found: Vec<uuid::Uuid> = table::table
        .filter(table::revision.ne(revision))
        .filter(table::profile_id.gt(after.map_or(uuid::Uuid::nil(), ProfileId::uuid)))
        .select(table::profile_id)
        .order(table::profile_id)
        .limit(i64::from(limit))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(found.into_iter().map(ProfileId::from).collect())
}

pub(super) async fn renewed(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    revision: i64,
) -> Result<(), StoreError> {
    diesel::update(table::table.filter(table::profile_id.eq(profile_id.uuid())))
        .set(table::revision.eq(revision))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

pub(super) async fn building(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
    lease: Duration,
) -> Result<(), StoreError> {
    let until = sql::<Nullable<Timestamptz>>("clock_timestamp() + make_interval(secs => ")
        .bind::<Double, _>(lease.as_secs_f64())
        .sql(")");
    diesel::update(table::table.filter(table::profile_id.eq(profile_id.uuid())))
        .set((
            table::building.eq(generation),
            table::building_until.eq(until),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Shows readers a generation. Spend is added up anew in the currency that they see from now on, and
/// with it whatever was written to it by others than this service.
pub(super) async fn publish(
    connection: &mut AsyncPgConnection,
    lens: &Profile,
    generation: i64,
    at: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(table::table.filter(table::profile_id.eq(lens.id.uuid())))
        .set((
            table::generation.eq(generation),
            table::currency.eq(lens.currency.code()),
            table::timezone.eq(lens.timezone.name()),
            table::building.eq(None::<i64>),
            table::building_until.eq(None::<OffsetDateTime>),
            table::recomputed_at.eq(utc(at)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    build_spend(connection, lens.id, None).await
}

pub(super) async fn recomputed(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    at: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(table::table.filter(table::profile_id.eq(profile_id.uuid())))
        .set(table::recomputed_at.eq(utc(at)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Results of generations before the one that readers see. A generation that is being built, and any
/// that is claimed meanwhile, comes after it, so nobody has to wait while many rows are deleted.
pub(super) async fn sweep(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    let seen: Option<i64> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .select(table::generation)
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    let Some(seen) = seen else {
        return Ok(());
    };
    for statement in [
        "DELETE FROM credits WHERE profile_id = $1 AND generation < $2",
        "DELETE FROM conversions WHERE profile_id = $1 AND generation < $2",
        "DELETE FROM conversion_days WHERE profile_id = $1 AND generation < $2",
        "DELETE FROM conversion_reasons WHERE profile_id = $1 AND generation < $2",
        "DELETE FROM rollup_days WHERE profile_id = $1 AND population IN ('credits', 'touch_credits') \
         AND generation < $2",
        "DELETE FROM rollup_changes WHERE profile_id = $1 AND population IN ('credits', 'touch_credits') \
         AND generation < $2",
    ] {
        sql_query(statement)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(seen)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    Ok(())
}
