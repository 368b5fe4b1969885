//! Profiles and their settings.

use application::ports::{
    KeptAddresses, NewProfile, Profile, ProfileFounder, ProfileStore, UrlQuery,
};
use async_trait::async_trait;
use attribution_models::{WindowDays, Windows};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, ProfileId, StoreError, TimeZone, Timestamp};
use postgres_schema::schema::{
    attribution_state, channel_rule_sets, profiles as table, tracking_keys, workspaces,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::definitions;
use postgres_kit::error::{Failed, store};
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;
use postgres_users::rate_limiter::lock;

/// Profiles on a pool.
#[derive(Clone)]
pub struct PgProfiles {
    pool: PgPool,
}

impl PgProfiles {
    /// The profiles in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct ProfileRow {
    id: Uuid,
    workspace_id: Uuid,
    name: String,
    currency: String,
    timezone: String,
    click_window_days: i16,
    view_through_window_days: i16,
    first_touch_window_days: i16,
    cash_window_days: i16,
    own_domains: Vec<String>,
    excluded_referrers: Vec<String>,
    created_at: OffsetDateTime,
    url_query: String,
    kept_parameters: Vec<String>,
    allowed_referrers: Vec<String>,
    only_own_domains: bool,
    credits_views: bool,
}

fn profile(row: ProfileRow) -> Result<Profile, StoreError> {
    let broken = |what| StoreError::inconsistent(format!("profile {}: {what} is broken", row.id));
    let days = |days: i16| {
        u16::try_from(days)
            .ok()
            .and_then(WindowDays::new)
            .ok_or_else(|| broken("an attribution window"))
    };
    Ok(Profile {
        windows: Windows {
            click_days: days(row.click_window_days)?,
            view_through_days: days(row.view_through_window_days)?,
            first_touch_days: days(row.first_touch_window_days)?,
            cash_days: days(row.cash_window_days)?,
        },
        currency: Currency::parse(&row.currency).ok_or_else(|| broken("the currency"))?,
        timezone: TimeZone::named(&row.timezone).ok_or_else(|| broken("the time zone"))?,
        addresses: KeptAddresses {
            url_query: UrlQuery::parse(&row.url_query).ok_or_else(|| broken("url_query"))?,
            kept_parameters: row.kept_parameters,
        },
        id: row.id.into(),
        workspace_id: row.workspace_id.into(),
        name: row.name,
        own_domains: row.own_domains,
        excluded_referrers: row.excluded_referrers,
        allowed_referrers: row.allowed_referrers,
        only_own_domains: row.only_own_domains,
        credits_views: row.credits_views,
    })
}

fn row(new: &NewProfile) -> Result<ProfileRow, StoreError> {
    let profile = &new.profile;
    let days = |days: WindowDays| i16::try_from(days.get()).map_err(StoreError::inconsistent);
    Ok(ProfileRow {
        id: profile.id.uuid(),
        workspace_id: profile.workspace_id.uuid(),
        name: profile.name.clone(),
        currency: profile.currency.code().to_owned(),
        timezone: profile.timezone.name().to_owned(),
        click_window_days: days(profile.windows.click_days)?,
        view_through_window_days: days(profile.windows.view_through_days)?,
        first_touch_window_days: days(profile.windows.first_touch_days)?,
        cash_window_days: days(profile.windows.cash_days)?,
        own_domains: profile.own_domains.clone(),
        excluded_referrers: profile.excluded_referrers.clone(),
        created_at: utc(new.created_at),
        url_query: profile.addresses.url_query.as_str().to_owned(),
        kept_parameters: profile.addresses.kept_parameters.clone(),
        allowed_referrers: profile.allowed_referrers.clone(),
        only_own_domains: profile.only_own_domains,
        credits_views: profile.credits_views,
    })
}

async fn write(connection: &mut AsyncPgConnection, new: &NewProfile) -> Result<(), StoreError> {
    let at = utc(new.created_at);
    diesel::insert_into(workspaces::table)
        .values((
            workspaces::id.eq(new.profile.workspace_id.uuid()),
            workspaces::name.eq(&new.workspace_name),
            workspaces::created_at.eq(at),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await
        .map_err(store)?;
    diesel::insert_into(table::table)
        .values(row(new)?)
        .execute(connection)
        .await
        .map_err(store)?;
    diesel::insert_into(attribution_state::table)
        .values((
            attribution_state::profile_id.eq(new.profile.id.uuid()),
            attribution_state::generation.eq(1),
            attribution_state::currency.eq(new.profile.currency.code()),
            attribution_state::timezone.eq(new.profile.timezone.name()),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    diesel::insert_into(channel_rule_sets::table)
        .values((
            channel_rule_sets::profile_id.eq(new.profile.id.uuid()),
            channel_rule_sets::version.eq(1),
            channel_rule_sets::changed_at.eq(at),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    definitions::insert(connection, new.profile.id, &new.definitions, new.created_at).await
}

/// The profile, if it exists.
pub(crate) async fn find(
    connection: &mut AsyncPgConnection,
    id: ProfileId,
) -> Result<Option<Profile>, StoreError> {
    let found: Option<ProfileRow> = table::table
        .filter(table::id.eq(id.uuid()))
        .select(ProfileRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    found.map(profile).transpose()
}

#[async_trait]
impl ProfileStore for PgProfiles {
    #[tracing::instrument(level = "debug", name = "ProfileStore::find", skip_all)]
    async fn find(&self, id: ProfileId) -> Result<Option<Profile>, StoreError> {
        let mut connection = self.pool.connection().await?;
        find(&mut connection, id).await
    }

    #[tracing::instrument(level = "debug", name = "ProfileStore::by_tracking_key", skip_all)]
    async fn by_tracking_key(&self, public_key: &str) -> Result<Option<Profile>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<ProfileRow> = table::table
            .inner_join(tracking_keys::table.on(tracking_keys::profile_id.eq(table::id)))
            .filter(tracking_keys::public_key.eq(public_key))
            .filter(tracking_keys::revoked_at.is_null())
            .select(ProfileRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(profile).transpose()
    }

    #[tracing::instrument(level = "debug", name = "ProfileStore::list", skip_all)]
    async fn list(&self, limit: u32) -> Result<Vec<Profile>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<ProfileRow> = table::table
            .order((table::name, table::id))
            .limit(i64::from(limit))
            .select(ProfileRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.into_iter().map(profile).collect()
    }

    #[tracing::instrument(level = "debug", name = "ProfileStore::create", skip_all)]
    async fn create(&self, new: &NewProfile) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        connection
            .transaction(async |connection| write(connection, new).await.map_err(Failed))
            .await
            .map_err(|Failed(error)| error)
    }
}

#[async_trait]
impl ProfileFounder for PgProfiles {
    #[tracing::instrument(level = "debug", name = "ProfileFounder::create_once", skip_all)]
    async fn create_once(
        &self,
        new: &NewProfile,
        since: Timestamp,
    ) -> Result<(ProfileId, bool), StoreError> {
        let mut connection = self.pool.connection().await?;
        connection
            .transaction(async |connection| once(connection, new, since).await.map_err(Failed))
            .await
            .map_err(|Failed(error)| error)
    }
}

async fn once(
    connection: &mut AsyncPgConnection,
    new: &NewProfile,
    since: Timestamp,
) -> Result<(ProfileId, bool), StoreError> {
    let (workspace, name) = (new.profile.workspace_id, &new.profile.name);
    lock(connection, &format!("profile:{workspace}:{name}"))
        .await
        .map_err(store)?;
    let known: Option<Uuid> = table::table
        .filter(table::workspace_id.eq(workspace.uuid()))
        .filter(table::name.eq(name))
        .filter(table::created_at.gt(utc(since)))
        .order((table::created_at.desc(), table::id))
        .select(table::id)
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    if let Some(known) = known {
        return Ok((known.into(), false));
    }
    write(connection, new).await?;
    Ok((new.profile.id, true))
}
