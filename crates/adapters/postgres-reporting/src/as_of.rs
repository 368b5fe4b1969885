//! Figures as they were reported at an earlier instant: credit and spend from the ledger of what
//! changed, visits from the events that had been received.

use std::collections::BTreeSet;

use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, ProfileId, StoreError, TimeZone, Timestamp};
use reporting::filter::Dimension;
use reporting::overview::OverviewSums;

use super::asked::Asked;
use super::currency;
use super::predicate::compared;
use super::visits_as_of::{self, Known};
use postgres_kit::error::store;
use postgres_kit::rows::{printed, utc};

/// A point in the ledger.
pub(super) struct AsOf {
    /// The last restatement that counts; 0 before the first.
    sequence: i64,
    /// The currency of figures after it.
    pub(super) currency: Currency,
    known: Known,
}

#[derive(QueryableByName)]
struct PointRow {
    #[diesel(sql_type = BigInt)]
    sequence: i64,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = Text)]
    timezone: String,
    #[diesel(sql_type = Text)]
    timezone_now: String,
}

#[derive(QueryableByName)]
struct ReportedRow {
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = Text)]
    cash_revenue: String,
    #[diesel(sql_type = Text)]
    outcomes: String,
    #[diesel(sql_type = Text)]
    attributed_outcomes: String,
    #[diesel(sql_type = Text)]
    cash_payments: String,
    #[diesel(sql_type = Text)]
    spend: String,
}

#[derive(QueryableByName)]
struct LacksRow {
    #[diesel(sql_type = Bool)]
    spend: bool,
    #[diesel(sql_type = Bool)]
    conversions: bool,
}

impl AsOf {
    /// The point at the instant.
    pub(super) async fn find(
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        at: Timestamp,
    ) -> Result<Self, StoreError> {
        let row: PointRow = sql_query(include_str!("as_of_restatement.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(utc(at))
            .get_result(connection)
            .await
            .map_err(store)?;
        let timezone = TimeZone::named(&row.timezone)
            .ok_or_else(|| StoreError::inconsistent(format!("no time zone {}", row.timezone)))?;
        Ok(Self {
            sequence: row.sequence,
            currency: currency(&row.currency)?,
            known: Known {
                at,
                has_moved: row.timezone != row.timezone_now,
                timezone,
            },
        })
    }

    /// The figures of then. Only a filter of the channel narrows what the ledger knows; the others
    /// never get here. Nobody knows what a visit's channel was called then, and a warning says so.
    pub(super) async fn sums(
        &self,
        connection: &mut AsyncPgConnection,
        asked: &Asked<'_>,
        warnings: &mut BTreeSet<String>,
    ) -> Result<OverviewSums, StoreError> {
        let mut sums = OverviewSums::default();
        let question = asked.question;
        let channel = question
            .filters
            .iter()
            .find(|filter| filter.dimension == Dimension::Channel);
        let mut text = include_str!("as_of.sql").trim_end().to_owned();
        let compared = channel.map(|filter| compared(filter, "l.channel", 6));
        if let Some((condition, _)) = &compared {
            // A filter is about touches; what nothing is credited with has none.
            text.push_str(&[" WHERE l.channel <> '' AND ", condition].concat());
        }
        let mut query = sql_query(text)
            .into_boxed::<Pg>()
            .bind::<SqlUuid, _>(asked.profile_id.uuid())
            .bind::<SqlDate, _>(question.period.from())
            .bind::<SqlDate, _>(question.period.to())
            .bind::<Text, _>(question.model.as_str())
            .bind::<BigInt, _>(self.sequence);
        if let Some((_, values)) = compared {
            query = query.bind::<Array<Text>, _>(values);
        }
        let row: ReportedRow = query.get_result(connection).await.map_err(store)?;
        sums.revenue = printed(&row.revenue)?;
        sums.cash_revenue = printed(&row.cash_revenue)?;
        sums.outcomes = printed(&row.outcomes)?;
        sums.attributed_outcomes = printed(&row.attributed_outcomes)?;
        sums.cash_payments = printed(&row.cash_payments)?;
        sums.spend = printed(&row.spend)?;
        let lacks = self.lacks_rates(connection, asked).await?;
        if lacks.spend {
            warnings.insert("spend_without_fx_rate".to_owned());
        }
        if lacks.conversions {
            warnings.insert("conversions_pending_fx".to_owned());
        }
        if channel.is_some() {
            warnings.insert("web_channels_are_current".to_owned());
        }
        visits_as_of::restore(connection, asked, &self.known, channel, &mut sums).await?;
        Ok(sums)
    }
    /// Whether some spend, or some conversions, of the period were left out of what was reported
    /// then. Nobody keeps when a row of spend came, or what a conversion waited for, so it is told
    /// of those that there are now, and of what rates have changed since.
    async fn lacks_rates(
        &self,
        connection: &mut AsyncPgConnection,
        asked: &Asked<'_>,
    ) -> Result<LacksRow, StoreError> {
        sql_query(include_str!("as_of_rates.sql"))
            .bind::<SqlUuid, _>(asked.profile_id.uuid())
            .bind::<SqlDate, _>(asked.question.period.from())
            .bind::<SqlDate, _>(asked.question.period.to())
            .bind::<Text, _>(self.currency.code())
            .bind::<BigInt, _>(self.sequence)
            .bind::<BigInt, _>(asked.seen.generation)
            .get_result(connection)
            .await
            .map_err(store)
    }
}
