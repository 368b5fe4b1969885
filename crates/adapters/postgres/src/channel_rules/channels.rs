//! Channels of a workspace beside the default taxonomy.

use channel_classifier::ports::{AddedChannel, NewChannel};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::{profiles, workspace_channels as table, workspaces};
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;

/// The channels of the profile's workspace, by name.
pub(super) async fn of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<String>, StoreError> {
    table::table
        .inner_join(profiles::table.on(profiles::workspace_id.eq(table::workspace_id)))
        .filter(profiles::id.eq(profile_id.uuid()))
        .order(table::name_key)
        .select(table::name)
        .load(connection)
        .await
        .map_err(store)
}

/// Adds a channel; the lock on the workspace lets one caller at a time count and add.
pub(super) async fn add(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    channel: &NewChannel,
    most: u32,
) -> Result<AddedChannel, StoreError> {
    let of_profile = profiles::table
        .filter(profiles::id.eq(profile_id.uuid()))
        .select(profiles::workspace_id);
    let workspace: Uuid = workspaces::table
        .filter(workspaces::id.eq_any(of_profile))
        .select(workspaces::id)
        .for_no_key_update()
        .first(connection)
        .await
        .map_err(store)?;
    let own = table::table.filter(table::workspace_id.eq(workspace));
    let known: Option<String> = own
        .filter(table::name_key.eq(&channel.key))
        .select(table::name)
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    if let Some(name) = known {
        return Ok(AddedChannel::Known(name));
    }
    let count: i64 = own.count().get_result(connection).await.map_err(store)?;
    if count >= i64::from(most) {
        return Ok(AddedChannel::Full);
    }
    diesel::insert_into(table::table)
        .values((
            table::workspace_id.eq(workspace),
            table::name.eq(&channel.name),
            table::name_key.eq(&channel.key),
            table::created_at.eq(utc(channel.at)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(AddedChannel::Created)
}
