//! Replaces derived rows.

use attribution_models::ports::{ConversionRow, CreditRow};
use std::sync::LazyLock;

use application::ports::ClockSpan;
use attribution_models::{Credit, CreditShare};
use diesel::pg::Pg;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Model, PersonId, ProfileId, StoreError};
use rust_decimal::Decimal;
use serde_json::json;
use uuid::Uuid;
use webhook_events::conversions::ReportedConversion;

use super::read::ByKind;
use postgres_kit::error::store;
use postgres_kit::generation::{Target, touch_kind};
use postgres_kit::rollups;
use postgres_kit::rollups::credits::{
    Change, STORED_CONVERSION, StoredConversion, StoredCredit, reported, stored_credit,
};
use postgres_kit::rows::{Batch, batch, column, texts, utc};
use postgres_kit::statement::prepared;

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
    rollups::build_visits_and_touches(connection, profile_id).await
}

/// Removes what the people had, and what their conversions were under somebody else; says what that
/// takes from the rollups, and what it was.
pub(super) async fn clear(
    connection: &mut AsyncPgConnection,
    target: Target,
    people: &[PersonId],
    conversions: &[ConversionRow],
) -> Result<(Change, Vec<ReportedConversion>), StoreError> {
    let kinds = ByKind::new(people);
    let ids: Vec<Uuid> = conversions
        .iter()
        .map(|row| row.attributed.id.uuid())
        .collect();
    let credits: Vec<StoredCredit> =
        cleared(connection, &CLEAR_CREDITS, target, (&kinds, &ids)).await?;
    let stored: Vec<StoredConversion> =
        cleared(connection, &CLEAR_CONVERSIONS, target, (&kinds, &ids)).await?;
    let mut change = Change::default();
    change.remove(&stored, &credits)?;
    Ok((change, reported(&stored, &credits)?))
}

static CLEAR_CREDITS: LazyLock<String> =
    LazyLock::new(|| include_str!("sql/clear_credits.sql").replace("{stored}", &stored_credit()));

static CLEAR_CONVERSIONS: LazyLock<String> = LazyLock::new(|| {
    include_str!("sql/clear_conversions.sql").replace("{stored}", STORED_CONVERSION)
});

async fn cleared<R: QueryableByName<Pg> + Send + 'static>(
    connection: &mut AsyncPgConnection,
    statement: &'static str,
    target: Target,
    (kinds, ids): (&ByKind, &[Uuid]),
) -> Result<Vec<R>, StoreError> {
    prepared(statement)
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

pub(super) async fn conversions(
    connection: &mut AsyncPgConnection,
    target: Target,
    rows: &[ConversionRow],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let fx = |row: &ConversionRow| row.fx.clone();
    let text = |value: Option<Decimal>| value.map(|value| value.to_string());
    prepared(include_str!("sql/insert_conversions.sql"))
        .bind::<SqlUuid, _>(target.profile_id.uuid())
        .bind::<BigInt, _>(target.generation)
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.attributed.id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.definition_id.uuid()))
        .bind::<Array<Text>, _>(column(rows, |row| row.conversion_key.as_str()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.event_id.uuid()))
        .bind::<Array<Text>, _>(column(rows, |row| row.person.kind()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.person.uuid()))
        .bind::<Array<Timestamptz>, _>(column(rows, |row| utc(row.occurred_at)))
        .bind::<Array<SqlDate>, _>(column(rows, |row| row.local_date))
        .bind::<Array<Text>, _>(column(rows, |row| row.revenue_type.as_str()))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| {
            row.amount.map(|amount| amount.to_string())
        }))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| {
            row.currency.as_ref().map(kernel::Currency::code)
        }))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| text(row.value_reporting)))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| text(fx(row).map(|fx| fx.rate))))
        .bind::<Array<Nullable<SqlDate>>, _>(column(rows, |row| fx(row).map(|fx| fx.date)))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| fx(row).map(|fx| fx.source)))
        .bind::<Array<Bool>, _>(column(rows, |row| row.is_refund))
        .bind::<Array<Nullable<Bool>>, _>(column(rows, |row| row.attributed.is_first_payment))
        .bind::<Array<Bool>, _>(column(rows, |row| row.attributed.is_synthetic))
        .bind::<Array<Integer>, _>(column(rows, |row| {
            i32::try_from(row.attributed.touch_count).unwrap_or(i32::MAX)
        }))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(rows, |row| {
            row.attributed.first_touch_at.map(utc)
        }))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| {
            row.attributed
                .unattributed
                .map(attribution_models::UnattributedReason::as_str)
        }))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// A credit with its conversion and its shares.
