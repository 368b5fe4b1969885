//! Which events of browsers count for nothing.

use std::collections::BTreeSet;

use async_trait::async_trait;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use event_intake::ports::{BrowserFact, ExcludedEvent, ExclusionStore, StoredExclusion};
use event_intake::{ConditionsDraft, ExclusionRule};
use kernel::{ExclusionId, ProfileId, StoreError, Timestamp, VisitorId};
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::exclusion_rows::{RuleRow, facts, in_force};
use postgres_kit::rows::{IdRow, column, utc, uuids};
use postgres_kit::statement::prepared;

type Ids = Array<SqlUuid>;

#[derive(QueryableByName)]
struct CountedRow {
    #[diesel(embed)]
    rule: RuleRow,
    #[diesel(sql_type = BigInt)]
    events: i64,
}

#[async_trait]
impl ExclusionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ExclusionStore::list", skip_all)]
    async fn list(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Vec<(StoredExclusion, u64)>, StoreError> {
        let rows: Vec<CountedRow> = sql_query(
            "SELECT x.*, ( \
                 SELECT count(*) FROM excluded_events e \
                 WHERE e.profile_id = $1 AND e.exclusion_id = x.id \
             ) AS events \
             FROM tracking_exclusions x WHERE x.profile_id = $1 AND x.removed_at IS NULL \
             ORDER BY x.created_at, x.id LIMIT 100",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        let read = |row: CountedRow| {
            let events = u64::try_from(row.events).unwrap_or_default();
            Ok((row.rule.exclusion(profile_id)?, events))
        };
        rows.into_iter().map(read).collect()
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::in_force", skip_all)]
    async fn in_force(&mut self, profile_id: ProfileId) -> Result<Vec<ExclusionRule>, StoreError> {
        in_force(&mut self.people.connection, profile_id, None).await
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::add", skip_all)]
    async fn add(
        &mut self,
        profile_id: ProfileId,
        exclusion: &StoredExclusion,
    ) -> Result<(), StoreError> {
        let said = exclusion.conditions.said();
        let [source, medium, campaign, term, content] = &said.utm;
        sql_query(
            "INSERT INTO tracking_exclusions (profile_id, id, created_at, received_from, \
                 received_until, landing_host, path_prefix, referrer_host, utm_source, utm_medium, \
                 utm_campaign, utm_term, utm_content, country, anonymous_ids, senders) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(exclusion.id.uuid())
        .bind::<Timestamptz, _>(utc(exclusion.created_at))
        .bind::<Nullable<Timestamptz>, _>(said.received.from.map(utc))
        .bind::<Nullable<Timestamptz>, _>(said.received.until.map(utc))
        .bind::<Nullable<Text>, _>(&said.landing_host)
        .bind::<Nullable<Text>, _>(&said.path_prefix)
        .bind::<Nullable<Text>, _>(&said.referrer_host)
        .bind::<Nullable<Text>, _>(source)
        .bind::<Nullable<Text>, _>(medium)
        .bind::<Nullable<Text>, _>(campaign)
        .bind::<Nullable<Text>, _>(term)
        .bind::<Nullable<Text>, _>(content)
        .bind::<Nullable<Text>, _>(&said.country)
        .bind::<Array<Text>, _>(&exclusion.anonymous_ids)
        .bind::<Array<Text>, _>(said.senders.iter().collect::<Vec<_>>())
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::remove", skip_all)]
    async fn remove(
        &mut self,
        profile_id: ProfileId,
        id: ExclusionId,
        at: Timestamp,
    ) -> Result<Option<StoredExclusion>, StoreError> {
        let row: Option<RuleRow> = sql_query(
            "UPDATE tracking_exclusions SET removed_at = $3 \
             WHERE profile_id = $1 AND id = $2 AND removed_at IS NULL RETURNING *",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(id.uuid())
        .bind::<Timestamptz, _>(utc(at))
        .get_result(&mut self.people.connection)
        .await
        .optional()
        .map_err(store)?;
        row.map(|row| row.exclusion(profile_id)).transpose()
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::shown", skip_all)]
    async fn shown(
        &mut self,
        profile_id: ProfileId,
        ids: &[ExclusionId],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        sql_query(
            "UPDATE tracking_exclusions SET shown_from = coalesce(shown_from, $3), \
             shown_until = CASE WHEN removed_at IS NOT NULL THEN coalesce(shown_until, $3) END \
             WHERE profile_id = $1 AND id = ANY($2)",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(uuids(ids))
        .bind::<Timestamptz, _>(utc(at))
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::queue", skip_all)]
    async fn queue(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        sql_query(
            "INSERT INTO exclusion_passes (profile_id) VALUES ($1) \
             ON CONFLICT (profile_id) DO UPDATE SET after_id = excluded.after_id",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::next", skip_all)]
    async fn next(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Option<Vec<VisitorId>>, StoreError> {
        let after: Option<IdRow> = sql_query(
            "SELECT after_id AS id FROM exclusion_passes WHERE profile_id = $1 FOR UPDATE",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .get_result(&mut self.people.connection)
        .await
        .optional()
        .map_err(store)?;
        let Some(after) = after else {
            return Ok(None);
        };
        let rows: Vec<IdRow> = sql_query(
            "SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.id > $2 \
             ORDER BY v.id LIMIT $3",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(after.id)
        .bind::<BigInt, _>(i64::from(limit))
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(Some(rows.into_iter().map(|row| row.id.into()).collect()))
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::advance", skip_all)]
    async fn advance(
        &mut self,
        profile_id: ProfileId,
        last: Option<VisitorId>,
    ) -> Result<(), StoreError> {
        let statement = match last {
            Some(_) => "UPDATE exclusion_passes SET after_id = $2 WHERE profile_id = $1",
            None => "DELETE FROM exclusion_passes WHERE profile_id = $1 AND $2::uuid IS NULL",
        };
        sql_query(statement)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<SqlUuid>, _>(last.map(kernel::Id::uuid))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::candidates", skip_all)]
    async fn candidates(
        &mut self,
        profile_id: ProfileId,
        conditions: &ConditionsDraft,
        limit: u32,
    ) -> Result<Vec<VisitorId>, StoreError> {
        let browsers: Vec<Uuid> = conditions.visitors.iter().map(|id| id.uuid()).collect();
        let senders: Vec<&String> = conditions.senders.iter().collect();
        let rows: Vec<IdRow> = sql_query(include_str!("sql/exclusion_candidates.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<Timestamptz>, _>(conditions.received.from.map(utc))
            .bind::<Nullable<Timestamptz>, _>(conditions.received.until.map(utc))
            .bind::<Nullable<Text>, _>(&conditions.country)
            .bind::<Nullable<Ids>, _>((!browsers.is_empty()).then_some(browsers))
            .bind::<BigInt, _>(i64::from(limit))
            .bind::<Nullable<Array<Text>>, _>((!senders.is_empty()).then_some(senders))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::facts", skip_all)]
    async fn facts(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<BrowserFact>, StoreError> {
        facts(&mut self.people.connection, profile_id, visitors, None).await
    }

    #[tracing::instrument(level = "debug", name = "ExclusionStore::replace", skip_all)]
    async fn replace(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
        excluded: &[ExcludedEvent],
    ) -> Result<Vec<VisitorId>, StoreError> {
        let rows: Vec<IdRow> = prepared(include_str!("sql/replace_excluded.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(visitors))
            .bind::<Ids, _>(column(excluded, |event| event.visitor_id.uuid()))
            .bind::<Ids, _>(column(excluded, |event| event.id.uuid()))
            .bind::<Ids, _>(column(excluded, |event| event.exclusion_id.uuid()))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let changed: BTreeSet<VisitorId> = rows.into_iter().map(|row| row.id.into()).collect();
        Ok(changed.into_iter().collect())
    }
}
