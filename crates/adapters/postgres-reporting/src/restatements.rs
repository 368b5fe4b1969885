//! Every change of a reported figure.

use async_trait::async_trait;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{
    Currency, Date, Exact, ProfileAccess, ProfileId, RestatementId, StoreError, TimeZone,
};
use reporting::causes::Cause;
use reporting::restatements::{
    Change, CreditChange, LineCursor, LinesQuery, Restatement, RestatementDetail, RestatementLine,
    RestatementsPage, RestatementsQuery, RestatementsReader,
};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Memory, Report, Reports, snapshot};
use postgres_kit::error::store;
use postgres_kit::restatement_causes;
use postgres_kit::rows::printed;

/// The ledger on a pool.
#[derive(Clone)]
pub struct PgRestatementsReader {
    reports: Reports,
}

impl PgRestatementsReader {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    sequence: i64,
    #[diesel(sql_type = Timestamptz)]
    restated_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    cause: String,
    #[diesel(sql_type = Jsonb)]
    causes: Value,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    recompute_id: Option<Uuid>,
    #[diesel(sql_type = Text)]
    currency_before: String,
    #[diesel(sql_type = Text)]
    currency_after: String,
    #[diesel(sql_type = Text)]
    timezone_before: String,
    #[diesel(sql_type = Text)]
    timezone_after: String,
    #[diesel(sql_type = Nullable<SqlDate>)]
    day_from: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>)]
    day_to: Option<Date>,
    #[diesel(sql_type = BigInt)]
    lines: i64,
    #[diesel(sql_type = Text)]
    cash_change: String,
    #[diesel(sql_type = Text)]
    conversions_change: String,
    #[diesel(sql_type = Text)]
    spend_change: String,
}

#[derive(QueryableByName)]
struct LineRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Nullable<Text>)]
    cash_before: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    cash_after: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    conversions_before: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    conversions_after: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    payments_before: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    payments_after: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    spend_before: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    spend_after: Option<String>,
}

fn restatement(row: &Row) -> Result<Restatement, StoreError> {
    let broken = |what: &str| StoreError::inconsistent(format!("restatement {}: {what}", row.id));
    let currency = |code: &str| Currency::parse(code).ok_or_else(|| broken(code));
    let (currency_before, currency_after) = (
        currency(&row.currency_before)?,
        currency(&row.currency_after)?,
    );
    let zone = |name: &str| TimeZone::named(name).ok_or_else(|| broken(name));
    let same_currency = currency_before == currency_after;
    let money = |text: &str| printed(text).map(|value| same_currency.then_some(value));
    Ok(Restatement {
        conversions_change: billionths(&row.conversions_change)?,
        cash_change: money(&row.cash_change)?,
        spend_change: money(&row.spend_change)?,
        timezone_before: zone(&row.timezone_before)?,
        timezone_after: zone(&row.timezone_after)?,
        currency_before,
        currency_after,
        causes: restatement_causes::from_json(&row.causes)?,
        id: row.id.into(),
        sequence: row.sequence,
        restated_at: row.restated_at.into(),
        cause: restatement_causes::named(&row.cause)?,
        recompute_id: row.recompute_id.map(Into::into),
        days: row.day_from.zip(row.day_to),
        lines: row.lines,
    })
}

/// Units of [`Exact`] in one billionth.
const UNITS: i128 = 100_000_000;

/// A count of billionths as a number.
fn billionths(text: &str) -> Result<Exact, StoreError> {
    let count: i128 = printed(text)?;
    Ok(Exact::from_units(count.saturating_mul(UNITS)))
}

fn line(row: &LineRow) -> Result<RestatementLine, StoreError> {
    let money = |before: &Option<String>, after: &Option<String>| {
        let both = before.as_deref().zip(after.as_deref());
        both.map(|(before, after)| {
            Ok::<_, StoreError>(Change {
                before: printed(before)?,
                after: printed(after)?,
            })
        })
        .transpose()
    };
    let counts = |before: Option<i64>, after: Option<i64>| {
        let exact = |count| Exact::from_units(i128::from(count).saturating_mul(UNITS));
        before.zip(after).map(|(before, after)| Change {
            before: exact(before),
            after: exact(after),
        })
    };
    let cash = money(&row.cash_before, &row.cash_after)?;
    let conversions = counts(row.conversions_before, row.conversions_after);
    let payments = counts(row.payments_before, row.payments_after);
    let credit = cash.zip(conversions).zip(payments);
    Ok(RestatementLine {
        date: row.local_date,
        channel: Some(row.channel.clone()).filter(|channel| !channel.is_empty()),
        credit: credit.map(|((cash, conversions), payments)| CreditChange {
            cash,
            conversions,
            payments,
        }),
        spend: money(&row.spend_before, &row.spend_after)?,
    })
}

