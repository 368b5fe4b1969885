//! Outcome events as they were received.

use async_trait::async_trait;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, ProfileAccess, ProfileId, StoreError};
use reporting::outcomes::{
    Bounded, CaptureQuery, Captured, CountLabel, CurrencySum, NameSum, OutcomeCount,
    OutcomesReader, UnclaimedType, Window,
};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::{Failed, store};
use postgres_kit::pool::PgPool;
use postgres_kit::rows::{printed, utc};

/// Outcome events on a pool.
#[derive(Clone)]
pub struct PgOutcomesReader {
    pool: PgPool,
}

impl PgOutcomesReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct CapturedRow {
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Bool)]
    is_by_currency: bool,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = BigInt)]
    event_count: i64,
    #[diesel(sql_type = Nullable<Text>)]
    revenue_sum: Option<String>,
    #[diesel(sql_type = BigInt)]
    distinct_people: i64,
}

fn collected(rows: Vec<CapturedRow>) -> Result<Captured, StoreError> {
    let mut captured = Captured::default();
    for row in rows {
        let revenue_sum = printed(row.revenue_sum.as_deref().unwrap_or("0"))?;
        let event_count = row.event_count;
        match (row.name, row.is_by_currency) {
            (Some(event_name), _) => captured.by_name.push(NameSum {
                event_name,
                event_count,
                revenue_sum,
            }),
            (None, true) => captured.by_currency.push(CurrencySum {
                currency: row.currency,
                event_count,
                revenue_sum,
            }),
            (None, false) => {
                captured.event_count = event_count;
                captured.revenue_sum = revenue_sum;
                captured.distinct_people = row.distinct_people;
            }
        }
    }
    captured
        .by_currency
        .sort_by(|one, other| one.currency.cmp(&other.currency));
    Ok(captured)
}

async fn capture(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (window, own): (Window, Currency),
    query: &CaptureQuery,
) -> Result<Captured, StoreError> {
    let rows = sql_query(concat!(
        include_str!("outcomes_events.sql"),
        include_str!("outcomes_captured.sql")
    ))
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Timestamptz, _>(utc(window.from))
    .bind::<Timestamptz, _>(utc(window.until))
    .bind::<Text, _>(own.code())
    .bind::<Array<Text>, _>(&query.names)
    .bind::<Array<Text>, _>(&query.names_of_others)
    .load(connection)
    .await
    .map_err(store)?;
    collected(rows)
}

#[derive(QueryableByName)]
struct UnclaimedRow {
    #[diesel(sql_type = Text)]
    event_type: String,
    #[diesel(sql_type = BigInt)]
    event_count: i64,
    #[diesel(sql_type = Text)]
    revenue_sum: String,
    #[diesel(sql_type = BigInt)]
    distinct_people: i64,
    #[diesel(sql_type = Timestamptz)]
    last_seen_at: OffsetDateTime,
    #[diesel(sql_type = Array<Nullable<Text>>)]
    currencies: Vec<Option<String>>,
    #[diesel(sql_type = Array<BigInt>)]
    counts: Vec<i64>,
    #[diesel(sql_type = Array<Text>)]
    sums: Vec<String>,
}

fn unclaimed(row: UnclaimedRow) -> Result<UnclaimedType, StoreError> {
    let by_currency = row.currencies.into_iter().zip(row.counts).zip(row.sums);
    Ok(UnclaimedType {
        event_type: row.event_type,
        event_count: row.event_count,
        revenue_sum: printed(&row.revenue_sum)?,
        by_currency: by_currency
            .map(|((currency, event_count), sum)| {
                Ok(CurrencySum {
                    currency,
                    event_count,
                    revenue_sum: printed(&sum)?,
                })
            })
            .collect::<Result<_, StoreError>>()?,
        distinct_people: row.distinct_people,
        last_seen_at: row.last_seen_at.into(),
    })
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = Text)]
    event_type: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    label_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    display_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    family: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    definition_id: Option<Uuid>,
}

fn count(row: CountRow) -> OutcomeCount {
    let label = row.label_id.zip(row.display_name).zip(row.family);
    OutcomeCount {
        event_type: row.event_type,
        count: row.count,
        outcome_definition: label.map(|((id, display_name), family)| CountLabel {
            id: id.into(),
            display_name,
            family,
        }),
        conversion_definition_id: row.definition_id.map(Into::into),
    }
}

/// `rows` was asked for one more than `limit`.
fn bounded<T>(mut rows: Vec<T>, limit: u32) -> Bounded<T> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let truncated = rows.len() > limit;
    rows.truncate(limit);
    Bounded { rows, truncated }
}

#[async_trait]
impl OutcomesReader for PgOutcomesReader {
    #[tracing::instrument(level = "debug", name = "OutcomesReader::captured", skip_all)]
    async fn captured(
        &self,
        access: &ProfileAccess,
        window: Window,
        own: Currency,
        queries: &[CaptureQuery],
    ) -> Result<Vec<Captured>, StoreError> {
        let mut connection = self.pool.connection().await?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| {
                let mut all = Vec::with_capacity(queries.len());
                for query in queries {
                    let captured = capture(connection, access.profile_id, (window, own), query);
                    all.push(captured.await.map_err(Failed)?);
                }
                Ok(all)
            })
            .await
            .map_err(|Failed(error)| error)
    }

    #[tracing::instrument(level = "debug", name = "OutcomesReader::unclaimed", skip_all)]
    async fn unclaimed(
        &self,
        access: &ProfileAccess,
        window: Window,
        own: Currency,
        limit: u32,
    ) -> Result<Bounded<UnclaimedType>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<UnclaimedRow> = sql_query(concat!(
            include_str!("outcomes_events.sql"),
            include_str!("outcomes_unclaimed.sql")
        ))
        .bind::<SqlUuid, _>(access.profile_id.uuid())
        .bind::<Timestamptz, _>(utc(window.from))
        .bind::<Timestamptz, _>(utc(window.until))
        .bind::<Text, _>(own.code())
        .bind::<BigInt, _>(i64::from(limit) + 1)
        .load(&mut connection)
        .await
        .map_err(store)?;
        let rows = rows.into_iter().map(unclaimed).collect::<Result<_, _>>()?;
        Ok(bounded(rows, limit))
    }

    #[tracing::instrument(level = "debug", name = "OutcomesReader::counts", skip_all)]
    async fn counts(
        &self,
        access: &ProfileAccess,
        window: Window,
        limit: u32,
    ) -> Result<Bounded<OutcomeCount>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<CountRow> = sql_query(include_str!("outcomes_counts.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<Timestamptz, _>(utc(window.from))
            .bind::<Timestamptz, _>(utc(window.until))
            .bind::<BigInt, _>(i64::from(limit) + 1)
            .load(&mut connection)
            .await
            .map_err(store)?;
        Ok(bounded(rows.into_iter().map(count).collect(), limit))
    }
}
