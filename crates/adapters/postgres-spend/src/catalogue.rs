//! What is advertised.

use std::collections::HashMap;
use std::sync::LazyLock;

use ad_spend::catalogue::{CatalogueEntry, CatalogueLevel, FormerName, Parent};
use diesel::QueryableByName;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use time::OffsetDateTime;

use postgres_kit::error::store;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct EntryRow {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    platform: String,
    #[diesel(sql_type = Text)]
    account_id: String,
    #[diesel(sql_type = Timestamptz)]
    updated_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Text>)]
    account_name: Option<String>,
    #[diesel(sql_type = Text)]
    campaign_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    campaign_name: Option<String>,
    #[diesel(sql_type = Text)]
    ad_set_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    ad_set_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ad_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    creative_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    creative_name: Option<String>,
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    platform: String,
    #[diesel(sql_type = Text)]
    account_id: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Timestamptz)]
    until: OffsetDateTime,
}

// A connection keeps a statement prepared by its text, so each has one text for good.
fn of_level(column: &str) -> String {
    include_str!("sql/catalogue_entries.sql").replace("{id}", column)
}
static CAMPAIGNS: LazyLock<String> = LazyLock::new(|| of_level("campaign_id"));
static AD_SETS: LazyLock<String> = LazyLock::new(|| of_level("ad_set_id"));
static ADS: LazyLock<String> = LazyLock::new(|| of_level("ad_id"));
const CREATIVES: &str = include_str!("sql/catalogue_creatives.sql");

/// Those with these ids.
pub(crate) async fn entries(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (level, ids): (CatalogueLevel, &[String]),
) -> Result<Vec<CatalogueEntry>, StoreError> {
    let (text, word) = match level {
        CatalogueLevel::Campaign => (CAMPAIGNS.as_str(), "campaign"),
        CatalogueLevel::AdSet => (AD_SETS.as_str(), "ad_set"),
        CatalogueLevel::Ad => (ADS.as_str(), "ad"),
        CatalogueLevel::Creative => (CREATIVES, "creative"),
    };
    let rows: Vec<EntryRow> = prepared(text)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(ids)
        .load(connection)
        .await
        .map_err(store)?;
    let names: Vec<NameRow> = prepared(include_str!("sql/former_names.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Text, _>(word)
        .bind::<Array<Text>, _>(ids)
        .load(connection)
        .await
        .map_err(store)?;
    let mut former: HashMap<[String; 3], Vec<FormerName>> = HashMap::new();
    for row in names {
        let names = former
            .entry([row.id, row.platform, row.account_id])
            .or_default();
        names.push(FormerName {
            name: row.name,
            until: row.until.into(),
        });
    }
    let entry = |row: EntryRow| {
        let place = [&row.id, &row.platform, &row.account_id].map(String::clone);
        entry(row, level, former.remove(&place).unwrap_or_default())
    };
    Ok(rows.into_iter().map(entry).collect())
}

fn entry(row: EntryRow, level: CatalogueLevel, mut former: Vec<FormerName>) -> CatalogueEntry {
    let parent = |id: String, name| (!id.is_empty()).then_some(Parent { id, name });
    let (name, campaign, ad_set) = match level {
        CatalogueLevel::Campaign => (row.campaign_name, None, None),
        CatalogueLevel::AdSet => (
            row.ad_set_name,
            parent(row.campaign_id, row.campaign_name),
            None,
        ),
        CatalogueLevel::Ad => (
            row.ad_name,
            parent(row.campaign_id, row.campaign_name),
            parent(row.ad_set_id, row.ad_set_name),
        ),
        CatalogueLevel::Creative => (row.creative_name.clone(), None, None),
    };
    let creative = row.creative_id.filter(|_| level == CatalogueLevel::Ad);
    // What got its old name back is not called so formerly.
    former.retain(|it| Some(&it.name) != name.as_ref());
    CatalogueEntry {
        id: row.id,
        name,
        former_names: former,
        platform: row.platform,
        account_id: row.account_id,
        account_name: row.account_name,
        campaign,
        ad_set,
        creative: creative.map(|id| Parent {
            id,
            name: row.creative_name,
        }),
        updated_at: row.updated_at.into(),
    }
}
