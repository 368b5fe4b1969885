//! Rules that exclude events, and the events as rules see them.

use application::ports::VisitorHit;
use diesel::QueryableByName;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use event_intake::ports::{BrowserFact, BrowserFactKind, StoredExclusion};
use event_intake::{Conditions, ConditionsDraft, ExclusionRule, Received};
use identity_graph::visitor_id;
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::store;
use crate::rows::{utc, uuids};
use crate::statement::prepared;
use crate::visitor_hits::HitRow;

type Ids = Array<SqlUuid>;

/// A rule as it is stored.
#[derive(QueryableByName)]
pub struct RuleRow {
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
    /// What it says.
    pub fn exclusion(self, profile_id: ProfileId) -> Result<StoredExclusion, StoreError> {
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
pub async fn in_force(
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
pub async fn facts(
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
