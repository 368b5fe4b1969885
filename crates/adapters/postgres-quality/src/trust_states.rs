//! What is known of signals of trust.

use diesel::prelude::*;
use diesel::sql_types::{Array, Date as SqlDate, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::trust_states;
use reporting::quality::alerts::KnownSignal;
use reporting::quality::trust::{Level, SignalCode};
use time::OffsetDateTime;

use postgres_kit::error::store;
use postgres_kit::rows::{column, utc};
use postgres_kit::statement::prepared;

/// What is known of signals that were not ok at some time; those of another release are left out.
pub async fn known(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<KnownSignal>, StoreError> {
    use trust_states::dsl as t;
    let rows: Vec<(String, String, Date, OffsetDateTime)> = trust_states::table
        .filter(t::profile_id.eq(profile_id.uuid()))
        .order(t::code)
        .select((t::code, t::level, t::since, t::changed_at))
        .load(connection)
        .await
        .map_err(store)?;
    let known = |(code, level, since, changed_at): (String, String, Date, OffsetDateTime)| {
        Some(KnownSignal {
            code: SignalCode::parse(&code)?,
            level: Level::parse(&level)?,
            since,
            changed_at: changed_at.into(),
        })
    };
    Ok(rows.into_iter().filter_map(known).collect())
}

/// Notes that the profile's signals are looked at now; whether nobody did since `before`.
pub async fn claim_look(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    now: Timestamp,
    before: Timestamp,
) -> Result<bool, StoreError> {
    let claimed = prepared(include_str!("sql/claim_look.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(now))
        .bind::<Timestamptz, _>(utc(before))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(claimed > 0)
}

/// Waits until nobody else tells of the profile's signals, and keeps others waiting until the transaction ends.
pub async fn take_turn(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    prepared("SELECT pg_advisory_xact_lock(hashtextextended('trust:' || $1, 0))")
        .bind::<Text, _>(profile_id.to_string())
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Puts these in the place of what is known of the same signals.
pub async fn keep(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    signals: &[KnownSignal],
) -> Result<(), StoreError> {
    prepared(include_str!("sql/keep_signals.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(column(signals, |it| it.code.as_str()))
        .bind::<Array<Text>, _>(column(signals, |it| it.level.as_str()))
        .bind::<Array<SqlDate>, _>(column(signals, |it| it.since))
        .bind::<Array<Timestamptz>, _>(column(signals, |it| utc(it.changed_at)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
