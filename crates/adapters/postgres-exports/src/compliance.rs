//! What a profile has decided for all of its exports.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::{Compliance, PrivacyConfig, PrivacyMode, PrivacySettings, Switches, Word};
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{export_compliance as table, profiles};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = table, primary_key(profile_id), check_for_backend(diesel::pg::Pg))]
struct ComplianceRow {
    profile_id: Uuid,
    privacy_mode: String,
    privacy_config: Value,
    export_social_enabled: bool,
    export_search_enabled: bool,
    updated_at: OffsetDateTime,
}

fn compliance(row: &ComplianceRow) -> Result<Compliance, StoreError> {
    let broken = |what: &str| {
        let profile = row.profile_id;
        StoreError::inconsistent(format!("export_compliance: {what} of {profile} is broken"))
    };
    let mode = PrivacyMode::parse(&row.privacy_mode).ok_or_else(|| broken("the mode"))?;
    let config = PrivacyConfig::parse(&row.privacy_config).map_err(|_| broken("the config"))?;
    Ok(Compliance {
        privacy: PrivacySettings { mode, config },
        switches: Switches {
            social: row.export_social_enabled,
            search: row.export_search_enabled,
        },
    })
}

/// What the profile has decided; the default while it has decided nothing.
pub async fn find(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Compliance, StoreError> {
    let row: Option<ComplianceRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .select(ComplianceRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    let found = row.as_ref().map(compliance).transpose()?;
    Ok(found.unwrap_or_default())
}

/// The same. Whoever asks waits for whoever asked before and is not done, also where there is no row yet.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Compliance, StoreError> {
    profiles::table
        .filter(profiles::id.eq(profile_id.uuid()))
        .select(profiles::id)
        .for_no_key_update()
        .first::<Uuid>(connection)
        .await
        .optional()
        .map_err(store)?;
    find(connection, profile_id).await
}

/// Writes what was decided.
pub async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    compliance: &Compliance,
    at: Timestamp,
) -> Result<(), StoreError> {
    let row = ComplianceRow {
        profile_id: profile_id.uuid(),
        privacy_mode: compliance.privacy.mode.as_str().to_owned(),
        privacy_config: compliance.privacy.config.to_json(),
        export_social_enabled: compliance.switches.social,
        export_search_enabled: compliance.switches.search,
        updated_at: utc(at),
    };
    diesel::insert_into(table::table)
        .values(&row)
        .on_conflict(table::profile_id)
        .do_update()
        .set(&row)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
