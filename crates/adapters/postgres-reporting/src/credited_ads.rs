//! What is credited to advertisements, and which of them the catalogue knows.

use std::collections::HashSet;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Array, Bool, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Model, ProfileAccess, ProfileId, StoreError, Timestamp};
use reporting::quality::dangling::{AdCredit, CreditedAds, CreditedAdsReader, window};
use tributary_rollups::credits::{Credit, CreditSums};
use tributary_rollups::tally;

use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rollups::read::of_one_moment;
use postgres_kit::rollups::{Population, RollupKey};
use postgres_kit::statement::prepared;

/// Credit of advertisements on a pool.
#[derive(Clone)]
pub struct PgCreditedAdsReader {
    reports: Reports,
}

impl PgCreditedAdsReader {
    /// Reads the pool's database.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

struct Question {
    model: Model,
    now: Timestamp,
}

#[derive(QueryableByName)]
struct LensRow {
    #[diesel(sql_type = Bool)]
    has_catalogue: bool,
}

#[derive(QueryableByName)]
struct KnownRow {
    #[diesel(sql_type = Text)]
    ad_id: String,
}

impl Report for Question {
    type Answer = CreditedAds;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _memory: &Memory,
    ) -> Result<CreditedAds, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let lens: LensRow = prepared(include_str!("credited_ads_lens.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .get_result(connection)
            .await
            .map_err(store)?;
        let today = seen.timezone.local_date(self.now);
        let period = window(today).map_err(StoreError::inconsistent)?;
        let place = RollupKey {
            profile_id,
            population: Population::Credits,
            generation: seen.generation,
        };
        let names = tally::ad_credit_columns(self.model);
        let (days, beside) = of_one_moment::<Credit>(connection, place, names, period).await?;
        let credits =
            tally::credits_by_ad(&days, &beside, self.model).map_err(StoreError::inconsistent)?;
        let ids: Vec<&str> = credits.keys().map(String::as_str).collect();
        let known = known(connection, profile_id, &ids).await?;
        let ads = credits.into_iter().map(|(ad_id, sums)| AdCredit {
            conversions: CreditSums::whole(sums.payments),
            cash: sums.revenue,
            is_known: known.contains(&ad_id),
            ad_id,
        });
        let ads: Vec<AdCredit> = ads.collect();
        Ok(CreditedAds {
            period,
            currency: (!ads.is_empty()).then_some(seen.currency),
            has_catalogue: lens.has_catalogue,
            ads,
        })
    }
}

async fn known(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: &[&str],
) -> Result<HashSet<String>, StoreError> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<KnownRow> = prepared(include_str!("credited_ads_known.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(ids)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.ad_id).collect())
}

#[async_trait]
impl CreditedAdsReader for PgCreditedAdsReader {
    #[tracing::instrument(level = "debug", name = "CreditedAdsReader::credited_ads", skip_all)]
    async fn credited_ads(
        &self,
        access: &ProfileAccess,
        model: Model,
        now: Timestamp,
    ) -> Result<CreditedAds, StoreError> {
        snapshot(&self.reports, access, &Question { model, now }).await
    }
}
