//! How results stand beside what they are made of.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileAccess, ProfileId, StoreError, Timestamp};
use reporting::quality::dangling::window;
use reporting::quality::standing::{RESTATED_DAYS, Standing, StandingReader};
use time::OffsetDateTime;

use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rows::{printed, utc};
use postgres_kit::statement::prepared;

/// How results of profiles on a pool stand.
#[derive(Clone)]
pub struct PgStandingReader {
    reports: Reports,
}

impl PgStandingReader {
    /// Reads the pool's database.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

struct Question {
    now: Timestamp,
}

#[derive(QueryableByName)]
struct LensRow {
    #[diesel(sql_type = Timestamptz)]
    created_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    oldest_change: Option<OffsetDateTime>,
}

#[derive(QueryableByName)]
struct FiguresRow {
    #[diesel(sql_type = BigInt)]
    conversions_without_rate: i64,
    #[diesel(sql_type = BigInt)]
    spend_without_rate: i64,
    #[diesel(sql_type = Nullable<SqlDate>)]
    without_rate_since: Option<Date>,
    #[diesel(sql_type = BigInt)]
    foreign_amounts: i64,
    #[diesel(sql_type = Text)]
    cash: String,
    #[diesel(sql_type = Text)]
    restated: String,
}

impl Report for Question {
    type Answer = Standing;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _memory: &Memory,
    ) -> Result<Standing, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let lens: LensRow = prepared(include_str!("standing_lens.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .get_result(connection)
            .await
            .map_err(store)?;
        let zone = seen.timezone;
        let today = zone.local_date(self.now);
        let period = window(today).map_err(StoreError::inconsistent)?;
        let since = self
            .now
            .plus_micros(-RESTATED_DAYS * kernel::timestamp::MICROS_PER_DAY);
        let figures: FiguresRow = prepared(include_str!("standing.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlDate, _>(period.from())
            .bind::<SqlDate, _>(period.to())
            .bind::<BigInt, _>(seen.generation)
            .bind::<Text, _>(seen.currency.code())
            .bind::<Timestamptz, _>(utc(since))
            .get_result(connection)
            .await
            .map_err(store)?;
        let count = |number: i64| u64::try_from(number).unwrap_or_default();
        let oldest = lens.oldest_change.map(Timestamp::from);
        Ok(Standing {
            period,
            today,
            made_on: zone.local_date(lens.created_at.into()),
            oldest_change: oldest.map(|at| (at, zone.local_date(at))),
            conversions_without_rate: count(figures.conversions_without_rate),
            spend_without_rate: count(figures.spend_without_rate),
            without_rate_since: figures.without_rate_since,
            foreign_amounts: count(figures.foreign_amounts),
            cash: printed(&figures.cash)?,
            restated: printed(&figures.restated)?,
        })
    }
}

#[async_trait]
impl StandingReader for PgStandingReader {
    #[tracing::instrument(level = "debug", name = "StandingReader::standing", skip_all)]
    async fn standing(
        &self,
        access: &ProfileAccess,
        now: Timestamp,
    ) -> Result<Standing, StoreError> {
        snapshot(&self.reports, access, &Question { now }).await
    }
}
