//! What signatures and ads are called.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use reporting::breakdown::BreakdownBy;
use tributary_rollups::selection::{self, Label};

use postgres_kit::error::store;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct LabelRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    channel: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    source: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    medium: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    keyword: Option<String>,
}

/// Labels that are kept: some ten megabytes.
const MOST: usize = 50_000;

/// What signatures of a profile mean.
pub(super) type Labels = Arc<selection::Labels>;

/// Labels that this process has read. Those of a profile are right as long as nothing was
/// relabelled, which a snapshot says.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelCache(Arc<Mutex<HashMap<ProfileId, Known>>>);

#[derive(Clone, Debug, Default)]
struct Known {
    /// How often the profile's signatures had been relabelled.
    relabelled: i64,
    labels: Labels,
}

impl LabelCache {
    /// What is known to be right in a snapshot.
    pub(super) fn known(&self, (profile_id, relabelled): (ProfileId, i64)) -> Labels {
        let profiles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = profiles.get(&profile_id);
        let known = known.filter(|known| known.relabelled == relabelled);
        known.map_or_else(Labels::default, |known| Arc::clone(&known.labels))
    }

    /// Keeps the labels of a profile, and forgets those of the others when they are too many.
    fn keep(&self, profile_id: ProfileId, known: Known) {
        if known.labels.len() > MOST {
            return;
        }
        let mut profiles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = profiles.get(&profile_id);
        let is_less = kept.is_some_and(|kept| {
            // A snapshot from before a relabelling knows less than what is kept, and so may one that
            // read meanwhile.
            let (own, new) = (kept.relabelled, known.relabelled);
            own > new || own == new && kept.labels.len() > known.labels.len()
        });
        if is_less {
            return;
        }
        profiles.insert(profile_id, known);
        let count: usize = profiles.values().map(|known| known.labels.len()).sum();
        if count > MOST {
            profiles.retain(|id, _| *id == profile_id);
        }
    }

    /// What the signatures mean under the rules in force, beside those that the caller knows in the
    /// same snapshot, and whether that stays so until something is relabelled. What is kept may have
    /// become another or nothing since the caller looked.
    pub(super) async fn labels(
        &self,
        connection: &mut AsyncPgConnection,
        (profile_id, relabelled): (ProfileId, i64),
        (known, ids): (Labels, BTreeSet<i64>),
    ) -> Result<(Labels, bool), StoreError> {
        let unknown = ids.into_iter().filter(|id| !known.contains_key(id));
        let unknown: Vec<i64> = unknown.collect();
        if unknown.is_empty() {
            return Ok((known, true));
        }
        let mut labels = selection::Labels::clone(&known);
        let mut unresolved = Vec::new();
        for row in read(connection, profile_id, unknown).await? {
            // What has no channel yet gets one without a relabelling.
            if row.channel.is_some() {
                labels.insert(row.id, label(row));
            } else {
                unresolved.push(row);
            }
        }
        let labels = Arc::new(labels);
        let known = Known {
            relabelled,
            labels: Arc::clone(&labels),
        };
        self.keep(profile_id, known);
        if unresolved.is_empty() {
            return Ok((labels, true));
        }
        let mut labels = selection::Labels::clone(&labels);
        labels.extend(unresolved.into_iter().map(|row| (row.id, label(row))));
        Ok((Arc::new(labels), false))
    }
}

fn label(row: LabelRow) -> Label {
    Label {
        channel: row.channel.unwrap_or_default(),
        source: row.source.unwrap_or_default(),
        medium: row.medium.unwrap_or_default(),
        campaign: row.campaign.unwrap_or_default(),
        keyword: row.keyword.unwrap_or_default(),
    }
}

