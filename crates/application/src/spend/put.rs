//! Writes days of ad spend and the names of ads.

use std::collections::BTreeSet;

use channel_classifier::{Evidence, RawEvidence, RawReferrer, RawUtm};
use kernel::{Actor, Amount, Currency, Date};

use crate::attribution::ledger::{self, Occasion};
use crate::context::Context;
use crate::evidence;
use crate::ports::{AdRow, Cause, FigureScope, Profile, SpendRow};
use crate::store_error::StoreError;
use crate::unit_of_work::UnitOfWork;

/// One day of one ad, as a caller reports it. Levels that a platform does not report by are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendDay {
    /// Local day of the account.
    pub date: Date,
    /// The ad, with whatever names are known.
    pub ad: AdRow,
    /// Cost of the day, not negative.
    pub amount: Amount,
    /// Its currency; `None` is the profile's.
    pub currency: Option<Currency>,
    /// Impressions, if told.
    pub impressions: Option<i64>,
    /// Clicks, if told.
    pub clicks: Option<i64>,
    /// `utm_source` of the traffic that it buys; `None` is what the platform stands for.
    pub utm_source: Option<String>,
    /// `utm_medium` of the traffic that it buys; `None` is `cpc`.
    pub utm_medium: Option<String>,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpendWritten {
    /// Days of spend, new or replaced.
    pub days: usize,
    /// Ads in the catalogue, new or renamed.
    pub ads: usize,
}

/// Rows in one statement.
const CHUNK: usize = 1_000;

/// Writes all days or none. A day that is given twice counts as given last. What reports said of
/// these days before goes into the ledger: platforms correct their figures for weeks.
pub async fn put(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    days: &[SpendDay],
    actor: Actor,
) -> Result<SpendWritten, StoreError> {
    let Some(state) = work.attribution().lock(profile.id).await? else {
        return Ok(SpendWritten { days: 0, ads: 0 });
    };
    let dates: BTreeSet<Date> = days.iter().map(|day| day.date).collect();
    let dates: Vec<Date> = dates.into_iter().collect();
    let scope = FigureScope::Spend(Some(&dates));
    let generation = state.generation;
    let before = work.ledger().figures(profile.id, generation, scope).await?;
    let written = write(work, context, profile, days).await?;
    let after = work.ledger().figures(profile.id, generation, scope).await?;
    let causes = vec![Cause {
        word: "spend".to_owned(),
        subject: None,
        actor,
        at: context.clock.now(),
        count: u64::try_from(written.days).unwrap_or(u64::MAX),
    }];
    let occasion = Occasion::of(&state, causes);
    ledger::restate(work, context, profile.id, (&before, &after), occasion).await?;
    Ok(written)
}

async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    days: &[SpendDay],
) -> Result<SpendWritten, StoreError> {
    let now = context.clock.now();
    let latest = latest_only(days);
    let mut ads: Vec<AdRow> = Vec::new();
    for chunk in latest.chunks(CHUNK) {
        let evidence: Vec<Evidence> = chunk.iter().map(|day| evidence_of(profile, day)).collect();
        let borrowed: Vec<&Evidence> = evidence.iter().collect();
        let signatures = evidence::record(work, context, profile, &borrowed).await?;
        let rows: Vec<SpendRow> = chunk
            .iter()
            .zip(signatures)
            .map(|(day, signature_id)| spend_row(profile, day, signature_id))
            .collect();
        work.spend().upsert_spend(profile.id, &rows, now).await?;
        ads.extend(chunk.iter().map(|day| day.ad.clone()));
    }
    let ads = merged(ads);
    for chunk in ads.chunks(CHUNK) {
        work.spend().upsert_ads(profile.id, chunk, now).await?;
    }
    Ok(SpendWritten {
        days: latest.len(),
        ads: ads.len(),
    })
}

type AdKey<'a> = [&'a str; 5];

