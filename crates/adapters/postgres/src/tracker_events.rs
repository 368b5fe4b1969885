//! Browser facts.

use application::StoreError;
use application::ports::{TrackerEventFact, TrackerEventStore};
use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_query;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, TrackerEventId};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::error::store;
use crate::rows::{Batch, batch, json as parsed, uuids};
use crate::work::PgWork;

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

fn row(fact: &TrackerEventFact) -> Value {
    json!({
        "occurred_at": fact.occurred_at.to_string(),
        "id": fact.id.uuid(),
        "received_at": fact.received_at.to_string(),
        "visitor_id": fact.visitor_id.uuid(),
        "kind": fact.kind.as_str(),
        "name": fact.name,
        "url": fact.url,
        "path": fact.path,
        "title": fact.title,
        "referrer": fact.referrer,
        "engaged_ms": fact.engaged_ms,
        "properties": parsed(fact.properties.as_deref()),
        "signature_id": fact.signature_id,
        "source_key": fact.source_key,
        "names_a_source": fact.names_a_source,
        "exclusion": fact.exclusion,
        "ad_id": fact.ad_id,
        "campaign_id": fact.campaign_id,
        "click_ids": parsed(fact.click_ids.as_deref()),
        "subject_kind": fact.subject.as_ref().map(|subject| &subject.kind),
        "subject_key": fact.subject.as_ref().map(|subject| &subject.key),
        "identifiers": parsed(fact.identifiers.as_deref()),
        "country": fact.country,
        "device": fact.device,
        "browser": fact.browser,
        "os": fact.os,
        "bot_reason": fact.bot_reason,
    })
}

#[async_trait]
impl TrackerEventStore for PgWork {
    #[tracing::instrument(level = "debug", name = "TrackerEventStore::claim_ids", skip_all)]
    async fn claim_ids(
        &mut self,
        profile_id: ProfileId,
        ids: &[TrackerEventId],
    ) -> Result<Vec<TrackerEventId>, StoreError> {
        let rows: Vec<IdRow> = sql_query(
            "INSERT INTO tracker_event_ids (profile_id, id) \
             SELECT $1, id FROM unnest($2) AS t(id) ORDER BY id \
             ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(uuids(ids))
        .load(&mut self.connection)
        .await
        .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "TrackerEventStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        facts: &[TrackerEventFact],
    ) -> Result<(), StoreError> {
        if facts.is_empty() {
            return Ok(());
        }
        sql_query(include_str!("sql/insert_tracker_events.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Batch, _>(batch(facts.iter().map(row)))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
