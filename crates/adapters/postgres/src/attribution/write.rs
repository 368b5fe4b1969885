//! Replaces derived rows.

use application::StoreError;
use application::ports::{ClockSpan, ConversionRow, CreditRow, SessionRow, TouchRow};
use attribution_models::{Credit, CreditShare, TouchKind};
use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Model, PersonId, ProfileId, VisitorId};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::read::ByKind;
use crate::error::store;
use crate::rollups;
use crate::rollups::credits::{
    Change, STORED_CONVERSION, StoredConversion, StoredCredit, stored_credit,
};
use crate::rollups::visits::StoredSession;
use crate::rows::{Batch, batch, json as parsed, uuids};

/// Which results are written.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) profile_id: ProfileId,
    pub(crate) generation: i64,
}

async fn put(
    connection: &mut AsyncPgConnection,
    statement: &str,
    profile_id: ProfileId,
    rows: Value,
) -> Result<(), StoreError> {
    sql_query(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Batch, _>(rows)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

pub(super) async fn sessions(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[VisitorId],
    sessions: &[SessionRow],
) -> Result<(), StoreError> {
    let before: Vec<StoredSession> = sql_query(format!(
        "DELETE FROM sessions WHERE profile_id = $1 AND visitor_id = ANY($2) RETURNING {}",
        rollups::visits::STORED
    ))
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(uuids(visitors))
    .load(connection)
    .await
    .map_err(store)?;
    let rows = batch(sessions.iter().map(|row| {
        json!({
            "id": row.id.uuid(),
            "visitor_id": row.visitor_id.uuid(),
            "started_at": row.started_at.to_string(),
            "ended_at": row.ended_at.to_string(),
            "local_date": row.local_date.to_string(),
            "signature_id": row.signature_id,
            "page_views": row.page_views,
            "engaged_ms": row.engaged_ms,
            "is_bot": row.is_bot,
            "country": row.country,
            "device": row.device,
            "browser": row.browser,
            "os": row.os,
            "referrer_host": row.referrer_host,
            "landing_path": row.landing_path,
            "ad_id": row.ad_id,
        })
    }));
    let statement = include_str!("sql/insert_sessions.sql");
    put(connection, statement, profile_id, rows).await?;
    rollups::visits::replaced(connection, profile_id, &before, sessions).await
}

pub(super) async fn touches(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[VisitorId],
    touches: &[TouchRow],
) -> Result<(), StoreError> {
    sql_query("DELETE FROM touches WHERE profile_id = $1 AND visitor_id = ANY($2)")
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(uuids(visitors))
        .execute(connection)
        .await
        .map_err(store)?;
    let rows = batch(touches.iter().map(|row| {
        json!({
            "id": row.id.uuid(),
            "visitor_id": row.visitor_id.uuid(),
            "session_id": row.session_id.uuid(),
            "occurred_at": row.occurred_at.to_string(),
            "signature_id": row.signature_id,
            "landing_path": row.landing_path,
            "ad_id": row.ad_id,
            "campaign_id": row.campaign_id,
            "click_ids": parsed(row.click_ids.as_deref()),
        })
    }));
    let statement = include_str!("sql/insert_touches.sql");
    put(connection, statement, profile_id, rows).await
}

/// Every session on the local day that it begins on.
pub(super) async fn move_sessions(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    clocks: &[ClockSpan],
) -> Result<(), StoreError> {
    // Clocks change at whole seconds.
    let rows = batch(clocks.iter().enumerate().map(|(place, span)| {
        let from = (place > 0).then(|| span.from.micros() / MICROS_PER_SECOND);
        json!({"place": place, "from_seconds": from, "seconds": span.offset_seconds})
    }));
    sql_query(include_str!("sql/move_sessions.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Batch, _>(rows)
        .execute(connection)
        .await
        .map_err(store)?;
    rollups::build_visits(connection, profile_id).await
}

/// Removes what the people had, and what their conversions were under somebody else; says what that
/// takes from the rollups.
pub(super) async fn clear(
    connection: &mut AsyncPgConnection,
    target: Target,
    people: &[PersonId],
    conversions: &[ConversionRow],
) -> Result<Change, StoreError> {
    let kinds = ByKind::new(people);
    let ids: Vec<Uuid> = conversions
        .iter()
        .map(|row| row.attributed.id.uuid())
        .collect();
    let credits = include_str!("sql/clear_credits.sql").replace("{stored}", &stored_credit());
    let credits: Vec<StoredCredit> = cleared(connection, credits, target, (&kinds, &ids)).await?;
    let stored = include_str!("sql/clear_conversions.sql").replace("{stored}", STORED_CONVERSION);
    let stored: Vec<StoredConversion> = cleared(connection, stored, target, (&kinds, &ids)).await?;
    let mut change = Change::default();
    change.remove(&stored, &credits)?;
    Ok(change)
}

async fn cleared<R: QueryableByName<Pg> + Send + 'static>(
    connection: &mut AsyncPgConnection,
    statement: String,
    target: Target,
    (kinds, ids): (&ByKind, &[Uuid]),
) -> Result<Vec<R>, StoreError> {
    sql_query(statement)
        .bind::<SqlUuid, _>(target.profile_id.uuid())
        .bind::<BigInt, _>(target.generation)
        .bind::<Array<SqlUuid>, _>(&kinds.customers)
        .bind::<Array<SqlUuid>, _>(&kinds.visitors)
        .bind::<Array<SqlUuid>, _>(&kinds.events)
        .bind::<Array<SqlUuid>, _>(ids)
        .load(connection)
        .await
        .map_err(store)
}

async fn insert(
    connection: &mut AsyncPgConnection,
    statement: &str,
    target: Target,
    rows: Value,
) -> Result<(), StoreError> {
    sql_query(statement)
        .bind::<SqlUuid, _>(target.profile_id.uuid())
        .bind::<BigInt, _>(target.generation)
        .bind::<Batch, _>(rows)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

pub(super) async fn conversions(
    connection: &mut AsyncPgConnection,
    target: Target,
    conversions: &[ConversionRow],
) -> Result<(), StoreError> {
    if conversions.is_empty() {
        return Ok(());
    }
    let rows = batch(conversions.iter().map(conversion));
    insert(
        connection,
        include_str!("sql/insert_conversions.sql"),
        target,
        rows,
    )
    .await
}

fn conversion(row: &ConversionRow) -> Value {
    json!({
        "id": row.attributed.id.uuid(),
        "definition_id": row.definition_id.uuid(),
        "conversion_key": row.conversion_key,
        "event_id": row.event_id.uuid(),
        "person_kind": row.person.kind(),
        "person_id": row.person.uuid(),
        "occurred_at": row.occurred_at.to_string(),
        "local_date": row.local_date.to_string(),
        "revenue_type": row.revenue_type.as_str(),
        "value_amount": row.amount.map(|amount| amount.to_string()),
        "currency": row.currency.as_ref().map(kernel::Currency::code),
        "value_reporting": row.value_reporting.map(|value| value.to_string()),
        "fx_rate": row.fx.as_ref().map(|fx| fx.rate.to_string()),
        "fx_date": row.fx.as_ref().map(|fx| fx.date.to_string()),
        "fx_source": row.fx.as_ref().map(|fx| &fx.source),
        "is_refund": row.is_refund,
        "is_first_payment": row.attributed.is_first_payment,
        "is_synthetic": row.attributed.is_synthetic,
        "touch_count": row.attributed.touch_count,
        "first_touch_at": row.attributed.first_touch_at.map(|at| at.to_string()),
        "unattributed_reason": row.attributed.unattributed.map(attribution_models::UnattributedReason::as_str),
    })
}

pub(super) async fn credits(
    connection: &mut AsyncPgConnection,
    target: Target,
    conversions: &[ConversionRow],
    credits: &[CreditRow],
) -> Result<(), StoreError> {
    let paired = credits.iter().filter_map(|row| {
        let conversion = conversions.get(row.conversion)?;
        Some((
            row,
            conversion,
            conversion.attributed.credits.get(row.credit)?,
        ))
    });
    let rows: Vec<Value> = paired
        .map(|(row, conversion, shares)| credit(row, conversion, shares))
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    insert(
        connection,
        include_str!("sql/insert_credits.sql"),
        target,
        batch(rows),
    )
    .await
}

fn credit(row: &CreditRow, conversion: &ConversionRow, credit: &Credit) -> Value {
    let mut value = json!({
        "conversion_id": conversion.attributed.id.uuid(),
        "touch_id": credit.touch_id.uuid(),
        "person_kind": conversion.person.kind(),
        "person_id": conversion.person.uuid(),
        "touched_at": credit.at.to_string(),
        "touch_kind": touch_kind(credit.kind),
        "signature_id": credit.signature,
        "session_id": row.session_id.map(kernel::Id::uuid),
        "local_date": conversion.local_date.to_string(),
        "conversion_key": conversion.conversion_key,
        "revenue_type": conversion.revenue_type.as_str(),
        "value_reporting": conversion.value_reporting.map(|value| value.to_string()),
        "is_refund": conversion.is_refund,
        "country": row.context.country,
        "device": row.context.device,
        "browser": row.context.browser,
        "os": row.context.os,
        "referrer_host": row.context.referrer_host,
        "landing_path": row.landing_path,
        "ad_id": row.ad_id,
        "touch_date": row.touch_date.to_string(),
    });
    if let Some(object) = value.as_object_mut() {
        add_shares(object, credit);
    }
    value
}

fn add_shares(object: &mut Map<String, Value>, credit: &Credit) {
    for (model, share) in Model::ALL.into_iter().zip(credit.shares) {
        let billionths = share.map_or(Value::Null, |share: CreditShare| share.billionths().into());
        object.insert(model.as_str().to_owned(), billionths);
    }
}

/// The database word.
pub(crate) const fn touch_kind(kind: TouchKind) -> &'static str {
    match kind {
        TouchKind::Click => "click",
        TouchKind::View => "view",
        TouchKind::Synthetic => "synthetic",
    }
}