fn key(ad: &AdRow) -> AdKey<'_> {
    [
        &ad.platform,
        &ad.account_id,
        &ad.campaign_id,
        &ad.ad_set_id,
        &ad.ad_id,
    ]
}

/// One statement cannot write one row twice, so only the last of equal keys is kept.
fn latest_only(days: &[SpendDay]) -> Vec<&SpendDay> {
    let mut by_key = std::collections::BTreeMap::new();
    for day in days {
        by_key.insert((day.date, key(&day.ad)), day);
    }
    by_key.into_values().collect()
}

/// One row an ad; a later name replaces an earlier one, a missing one does not.
fn merged(ads: Vec<AdRow>) -> Vec<AdRow> {
    let mut by_key = std::collections::BTreeMap::<_, AdRow>::new();
    for ad in ads {
        let owned = key(&ad).map(str::to_owned);
        match by_key.get_mut(&owned) {
            Some(known) => {
                known.account_name = ad.account_name.or(known.account_name.take());
                known.campaign_name = ad.campaign_name.or(known.campaign_name.take());
                known.ad_set_name = ad.ad_set_name.or(known.ad_set_name.take());
                known.ad_name = ad.ad_name.or(known.ad_name.take());
            }
            None => {
                by_key.insert(owned, ad);
            }
        }
    }
    by_key.into_values().collect()
}

fn spend_row(profile: &Profile, day: &SpendDay, signature_id: i64) -> SpendRow {
    SpendRow {
        date: day.date,
        platform: day.ad.platform.clone(),
        account_id: day.ad.account_id.clone(),
        campaign_id: day.ad.campaign_id.clone(),
        ad_set_id: day.ad.ad_set_id.clone(),
        ad_id: day.ad.ad_id.clone(),
        amount: day.amount,
        currency: day.currency.unwrap_or(profile.currency),
        impressions: day.impressions,
        clicks: day.clicks,
        signature_id,
    }
}

/// The traffic that the spend buys: spend has a channel by the same rules as a visit has one.
fn evidence_of(profile: &Profile, day: &SpendDay) -> Evidence {
    let source = day
        .utm_source
        .as_deref()
        .unwrap_or_else(|| source_of(&day.ad.platform));
    let campaign = day
        .ad
        .campaign_name
        .as_deref()
        .or_else(|| (!day.ad.campaign_id.is_empty()).then_some(day.ad.campaign_id.as_str()));
    let raw = RawEvidence {
        landing_url: None,
        referrer: RawReferrer::Unknown,
        utm: RawUtm {
            source: Some(source),
            medium: Some(day.utm_medium.as_deref().unwrap_or("cpc")),
            campaign,
            term: None,
            content: None,
        },
        click_ids: &[],
        ad_id: None,
        campaign_id: None,
    };
    evidence::read(profile, &raw)
}

/// The `utm_source` under which a platform's traffic usually arrives: the platform's name without
/// `_ads` (`google_ads` is `google`).
fn source_of(platform: &str) -> &str {
    let stem = platform
        .strip_suffix("_ads")
        .or_else(|| platform.strip_suffix("-ads"));
    stem.unwrap_or(platform)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ad(name: Option<&str>) -> AdRow {
        AdRow {
            platform: "google_ads".to_owned(),
            account_id: "1".to_owned(),
            campaign_id: "c".to_owned(),
            ad_set_id: String::new(),
            ad_id: String::new(),
            account_name: None,
            campaign_name: name.map(str::to_owned),
            ad_set_name: None,
            ad_name: None,
        }
    }

    #[test]
    fn a_missing_name_does_not_erase_a_known_one() {
        let merged = merged(vec![ad(Some("Spring")), ad(None)]);
        assert_eq!(merged, [ad(Some("Spring"))]);
    }

    #[test]
    fn platforms_stand_for_their_source() {
        assert_eq!(source_of("google_ads"), "google");
        assert_eq!(source_of("meta"), "meta");
    }
}
