//! Subscriptions and their secrets.

use application::Sealing;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileAccess, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{profiles, webhook_subscriptions as table};
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_events::ports::{SubscriptionReader, bucket};
use webhook_events::{
    EventType, MAX_SUBSCRIPTIONS, Provider, SecretRing, Subscription, SubscriptionId,
    SubscriptionState,
};

use crate::rows::{SealedRing, SubscriptionRow, open, seal, subscription};
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Subscriptions on a pool.
#[derive(Clone)]
pub struct PgSubscriptions {
    pool: PgPool,
}

impl PgSubscriptions {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl SubscriptionReader for PgSubscriptions {
    #[tracing::instrument(level = "debug", name = "SubscriptionReader::list", skip_all)]
    async fn list(&self, access: &ProfileAccess) -> Result<Vec<Subscription>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<SubscriptionRow> = table::table
            .filter(table::profile_id.eq(access.profile_id.uuid()))
            .filter(table::deleted_at.is_null())
            .order((table::created_at, table::id))
            .limit(i64::try_from(MAX_SUBSCRIPTIONS).unwrap_or(i64::MAX))
            .select(SubscriptionRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.iter().map(subscription).collect()
    }
}

fn names(events: &[EventType]) -> Vec<&'static str> {
    events.iter().map(|event| event.as_str()).collect()
}

fn words(providers: &[Provider]) -> Vec<&str> {
    providers.iter().map(Provider::as_str).collect()
}

fn disabled(state: SubscriptionState) -> (Option<OffsetDateTime>, Option<&'static str>) {
    match state {
        SubscriptionState::Enabled => (None, None),
        SubscriptionState::Disabled { at, reason } => (Some(utc(at)), Some(reason.as_str())),
    }
}

/// How many the profile has. Whoever asks waits for whoever asked before and is not done.
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
        .filter(table::deleted_at.is_null())
        .count()
        .get_result(connection)
        .await
        .map_err(store)?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// Writes a new one.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    (subscription, secrets): (&Subscription, &SecretRing),
) -> Result<(), StoreError> {
    let (secret, old, expire) = seal(sealing, subscription.id, secrets)?;
    let (disabled_at, disabled_reason) = disabled(subscription.state);
    diesel::insert_into(table::table)
        .values((
            table::profile_id.eq(profile_id.uuid()),
            table::id.eq(subscription.id.uuid()),
            table::bucket.eq(bucket(subscription.id)),
            table::url.eq(subscription.url.as_str()),
            table::events.eq(names(&subscription.events)),
            table::providers.eq(words(&subscription.providers)),
            table::secret.eq(secret),
            table::old_secrets.eq(old),
            table::old_secrets_expire_at.eq(expire),
            table::disabled_at.eq(disabled_at),
            table::disabled_reason.eq(disabled_reason),
            table::created_at.eq(utc(subscription.created_at)),
            table::updated_at.eq(utc(subscription.updated_at)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// One of the profile's, which nobody else changes meanwhile.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: SubscriptionId,
) -> Result<Option<Subscription>, StoreError> {
    let row: Option<SubscriptionRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .filter(table::deleted_at.is_null())
        .for_no_key_update()
        .select(SubscriptionRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.as_ref().map(subscription).transpose()
}

/// Its secrets.
pub async fn secrets(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    id: SubscriptionId,
) -> Result<SecretRing, StoreError> {
    let row: SealedRing = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .select((
            table::secret,
            table::old_secrets,
            table::old_secrets_expire_at,
        ))
        .first(connection)
        .await
        .map_err(store)?;
    open(sealing, id, &row)
}

/// Replaces its fields. Whoever is enabled begins with nothing counted.
pub async fn update(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    subscription: &Subscription,
) -> Result<(), StoreError> {
    let (disabled_at, disabled_reason) = disabled(subscription.state);
    let row = || {
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(subscription.id.uuid()))
    };
    if subscription.state.is_enabled() {
        diesel::update(row().filter(table::disabled_at.is_not_null()))
            .set((
                table::failures_in_a_row.eq(0),
                table::dead_since.eq(None::<OffsetDateTime>),
            ))
            .execute(connection)
            .await
            .map_err(store)?;
    }
    diesel::update(row())
        .set((
            table::url.eq(subscription.url.as_str()),
            table::events.eq(names(&subscription.events)),
            table::providers.eq(words(&subscription.providers)),
            table::disabled_at.eq(disabled_at),
            table::disabled_reason.eq(disabled_reason),
            table::updated_at.eq(utc(subscription.updated_at)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Replaces its secrets.
pub async fn replace_secrets(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    (profile_id, id): (ProfileId, SubscriptionId),
    secrets: &SecretRing,
) -> Result<(), StoreError> {
    let (secret, old, expire) = seal(sealing, id, secrets)?;
    diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid())),
    )
    .set((
        table::secret.eq(secret),
        table::old_secrets.eq(old),
        table::old_secrets_expire_at.eq(expire),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// What was queued until now is to be made dead.
pub async fn bury_waiting(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: SubscriptionId,
    at: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid())),
    )
    .set(table::bury_until.eq(utc(at)))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Nobody sees it any more; whether there was one.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: SubscriptionId,
) -> Result<bool, StoreError> {
    let gone = diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .filter(table::deleted_at.is_null()),
    )
    .set((
        table::deleted_at.eq(diesel::dsl::now),
        table::secret.eq(Vec::<u8>::new()),
        table::old_secrets.eq(Vec::<Vec<u8>>::new()),
        table::old_secrets_expire_at.eq(Vec::<OffsetDateTime>::new()),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(gone > 0)
}
