//! What the ledger of reported figures says of spend.

use ad_spend::ports::RestatedSpendReader;
use ad_spend::restated::{AGES_FROM, Changed, RestatedDays, RestatedRow};
use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{Currency, Period, ProfileAccess, StoreError};
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

/// Reads on a pool.
#[derive(Clone)]
pub struct PgRestatedSpend {
    pool: PgPool,
}

impl PgRestatedSpend {
    /// That of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    currency: String,
    /// Absent when nothing is reported.
    #[diesel(sql_type = Nullable<Text>)]
    channel: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    spend: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    place: Option<i32>,
    #[diesel(sql_type = Nullable<BigInt>)]
    days: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    amount: Option<String>,
}

impl Row {
    fn told(self) -> Result<Option<RestatedRow>, StoreError> {
        let Some((channel, spend)) = self.channel.zip(self.spend) else {
            return Ok(None);
        };
        let changed = match (self.place, self.days, self.amount) {
            (Some(place), Some(days), Some(amount)) => Some((
                usize::try_from(place).map_err(StoreError::inconsistent)?,
                Changed {
                    days: u64::try_from(days).map_err(StoreError::inconsistent)?,
                    amount: printed(&amount)?,
                },
            )),
            _ => None,
        };
        let spend = printed(&spend)?;
        Ok(Some(RestatedRow {
            channel,
            spend,
            changed,
        }))
    }
}

#[async_trait]
impl RestatedSpendReader for PgRestatedSpend {
    #[tracing::instrument(level = "debug", name = "RestatedSpendReader::restated", skip_all)]
    async fn restated(
        &self,
        access: &ProfileAccess,
        period: Period,
    ) -> Result<RestatedDays, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<Row> = prepared(include_str!("sql/restated_spend.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<SqlDate, _>(period.from())
            .bind::<SqlDate, _>(period.to())
            .bind::<Array<Integer>, _>(AGES_FROM.map(i32::from).to_vec())
            .load(&mut connection)
            .await
            .map_err(store)?;
        let [first, ..] = rows.as_slice() else {
            return Err(StoreError::inconsistent("a profile without a state"));
        };
        let currency = Currency::parse(&first.currency);
        let currency = currency.ok_or_else(|| StoreError::inconsistent(&first.currency))?;
        let told = rows.into_iter().filter_map(|row| row.told().transpose());
        Ok(RestatedDays {
            currency,
            rows: told.collect::<Result<_, _>>()?,
        })
    }
}
