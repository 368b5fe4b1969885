//! Server-side facts.

use application::StoreError;
use application::ports::{
    MarkTarget, OutcomeEventFact, OutcomeEventStore, StoredOutcome, SubjectKey,
};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{
    BigInt, Binary, Bool, Jsonb, Nullable, Numeric, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use identity_graph::IdentifierKind;
use kernel::{OutcomeEventId, ProfileId};
use postgres_schema::schema::{identifiers, outcome_events as table};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::store;
use crate::rows::{json, utc};
use crate::statement::prepared;
use crate::work::PgWork;

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct StoredRow {
    id: Uuid,
    idempotency_key: Option<String>,
    refund_of: Option<String>,
    content_hash: Vec<u8>,
    event_type: String,
    occurred_at: OffsetDateTime,
    received_at: OffsetDateTime,
    subject_kind: Option<String>,
    subject_key: Option<String>,
    visitor_id: Option<Uuid>,
}

impl From<StoredRow> for StoredOutcome {
    fn from(row: StoredRow) -> Self {
        Self {
            id: row.id.into(),
            idempotency_key: row.idempotency_key,
            refund_of: row.refund_of,
            content_hash: row.content_hash,
            event_type: row.event_type,
            occurred_at: row.occurred_at.into(),
            received_at: row.received_at.into(),
            subject: row
                .subject_kind
                .zip(row.subject_key)
                .map(|(kind, key)| SubjectKey { kind, key }),
            visitor_id: row.visitor_id.map(Into::into),
        }
    }
}

type Word = Nullable<Text>;
type Object = Nullable<Jsonb>;

fn optional_json(text: Option<&str>) -> Option<Value> {
    text.map(|text| json(Some(text)))
}

#[async_trait]
impl OutcomeEventStore for PgWork {
    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::by_key", skip_all)]
    async fn by_key(
        &mut self,
        profile_id: ProfileId,
        key: &str,
    ) -> Result<Option<StoredOutcome>, StoreError> {
        let found: Option<StoredRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::idempotency_key.eq(key))
            .select(StoredRow::as_select())
            .first(&mut self.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::by_reference", skip_all)]
    async fn by_reference(
        &mut self,
        profile_id: ProfileId,
        reference: &str,
    ) -> Result<Option<StoredOutcome>, StoreError> {
        let by_key = self.by_key(profile_id, reference).await?;
        let Some(id) = by_key
            .is_none()
            .then(|| Uuid::parse_str(reference).ok())
            .flatten()
        else {
            return Ok(by_key);
        };
        let found: Option<StoredRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id))
            .select(StoredRow::as_select())
            .first(&mut self.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::refunds_of", skip_all)]
    async fn refunds_of(
        &mut self,
        profile_id: ProfileId,
        id: OutcomeEventId,
        key: Option<&str>,
    ) -> Result<Vec<StoredOutcome>, StoreError> {
        let mut references = vec![id.to_string()];
        references.extend(key.map(str::to_owned));
        let found: Vec<StoredRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::refund_of.eq_any(references))
            .select(StoredRow::as_select())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::owners", skip_all)]
    async fn owners(
        &mut self,
        profile_id: ProfileId,
        event: &StoredOutcome,
    ) -> Result<Vec<MarkTarget>, StoreError> {
        let Some(subject) = &event.subject else {
            return Ok(vec![MarkTarget::Event(event.id)]);
        };
        if subject.kind == IdentifierKind::AnonymousId.as_str() {
            return Ok(event
                .visitor_id
                .map(MarkTarget::Visitor)
                .into_iter()
                .collect());
        }
        let holders: Vec<Uuid> = identifiers::table
            .filter(identifiers::profile_id.eq(profile_id.uuid()))
            .filter(identifiers::kind.eq(&subject.kind))
            .filter(identifiers::value_key.eq(&subject.key))
            .select(identifiers::customer_id)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(holders
            .into_iter()
            .map(|id| MarkTarget::Customer(id.into()))
            .collect())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        fact: &OutcomeEventFact,
    ) -> Result<(), StoreError> {
        let subject = fact.subject.as_ref();
        let written = prepared(include_str!("sql/insert_outcome_event.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(fact.id.uuid())
            .bind::<Word, _>(fact.idempotency_key.as_deref())
            .bind::<Binary, _>(fact.content_hash.as_slice())
            .bind::<Timestamptz, _>(utc(fact.received_at))
            .bind::<Timestamptz, _>(utc(fact.occurred_at))
            .bind::<Text, _>(fact.event_type.as_str())
            .bind::<Word, _>(fact.event_name.as_deref())
            .bind::<Nullable<Numeric>, _>(fact.amount.map(kernel::Amount::decimal))
            .bind::<Word, _>(fact.currency.as_ref().map(kernel::Currency::code))
            .bind::<Word, _>(subject.map(|subject| subject.kind.as_str()))
            .bind::<Word, _>(subject.map(|subject| subject.key.as_str()))
            .bind::<Nullable<SqlUuid>, _>(fact.visitor_id.map(kernel::Id::uuid))
            .bind::<Jsonb, _>(json(Some(&fact.identifiers)))
            .bind::<Nullable<Bool>, _>(fact.is_first_payment)
            .bind::<Word, _>(fact.refund_of.as_deref())
            .bind::<Word, _>(fact.url.as_deref())
            .bind::<Nullable<BigInt>, _>(fact.signature_id)
            .bind::<Word, _>(fact.ad_id.as_deref())
            .bind::<Word, _>(fact.campaign_id.as_deref())
            .bind::<Object, _>(optional_json(fact.click_ids.as_deref()))
            .bind::<Object, _>(optional_json(fact.pipeline.as_deref()))
            .bind::<Object, _>(optional_json(fact.consent.as_deref()))
            .bind::<Object, _>(optional_json(fact.properties.as_deref()))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        if written == 1 {
            Ok(())
        } else {
            Err(StoreError::Conflict)
        }
    }
}
