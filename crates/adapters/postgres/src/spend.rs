//! Ad spend, the ads catalogue and exchange rates. Whoever writes spend or rates counts the spend of
//! their days anew in the same transaction.

use std::collections::BTreeSet;

use ad_spend::catalogue::AdCreative;
use ad_spend::{AccountDays, AdRow};
use application::ports::{AccountDay, FxRate, SpendPlatform, SpendRow, SpendStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{
    Array, Bool, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use kernel::{Date, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::spend_platforms as platforms;
use serde_json::{Value, json};

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rollups::spend::build_spend;
use postgres_kit::rows::{Batch, batch, utc};

fn spend(row: &SpendRow) -> Value {
    json!({
        "date": row.date.to_string(),
        "platform": row.platform,
        "account_id": row.account_id,
        "campaign_id": row.campaign_id,
        "ad_set_id": row.ad_set_id,
        "ad_id": row.ad_id,
        "amount": row.amount.to_string(),
        "currency": row.currency.code(),
        "impressions": row.impressions,
        "clicks": row.clicks,
        "signature_id": row.signature_id,
    })
}

fn ad(row: &AdRow) -> Value {
    json!({
        "platform": row.platform,
        "account_id": row.account_id,
        "campaign_id": row.campaign_id,
        "ad_set_id": row.ad_set_id,
        "ad_id": row.ad_id,
        "account_name": row.account_name,
        "campaign_name": row.campaign_name,
        "ad_set_name": row.ad_set_name,
        "ad_name": row.ad_name,
    })
}

fn creative(row: &AdCreative) -> Value {
    json!({
        "platform": row.platform,
        "account_id": row.account_id,
        "ad_id": row.ad_id,
        "creative_id": row.creative.id,
        "creative_name": row.creative.name,
    })
}

fn rate(rate: &FxRate) -> Value {
    json!({
        "from": rate.from.code(),
        "to": rate.to.code(),
        "date": rate.date.to_string(),
        "rate": rate.rate.to_string(),
        "source": rate.source,
    })
}

fn kept_row(date: Date, ad: &AdRow) -> Value {
    json!({
        "date": date.to_string(),
        "campaign_id": ad.campaign_id,
        "ad_set_id": ad.ad_set_id,
        "ad_id": ad.ad_id,
    })
}

fn account_day(day: &AccountDay) -> Value {
    json!({
        "date": day.date.to_string(),
        "platform": day.platform,
        "account_id": day.account_id,
    })
}

#[derive(QueryableByName)]
struct MixedRow {
    #[diesel(sql_type = SqlDate)]
    date: Date,
    #[diesel(sql_type = Text)]
    platform: String,
    #[diesel(sql_type = Text)]
    account_id: String,
}

#[derive(QueryableByName)]
struct ExceededRow {
    #[diesel(sql_type = Bool)]
    exceeded: bool,
}

/// Each date once.
fn dates(of: impl Iterator<Item = Date>) -> Vec<Date> {
    of.collect::<BTreeSet<Date>>().into_iter().collect()
}

impl PgWork {
    async fn upsert(
        &mut self,
        statement: &str,
        profile_id: ProfileId,
        rows: Value,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        sql_query(statement)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Batch, _>(rows)
            .bind::<Timestamptz, _>(utc(at))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

#[async_trait]
impl SpendStore for PgWork {
    #[tracing::instrument(level = "debug", name = "SpendStore::upsert_spend", skip_all)]
    async fn upsert_spend(
        &mut self,
        profile_id: ProfileId,
        rows: &[SpendRow],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let rows = batch(rows.iter().map(spend));
        self.upsert(include_str!("sql/upsert_spend.sql"), profile_id, rows, at)
            .await
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::remove_others", skip_all)]
    async fn remove_others<'a>(
        &mut self,
        profile_id: ProfileId,
        replaced: &AccountDays,
        kept: &[(Date, &'a AdRow)],
    ) -> Result<usize, StoreError> {
        sql_query(include_str!("sql/remove_spend.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Text, _>(&replaced.platform)
            .bind::<Text, _>(&replaced.account_id)
            .bind::<Array<SqlDate>, _>(&replaced.dates)
            .bind::<Batch, _>(batch(kept.iter().map(|(date, ad)| kept_row(*date, ad))))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::mixed_currencies", skip_all)]
    async fn mixed_currencies(
        &mut self,
        profile_id: ProfileId,
        days: &[AccountDay],
    ) -> Result<Vec<AccountDay>, StoreError> {
        let rows: Vec<MixedRow> = sql_query(include_str!("sql/mixed_currencies.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Batch, _>(batch(days.iter().map(account_day)))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let day = |row: MixedRow| AccountDay {
            date: row.date,
            platform: row.platform,
            account_id: row.account_id,
        };
        Ok(rows.into_iter().map(day).collect())
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::count", skip_all)]
    async fn count<'a>(
        &mut self,
        profile_id: ProfileId,
        days: Option<&'a [Date]>,
    ) -> Result<bool, StoreError> {
        build_spend(&mut self.people.connection, profile_id, days).await?;
        let found: ExceededRow = sql_query(
            "SELECT EXISTS (SELECT FROM spend_days WHERE profile_id = $1 AND exceeded > 0 \
             AND ($2::date[] IS NULL OR local_date = ANY($2))) AS exceeded",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Nullable<Array<SqlDate>>, _>(days)
        .get_result(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(found.exceeded)
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::upsert_ads", skip_all)]
    async fn upsert_ads(
        &mut self,
        profile_id: ProfileId,
        rows: &[AdRow],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let rows = batch(rows.iter().map(ad));
        let former = include_str!("sql/keep_former_ad_names.sql");
        self.upsert(former, profile_id, rows.clone(), at).await?;
        self.upsert(include_str!("sql/upsert_ads.sql"), profile_id, rows, at)
            .await
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::upsert_creatives", skip_all)]
    async fn upsert_creatives(
        &mut self,
        profile_id: ProfileId,
        rows: &[AdCreative],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let rows = batch(rows.iter().map(creative));
        let statement = include_str!("sql/upsert_ad_creatives.sql");
        self.upsert(statement, profile_id, rows, at).await
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::platforms", skip_all)]
    async fn platforms(&mut self, profile_id: ProfileId) -> Result<Vec<SpendPlatform>, StoreError> {
        let rows: Vec<(String, String, String)> = platforms::table
            .filter(platforms::profile_id.eq(profile_id.uuid()))
            .order(platforms::platform)
            .select((
                platforms::platform,
                platforms::utm_source,
                platforms::utm_medium,
            ))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let read = |(platform, utm_source, utm_medium)| SpendPlatform {
            platform,
            utm_source,
            utm_medium,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::replace_platforms", skip_all)]
    async fn replace_platforms(
        &mut self,
        profile_id: ProfileId,
        all: &[SpendPlatform],
    ) -> Result<(), StoreError> {
        diesel::delete(platforms::table.filter(platforms::profile_id.eq(profile_id.uuid())))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        if all.is_empty() {
            return Ok(());
        }
        let row = |one: &SpendPlatform| {
            (
                platforms::profile_id.eq(profile_id.uuid()),
                platforms::platform.eq(one.platform.clone()),
                platforms::utm_source.eq(one.utm_source.clone()),
                platforms::utm_medium.eq(one.utm_medium.clone()),
            )
        };
        diesel::insert_into(platforms::table)
            .values(all.iter().map(row).collect::<Vec<_>>())
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::upsert_rates", skip_all)]
    async fn upsert_rates(
        &mut self,
        profile_id: ProfileId,
        rates: &[FxRate],
    ) -> Result<(), StoreError> {
        sql_query(include_str!("sql/upsert_rates.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Batch, _>(batch(rates.iter().map(rate)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        let days = dates(rates.iter().map(|rate| rate.date));
        build_spend(&mut self.people.connection, profile_id, Some(&days)).await
    }
}
