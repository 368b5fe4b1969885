//! Loads facts of many people at once.

use application::ports::FxRate;
use attribution_models::ports::{TouchContext, TouchRow};
use diesel::sql_types::{Array, BigInt, Bool, Date, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, PersonId, ProfileId, StoreError, VisitorId};
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::json_columns::read_click_ids;
use postgres_kit::rows::uuids;
use postgres_kit::statement::prepared;

/// People by kind, as statements take them.
#[derive(Debug, Default)]
pub(super) struct ByKind {
    pub(super) customers: Vec<Uuid>,
    pub(super) visitors: Vec<Uuid>,
    pub(super) events: Vec<Uuid>,
}

impl ByKind {
    pub(super) fn new(people: &[PersonId]) -> Self {
        let mut split = Self::default();
        for person in people {
            match person {
                PersonId::Customer(id) => split.customers.push(id.uuid()),
                PersonId::Visitor(id) => split.visitors.push(id.uuid()),
                PersonId::Event(id) => split.events.push(id.uuid()),
            }
        }
        split
    }
}

#[derive(QueryableByName)]
struct TouchSqlRow {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    session_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = Bool)]
    is_direct: bool,
    #[diesel(sql_type = Nullable<Text>)]
    landing_path: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    click_ids: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    device: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    browser: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    os: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    referrer_host: Option<String>,
}

/// A customer when the browser has one at that time, the browser itself otherwise.
pub(super) fn person(customer_id: Option<Uuid>, visitor_id: Uuid) -> PersonId {
    match customer_id {
        Some(id) => PersonId::Customer(id.into()),
        None => PersonId::Visitor(visitor_id.into()),
    }
}

fn touch(row: TouchSqlRow) -> (PersonId, TouchRow) {
    let touch = TouchRow {
        id: row.id.into(),
        visitor_id: row.visitor_id.into(),
        session_id: row.session_id.into(),
        occurred_at: row.occurred_at.into(),
        signature_id: row.signature_id,
        is_direct: row.is_direct,
        landing_path: row.landing_path,
        ad_id: row.ad_id,
        campaign_id: row.campaign_id,
        click_ids: read_click_ids(row.click_ids.as_deref()),
        context: TouchContext {
            country: row.country,
            device: row.device,
            browser: row.browser,
            os: row.os,
            referrer_host: row.referrer_host,
        },
    };
    (person(row.customer_id, row.visitor_id), touch)
}

pub(super) async fn touches(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[PersonId],
) -> Result<Vec<(PersonId, TouchRow)>, StoreError> {
    let kinds = ByKind::new(people);
    let rows: Vec<TouchSqlRow> = prepared(include_str!("sql/touches.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(kinds.customers)
        .bind::<Array<SqlUuid>, _>(kinds.visitors)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(touch).collect())
}

#[derive(QueryableByName)]
struct OwnerRow {
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
}

pub(super) async fn owners(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[VisitorId],
) -> Result<Vec<PersonId>, StoreError> {
    let rows: Vec<OwnerRow> = prepared(
        "SELECT v.id AS visitor_id, v.customer_id FROM visitors v \
         WHERE v.profile_id = $1 AND v.id = ANY($2) \
         UNION \
         SELECT g.visitor_id, g.customer_id FROM visitor_segments g \
         WHERE g.profile_id = $1 AND g.visitor_id = ANY($2)",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(uuids(visitors))
    .load(connection)
    .await
    .map_err(store)?;
    Ok(rows
        .into_iter()
        .map(|row| person(row.customer_id, row.visitor_id))
        .collect())
}

/// Everybody of a profile: known customers, events of nobody, browsers nobody owns.
const EVERYBODY: &str = "SELECT 'customer' AS kind, id FROM customers \
      WHERE profile_id = $1 AND merged_into IS NULL \
    UNION ALL \
    SELECT 'event', id FROM outcome_events WHERE profile_id = $1 AND subject_kind IS NULL \
    UNION ALL \
    SELECT 'visitor', id FROM visitors \
      WHERE profile_id = $1 AND customer_id IS NULL AND NOT is_shared";

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

pub(super) async fn count_people(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<u64, StoreError> {
    let row: CountRow = sql_query(format!("SELECT count(*) FROM ({EVERYBODY}) AS everybody"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .get_result(connection)
        .await
        .map_err(store)?;
    Ok(u64::try_from(row.count).unwrap_or_default())
}

#[derive(QueryableByName)]
struct RateRow {
    #[diesel(sql_type = Text)]
    from_currency: String,
    #[diesel(sql_type = Date)]
    date: time::Date,
    #[diesel(sql_type = diesel::sql_types::Numeric)]
    rate: Decimal,
    #[diesel(sql_type = Text)]
    source: String,
}

pub(super) async fn rates(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    to: Currency,
) -> Result<Vec<FxRate>, StoreError> {
    let rows: Vec<RateRow> = prepared(
        "SELECT from_currency, date, rate, source FROM fx_rates \
         WHERE profile_id = $1 AND to_currency = $2",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Text, _>(to.code())
    .load(connection)
    .await
    .map_err(store)?;
    let rate = |row: RateRow| {
        let from = Currency::parse(&row.from_currency)?;
        Some(FxRate {
            from,
            to,
            date: row.date,
            rate: row.rate,
            source: row.source,
        })
    };
    Ok(rows.into_iter().filter_map(rate).collect())
}
