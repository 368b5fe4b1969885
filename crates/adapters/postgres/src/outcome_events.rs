//! Server-side facts.

use std::collections::HashMap;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, Numeric, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use event_intake::JsonObject;
use event_intake::ports::{
    OutcomeEventFact, OutcomeEventStore, StoredOutcome, StoredPayment, SubjectKey,
};
use identity_graph::IdentifierKind;
use kernel::{Currency, Id, PersonId, ProfileId, StoreError};
use postgres_schema::schema::{identifiers, outcome_events as table};
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::json_columns::{click_ids, consent, identifiers as identifiers_text, pipeline};
use postgres_kit::rows::{column, texts, utc};
use postgres_kit::statement::prepared;

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

#[derive(QueryableByName)]
struct WrittenRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Bool)]
    is_refunded: bool,
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

#[derive(QueryableByName)]
struct PaymentRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    idempotency_key: String,
    #[diesel(sql_type = Text)]
    event_type: String,
    #[diesel(sql_type = Nullable<Text>)]
    event_name: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    received_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Numeric>)]
    value_amount: Option<Decimal>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    refund_of: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    properties: Option<String>,
}

impl From<PaymentRow> for StoredPayment {
    fn from(row: PaymentRow) -> Self {
        Self {
            id: row.id.into(),
            idempotency_key: row.idempotency_key,
            event_type: row.event_type,
            event_name: row.event_name,
            occurred_at: row.occurred_at.into(),
            received_at: row.received_at.into(),
            amount: row
                .value_amount
                .and_then(|amount| amount.to_string().parse().ok()),
            currency: row.currency.as_deref().and_then(Currency::parse),
            refund_of: row.refund_of,
            properties: row
                .properties
                .and_then(|text| JsonObject::parse(&text).ok()),
        }
    }
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = Numeric)]
    amount: Decimal,
}

type Words = Array<Nullable<Text>>;
type Instants = Array<Timestamptz>;

