//! What signatures and ads are called.

use std::collections::{BTreeSet, HashMap};

use diesel::sql_types::{Array, BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::ProfileId;
use reporting::ReadError;
use tributary_rollups::selection::Label;

use super::failed;

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

/// What the signatures mean under the rules in force.
pub(super) async fn labels(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: BTreeSet<i64>,
) -> Result<HashMap<i64, Label>, ReadError> {
    let rows: Vec<LabelRow> = sql_query(include_str!("labels.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<BigInt>, _>(ids.into_iter().collect::<Vec<_>>())
        .load(connection)
        .await
        .map_err(failed)?;
    let label = |row: LabelRow| {
        let label = Label {
            channel: row.channel.unwrap_or_default(),
            source: row.source.unwrap_or_default(),
            medium: row.medium.unwrap_or_default(),
            campaign: row.campaign.unwrap_or_default(),
            keyword: row.keyword.unwrap_or_default(),
        };
        (row.id, label)
    };
    Ok(rows.into_iter().map(label).collect())
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
}

async fn names(
    connection: &mut AsyncPgConnection,
    statement: &str,
    profile_id: ProfileId,
    ids: Option<Vec<String>>,
) -> Result<HashMap<String, String>, ReadError> {
    let query = sql_query(statement).bind::<SqlUuid, _>(profile_id.uuid());
    let rows: Vec<NameRow> = match ids {
        Some(ids) => query.bind::<Array<Text>, _>(ids).load(connection).await,
        None => query.load(connection).await,
    }
    .map_err(failed)?;
    let named = rows.into_iter();
    Ok(named.filter_map(|row| Some((row.id, row.name?))).collect())
}

/// The ad set of each ad of the catalogue; the first by id where an ad was moved.
pub(super) async fn ad_sets(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<HashMap<String, String>, ReadError> {
    let statement = "SELECT m.ad_id AS id, min(m.ad_set_id) FILTER (WHERE m.ad_set_id <> '') AS name \
         FROM ads m WHERE m.profile_id = $1 AND m.ad_id <> '' GROUP BY m.ad_id";
    names(connection, statement, profile_id, None).await
}

/// What the catalogue calls the ads; the first name where there are several.
pub(super) async fn ad_names(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: Vec<String>,
) -> Result<HashMap<String, String>, ReadError> {
    let statement = "SELECT m.ad_id AS id, min(m.ad_name) AS name FROM ads m \
         WHERE m.profile_id = $1 AND m.ad_id = ANY($2) AND m.ad_id <> '' GROUP BY m.ad_id";
    names(connection, statement, profile_id, Some(ids)).await
}

/// What the catalogue calls the ad sets; the first name where there are several.
pub(super) async fn ad_set_names(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: Vec<String>,
) -> Result<HashMap<String, String>, ReadError> {
    let statement = "SELECT m.ad_set_id AS id, min(m.ad_set_name) AS name FROM ads m \
         WHERE m.profile_id = $1 AND m.ad_set_id = ANY($2) AND m.ad_set_id <> '' \
         GROUP BY m.ad_set_id";
    names(connection, statement, profile_id, Some(ids)).await
}
