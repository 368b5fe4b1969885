//! Checks with two sides that should agree: touches and spend of advertisements, visits and payments of referrers,
//! clicks and visits of channels.

use std::collections::BTreeMap;

use application::ports::InstrumentationQuestion;
use channel_classifier::taxonomy::REFERRAL;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Model, Period, ProfileId, StoreError};
use postgres_kit::error::store;
use postgres_kit::rollups::read::of_one_moment;
use postgres_kit::rollups::{Population, RollupKey};
use postgres_kit::statement::prepared;
use reporting::filter::{Dimension, Filter};
use reporting::quality::measured::{AdFacts, ChannelClicks, Referrer};
use tributary_rollups::Dim;
use tributary_rollups::credits::Credit;
use tributary_rollups::selection::{By, Selection};
use tributary_rollups::tally::{self, Day};
use tributary_rollups::touched::Touched;
use tributary_rollups::visits::Visit;

use super::visits::{Visited, count};

/// Billionths of a whole credit.
const WHOLE: i128 = 1_000_000_000;

/// Whose credit says which host led to a payment.
const MODEL: Model = Model::LastTouch;

#[derive(QueryableByName)]
struct AdRow {
    #[diesel(sql_type = Text)]
    ad_id: String,
    #[diesel(sql_type = BigInt)]
    clicks: i64,
}

/// Touches are those of the days that are looked at, spend reaches as far back again: a link goes on bringing people
/// after its ad was paid for last. Clicks count where the site counted visits, or else whoever brings a year of spend
/// before the first visit would be told that nobody arrived.
pub(super) async fn ads(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
    visited: &Visited,
) -> Result<AdFacts, StoreError> {
    let period = question.period;
    let place = RollupKey::touches(profile_id);
    let names = tally::ad_touch_columns();
    let (days, beside) = of_one_moment::<Touched>(connection, place, names, period).await?;
    let touches = tally::touches_by_ad(&days, &beside).map_err(StoreError::inconsistent)?;
    let mut ads = AdFacts::default();
    for (ad, touches) in touches {
        *ads.touches.entry(ad.to_lowercase()).or_default() += count(touches);
    }
    let rows: Vec<AdRow> = prepared(include_str!("../sql/ads_with_spend.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(period.previous().from())
        .bind::<SqlDate, _>(period.to())
        .bind::<Array<SqlDate>, _>(visited.live_days())
        .load(connection)
        .await
        .map_err(store)?;
    for row in rows {
        ads.clicks.insert(row.ad_id.clone(), count(row.clicks));
        ads.spent.insert(row.ad_id);
    }
    Ok(ads)
}

/// Hosts of referrals with their visits and payments.
pub(super) async fn referrers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
    visited: &Visited,
) -> Result<Vec<Referrer>, StoreError> {
    let labels = &visited.labels;
    let is_referral = |signature: Option<i64>| {
        let label = signature.and_then(|id| labels.get(&id));
        label.is_some_and(|label| label.channel == REFERRAL)
    };
    let place = RollupKey::visits(profile_id);
    let names = tally::visit_dim_columns(Dim::ReferrerHost);
    let (days, beside) = of_one_moment::<Visit>(connection, place, names, question.period).await?;
    let visits = tally::visits_by_dim(Dim::ReferrerHost, &days, &beside, is_referral)
        .map_err(StoreError::inconsistent)?;
    let mut payments = payments(connection, profile_id, question, visited).await?;
    let hosts: std::collections::BTreeSet<String> =
        visits.keys().chain(payments.keys()).cloned().collect();
    Ok(hosts
        .into_iter()
        .map(|host| Referrer {
            visits: visits.get(&host).copied().map_or(0, count),
            payments: payments.remove(&host).unwrap_or_default(),
            host,
        })
        .collect())
}

/// Payments that are credited to referrals, by their host.
async fn payments(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
    visited: &Visited,
) -> Result<BTreeMap<String, u64>, StoreError> {
    let filter = Filter::parse(Dimension::Channel, &format!("is:{REFERRAL}"));
    let filters = [filter.map_err(|error| StoreError::inconsistent(error.to_string()))?];
    let mut selection = Selection::new(By::Dim(Dim::ReferrerHost), &filters, &visited.labels);
    let place = RollupKey {
        profile_id,
        population: Population::Credits,
        generation: question.generation,
    };
    let names = tally::credit_columns(&selection, MODEL);
    let (days, beside) = of_one_moment::<Credit>(connection, place, names, question.period).await?;
    let days = days.into_iter();
    let days: Vec<_> = days
        .map(|(piece, columns)| (piece, Day::Columns(columns)))
        .collect();
    let credits = tally::credits(&mut selection, MODEL, &days, &beside);
    let rows = credits.map_err(StoreError::inconsistent)?.rows.into_iter();
    let by_host = rows.filter_map(|row| {
        let host = row.key.filter(|host| !host.is_empty())?;
        let payments = u64::try_from(row.sums.payments / WHOLE).unwrap_or_default();
        (payments > 0).then_some((host, payments))
    });
    Ok(by_host.collect())
}

#[derive(QueryableByName)]
struct ClickRow {
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = BigInt)]
    clicks: i64,
}

/// Channels with clicks, on complete days on which the site counted any visit: before the tracker was there, and while
/// it is away, no click could arrive.
pub(super) async fn channels(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
    visited: &Visited,
) -> Result<Vec<ChannelClicks>, StoreError> {
    const STATEMENT: &str = concat!(
        include_str!("../sql/spend_leaves.sql"),
        include_str!("../sql/clicks_by_signature.sql")
    );
    let days = Period::new(question.period.from(), question.yesterday());
    let days = days.map_err(StoreError::inconsistent)?;
    let rows: Vec<ClickRow> = prepared(STATEMENT)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(days.from())
        .bind::<SqlDate, _>(days.to())
        .bind::<Array<SqlDate>, _>(visited.live_days())
        .load(connection)
        .await
        .map_err(store)?;
    let mut clicks: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &rows {
        let label = visited.labels.get(&row.signature_id);
        let channel = label.map_or("", |label| label.channel.as_str());
        *clicks.entry(channel).or_default() += count(row.clicks);
    }
    let clicks = clicks
        .into_iter()
        .filter(|(channel, _)| !channel.is_empty());
    Ok(clicks
        .map(|(channel, clicks)| ChannelClicks {
            channel: channel.to_owned(),
            clicks,
            visits: visited
                .visits_of_channels
                .get(channel)
                .copied()
                .unwrap_or_default(),
        })
        .collect())
}
