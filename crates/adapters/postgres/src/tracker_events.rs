//! Browser facts.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use event_intake::JsonObject;
use event_intake::ports::{AnonymousViews, TrackerEventFact, TrackerEventStore, Visit};
use kernel::{CustomerId, ProfileId, StoreError, TrackerEventId};
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::json_columns::{click_ids, identifiers};
use postgres_kit::rows::{IdRow, column, texts, utc, uuids};
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct OwnerRow {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
}

type Words = Array<Text>;
type Texts = Array<Nullable<Text>>;
type Numbers = Array<Nullable<BigInt>>;
type Instants = Array<Timestamptz>;

#[async_trait]
impl TrackerEventStore for PgWork {
    #[tracing::instrument(level = "debug", name = "TrackerEventStore::claim_ids", skip_all)]
    async fn claim_ids(
        &mut self,
        profile_id: ProfileId,
        ids: &[TrackerEventId],
    ) -> Result<Vec<TrackerEventId>, StoreError> {
        let rows: Vec<IdRow> = prepared(
            "INSERT INTO tracker_event_ids (profile_id, id) \
             SELECT $1, id FROM unnest($2::uuid[]) AS t(id) ORDER BY id \
             ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(uuids(ids))
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "TrackerEventStore::meet", skip_all)]
    async fn meet<'a>(
        &mut self,
        profile_id: ProfileId,
        visits: &[Visit<'a>],
    ) -> Result<Vec<Option<CustomerId>>, StoreError> {
        let ids: Vec<Uuid> = visits.iter().map(|visit| visit.visitor_id.uuid()).collect();
        let names: Vec<&str> = visits.iter().map(|visit| visit.anonymous_id).collect();
        let times: Vec<_> = visits.iter().map(|visit| utc(visit.at)).collect();
        let rows: Vec<OwnerRow> = prepared(include_str!("sql/meet_visitors.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<SqlUuid>, _>(ids)
            .bind::<Words, _>(names)
            .bind::<Instants, _>(times)
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let mut owners = vec![None; visits.len()];
        for row in rows {
            let position = usize::try_from(row.position - 1).unwrap_or(usize::MAX);
            if let Some(owner) = owners.get_mut(position) {
                *owner = Some(row.customer_id.into());
            }
        }
        Ok(owners)
    }

    #[tracing::instrument(level = "debug", name = "TrackerEventStore::count_views", skip_all)]
    async fn count_views(
        &mut self,
        profile_id: ProfileId,
        rows: &[AnonymousViews],
    ) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        prepared(include_str!("sql/count_anonymous_views.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<SqlDate>, _>(column(rows, |row| row.local_date))
            .bind::<Array<BigInt>, _>(column(rows, |row| row.signature_id))
            .bind::<Array<BigInt>, _>(column(rows, |row| i64::from(row.views)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
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
        self.missing_months
            .make(&mut self.people.connection)
            .await?;
        let engaged =
            |fact: &TrackerEventFact| fact.engaged_ms.and_then(|ms| i32::try_from(ms).ok());
        let subject = |fact: &TrackerEventFact| fact.subject.clone();
        let (kinds, keys): (Vec<_>, Vec<_>) = column(facts, subject)
            .into_iter()
            .map(|subject| subject.map(|subject| (subject.kind, subject.key)).unzip())
            .unzip();
        prepared(include_str!("sql/insert_tracker_events.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Instants, _>(column(facts, |fact| utc(fact.occurred_at)))
            .bind::<Array<SqlUuid>, _>(column(facts, |fact| fact.id.uuid()))
            .bind::<Instants, _>(column(facts, |fact| utc(fact.received_at)))
            .bind::<Array<SqlUuid>, _>(column(facts, |fact| fact.visitor_id.uuid()))
            .bind::<Words, _>(column(facts, |fact| fact.kind.as_str()))
            .bind::<Texts, _>(texts(facts, |fact| &fact.name))
            .bind::<Texts, _>(texts(facts, |fact| &fact.url))
            .bind::<Texts, _>(texts(facts, |fact| &fact.path))
            .bind::<Texts, _>(texts(facts, |fact| &fact.title))
            .bind::<Texts, _>(texts(facts, |fact| &fact.referrer))
            .bind::<Array<Nullable<Integer>>, _>(column(facts, engaged))
            .bind::<Texts, _>(column(facts, |fact| {
                fact.properties.as_ref().map(JsonObject::stored)
            }))
            .bind::<Numbers, _>(column(facts, |fact| fact.signature_id))
            .bind::<Numbers, _>(column(facts, |fact| fact.source_key))
            .bind::<Array<Nullable<Bool>>, _>(column(facts, |fact| fact.names_a_source))
            .bind::<Texts, _>(column(facts, |fact| fact.exclusion))
            .bind::<Texts, _>(texts(facts, |fact| &fact.ad_id))
            .bind::<Texts, _>(texts(facts, |fact| &fact.campaign_id))
            .bind::<Texts, _>(column(facts, |fact| click_ids(&fact.click_ids)))
            .bind::<Texts, Vec<Option<String>>>(kinds)
            .bind::<Texts, Vec<Option<String>>>(keys)
            .bind::<Texts, _>(column(facts, |fact| {
                fact.identifiers.as_ref().map(identifiers)
            }))
            .bind::<Texts, _>(texts(facts, |fact| &fact.country))
            .bind::<Texts, _>(texts(facts, |fact| &fact.device))
            .bind::<Texts, _>(texts(facts, |fact| &fact.browser))
            .bind::<Texts, _>(texts(facts, |fact| &fact.os))
            .bind::<Texts, _>(texts(facts, |fact| &fact.bot_reason))
            .bind::<Texts, _>(texts(facts, |fact| &fact.sender))
            .execute(&mut self.people.connection)
            .await
            .map_err(|error| {
                let instants = facts.iter().map(|fact| fact.occurred_at);
                self.missing_months.note(error, instants)
            })?;
        Ok(())
    }
}
