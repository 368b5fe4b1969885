//! Looks as they are kept: statements on a connection.

mod json;
mod measured;

use std::collections::HashSet;

use application::ports::{LookedAt, Mute, QualityScan, TouchedQuestion, TouchedSignature};
use channel_classifier::audit::UtmCategory;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Jsonb, Nullable, Numeric, Text, Timestamptz,
    Uuid as SqlUuid,
};
use diesel::upsert::excluded;
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Exact, ProfileId, StoreError, TimeZone, Timestamp};
use postgres_schema::schema::{quality_days, quality_mutes};
use rust_decimal::Decimal;
use serde_json::Value;
use time::OffsetDateTime;
use tributary_rollups::credits::Credit;
use tributary_rollups::tally;
use tributary_rollups::touched::Touched;
use uuid::Uuid;

use json::Stored;
use postgres_kit::error::store;
use postgres_kit::rollups::read::of_one_moment;
use postgres_kit::rollups::{Population, RollupKey};
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// Days of which it is kept what was found, as long as reports reach back.
const KEPT_DAYS: i64 = 366;

/// A row of `quality_scans`.
#[derive(QueryableByName)]
pub(super) struct ScanRow {
    #[diesel(sql_type = Timestamptz)]
    scanned_at: OffsetDateTime,
    #[diesel(sql_type = SqlDate)]
    first_date: Date,
    #[diesel(sql_type = SqlDate)]
    last_date: Date,
    #[diesel(sql_type = BigInt)]
    rules_version: i64,
    #[diesel(sql_type = Jsonb)]
    summary: Value,
    #[diesel(sql_type = Jsonb)]
    findings: Value,
    #[diesel(sql_type = Jsonb)]
    checks: Value,
    #[diesel(sql_type = Jsonb)]
    series: Value,
}

impl ScanRow {
    /// Reads it.
    pub(super) fn scan(self) -> Result<QualityScan, StoreError> {
        json::read(&Stored {
            scanned_at: self.scanned_at,
            days: (self.first_date, self.last_date),
            rules_version: self.rules_version,
            summary: self.summary,
            findings: self.findings,
            checks: self.checks,
            series: self.series,
        })
    }
}

/// Reads the last look.
pub(super) const SCAN: &str = "SELECT q.scanned_at, q.first_date, q.last_date, q.rules_version, \
    q.summary, q.findings, q.checks, q.series FROM quality_scans q WHERE q.profile_id = $1";

#[derive(QueryableByName)]
struct LookedRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = Text)]
    timezone: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    scanned_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Bool)]
    is_of_other_rules: bool,
}

impl LookedRow {
    fn read(self) -> Result<LookedAt, StoreError> {
        let timezone = TimeZone::named(&self.timezone).ok_or_else(|| {
            StoreError::inconsistent(format!("the time zone {} is unknown", self.timezone))
        })?;
        Ok(LookedAt {
            profile_id: self.profile_id.into(),
            timezone,
            last: self.scanned_at.map(Timestamp::from),
            is_of_other_rules: self.is_of_other_rules,
        })
    }
}

#[derive(QueryableByName)]
struct AdRow {
    #[diesel(sql_type = Text)]
    ad_id: String,
}