type Credited<'a> = (&'a CreditRow, &'a ConversionRow, &'a Credit);

/// The shares that a model gives, in billionths.
fn shares(rows: &[Credited<'_>], model: Model) -> Vec<Option<i32>> {
    let share = |credit: &Credit| {
        let shares = Model::ALL.into_iter().zip(credit.shares);
        let mut own = shares.filter(|(other, _)| *other == model);
        let share: Option<CreditShare> = own.next().and_then(|(_, share)| share);
        share.and_then(|share| i32::try_from(share.billionths()).ok())
    };
    column(rows, |(_, _, credit)| share(credit))
}

pub(super) async fn credits(
    connection: &mut AsyncPgConnection,
    target: Target,
    conversions: &[ConversionRow],
    credits: &[CreditRow],
) -> Result<(), StoreError> {
    let credited = credits.iter().filter_map(|row| {
        let conversion = conversions.get(row.conversion)?;
        Some((
            row,
            conversion,
            conversion.attributed.credits.get(row.credit)?,
        ))
    });
    let credited: Vec<Credited<'_>> = credited.collect();
    let rows = credited.as_slice();
    if rows.is_empty() {
        return Ok(());
    }
    prepared(include_str!("sql/insert_credits.sql"))
        .bind::<SqlUuid, _>(target.profile_id.uuid())
        .bind::<BigInt, _>(target.generation)
        .bind::<Array<SqlUuid>, _>(column(rows, |(_, conversion, _)| {
            conversion.attributed.id.uuid()
        }))
        .bind::<Array<SqlUuid>, _>(column(rows, |(_, _, credit)| credit.touch_id.uuid()))
        .bind::<Array<Text>, _>(column(rows, |(_, conversion, _)| conversion.person.kind()))
        .bind::<Array<SqlUuid>, _>(column(rows, |(_, conversion, _)| conversion.person.uuid()))
        .bind::<Array<Timestamptz>, _>(column(rows, |(_, _, credit)| utc(credit.at)))
        .bind::<Array<Text>, _>(column(rows, |(_, _, credit)| touch_kind(credit.kind)))
        .bind::<Array<BigInt>, _>(column(rows, |(_, _, credit)| credit.signature))
        .bind::<Array<Nullable<SqlUuid>>, _>(column(rows, |(row, ..)| {
            row.session_id.map(kernel::Id::uuid)
        }))
        .bind::<Array<Nullable<Integer>>, _>(shares(rows, Model::LastTouch))
        .bind::<Array<Nullable<Integer>>, _>(shares(rows, Model::FirstTouch))
        .bind::<Array<Nullable<Integer>>, _>(shares(rows, Model::Linear))
        .bind::<Array<Nullable<Integer>>, _>(shares(rows, Model::TimeDecay))
        .bind::<Array<Nullable<Integer>>, _>(shares(rows, Model::LastNonDirect))
        .bind::<Array<Nullable<Integer>>, _>(shares(rows, Model::PositionBased))
        .bind::<Array<SqlDate>, _>(column(rows, |(_, conversion, _)| conversion.local_date))
        .bind::<Array<Text>, _>(column(rows, |(_, conversion, _)| {
            conversion.conversion_key.as_str()
        }))
        .bind::<Array<Text>, _>(column(rows, |(_, conversion, _)| {
            conversion.revenue_type.as_str()
        }))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |(_, conversion, _)| {
            conversion.value_reporting.map(|value| value.to_string())
        }))
        .bind::<Array<Bool>, _>(column(rows, |(_, conversion, _)| conversion.is_refund))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.context.country))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.context.device))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.context.browser))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.context.os))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.context.referrer_host))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.landing_path))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |(row, ..)| &row.ad_id))
        .bind::<Array<SqlDate>, _>(column(rows, |(row, ..)| row.touch_date))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
