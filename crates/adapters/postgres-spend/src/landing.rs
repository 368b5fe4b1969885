//! Rows that loaders leave.

use ad_spend::Piece;
use ad_spend::landing::{Batch, BatchFault, BatchPlace, LandedBatch, LandedRow, Outcome};
use ad_spend::rows::{CellCode, Column, RowText};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Date as SqlDate, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Keyset, Limit, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{spend_batches as batches, spend_landing as rows};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// Removes rows that nobody wrote.
pub const REMOVE_ROWS: &str = include_str!("sql/remove_landed_rows.sql");

/// Removes batches that wait for nothing.
pub const REMOVE_BATCHES: &str = include_str!("sql/remove_batches.sql");

#[derive(Queryable, Selectable, QueryableByName)]
#[diesel(table_name = batches, check_for_backend(diesel::pg::Pg))]
struct BatchRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    batch_id: Uuid,
    #[diesel(sql_type = Text)]
    platform: String,
    #[diesel(sql_type = Text)]
    account_id: String,
    #[diesel(sql_type = SqlDate)]
    date_from: Date,
    #[diesel(sql_type = SqlDate)]
    date_to: Date,
    #[diesel(sql_type = Integer)]
    row_count: i32,
    #[diesel(sql_type = Timestamptz)]
    landed_at: OffsetDateTime,
    #[diesel(sql_type = Integer)]
    failures: i32,
}