/// Which headers.
#[derive(Default)]
struct Wanted<'a> {
    before: Option<i64>,
    causes: Option<&'a [Cause]>,
    id: Option<RestatementId>,
    limit: u32,
}

async fn headers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    wanted: Wanted<'_>,
) -> Result<Vec<Restatement>, StoreError> {
    let words = wanted.causes.map(|causes| {
        causes
            .iter()
            .map(|cause| cause.as_str())
            .collect::<Vec<_>>()
    });
    let rows: Vec<Row> = sql_query(include_str!("restatements.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Nullable<BigInt>, _>(wanted.before)
        .bind::<Nullable<Array<Text>>, _>(words)
        .bind::<Nullable<SqlUuid>, _>(wanted.id.map(RestatementId::uuid))
        .bind::<BigInt, _>(i64::from(wanted.limit))
        .load(connection)
        .await
        .map_err(store)?;
    rows.iter().map(restatement).collect()
}

async fn detail(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: RestatementId,
    query: &LinesQuery,
) -> Result<Option<RestatementDetail>, StoreError> {
    let wanted = Wanted {
        id: Some(id),
        limit: 1,
        ..Wanted::default()
    };
    let found = headers(connection, profile_id, wanted).await?;
    let Some(restatement) = found.into_iter().next() else {
        return Ok(None);
    };
    let after = query.after.as_ref();
    let rows: Vec<LineRow> = sql_query(include_str!("restatement_lines.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(restatement.sequence)
        .bind::<Text, _>(query.model.as_str())
        .bind::<Nullable<SqlDate>, _>(after.map(|after| after.date))
        .bind::<Nullable<Text>, _>(after.map(|after| after.channel.as_str()))
        .bind::<BigInt, _>(i64::from(query.limit.get()) + 1)
        .load(connection)
        .await
        .map_err(store)?;
    let limit = usize::try_from(query.limit.get()).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    let lines: Vec<RestatementLine> = rows
        .into_iter()
        .take(limit)
        .map(|row| line(&row))
        .collect::<Result<_, _>>()?;
    let next = lines.last().filter(|_| more).map(|line| LineCursor {
        date: line.date,
        channel: line.channel.clone().unwrap_or_default(),
    });
    Ok(Some(RestatementDetail {
        restatement,
        lines,
        next,
    }))
}

/// One restatement with a page of its lines.
impl Report for (RestatementId, &LinesQuery) {
    type Answer = Option<RestatementDetail>;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _: &Memory,
    ) -> Result<Option<RestatementDetail>, StoreError> {
        let (id, query) = self;
        detail(connection, profile_id, *id, query).await
    }
}

#[async_trait]
impl RestatementsReader for PgRestatementsReader {
    #[tracing::instrument(level = "debug", name = "RestatementsReader::restatements", skip_all)]
    async fn restatements(
        &self,
        access: &ProfileAccess,
        query: &RestatementsQuery,
    ) -> Result<RestatementsPage, StoreError> {
        let mut connection = self.reports.pool.connection().await?;
        let limit = query.limit.get();
        let wanted = Wanted {
            before: query.before,
            causes: (!query.causes.is_empty()).then_some(query.causes.as_slice()),
            id: None,
            limit: limit + 1,
        };
        let mut rows = headers(&mut connection, access.profile_id, wanted).await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(|row| row.sequence);
        Ok(RestatementsPage { rows, next })
    }

    #[tracing::instrument(level = "debug", name = "RestatementsReader::restatement", skip_all)]
    async fn restatement(
        &self,
        access: &ProfileAccess,
        id: RestatementId,
        query: &LinesQuery,
    ) -> Result<Option<RestatementDetail>, StoreError> {
        snapshot(&self.reports, access, &(id, query)).await
    }
}
