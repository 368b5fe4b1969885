//! What a profile decides about itself.

use application::ports::{
    KeptAddresses, ProfileSettings, SettingsStore, SiteHosts, TrackingSettings, UrlQuery,
};
use async_trait::async_trait;
use attribution_models::{WindowDays, Windows};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Bool, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{Currency, ProfileId, StoreError, TimeZone};
use postgres_schema::schema::{profiles as table, recomputes};
use reporting::masking::PiiMode;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct SettingsRow {
    id: Uuid,
    workspace_id: Uuid,
    name: String,
    currency: String,
    timezone: String,
    click_window_days: i16,
    view_through_window_days: i16,
    first_touch_window_days: i16,
    cash_window_days: i16,
    created_at: OffsetDateTime,
    credits_views: bool,
    pii_mode: String,
    onboarding_completed: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct TrackingRow {
    url_query: String,
    kept_parameters: Vec<String>,
    own_domains: Vec<String>,
    only_own_domains: bool,
    excluded_referrers: Vec<String>,
    allowed_referrers: Vec<String>,
}

impl TrackingRow {
    fn settings(self) -> Result<TrackingSettings, StoreError> {
        let url_query = UrlQuery::parse(&self.url_query)
            .ok_or_else(|| StoreError::inconsistent("a profile's url_query is broken"))?;
        Ok(TrackingSettings {
            addresses: KeptAddresses {
                url_query,
                kept_parameters: self.kept_parameters,
            },
            hosts: SiteHosts {
                own_domains: self.own_domains,
                only_own_domains: self.only_own_domains,
                excluded_referrers: self.excluded_referrers,
                allowed_referrers: self.allowed_referrers,
            },
        })
    }
}

#[derive(QueryableByName)]
struct LacksRow {
    #[diesel(sql_type = Bool)]
    lacks: bool,
}

fn settings(row: SettingsRow, replay_pending: bool) -> Result<ProfileSettings, StoreError> {
    let broken = |what| StoreError::inconsistent(format!("profile {}: {what} is broken", row.id));
    let days = |days: i16| {
        u16::try_from(days)
            .ok()
            .and_then(WindowDays::new)
            .ok_or_else(|| broken("an attribution window"))
    };
    Ok(ProfileSettings {
        windows: Windows {
            click_days: days(row.click_window_days)?,
            view_through_days: days(row.view_through_window_days)?,
            first_touch_days: days(row.first_touch_window_days)?,
            cash_days: days(row.cash_window_days)?,
        },
        currency: Currency::parse(&row.currency).ok_or_else(|| broken("the currency"))?,
        timezone: TimeZone::named(&row.timezone).ok_or_else(|| broken("the time zone"))?,
        credits_views: row.credits_views,
        pii_mode: PiiMode::parse(&row.pii_mode).ok_or_else(|| broken("the privacy mode"))?,
        id: row.id.into(),
        workspace_id: row.workspace_id.into(),
        name: row.name,
        onboarding_completed: row.onboarding_completed,
        created_at: row.created_at.into(),
        replay_pending,
    })
}

#[async_trait]
impl SettingsStore for PgWork {
    #[tracing::instrument(level = "debug", name = "SettingsStore::read", skip_all)]
    async fn read(&mut self, profile_id: ProfileId) -> Result<Option<ProfileSettings>, StoreError> {
        let unfinished = recomputes::table
            .filter(recomputes::profile_id.eq(profile_id.uuid()))
            .filter(recomputes::status.ne("completed"));
        let found: Option<(SettingsRow, bool)> = table::table
            .filter(table::id.eq(profile_id.uuid()))
            .select((SettingsRow::as_select(), exists(unfinished)))
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found
            .map(|(row, replay_pending)| settings(row, replay_pending))
            .transpose()
    }

    #[tracing::instrument(level = "debug", name = "SettingsStore::write", skip_all)]
    async fn write(&mut self, settings: &ProfileSettings) -> Result<(), StoreError> {
        let days = |days: WindowDays| i16::try_from(days.get()).map_err(StoreError::inconsistent);
        let windows = settings.windows;
        diesel::update(table::table.filter(table::id.eq(settings.id.uuid())))
            .set((
                table::name.eq(&settings.name),
                table::currency.eq(settings.currency.code()),
                table::timezone.eq(settings.timezone.name()),
                table::click_window_days.eq(days(windows.click_days)?),
                table::view_through_window_days.eq(days(windows.view_through_days)?),
                table::first_touch_window_days.eq(days(windows.first_touch_days)?),
                table::cash_window_days.eq(days(windows.cash_days)?),
                table::credits_views.eq(settings.credits_views),
                table::pii_mode.eq(settings.pii_mode.as_str()),
                table::onboarding_completed.eq(settings.onboarding_completed),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SettingsStore::tracking", skip_all)]
    async fn tracking(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Option<TrackingSettings>, StoreError> {
        let found: Option<TrackingRow> = table::table
            .filter(table::id.eq(profile_id.uuid()))
            .select(TrackingRow::as_select())
            // Of two who change it at once the second sees what the first wrote.
            .for_no_key_update()
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(TrackingRow::settings).transpose()
    }

    #[tracing::instrument(level = "debug", name = "SettingsStore::write_tracking", skip_all)]
    async fn write_tracking(
        &mut self,
        profile_id: ProfileId,
        settings: &TrackingSettings,
    ) -> Result<(), StoreError> {
        let TrackingSettings { addresses, hosts } = settings;
        diesel::update(table::table.filter(table::id.eq(profile_id.uuid())))
            .set((
                table::url_query.eq(addresses.url_query.as_str()),
                table::kept_parameters.eq(&addresses.kept_parameters),
                table::own_domains.eq(&hosts.own_domains),
                table::only_own_domains.eq(hosts.only_own_domains),
                table::excluded_referrers.eq(&hosts.excluded_referrers),
                table::allowed_referrers.eq(&hosts.allowed_referrers),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SettingsStore::lacks_rates", skip_all)]
    async fn lacks_rates(
        &mut self,
        profile_id: ProfileId,
        to: Currency,
    ) -> Result<bool, StoreError> {
        let row: LacksRow = sql_query(include_str!("sql/lacks_rates.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Text, _>(to.code())
            .get_result(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(row.lacks)
    }
}