async fn read(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: Vec<i64>,
) -> Result<Vec<LabelRow>, StoreError> {
    prepared(include_str!("labels.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<BigInt>, _>(ids)
        .load(connection)
        .await
        .map_err(store)
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
}

/// Where the catalogue has the id and the name of campaigns, ad sets, ads or creatives: a table and two columns of it.
const fn columns(by: BreakdownBy) -> Option<[&'static str; 3]> {
    match by {
        BreakdownBy::AdCampaign => Some(["ads", "campaign_id", "campaign_name"]),
        BreakdownBy::AdSet => Some(["ads", "ad_set_id", "ad_set_name"]),
        BreakdownBy::Ad => Some(["ads", "ad_id", "ad_name"]),
        BreakdownBy::Creative => Some(["ad_creatives", "creative_id", "creative_name"]),
        BreakdownBy::Dimension(_) | BreakdownBy::Keyword => None,
    }
}

/// The campaign, the ad set or the creative of each ad of the catalogue, the first by id where an ad was moved; `None`
/// where rows are no groups of ads.
pub(super) async fn ad_groups(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    by: BreakdownBy,
) -> Result<Option<HashMap<String, String>>, StoreError> {
    let is_group = !matches!(by, BreakdownBy::Ad);
    let Some([table, id, _]) = columns(by).filter(|_| is_group) else {
        return Ok(None);
    };
    let statement = format!(
        "SELECT m.ad_id AS id, min(m.{id}) FILTER (WHERE m.{id} <> '') AS name \
         FROM {table} m WHERE m.profile_id = $1 AND m.ad_id <> '' GROUP BY m.ad_id"
    );
    let rows: Vec<NameRow> = sql_query(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(Some(named(rows)))
}

fn named(rows: Vec<NameRow>) -> HashMap<String, String> {
    let rows = rows.into_iter();
    rows.filter_map(|row| Some((row.id, row.name?))).collect()
}

/// All campaigns, ad sets, ads or creatives of the catalogue.
pub(super) async fn catalogue_ids(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    by: BreakdownBy,
) -> Result<BTreeSet<String>, StoreError> {
    let Some([table, id, _]) = columns(by) else {
        return Ok(BTreeSet::new());
    };
    let statement = format!(
        "SELECT DISTINCT m.{id} AS id, NULL::text AS name FROM {table} m \
         WHERE m.profile_id = $1 AND m.{id} <> ''"
    );
    let rows: Vec<NameRow> = sql_query(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// What the catalogue calls these campaigns, ad sets, ads or creatives; the first name where there are several.
pub(super) async fn catalogue_names(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (by, ids): (BreakdownBy, Vec<String>),
) -> Result<HashMap<String, String>, StoreError> {
    let Some([table, id, name]) = columns(by) else {
        return Ok(HashMap::new());
    };
    let statement = format!(
        "SELECT m.{id} AS id, min(m.{name}) AS name FROM {table} m \
         WHERE m.profile_id = $1 AND m.{id} = ANY($2) AND m.{id} <> '' GROUP BY m.{id}"
    );
    let rows: Vec<NameRow> = sql_query(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(ids)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(named(rows))
}

/// What the catalogue calls campaigns.
#[derive(Debug, Default)]
pub(super) struct CampaignNames {
    /// By the id of the campaign.
    pub(super) of_campaigns: HashMap<String, String>,
    /// By the id of one of its ads.
    pub(super) of_ads: HashMap<String, String>,
}

#[derive(QueryableByName)]
struct CampaignRow {
    #[diesel(sql_type = Bool)]
    is_ad: bool,
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    name: String,
}

/// What the catalogue calls the campaigns, and those of the ads; the first name where there are
/// several.
pub(super) async fn campaign_names(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    campaigns: BTreeSet<String>,
    ads: BTreeSet<String>,
) -> Result<CampaignNames, StoreError> {
    let mut names = CampaignNames::default();
    if campaigns.is_empty() && ads.is_empty() {
        return Ok(names);
    }
    let rows: Vec<CampaignRow> = prepared(include_str!("campaign_names.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(Vec::from_iter(campaigns))
        .bind::<Array<Text>, _>(Vec::from_iter(ads))
        .load(connection)
        .await
        .map_err(store)?;
    for row in rows {
        let by_id = if row.is_ad {
            &mut names.of_ads
        } else {
            &mut names.of_campaigns
        };
        by_id.insert(row.id, row.name);
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(relabelled: i64, ids: &[i64]) -> Known {
        let labels = ids.iter().map(|id| (*id, Label::default()));
        Known {
            relabelled,
            labels: Arc::new(labels.collect()),
        }
    }

    #[test]
    fn what_is_known_becomes_less_by_a_relabelling_alone() {
        let (cache, profile) = (LabelCache::default(), ProfileId::new(uuid::Uuid::nil()));
        let size = |relabelled| cache.known((profile, relabelled)).len();
        cache.keep(profile, known(1, &[1, 2, 3]));
        cache.keep(profile, known(1, &[4]));
        assert_eq!(size(1), 3);
        cache.keep(profile, known(2, &[4]));
        assert_eq!((size(1), size(2)), (0, 1));
        cache.keep(profile, known(1, &[1, 2, 3]));
        assert_eq!((size(1), size(2)), (0, 1));
    }
}
