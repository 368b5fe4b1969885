//! Ad spend, the ads catalogue and exchange rates. Whoever writes spend or rates adds up the spend of
//! their days in the same transaction.

use std::collections::BTreeSet;

use application::StoreError;
use application::ports::{AdRow, FxRate, SpendRow, SpendStore};
use async_trait::async_trait;
use diesel::sql_query;
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{Date, ProfileId, Timestamp};
use serde_json::{Value, json};

use crate::error::store;
use crate::rollups::spend::build_spend;
use crate::rows::{Batch, batch, utc};
use crate::work::PgWork;

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

fn rate(rate: &FxRate) -> Value {
    json!({
        "from": rate.from.code(),
        "to": rate.to.code(),
        "date": rate.date.to_string(),
        "rate": rate.rate.to_string(),
        "source": rate.source,
    })
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
            .execute(&mut self.connection)
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
        let days = dates(rows.iter().map(|row| row.date));
        let rows = batch(rows.iter().map(spend));
        self.upsert(include_str!("sql/upsert_spend.sql"), profile_id, rows, at)
            .await?;
        build_spend(&mut self.connection, profile_id, Some(&days)).await
    }

    #[tracing::instrument(level = "debug", name = "SpendStore::upsert_ads", skip_all)]
    async fn upsert_ads(
        &mut self,
        profile_id: ProfileId,
        rows: &[AdRow],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let rows = batch(rows.iter().map(ad));
        self.upsert(include_str!("sql/upsert_ads.sql"), profile_id, rows, at)
            .await
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
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        let days = dates(rates.iter().map(|rate| rate.date));
        build_spend(&mut self.connection, profile_id, Some(&days)).await
    }
}