impl From<BatchRow> for Batch {
    fn from(row: BatchRow) -> Self {
        Self {
            place: BatchPlace {
                profile_id: ProfileId::from(row.profile_id),
                batch_id: row.batch_id,
            },
            platform: row.platform,
            account_id: row.account_id,
            days: Piece {
                from: row.date_from,
                to: row.date_to,
            },
            row_count: row.row_count.into(),
            landed_at: row.landed_at.into(),
            failures: u32::try_from(row.failures).unwrap_or_default(),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = rows, check_for_backend(diesel::pg::Pg))]
struct CellsRow {
    row_number: i32,
    date: Option<String>,
    platform: Option<String>,
    account_id: Option<String>,
    campaign_id: Option<String>,
    ad_set_id: Option<String>,
    ad_id: Option<String>,
    account_name: Option<String>,
    campaign_name: Option<String>,
    ad_set_name: Option<String>,
    ad_name: Option<String>,
    spend: Option<String>,
    currency: Option<String>,
    impressions: Option<String>,
    clicks: Option<String>,
    utm_source: Option<String>,
    utm_medium: Option<String>,
}

impl From<CellsRow> for LandedRow {
    fn from(row: CellsRow) -> Self {
        let cells = [
            (Column::Date, row.date),
            (Column::Platform, row.platform),
            (Column::AccountId, row.account_id),
            (Column::CampaignId, row.campaign_id),
            (Column::AdSetId, row.ad_set_id),
            (Column::AdId, row.ad_id),
            (Column::AccountName, row.account_name),
            (Column::CampaignName, row.campaign_name),
            (Column::AdSetName, row.ad_set_name),
            (Column::AdName, row.ad_name),
            (Column::Spend, row.spend),
            (Column::Currency, row.currency),
            (Column::Impressions, row.impressions),
            (Column::Clicks, row.clicks),
            (Column::UtmSource, row.utm_source),
            (Column::UtmMedium, row.utm_medium),
        ];
        let cells = cells.into_iter().filter_map(|(column, cell)| {
            let text = cell?.trim().to_owned();
            (!text.is_empty()).then_some((column, text))
        });
        Self {
            number: row.row_number,
            text: RowText(cells.collect()),
        }
    }
}

/// The batch that has waited longest, held until the transaction ends.
pub async fn take(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<Option<Batch>, StoreError> {
    let found: Option<BatchRow> = prepared(include_str!("sql/take_batch.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .get_result(connection)
        .await
        .optional()
        .map_err(store)?;
    Ok(found.map(Batch::from))
}

/// How many rows a batch has.
pub async fn count(
    connection: &mut AsyncPgConnection,
    BatchPlace {
        profile_id,
        batch_id,
    }: BatchPlace,
) -> Result<i64, StoreError> {
    rows::table
        .filter(rows::profile_id.eq(profile_id.uuid()))
        .filter(rows::batch_id.eq(batch_id))
        .count()
        .get_result(connection)
        .await
        .map_err(store)
}

/// Rows of a batch with numbers above one.
pub async fn after(
    connection: &mut AsyncPgConnection,
    place: BatchPlace,
    (number, most): (i32, usize),
) -> Result<Vec<LandedRow>, StoreError> {
    let found: Vec<CellsRow> = rows::table
        .filter(rows::profile_id.eq(place.profile_id.uuid()))
        .filter(rows::batch_id.eq(place.batch_id))
        .filter(rows::row_number.gt(number))
        .order(rows::row_number)
        .limit(i64::try_from(most).unwrap_or(i64::MAX))
        .select(CellsRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(found.into_iter().map(LandedRow::from).collect())
}

/// Rows of a batch by their numbers.
pub async fn of_numbers(
    connection: &mut AsyncPgConnection,
    place: BatchPlace,
    numbers: &[i32],
) -> Result<Vec<LandedRow>, StoreError> {
    let found: Vec<CellsRow> = rows::table
        .filter(rows::profile_id.eq(place.profile_id.uuid()))
        .filter(rows::batch_id.eq(place.batch_id))
        .filter(rows::row_number.eq_any(numbers))
        .order(rows::row_number)
        .select(CellsRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(found.into_iter().map(LandedRow::from).collect())
}

const READY: &str = "ready";
const WRITTEN: &str = "written";
const REFUSED: &str = "refused";

/// Writes down what became of a batch, and removes rows of one that is written.
pub async fn settle(
    connection: &mut AsyncPgConnection,
    place: BatchPlace,
    (outcome, now): (&Outcome, Timestamp),
) -> Result<(), StoreError> {
    let days = |count: usize| Some(i32::try_from(count).unwrap_or(i32::MAX));
    let (status, written, removed, errors) = match outcome {
        Outcome::Written { written, removed } => {
            (WRITTEN, days(*written), days(*removed), json!([]))
        }
        Outcome::Refused(faults) => (REFUSED, None, None, faults.iter().map(to_json).collect()),
    };
    diesel::update(batches::table)
        .filter(batches::profile_id.eq(place.profile_id.uuid()))
        .filter(batches::batch_id.eq(place.batch_id))
        .set((
            batches::status.eq(status),
            batches::finished_at.eq(utc(now)),
            batches::written_days.eq(written),
            batches::removed_days.eq(removed),
            batches::errors.eq(errors),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    if status == WRITTEN {
        diesel::delete(rows::table)
            .filter(rows::profile_id.eq(place.profile_id.uuid()))
            .filter(rows::batch_id.eq(place.batch_id))
            .execute(connection)
            .await
            .map_err(store)?;
    }
    Ok(())
}

/// Lets a batch wait.
pub async fn postpone(
    connection: &mut AsyncPgConnection,
    place: BatchPlace,
    until: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(batches::table)
        .filter(batches::profile_id.eq(place.profile_id.uuid()))
        .filter(batches::batch_id.eq(place.batch_id))
        .filter(batches::status.eq(READY))
        .set((
            batches::look_at.eq(utc(until)),
            batches::failures.eq(batches::failures + 1),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = batches, check_for_backend(diesel::pg::Pg))]
struct OutcomeRow {
    status: String,
    finished_at: Option<OffsetDateTime>,
    written_days: Option<i32>,
    removed_days: Option<i32>,
    errors: Value,
}

impl OutcomeRow {
    fn outcome(self) -> Result<Option<(Outcome, Timestamp)>, StoreError> {
        let Some(at) = self.finished_at else {
            return Ok(None);
        };
        let days =
            |count: Option<i32>| usize::try_from(count.unwrap_or_default()).unwrap_or_default();
        let outcome = match self.status.as_str() {
            WRITTEN => Outcome::Written {
                written: days(self.written_days),
                removed: days(self.removed_days),
            },
            REFUSED => {
                let faults = self
                    .errors
                    .as_array()
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                let faults: Option<Vec<_>> = faults.iter().map(from_json).collect();
                Outcome::Refused(faults.ok_or_else(|| broken("errors"))?)
            }
            _ => return Err(broken("status")),
        };
        Ok(Some((outcome, at.into())))
    }
}

fn broken(what: &str) -> StoreError {
    StoreError::inconsistent(format!("spend_batches: {what} are broken"))
}

/// Batches of a profile, those that landed last first.
pub(crate) async fn page(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (before, limit): (Option<Keyset>, Limit<100>),
) -> Result<Vec<LandedBatch>, StoreError> {
    let mut query = batches::table
        .filter(batches::profile_id.eq(profile_id.uuid()))
        .order((batches::landed_at.desc(), batches::batch_id.desc()))
        .limit(limit.get().into())
        .select((BatchRow::as_select(), OutcomeRow::as_select()))
        .into_boxed();
    if let Some(Keyset { at, id }) = before {
        let earlier = batches::landed_at.lt(utc(at));
        let same = batches::landed_at.eq(utc(at)).and(batches::batch_id.lt(id));
        query = query.filter(earlier.or(same));
    }
    let found: Vec<(BatchRow, OutcomeRow)> = query.load(connection).await.map_err(store)?;
    let landed = |(batch, outcome): (BatchRow, OutcomeRow)| {
        Ok(LandedBatch {
            batch: batch.into(),
            outcome: outcome.outcome()?,
        })
    };
    found.into_iter().map(landed).collect()
}

const CODES: [(CellCode, &str); 4] = [
    (CellCode::Missing, "missing"),
    (CellCode::Malformed, "malformed"),
    (CellCode::OutOfRange, "out_of_range"),
    (CellCode::Repeated, "repeated"),
];

fn to_json(fault: &BatchFault) -> Value {
    let code = CODES.iter().find(|(code, _)| *code == fault.code);
    json!({
        "row": fault.row,
        "column": fault.column.map(Column::name),
        "code": code.map(|(_, word)| word),
        "words": fault.words,
    })
}

fn from_json(value: &Value) -> Option<BatchFault> {
    let row = match value.get("row")? {
        Value::Null => None,
        row => Some(i32::try_from(row.as_i64()?).ok()?),
    };
    let column = match value.get("column")? {
        Value::Null => None,
        name => Some(Column::parse(name.as_str()?)?),
    };
    let code = value.get("code")?.as_str()?;
    let (code, _) = CODES.iter().find(|(_, word)| *word == code)?;
    Some(BatchFault {
        row,
        column,
        code: *code,
        words: value.get("words")?.as_str()?.to_owned(),
    })
}
