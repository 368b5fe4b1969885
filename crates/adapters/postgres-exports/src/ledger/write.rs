//! What a run writes, some hundred lines a statement.

use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{Array, Binary, Bool, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::confirmation::FORGOTTEN;
use export_rules::{DestinationId, ExportDeliveryId, LedgerLine, SkipReason, Word};
use kernel::{ProfileId, StoreError, Timestamp};

use super::row::batched;
use postgres_kit::error::store;
use postgres_kit::rows::{Batch, batch, utc, uuids};
use postgres_kit::statement::prepared;

/// A source that somebody told under the name meanwhile is a lost race.
fn written(error: Error) -> StoreError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => StoreError::Conflict,
        other => store(other),
    }
}

/// Reasons for which a line is decided anew.
fn changing() -> Vec<&'static str> {
    let reasons = SkipReason::ALL.iter().copied();
    let changing = reasons.filter(|reason| reason.may_change());
    changing.map(Word::as_str).collect()
}

/// Writes new lines; how many.
pub async fn add(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    lines: &[LedgerLine],
) -> Result<u64, StoreError> {
    if lines.is_empty() {
        return Ok(0);
    }
    let added = prepared(include_str!("../sql/add_exports.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Batch, _>(batch(lines.iter().map(batched)))
        .bind::<Array<diesel::sql_types::Text>, _>(changing())
        .execute(connection)
        .await
        .map_err(written)?;
    Ok(u64::try_from(added).unwrap_or(u64::MAX))
}

/// Replaces lines.
pub async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    lines: &[LedgerLine],
    of_attempt: bool,
) -> Result<(), StoreError> {
    if lines.is_empty() {
        return Ok(());
    }
    prepared(include_str!("../sql/put_exports.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Batch, _>(batch(lines.iter().map(batched)))
        .bind::<Bool, _>(of_attempt)
        .execute(connection)
        .await
        .map_err(written)?;
    Ok(())
}

/// Writes which body lines are in.
pub async fn put_request(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    lines: &[ExportDeliveryId],
    request_sha256: [u8; 32],
) -> Result<(), StoreError> {
    prepared(
        "UPDATE export_ledger l SET request_sha256 = $3 \
         WHERE l.profile_id = $1 AND l.id = ANY($2) AND l.status = 'sending'",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(uuids(lines))
    .bind::<Binary, _>(request_sha256.to_vec())
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Removes lines of which nothing was tried.
pub async fn withdraw(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    lines: &[ExportDeliveryId],
) -> Result<(), StoreError> {
    if lines.is_empty() {
        return Ok(());
    }
    prepared(
        "DELETE FROM export_ledger l WHERE l.profile_id = $1 AND l.id = ANY($2) AND l.attempt = 0",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(uuids(lines))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Ends what waits and is too old by now, and forgets to ask after what was accepted too long ago.
pub async fn expire(
    connection: &mut AsyncPgConnection,
    (profile_id, destination): (ProfileId, DestinationId),
    now: Timestamp,
) -> Result<u64, StoreError> {
    let expired = prepared(include_str!("../sql/expire_exports.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(destination.uuid())
        .bind::<Timestamptz, _>(utc(now))
        .execute(connection)
        .await
        .map_err(store)?;
    prepared(include_str!("../sql/forget_asks.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(destination.uuid())
        .bind::<Timestamptz, _>(utc(now.plus_micros(-FORGOTTEN)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(u64::try_from(expired).unwrap_or(u64::MAX))
}
