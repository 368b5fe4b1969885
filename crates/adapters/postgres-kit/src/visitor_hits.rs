//! Events of browsers as sessions are made of them.

use application::ports::VisitorHit;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use event_intake::{Exclusion, Hit, HitKind, LandingEvidence};
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::store;
use crate::json_columns::read_click_ids;
use crate::rows::{utc, uuids};
use crate::statement::prepared;

/// A tracker event as `hits.sql` returns it.
#[derive(QueryableByName)]
#[expect(missing_docs, reason = "columns of that name")]
pub struct HitRow {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub visitor_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub occurred_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Nullable<Integer>)]
    pub engaged_ms: Option<i32>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub signature_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub source_key: Option<i64>,
    #[diesel(sql_type = Nullable<Bool>)]
    pub names_a_source: Option<bool>,
    #[diesel(sql_type = Nullable<Text>)]
    pub exclusion: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub referrer: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub path: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub country: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub device: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub browser: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub os: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub ad_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub campaign_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub click_ids: Option<String>,
    #[diesel(sql_type = Bool)]
    pub is_bot: bool,
}

impl From<HitRow> for VisitorHit {
    fn from(row: HitRow) -> Self {
        let landing = row
            .signature_id
            .zip(row.source_key)
            .map(|(signature, source_key)| LandingEvidence {
                signature,
                source_key,
                names_a_source: row.names_a_source.unwrap_or_default(),
                exclusion: match row.exclusion.as_deref() {
                    Some("self_referral") => Some(Exclusion::SelfReferral),
                    Some(_) => Some(Exclusion::PaymentGateway),
                    None => None,
                },
            });
        let kind = match (row.kind.as_str(), landing) {
            ("page_view", Some(landing)) => HitKind::PageView(landing),
            ("engagement", _) => HitKind::Engagement {
                ms: row
                    .engaged_ms
                    .and_then(|ms| u32::try_from(ms).ok())
                    .unwrap_or_default(),
            },
            _ => HitKind::Other,
        };
        let at = row.occurred_at.into();
        Self {
            visitor_id: row.visitor_id.into(),
            hit: Hit {
                id: row.id.into(),
                at,
                bot: row.is_bot,
                kind,
            },
            referrer: row.referrer,
            path: row.path,
            country: row.country,
            device: row.device,
            browser: row.browser,
            os: row.os,
            ad_id: row.ad_id,
            campaign_id: row.campaign_id,
            click_ids: read_click_ids(row.click_ids.as_deref()),
        }
    }
}

/// The events of the visitors that had been received at `known_at`; all of them without it.
pub async fn hits(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[VisitorId],
    known_at: Option<Timestamp>,
) -> Result<Vec<VisitorHit>, StoreError> {
    let rows: Vec<HitRow> = prepared(include_str!("sql/hits.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(uuids(visitors))
        .bind::<Nullable<Timestamptz>, _>(known_at.map(utc))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(Into::into).collect())
}
