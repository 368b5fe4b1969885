//! On which hosts the tracker was heard.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use event_intake::ports::{COUNTED_DAYS, Heard, HostKey, MOST_HOSTS, TrackerHost, TrackerHosts};
use event_intake::{TrackerVersion, Way};
use kernel::{Date, ProfileId, StoreError};
use postgres_schema::schema::tracker_hosts as table;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::{column, utc};

/// Hosts on a pool.
#[derive(Clone)]
pub struct PgTrackerHosts {
    pool: PgPool,
}

impl PgTrackerHosts {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable)]
struct HostRow {
    host: String,
    way: String,
    version: Option<String>,
    first_seen_at: OffsetDateTime,
    last_seen_at: Option<OffsetDateTime>,
    refused_at: Option<OffsetDateTime>,
    counted_on: Date,
    page_views: Vec<i64>,
}

impl HostRow {
    fn read(self) -> TrackerHost {
        let mut page_views = [0; COUNTED_DAYS];
        for (day, views) in page_views.iter_mut().zip(self.page_views) {
            *day = u64::try_from(views).unwrap_or_default();
        }
        TrackerHost {
            host: self.host,
            way: Way::parse(&self.way),
            version: self.version.as_deref().and_then(TrackerVersion::parse),
            first_seen_at: self.first_seen_at.into(),
            last_seen_at: self.last_seen_at.map(Into::into),
            refused_at: self.refused_at.map(Into::into),
            counted_on: self.counted_on,
            page_views,
        }
    }
}

#[async_trait]
impl TrackerHosts for PgTrackerHosts {
    #[tracing::instrument(level = "debug", name = "TrackerHosts::add", skip_all)]
    async fn add(&self, heard: &[(HostKey, Heard)]) -> Result<(), StoreError> {
        if heard.is_empty() {
            return Ok(());
        }
        let mut connection = self.pool.connection().await?;
        // Days of one statement would be the same row twice.
        for of_day in heard.chunk_by(|(one, _), (next, _)| one.local_date == next.local_date) {
            match add_day(&mut connection, of_day).await {
                // Whoever loses a race wrote nothing of the day.
                Err(StoreError::Conflict) => add_day(&mut connection, of_day).await?,
                done => done?,
            }
        }
        let mut profiles: Vec<Uuid> = column(heard, |(key, _)| key.profile_id.uuid());
        profiles.sort_unstable();
        profiles.dedup();
        match forget(&mut connection, &profiles).await {
            Err(StoreError::Conflict) => forget(&mut connection, &profiles).await,
            done => done,
        }
    }

    #[tracing::instrument(level = "debug", name = "TrackerHosts::of_profile", skip_all)]
    async fn of_profile(&self, profile_id: ProfileId) -> Result<Vec<TrackerHost>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<HostRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .order((
                table::last_seen_at.desc().nulls_last(),
                table::refused_at.desc().nulls_last(),
                table::host,
                table::way,
            ))
            // What somebody was writing while others were forgotten stays a little longer.
            .limit(2 * i64::from(MOST_HOSTS))
            .select((
                table::host,
                table::way,
                table::version,
                table::first_seen_at,
                table::last_seen_at,
                table::refused_at,
                table::counted_on,
                table::page_views,
            ))
            .load(&mut connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(HostRow::read).collect())
    }
}

/// Forgets what is too much of these profiles.
async fn forget(connection: &mut AsyncPgConnection, profiles: &[Uuid]) -> Result<(), StoreError> {
    diesel::sql_query(include_str!("sql/forget_tracker_hosts.sql"))
        .bind::<Array<SqlUuid>, _>(profiles)
        .bind::<BigInt, _>(i64::from(MOST_HOSTS))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

async fn add_day(
    connection: &mut AsyncPgConnection,
    heard: &[(HostKey, Heard)],
) -> Result<(), StoreError> {
    let Some((HostKey { local_date, .. }, _)) = heard.first() else {
        return Ok(());
    };
    let views = |heard: &Heard| i64::try_from(heard.page_views).unwrap_or(i64::MAX);
    let way = |key: &HostKey| key.way.map(Way::as_str).unwrap_or_default();
    let version = |heard: &Heard| heard.version.as_ref().map(|it| it.as_str().to_owned());
    diesel::sql_query(include_str!("sql/add_tracker_hosts.sql"))
        .bind::<SqlDate, _>(*local_date)
        .bind::<Array<SqlUuid>, _>(column(heard, |(key, _)| key.profile_id.uuid()))
        .bind::<Array<Text>, _>(column(heard, |(key, _)| key.host.as_str()))
        .bind::<Array<Text>, _>(column(heard, |(key, _)| way(key)))
        .bind::<Array<Nullable<Text>>, _>(column(heard, |(_, heard)| version(heard)))
        .bind::<Array<Timestamptz>, _>(column(heard, |(_, heard)| utc(heard.first_at)))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(heard, |(_, it)| it.taken_at.map(utc)))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(heard, |(_, it)| it.refused_at.map(utc)))
        .bind::<Array<BigInt>, _>(column(heard, |(_, heard)| views(heard)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
