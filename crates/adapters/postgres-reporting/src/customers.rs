//! The customer list.

use async_trait::async_trait;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{ExpressionMethods, QueryDsl, QueryableByName};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Keyset, ProfileAccess, ProfileId, RevenueType, StoreError};
use postgres_schema::schema::profiles;
use reporting::customers::{CustomerRow, CustomersPage, CustomersQuery, CustomersReader};
use reporting::masking::PiiMode;
use time::OffsetDateTime;
use uuid::Uuid;

use super::predicate::containing;
use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::definition_rows::catalogue;
use postgres_kit::error::store;
use postgres_kit::rows::{printed, utc};
use postgres_kit::statement::prepared;

/// Customer lists on a pool.
#[derive(Clone)]
pub struct PgCustomersReader {
    reports: Reports,
}

impl PgCustomersReader {
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
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    revenue_type: String,
    #[diesel(sql_type = BigInt)]
    touch_count: i64,
    #[diesel(sql_type = Text)]
    customer_profile_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = BigInt)]
    time_to_complete_seconds: i64,
    #[diesel(sql_type = Text)]
    country: String,
    #[diesel(sql_type = Text)]
    device: String,
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Array<Text>)]
    touch_channels: Vec<String>,
    #[diesel(sql_type = BigInt)]
    conversion_count: i64,
    #[diesel(sql_type = Text)]
    total_revenue: String,
    #[diesel(sql_type = Bool)]
    is_pending: bool,
}

fn row(row: Row) -> Result<CustomerRow, StoreError> {
    let broken = || StoreError::inconsistent(format!("revenue type {}", row.revenue_type));
    Ok(CustomerRow {
        revenue: printed(&row.revenue)?,
        revenue_type: RevenueType::parse(&row.revenue_type).ok_or_else(broken)?,
        total_revenue: printed(&row.total_revenue)?,
        conversion_id: row.id.into(),
        customer_profile_id: row.customer_profile_id,
        name: row.name,
        email: row.email,
        country: row.country,
        device: row.device,
        channel: row.channel,
        source: row.source,
        conversion_time: row.occurred_at.into(),
        time_to_complete_seconds: row.time_to_complete_seconds,
        touch_count: row.touch_count,
        touch_channels: row.touch_channels,
        conversion_count: row.conversion_count,
    })
}

impl Report for CustomersQuery {
    type Answer = CustomersPage;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _: &Memory,
    ) -> Result<CustomersPage, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let limit = self.limit.get();
        let rows: Vec<Row> = prepared(include_str!("customers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlDate, _>(self.period.from())
            .bind::<SqlDate, _>(self.period.to())
            .bind::<BigInt, _>(seen.generation)
            .bind::<Text, _>(&self.goal)
            .bind::<Nullable<Timestamptz>, _>(self.after.map(|after| utc(after.at)))
            .bind::<Nullable<SqlUuid>, _>(self.after.map(|after| after.id))
            .bind::<Nullable<Text>, _>(self.search.as_deref().map(containing))
            .bind::<BigInt, _>(i64::from(limit) + 1)
            .load(connection)
            .await
            .map_err(store)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        let mut warnings = seen.warnings();
        if rows.iter().take(limit).any(|row| row.is_pending) {
            warnings.insert("conversions_pending_fx".to_owned());
        }
        let rows: Vec<CustomerRow> = rows
            .into_iter()
            .take(limit)
            .map(row)
            .collect::<Result<_, _>>()?;
        let last = rows.last().filter(|_| more);
        let next = last.map(|row| Keyset {
            at: row.conversion_time,
            id: row.conversion_id.uuid(),
        });
        Ok(CustomersPage {
            rows,
            next,
            currency: seen.currency,
            warnings: warnings.into_iter().collect(),
        })
    }
}

#[async_trait]
impl CustomersReader for PgCustomersReader {
    #[tracing::instrument(level = "debug", name = "CustomersReader::customers", skip_all)]
    async fn customers(
        &self,
        access: &ProfileAccess,
        query: &CustomersQuery,
    ) -> Result<CustomersPage, StoreError> {
        snapshot(&self.reports, access, query).await
    }

    #[tracing::instrument(level = "debug", name = "CustomersReader::goals", skip_all)]
    async fn goals(&self, access: &ProfileAccess) -> Result<Vec<String>, StoreError> {
        let mut connection = self.reports.pool.connection().await?;
        let catalogue = catalogue(&mut connection, access.profile_id).await?;
        let keys = catalogue.definitions().iter();
        Ok(keys
            .map(|definition| definition.conversion_key.as_str().to_owned())
            .collect())
    }

    #[tracing::instrument(level = "debug", name = "CustomersReader::pii_mode", skip_all)]
    async fn pii_mode(&self, access: &ProfileAccess) -> Result<PiiMode, StoreError> {
        let mut connection = self.reports.pool.connection().await?;
        let word: String = profiles::table
            .filter(profiles::id.eq(access.profile_id.uuid()))
            .select(profiles::pii_mode)
            .first(&mut connection)
            .await
            .map_err(store)?;
        PiiMode::parse(&word)
            .ok_or_else(|| StoreError::inconsistent(format!("privacy mode {word}")))
    }
}
