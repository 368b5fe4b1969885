//! What is told.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::{MAX_RULES, Rule, RuleId};
use kernel::{Keyset, Limit, ProfileId, StoreError};
use postgres_schema::schema::{export_rules as table, profiles};
use uuid::Uuid;

use crate::rule_rows::{RuleRow, row, rule};
use postgres_kit::error::store;
use postgres_kit::rows::utc;

/// One of the profile's, archived or not.
pub async fn find(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: RuleId,
) -> Result<Option<Rule>, StoreError> {
    let row: Option<RuleRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .select(RuleRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(rule).transpose()
}

/// The same, which nobody else changes meanwhile.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: RuleId,
) -> Result<Option<Rule>, StoreError> {
    let row: Option<RuleRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .for_no_key_update()
        .select(RuleRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(rule).transpose()
}

/// A page of those that are not archived, the newest first.
pub async fn page(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    after: Option<Keyset>,
    limit: Limit<100>,
) -> Result<Vec<Rule>, StoreError> {
    let mut query = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::archived_at.is_null())
        .order((table::created_at.desc(), table::id.desc()))
        .limit(limit.get().into())
        .select(RuleRow::as_select())
        .into_boxed();
    if let Some(Keyset { at, id }) = after {
        let at = utc(at);
        let earlier = table::created_at.lt(at);
        query = query.filter(earlier.or(table::created_at.eq(at).and(table::id.lt(id))));
    }
    let rows: Vec<RuleRow> = query.load(connection).await.map_err(store)?;
    rows.into_iter().map(rule).collect()
}

/// Every one that is enabled and not archived, in their turn.
pub async fn enabled(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<Rule>, StoreError> {
    let rows: Vec<RuleRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::archived_at.is_null())
        .filter(table::enabled)
        .order((table::priority, table::created_at, table::id))
        .limit(i64::try_from(MAX_RULES).unwrap_or(i64::MAX))
        .select(RuleRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(rule).collect()
}

/// How many there are that are not archived. Whoever asks waits for whoever asked before and is not done.
pub async fn count(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<u64, StoreError> {
    let held: Option<Uuid> = profiles::table
        .filter(profiles::id.eq(profile_id.uuid()))
        .select(profiles::id)
        .for_no_key_update()
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    if held.is_none() {
        return Ok(0);
    }
    let count: i64 = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::archived_at.is_null())
        .count()
        .get_result(connection)
        .await
        .map_err(store)?;
    u64::try_from(count).map_err(StoreError::inconsistent)
}

/// Writes a new one or a changed one.
pub async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    rule: &Rule,
) -> Result<(), StoreError> {
    let row = row(profile_id, rule)?;
    diesel::insert_into(table::table)
        .values(&row)
        .on_conflict((table::profile_id, table::id))
        .do_update()
        .set(&row)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
