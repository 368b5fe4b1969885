//! The dictionary of traffic evidence.

use async_trait::async_trait;
use channel_classifier::ports::{ClassifiedSignature, SignatureStore};
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, StoreError, Timestamp};
use serde_json::{Value, json};

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::{Batch, batch, utc};
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Rows sorted by id, so that two transactions never wait for each other in a circle.
fn sorted(signatures: &[ClassifiedSignature]) -> Vec<&ClassifiedSignature> {
    let mut sorted: Vec<_> = signatures.iter().collect();
    sorted.sort_by_key(|classified| classified.signature.id());
    sorted.dedup_by_key(|classified| classified.signature.id());
    sorted
}

fn row(classified: &ClassifiedSignature) -> Value {
    let signature = &classified.signature;
    json!({
        "id": signature.id(),
        "referrer_state": signature.referrer_state.as_str(),
        "referrer_host": signature.referrer_host,
        "utm_source": signature.utm_source,
        "utm_medium": signature.utm_medium,
        "utm_campaign": signature.utm_campaign,
        "utm_term": signature.utm_term,
        "utm_content": signature.utm_content,
        "click_kinds": signature.click_kinds,
        "has_ad_id": signature.has_ad_id,
        "unfilled": signature.unfilled,
        "landing_host": signature.landing_host,
        "landing_path": signature.landing_path,
        "channel": classified.channel,
        "rule": classified.rule,
        "source": classified.source,
        "medium": classified.medium,
        "is_direct": classified.is_direct,
    })
}

#[async_trait]
impl SignatureStore for PgWork {
    #[tracing::instrument(level = "debug", name = "SignatureStore::add", skip_all)]
    async fn add(
        &mut self,
        profile_id: ProfileId,
        signatures: &[ClassifiedSignature],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if signatures.is_empty() {
            return Ok(());
        }
        let rows = batch(sorted(signatures).into_iter().map(row));
        for statement in [
            include_str!("sql/add_signatures.sql"),
            include_str!("sql/add_channels.sql"),
        ] {
            prepared(statement)
                .bind::<SqlUuid, _>(profile_id.uuid())
                .bind::<Timestamptz, _>(utc(at))
                .bind::<Batch, _>(&rows)
                .execute(&mut self.people.connection)
                .await
                .map_err(store)?;
        }
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SignatureStore::known", skip_all)]
    async fn known(&mut self, profile_id: ProfileId, ids: &[i64]) -> Result<Vec<i64>, StoreError> {
        let rows: Vec<IdRow> =
            prepared("SELECT id FROM traffic_signatures WHERE profile_id = $1 AND id = ANY($2)")
                .bind::<SqlUuid, _>(profile_id.uuid())
                .bind::<Array<BigInt>, _>(ids)
                .load(&mut self.people.connection)
                .await
                .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    #[tracing::instrument(level = "debug", name = "SignatureStore::added_since", skip_all)]
    async fn added_since(
        &mut self,
        profile_id: ProfileId,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        let rows: Vec<IdRow> = prepared(
            "SELECT count(*) AS id FROM traffic_signatures \
             WHERE profile_id = $1 AND first_seen_at >= $2",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(since))
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(rows
            .into_iter()
            .next()
            .and_then(|row| u64::try_from(row.id).ok())
            .unwrap_or_default())
    }
}