#[async_trait]
impl OutcomeEventStore for PgWork {
    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::by_keys", skip_all)]
    async fn by_keys<'a>(
        &mut self,
        profile_id: ProfileId,
        keys: &[&'a str],
    ) -> Result<Vec<StoredOutcome>, StoreError> {
        let found: Vec<StoredRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::idempotency_key.eq_any(keys))
            .select(StoredRow::as_select())
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::by_reference", skip_all)]
    async fn by_reference(
        &mut self,
        profile_id: ProfileId,
        reference: &str,
    ) -> Result<Option<StoredOutcome>, StoreError> {
        let by_key = self.by_keys(profile_id, &[reference]).await?;
        if let Some(found) = by_key.into_iter().next() {
            return Ok(Some(found));
        }
        let Ok(id) = Uuid::parse_str(reference) else {
            return Ok(None);
        };
        let found: Option<StoredRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id))
            .select(StoredRow::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::refunds_of", skip_all)]
    async fn refunds_of(
        &mut self,
        profile_id: ProfileId,
        references: &[String],
    ) -> Result<Vec<StoredOutcome>, StoreError> {
        let found: Vec<StoredRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::refund_of.eq_any(references))
            .select(StoredRow::as_select())
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::lock_payment", skip_all)]
    async fn lock_payment<'a>(
        &mut self,
        profile_id: ProfileId,
        keys: &[&'a str],
    ) -> Result<Option<StoredPayment>, StoreError> {
        let found: Vec<PaymentRow> = prepared(include_str!("sql/lock_payment.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<Text>, _>(keys)
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(found.into_iter().next().map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::refunded", skip_all)]
    async fn refunded(
        &mut self,
        profile_id: ProfileId,
        references: &[String],
        currency: Currency,
    ) -> Result<Decimal, StoreError> {
        let sum: SumRow = prepared(include_str!("sql/refunded.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<Text>, _>(references)
            .bind::<Text, _>(currency.code())
            .get_result(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(sum.amount)
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::owners", skip_all)]
    async fn owners(
        &mut self,
        profile_id: ProfileId,
        event: &StoredOutcome,
    ) -> Result<Vec<PersonId>, StoreError> {
        let Some(subject) = &event.subject else {
            return Ok(vec![PersonId::Event(event.id)]);
        };
        if subject.kind == IdentifierKind::AnonymousId.as_str() {
            return Ok(event
                .visitor_id
                .map(PersonId::Visitor)
                .into_iter()
                .collect());
        }
        let holders: Vec<Uuid> = identifiers::table
            .filter(identifiers::profile_id.eq(profile_id.uuid()))
            .filter(identifiers::kind.eq(&subject.kind))
            .filter(identifiers::value_key.eq(&subject.key))
            .select(identifiers::customer_id)
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(holders
            .into_iter()
            .map(|id| PersonId::Customer(id.into()))
            .collect())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeEventStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        facts: &[OutcomeEventFact],
    ) -> Result<Vec<bool>, StoreError> {
        let amount = |fact: &OutcomeEventFact| fact.amount.map(kernel::Amount::decimal);
        let (kinds, keys): (Vec<_>, Vec<_>) = facts
            .iter()
            .map(|fact| fact.subject.as_ref())
            .map(|subject| {
                subject
                    .map(|subject| (&*subject.kind, &*subject.key))
                    .unzip()
            })
            .unzip();
        let rows: Vec<WrittenRow> = prepared(include_str!("sql/insert_outcome_events.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<SqlUuid>, _>(column(facts, |fact| fact.id.uuid()))
            .bind::<Words, _>(texts(facts, |fact| &fact.idempotency_key))
            .bind::<Array<Binary>, _>(column(facts, |fact| fact.content_hash.as_slice()))
            .bind::<Instants, _>(column(facts, |fact| utc(fact.received_at)))
            .bind::<Instants, _>(column(facts, |fact| utc(fact.occurred_at)))
            .bind::<Array<Text>, _>(column(facts, |fact| fact.event_type.as_str()))
            .bind::<Words, _>(texts(facts, |fact| &fact.event_name))
            .bind::<Array<Nullable<Numeric>>, _>(column(facts, amount))
            .bind::<Words, _>(column(facts, |fact| {
                fact.currency.as_ref().map(Currency::code)
            }))
            .bind::<Words, Vec<Option<&str>>>(kinds)
            .bind::<Words, Vec<Option<&str>>>(keys)
            .bind::<Array<Nullable<SqlUuid>>, _>(column(facts, |fact| {
                fact.visitor_id.map(Id::uuid)
            }))
            .bind::<Words, _>(column(facts, |fact| identifiers_text(&fact.identifiers)))
            .bind::<Array<Nullable<Bool>>, _>(column(facts, |fact| fact.is_first_payment))
            .bind::<Words, _>(texts(facts, |fact| &fact.refund_of))
            .bind::<Words, _>(texts(facts, |fact| &fact.url))
            .bind::<Array<Nullable<BigInt>>, _>(column(facts, |fact| fact.signature_id))
            .bind::<Words, _>(texts(facts, |fact| &fact.ad_id))
            .bind::<Words, _>(texts(facts, |fact| &fact.campaign_id))
            .bind::<Words, _>(column(facts, |fact| click_ids(&fact.click_ids)))
            .bind::<Words, _>(column(facts, |fact| fact.pipeline.as_ref().map(pipeline)))
            .bind::<Words, _>(column(facts, |fact| fact.consent.as_ref().map(consent)))
            .bind::<Words, _>(column(facts, |fact| {
                fact.properties.as_ref().map(JsonObject::stored)
            }))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let written: HashMap<Uuid, bool> = rows
            .into_iter()
            .map(|row| (row.id, row.is_refunded))
            .collect();
        let is_refunded = |fact: &OutcomeEventFact| written.get(&fact.id.uuid()).copied();
        let refunded: Option<Vec<bool>> = facts.iter().map(is_refunded).collect();
        refunded.ok_or(StoreError::Conflict)
    }
}
