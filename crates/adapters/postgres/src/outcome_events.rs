//! Server-side facts.

use application::StoreError;
use application::ports::{
    MarkTarget, OutcomeEventFact, OutcomeEventStore, StoredOutcome, SubjectKey,
};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use identity_graph::IdentifierKind;
use kernel::{OutcomeEventId, ProfileId};
use postgres_schema::schema::{identifiers, outcome_events as table};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::store;
use crate::rows::{json, utc};
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

#[derive(Insertable)]
#[diesel(table_name = table)]
struct FactRow<'a> {
    profile_id: Uuid,
    id: Uuid,
    idempotency_key: Option<&'a str>,
    content_hash: &'a [u8],
    received_at: OffsetDateTime,
    occurred_at: OffsetDateTime,
    event_type: &'a str,
    event_name: Option<&'a str>,
    value_amount: Option<rust_decimal::Decimal>,
    currency: Option<&'a str>,
    subject_kind: Option<&'a str>,
    subject_key: Option<&'a str>,
    visitor_id: Option<Uuid>,
    identifiers: Value,
    is_first_payment: Option<bool>,
    refund_of: Option<&'a str>,
    url: Option<&'a str>,
    signature_id: Option<i64>,
    ad_id: Option<&'a str>,
    campaign_id: Option<&'a str>,
    click_ids: Option<Value>,
    pipeline: Option<Value>,
    consent: Option<Value>,
    properties: Option<Value>,
}

fn row(profile_id: ProfileId, fact: &OutcomeEventFact) -> FactRow<'_> {
    let optional_json = |text: &Option<String>| text.as_deref().map(|text| json(Some(text)));
    FactRow {
        profile_id: profile_id.uuid(),
        id: fact.id.uuid(),
        idempotency_key: fact.idempotency_key.as_deref(),
        content_hash: &fact.content_hash,
        received_at: utc(fact.received_at),
        occurred_at: utc(fact.occurred_at),
        event_type: &fact.event_type,
        event_name: fact.event_name.as_deref(),
        value_amount: fact.amount.map(kernel::Amount::decimal),
        currency: fact.currency.as_ref().map(kernel::Currency::code),
        subject_kind: fact.subject.as_ref().map(|subject| subject.kind.as_str()),
        subject_key: fact.subject.as_ref().map(|subject| subject.key.as_str()),
        visitor_id: fact.visitor_id.map(kernel::Id::uuid),
        identifiers: json(Some(&fact.identifiers)),
        is_first_payment: fact.is_first_payment,
        refund_of: fact.refund_of.as_deref(),
        url: fact.url.as_deref(),
        signature_id: fact.signature_id,
        ad_id: fact.ad_id.as_deref(),
        campaign_id: fact.campaign_id.as_deref(),
        click_ids: optional_json(&fact.click_ids),
        pipeline: optional_json(&fact.pipeline),
        consent: optional_json(&fact.consent),
        properties: optional_json(&fact.properties),
    }
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
        let written = diesel::insert_into(table::table)
            .values(row(profile_id, fact))
            .on_conflict_do_nothing()
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
