//! Where conversions are told.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::{
    ConversionAction, Destination, DestinationConfig, DestinationId, DestinationKind,
    MAX_DESTINATIONS, PixelId, Target, Word,
};
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::export_destinations as table;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(
    table_name = table,
    primary_key(profile_id, id),
    treat_none_as_null = true,
    check_for_backend(diesel::pg::Pg)
)]
struct DestinationRow {
    profile_id: Uuid,
    id: Uuid,
    kind: String,
    connection_id: Uuid,
    enabled: bool,
    social_pixel_id: Option<String>,
    clean_dataset_id: Option<String>,
    search_conversion_action: Option<String>,
    config: Value,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

fn target(row: &DestinationRow) -> Option<Target> {
    match DestinationKind::parse(&row.kind)? {
        DestinationKind::SocialCapi => Some(Target::Social {
            pixel_id: PixelId::parse(row.social_pixel_id.as_deref()?)?,
            clean_dataset_id: match row.clean_dataset_id.as_deref() {
                Some(text) => Some(PixelId::parse(text)?),
                None => None,
            },
        }),
        DestinationKind::SearchAds => Some(Target::Search {
            action: ConversionAction::parse(row.search_conversion_action.as_deref()?)?,
        }),
    }
}

fn destination(row: DestinationRow) -> Result<Destination, StoreError> {
    let id = row.id;
    let broken = |what: &str| {
        StoreError::inconsistent(format!("export_destinations: {what} of {id} is broken"))
    };
    let target = target(&row).ok_or_else(|| broken("the target"))?;
    Ok(Destination {
        id: id.into(),
        connection_id: row.connection_id.into(),
        enabled: row.enabled,
        target,
        config: DestinationConfig::parse(row.config).map_err(|_| broken("the config"))?,
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    })
}

fn row(profile_id: ProfileId, destination: &Destination) -> DestinationRow {
    let (pixel, clean, action) = match &destination.target {
        Target::Social {
            pixel_id,
            clean_dataset_id,
        } => (Some(pixel_id), clean_dataset_id.as_ref(), None),
        Target::Search { action } => (None, None, Some(action)),
    };
    let text = |pixel: &PixelId| pixel.as_str().to_owned();
    DestinationRow {
        profile_id: profile_id.uuid(),
        id: destination.id.uuid(),
        kind: destination.kind().as_str().to_owned(),
        connection_id: destination.connection_id.uuid(),
        enabled: destination.enabled,
        social_pixel_id: pixel.map(text),
        clean_dataset_id: clean.map(text),
        search_conversion_action: action.map(ToString::to_string),
        config: Value::Object(destination.config.object().clone()),
        created_at: utc(destination.created_at),
        updated_at: utc(destination.updated_at),
    }
}

/// One of the profile's, which nobody else changes meanwhile.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: DestinationId,
) -> Result<Option<Destination>, StoreError> {
    let row: Option<DestinationRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .for_no_key_update()
        .select(DestinationRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(destination).transpose()
}

/// All of the profile, the oldest first.
pub async fn all(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<Destination>, StoreError> {
    let rows: Vec<DestinationRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .order((table::created_at, table::id))
        .limit(i64::try_from(MAX_DESTINATIONS).unwrap_or(i64::MAX))
        .select(DestinationRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(destination).collect()
}

/// Writes a new one or a changed one.
pub async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    destination: &Destination,
) -> Result<(), StoreError> {
    let row = row(profile_id, destination);
    diesel::insert_into(table::table)
        .values(&row)
        .on_conflict((table::profile_id, table::id))
        .do_update()
        .set(&row)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
