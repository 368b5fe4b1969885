//! Connections without their tokens.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ConnectionId, Keyset, Limit, ProfileAccess, ProfileId, StoreError};
use platform_connections::ports::ConnectionReader;
use platform_connections::{
    Connection, ConnectionState, Currency, PlatformProvider, ReconnectReason, TimeZone,
};
use postgres_schema::schema::{connections as table, profiles};
use uuid::Uuid;

use crate::rows::{ConnectionRow, connection};
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::{utc, uuids};

/// Connections on a pool.
#[derive(Clone)]
pub struct PgConnections {
    pool: PgPool,
}

impl PgConnections {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl ConnectionReader for PgConnections {
    #[tracing::instrument(level = "debug", name = "ConnectionReader::page", skip_all)]
    async fn page(
        &self,
        access: &ProfileAccess,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<Connection>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let mut query = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .order((table::created_at.desc(), table::id.desc()))
            .limit(limit.get().into())
            .select(ConnectionRow::as_select())
            .into_boxed();
        if let Some(Keyset { at, id }) = after {
            let at = utc(at);
            let earlier = table::created_at.lt(at);
            query = query.filter(earlier.or(table::created_at.eq(at).and(table::id.lt(id))));
        }
        let rows: Vec<ConnectionRow> = query.load(&mut connection).await.map_err(store)?;
        rows.into_iter().map(self::connection).collect()
    }

    #[tracing::instrument(level = "debug", name = "ConnectionReader::find", skip_all)]
    async fn find(
        &self,
        access: &ProfileAccess,
        id: ConnectionId,
    ) -> Result<Option<Connection>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<ConnectionRow> = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .select(ConnectionRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        row.map(self::connection).transpose()
    }
}

/// How many the profile has that are not removed. Whoever asks waits for whoever asked before and is not done.
pub async fn count(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<u64, StoreError> {
    let held: Option<Uuid> = profiles::table
        .filter(profiles::id.eq(profile_id.uuid()))
        .select(profiles::id)
        .for_no_key_update()
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    if held.is_none() {
        return Ok(0);
    }
    let count: i64 = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::status.ne(ConnectionState::Revoked.as_str()))
        .count()
        .get_result(connection)
        .await
        .map_err(store)?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// One of the profile's, which nobody else changes meanwhile.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: ConnectionId,
) -> Result<Option<Connection>, StoreError> {
    let row: Option<ConnectionRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .for_no_key_update()
        .select(ConnectionRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(self::connection).transpose()
}

/// Those of these ids that are the profile's.
pub async fn of_ids(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: &[ConnectionId],
) -> Result<Vec<Connection>, StoreError> {
    let rows: Vec<ConnectionRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq_any(uuids(ids)))
        .select(ConnectionRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(self::connection).collect()
}

/// The profile's with this account, which nobody else changes meanwhile.
pub async fn lock_account(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (provider, account_id): (PlatformProvider, &str),
) -> Result<Option<Connection>, StoreError> {
    let row: Option<ConnectionRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::provider.eq(provider.as_str()))
        .filter(table::external_account_id.eq(account_id))
        .for_no_key_update()
        .select(ConnectionRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(self::connection).transpose()
}

/// Whether the profile has another one with the platform that is not removed.
pub async fn has_another(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (provider, than): (PlatformProvider, ConnectionId),
) -> Result<bool, StoreError> {
    let another: Option<Uuid> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::provider.eq(provider.as_str()))
        .filter(table::status.ne(ConnectionState::Revoked.as_str()))
        .filter(table::id.ne(than.uuid()))
        .select(table::id)
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    Ok(another.is_some())
}

/// Whether the profile has an account of this platform, removed or not.
pub async fn knows(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    provider: PlatformProvider,
) -> Result<bool, StoreError> {
    let any: Option<Uuid> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::provider.eq(provider.as_str()))
        .select(table::id)
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    Ok(any.is_some())
}

/// Writes a new one. One of the same account that was written meanwhile is a lost race.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    new: &Connection,
) -> Result<(), StoreError> {
    let account = &new.account;
    let written = diesel::insert_into(table::table)
        .values((
            table::profile_id.eq(profile_id.uuid()),
            table::id.eq(new.id.uuid()),
            table::provider.eq(new.provider.as_str()),
            table::status.eq(new.state.as_str()),
            table::reason.eq(new.state.reason().map(ReconnectReason::as_str)),
            table::external_account_id.eq(&account.id),
            table::external_account_name.eq(&account.name),
            table::currency.eq(account.currency.as_ref().map(Currency::code)),
            table::timezone.eq(account.timezone.as_ref().map(TimeZone::name)),
            table::created_at.eq(utc(new.created_at)),
            table::updated_at.eq(utc(new.updated_at)),
        ))
        .on_conflict((
            table::profile_id,
            table::provider,
            table::external_account_id,
        ))
        .do_nothing()
        .execute(connection)
        .await
        .map_err(store)?;
    if written == 0 {
        return Err(StoreError::Conflict);
    }
    Ok(())
}

/// Replaces its fields.
pub async fn update(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    changed: &Connection,
) -> Result<(), StoreError> {
    let account = &changed.account;
    diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(changed.id.uuid())),
    )
    .set((
        table::status.eq(changed.state.as_str()),
        table::reason.eq(changed.state.reason().map(ReconnectReason::as_str)),
        table::external_account_name.eq(&account.name),
        table::currency.eq(account.currency.as_ref().map(Currency::code)),
        table::timezone.eq(account.timezone.as_ref().map(TimeZone::name)),
        table::updated_at.eq(utc(changed.updated_at)),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}
