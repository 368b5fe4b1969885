//! Lines that a run needs.

use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::ports::{NextDue, RunCounts};
use export_rules::{
    DestinationId, LedgerLine, LineKind, RunId, SkipReason, SourceFingerprint, Status, Told, Word,
};
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_schema::schema::export_ledger as table;
use time::OffsetDateTime;
use uuid::Uuid;

use super::row::{LineRow, digest, word};
use postgres_kit::error::store;
use postgres_kit::rows::{column, utc};
use postgres_kit::statement::prepared;

/// No platform takes more events in one request.
const OF_REQUEST: i64 = 2_000;

/// What is written of sources at a destination.
pub async fn told(
    connection: &mut AsyncPgConnection,
    (profile_id, destination): (ProfileId, DestinationId),
    fingerprints: &[SourceFingerprint],
) -> Result<Told, StoreError> {
    #[derive(QueryableByName)]
    struct ToldRow {
        #[diesel(sql_type = SqlUuid)]
        rule_id: Uuid,
        #[diesel(sql_type = Binary)]
        source_fingerprint: Vec<u8>,
        #[diesel(sql_type = Nullable<Text>)]
        name: Option<String>,
        #[diesel(sql_type = Nullable<Text>)]
        skip_reason: Option<String>,
    }
    let rows: Vec<ToldRow> = prepared(
        "SELECT l.rule_id, l.source_fingerprint, l.platform_event_name AS name, l.skip_reason \
         FROM export_ledger l \
         WHERE l.profile_id = $1 AND l.destination_id = $2 AND l.source_fingerprint = ANY($3) \
             AND l.kind = 'real' AND l.rule_id IS NOT NULL",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<SqlUuid, _>(destination.uuid())
    .bind::<Array<Binary>, _>(column(fingerprints, |it| it.bytes().to_vec()))
    .load(connection)
    .await
    .map_err(store)?;
    let mut told = Told::default();
    for row in rows {
        let id = row.rule_id;
        let fingerprint = SourceFingerprint::from_bytes(digest(id, &row.source_fingerprint)?);
        match row.skip_reason {
            Some(reason) => told.skipped(id.into(), fingerprint, word(id, &reason)?),
            None => told.told(
                id.into(),
                fingerprint,
                row.name.as_deref().unwrap_or_default(),
            ),
        }
    }
    Ok(told)
}

/// Lines that are due.
pub async fn due(
    connection: &mut AsyncPgConnection,
    (profile_id, destination): (ProfileId, DestinationId),
    now: Timestamp,
    most: u32,
) -> Result<Vec<LedgerLine>, StoreError> {
    let rows: Vec<LineRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::destination_id.eq(destination.uuid()))
        .filter(table::next_attempt_at.le(utc(now)))
        .order((table::next_attempt_at, table::id))
        .limit(most.into())
        .select(LineRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(LineRow::line).collect()
}

/// Lines that somebody was sending.
pub async fn sending(
    connection: &mut AsyncPgConnection,
    (profile_id, destination): (ProfileId, DestinationId),
    most: u32,
) -> Result<Vec<LedgerLine>, StoreError> {
    let rows: Vec<LineRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::destination_id.eq(destination.uuid()))
        .filter(table::status.eq(Status::Sending.as_str()))
        .filter(table::kind.eq(LineKind::Real.as_str()))
        .order(table::id)
        .limit(most.into())
        .select(LineRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(LineRow::line).collect()
}

/// When something is to be done next.
pub async fn next_due(
    connection: &mut AsyncPgConnection,
    (profile_id, destination): (ProfileId, DestinationId),
) -> Result<NextDue, StoreError> {
    #[derive(QueryableByName)]
    struct NextRow {
        #[diesel(sql_type = Nullable<Timestamptz>)]
        send: Option<OffsetDateTime>,
        #[diesel(sql_type = Nullable<Timestamptz>)]
        ask: Option<OffsetDateTime>,
    }
    let row: NextRow = prepared(include_str!("../sql/next_due.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(destination.uuid())
        .get_result(connection)
        .await
        .map_err(store)?;
    Ok(NextDue {
        send: row.send.map(Into::into),
        ask: row.ask.map(Into::into),
    })
}

/// Lines of the request that is to be asked after first.
pub async fn unconfirmed(
    connection: &mut AsyncPgConnection,
    (profile_id, destination): (ProfileId, DestinationId),
    now: Timestamp,
) -> Result<Vec<LedgerLine>, StoreError> {
    let of_destination = || {
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::destination_id.eq(destination.uuid()))
    };
    let first: Option<(Option<OffsetDateTime>, Option<String>)> = of_destination()
        .filter(table::ask_at.le(utc(now)))
        .order((table::ask_at, table::trace_id))
        .select((table::ask_at, table::trace_id))
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    let Some((Some(ask_at), Some(request))) = first else {
        return Ok(Vec::new());
    };
    let rows: Vec<LineRow> = of_destination()
        .filter(table::ask_at.eq(ask_at))
        .filter(table::trace_id.eq(request))
        .order((table::request_place, table::id))
        .limit(OF_REQUEST)
        .select(LineRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(LineRow::line).collect()
}

/// How many lines of a run stand how.
pub async fn counts(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    run: RunId,
) -> Result<RunCounts, StoreError> {
    #[derive(QueryableByName)]
    struct CountRow {
        #[diesel(sql_type = Text)]
        status: String,
        #[diesel(sql_type = Nullable<Text>)]
        skip_reason: Option<String>,
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let rows: Vec<CountRow> = prepared(
        "SELECT l.status, l.skip_reason, count(*) AS count FROM export_ledger l \
         WHERE l.profile_id = $1 AND l.run_id = $2 GROUP BY l.status, l.skip_reason",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<SqlUuid, _>(run.uuid())
    .load(connection)
    .await
    .map_err(store)?;
    let id = run.uuid();
    let count = |row: CountRow| {
        let reason = row.skip_reason.as_deref();
        Ok((
            word::<Status>(id, &row.status)?,
            reason
                .map(|text| word::<SkipReason>(id, text))
                .transpose()?,
            u64::try_from(row.count).unwrap_or_default(),
        ))
    };
    rows.into_iter().map(count).collect()
}