/// Waits until nobody else looks at the profile's links, and keeps others waiting until the transaction ends.
pub async fn take_turn(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    prepared("SELECT pg_advisory_xact_lock(hashtextextended('quality:' || $1, 0))")
        .bind::<Text, _>(profile_id.to_string())
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// The last look.
pub async fn last(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Option<QualityScan>, StoreError> {
    let row: Option<ScanRow> = prepared(SCAN)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .get_result(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(ScanRow::scan).transpose()
}

/// The touches of each signature that has any, counted from days.
pub async fn touched(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &TouchedQuestion,
) -> Result<Vec<TouchedSignature>, StoreError> {
    let (period, model) = (question.period, question.model);
    let place = RollupKey::touches(profile_id);
    let names = tally::touch_columns();
    let (days, beside) = of_one_moment::<Touched>(connection, place, names, period).await?;
    let touches = tally::touches_by_signature(&days, &beside).map_err(StoreError::inconsistent)?;
    let place = RollupKey {
        profile_id,
        population: Population::Credits,
        generation: question.generation,
    };
    let names = tally::cash_columns(model);
    let (days, beside) = of_one_moment::<Credit>(connection, place, names, period).await?;
    let cash = tally::cash_by_signature(&days, &beside, model).map_err(StoreError::inconsistent)?;
    let signatures = touches.into_iter().map(|(id, days)| TouchedSignature {
        id,
        touches: days.touches,
        first_seen: days.first,
        last_seen: days.last,
        cash: cash.get(&id).copied().unwrap_or_default(),
    });
    Ok(signatures.collect())
}

/// Which of these are ids of advertisements in the catalogue.
pub async fn known_ads(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: &[String],
) -> Result<HashSet<String>, StoreError> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<AdRow> = prepared(include_str!("sql/known_ads.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(ids)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.ad_id).collect())
}

/// Puts a look in the place of the last one, and what it found beside what was found on other days.
pub async fn keep(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    scan: &QualityScan,
) -> Result<(), StoreError> {
    prepared(include_str!("sql/keep_scan.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(scan.scanned_at))
        .bind::<SqlDate, _>(scan.period.from())
        .bind::<SqlDate, _>(scan.period.to())
        .bind::<BigInt, _>(scan.rules_version)
        .bind::<Jsonb, _>(json::summary(&scan.audit))
        .bind::<Jsonb, _>(json::findings(&scan.audit))
        .bind::<Jsonb, _>(measured::checks(scan.instrumentation.as_ref()))
        .bind::<Jsonb, _>(measured::series(scan.instrumentation.as_ref()))
        .execute(connection)
        .await
        .map_err(store)?;
    keep_day(connection, profile_id, scan).await
}

/// The next profiles by id that anything came in of, with when their links were looked at.
pub async fn looked_at(
    connection: &mut AsyncPgConnection,
    after: Option<ProfileId>,
    most: u32,
) -> Result<Vec<LookedAt>, StoreError> {
    let rows: Vec<LookedRow> = sql_query(include_str!("sql/looked_at.sql"))
        .bind::<SqlUuid, _>(after.map_or(Uuid::nil(), kernel::Id::uuid))
        .bind::<BigInt, _>(i64::from(most))
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(LookedRow::read).collect()
}

/// Keeps what is known of a fault; `None` ends that.
pub async fn mute(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    category: UtmCategory,
    mute: Option<Mute>,
) -> Result<(), StoreError> {
    use quality_mutes::dsl as m;
    let Some(mute) = mute else {
        diesel::delete(quality_mutes::table)
            .filter(m::profile_id.eq(profile_id.uuid()))
            .filter(m::category.eq(category.as_str()))
            .execute(connection)
            .await
            .map_err(store)?;
        return Ok(());
    };
    diesel::insert_into(quality_mutes::table)
        .values((
            m::profile_id.eq(profile_id.uuid()),
            m::category.eq(category.as_str()),
            m::reason.eq(mute.reason),
            m::muted_at.eq(utc(mute.at)),
            m::touches.eq(whole(mute.touches)),
        ))
        .on_conflict((m::profile_id, m::category))
        .do_update()
        .set((
            m::reason.eq(excluded(m::reason)),
            m::muted_at.eq(excluded(m::muted_at)),
            m::touches.eq(excluded(m::touches)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// What was found, beside what was found on other days. The last look of a day counts.
async fn keep_day(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    scan: &QualityScan,
) -> Result<(), StoreError> {
    use quality_days::dsl as d;
    let today = scan.period.to();
    let old = today
        .checked_sub(time::Duration::days(KEPT_DAYS))
        .unwrap_or(Date::MIN);
    diesel::delete(quality_days::table)
        .filter(d::profile_id.eq(profile_id.uuid()))
        .filter(d::local_date.eq(today).or(d::local_date.lt(old)))
        .execute(connection)
        .await
        .map_err(store)?;
    let mut rows = vec![("", scan.audit.events_scanned, Exact::default())];
    let findings = scan.audit.findings.iter();
    rows.extend(findings.map(|it| (it.category.as_str(), it.count, it.cash)));
    let categories: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let touches: Vec<i64> = rows.iter().map(|row| whole(row.1)).collect();
    let cash: Result<Vec<Decimal>, StoreError> = rows
        .iter()
        .map(|row| row.2.to_string().parse().map_err(StoreError::inconsistent))
        .collect();
    prepared(include_str!("sql/keep_day.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(today)
        .bind::<Array<Text>, _>(categories)
        .bind::<Array<BigInt>, _>(touches)
        .bind::<Array<Numeric>, _>(cash?)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
