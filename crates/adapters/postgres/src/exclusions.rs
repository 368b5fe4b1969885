//! Which events of browsers count for nothing.

use std::collections::BTreeSet;

use application::ports::VisitorHit;
use async_trait::async_trait;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use event_intake::ports::{
    BrowserFact, BrowserFactKind, ExcludedEvent, ExclusionStore, StoredExclusion,
};
use event_intake::{Conditions, ConditionsDraft, ExclusionRule, Received};
use identity_graph::visitor_id;
use kernel::{ExclusionId, ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::attribution::read::HitRow;
use crate::error::store;
use crate::rows::{IdRow, column, utc, uuids};
use crate::statement::prepared;
use crate::work::PgWork;

type Ids = Array<SqlUuid>;

#[derive(QueryableByName)]
struct RuleRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    created_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    received_from: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    received_until: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    landing_host: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    path_prefix: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    referrer_host: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_source: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_medium: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_campaign: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_term: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_content: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Array<Text>)]
    anonymous_ids: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    senders: Vec<String>,
}

impl RuleRow {
    fn exclusion(self, profile_id: ProfileId) -> Result<StoredExclusion, StoreError> {
        let browsers = self.anonymous_ids.iter();
        let draft = ConditionsDraft {
            received: Received {
                from: self.received_from.map(Into::into),
                until: self.received_until.map(Into::into),
            },
            landing_host: self.landing_host,
            path_prefix: self.path_prefix,
            referrer_host: self.referrer_host,
            utm: [
                self.utm_source,
                self.utm_medium,
                self.utm_campaign,
                self.utm_term,
                self.utm_content,
            ],
            country: self.country,
            visitors: browsers.map(|id| visitor_id(profile_id, id)).collect(),
            senders: self.senders.into_iter().collect(),
        };
        let broken = |error| StoreError::inconsistent(format!("exclusion {}: {error}", self.id));
        Ok(StoredExclusion {
            id: self.id.into(),
            created_at: self.created_at.into(),
            conditions: Conditions::new(draft).map_err(broken)?,
            anonymous_ids: self.anonymous_ids,
        })
    }
}

#[derive(QueryableByName)]
struct CountedRow {
    #[diesel(embed)]
    rule: RuleRow,
    #[diesel(sql_type = BigInt)]
    events: i64,
}

#[derive(QueryableByName)]
struct FactRow {
    #[diesel(embed)]
    hit: HitRow,
    #[diesel(sql_type = Timestamptz)]
    received_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Text>)]
    url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    sender: Option<String>,
}

impl From<FactRow> for BrowserFact {
    fn from(row: FactRow) -> Self {
        let kind = match row.hit.kind.as_str() {
            "page_view" => BrowserFactKind::PageView,
            "identify" => BrowserFactKind::Identification,
            _ => BrowserFactKind::Other,
        };
        let hit = VisitorHit::from(row.hit);
        Self {
            visitor_id: hit.visitor_id,
            hit: hit.hit,
            kind,
            received_at: row.received_at.into(),
            country: hit.country,
            sender: row.sender,
            url: row.url,
            referrer: hit.referrer,
        }
    }
}

/// The rules by which was reported at an instant, oldest first; those in force now without one.
pub(crate) async fn in_force(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    at: Option<Timestamp>,
) -> Result<Vec<ExclusionRule>, StoreError> {
    let rows: Vec<RuleRow> = prepared(
        "SELECT * FROM tracking_exclusions x WHERE x.profile_id = $1 AND CASE \
             WHEN $2::timestamptz IS NULL THEN x.removed_at IS NULL \
             ELSE x.shown_from <= $2 AND (x.shown_until IS NULL OR x.shown_until > $2) \
         END \
         ORDER BY x.created_at, x.id",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Nullable<Timestamptz>, _>(at.map(utc))
    .load(connection)
    .await
    .map_err(store)?;
    rows.into_iter()
        .map(|row| Ok(row.exclusion(profile_id)?.rule()))
        .collect()
}

/// All events of the browsers that had been received at an instant, or until now.
pub(crate) async fn facts(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[VisitorId],
    known_at: Option<Timestamp>,
) -> Result<Vec<BrowserFact>, StoreError> {
    let rows: Vec<FactRow> = prepared(include_str!("sql/browser_facts.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(uuids(visitors))
        .bind::<Nullable<Timestamptz>, _>(known_at.map(utc))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(Into::into).collect())
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
        .load(&mut self.connection)
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
        in_force(&mut self.connection, profile_id, None).await
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
        .execute(&mut self.connection)
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
        .get_result(&mut self.connection)
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
        .execute(&mut self.connection)
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
        .execute(&mut self.connection)
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
        .get_result(&mut self.connection)
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
        .load(&mut self.connection)
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
            .execute(&mut self.connection)
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
            .load(&mut self.connection)
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
        facts(&mut self.connection, profile_id, visitors, None).await
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
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let changed: BTreeSet<VisitorId> = rows.into_iter().map(|row| row.id.into()).collect();
        Ok(changed.into_iter().collect())
    }
}
