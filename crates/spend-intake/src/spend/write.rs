//! What both ways of writing spend have in common.

use std::collections::BTreeSet;

use ad_spend::{AccountDays, AdRow, SpendDay};
use channel_classifier::{Evidence, PlatformTraffic};
use kernel::{Actor, Date, StoreError};
use reporting::causes::{Cause, ChangeCause};

use super::platforms::{Platforms, evidence_of};
use super::put::{PutError, SpendWritten};
use application::attribution::ledger::{self, Occasion};
use application::context::Context;
use application::evidence;
use application::ports::{AccountDay, AttributionState, FigureScope, Profile, SpendRow};
use application::unit_of_work::UnitOfWork;

/// Rows in one statement.
const CHUNK: usize = 1_000;

/// What is to be written.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    /// The days.
    pub(super) days: &'a [SpendDay],
    /// Of what nothing else is to be left.
    pub(super) replaced: Option<&'a AccountDays>,
    /// Who writes.
    pub(super) actor: Actor,
}

impl Change<'_> {
    /// Every day whose figures may change, once.
    fn dates(&self) -> Vec<Date> {
        let replaced = self.replaced.map(|replaced| replaced.dates.as_slice());
        let given = self.days.iter().map(|day| day.date);
        let all = given.chain(replaced.unwrap_or_default().iter().copied());
        all.collect::<BTreeSet<Date>>().into_iter().collect()
    }
}

/// Writes everything or nothing, and what it changes about reported figures.
pub(super) async fn change(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    change: Change<'_>,
) -> Result<SpendWritten, PutError> {
    let Some(state) = work.attribution().lock(profile.id).await? else {
        return Ok(SpendWritten::default());
    };
    let dates = change.dates();
    let scope = FigureScope::Spend(Some(&dates));
    let generation = state.generation;
    let before = work.ledger().figures(profile.id, generation, scope).await?;
    let written = write(work, context, profile, change).await?;
    one_currency(work, profile, change.days).await?;
    let exceeds = work.spend().count(profile.id, Some(&dates)).await?;
    let after = work.ledger().figures(profile.id, generation, scope).await?;
    let occasion = occasion(context, &state, change.actor, written);
    ledger::restate(work, context, profile.id, (&before, &after), occasion).await?;
    Ok(SpendWritten { exceeds, ..written })
}

fn occasion(
    context: &Context<'_>,
    state: &AttributionState,
    actor: Actor,
    written: SpendWritten,
) -> Occasion {
    let rows = written.days.saturating_add(written.removed);
    let cause = ChangeCause {
        cause: Cause::Spend,
        subject: None,
        actor,
        at: context.clock.now(),
        count: u64::try_from(rows).unwrap_or(u64::MAX),
    };
    Occasion::of(state, vec![cause])
}

/// Parts can be compared with their whole only in the same currency.
async fn one_currency(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    days: &[SpendDay],
) -> Result<(), PutError> {
    let touched: BTreeSet<AccountDay> = days.iter().map(account_day).collect();
    let touched: Vec<AccountDay> = touched.into_iter().collect();
    let mixed = work.spend().mixed_currencies(profile.id, &touched).await?;
    if mixed.is_empty() {
        return Ok(());
    }
    let mixed: BTreeSet<AccountDay> = mixed.into_iter().collect();
    let positions = days.iter().enumerate();
    let wrong = positions.filter(|(_, day)| mixed.contains(&account_day(day)));
    Err(PutError::Currencies(
        wrong.map(|(position, _)| position).collect(),
    ))
}

fn account_day(day: &SpendDay) -> AccountDay {
    AccountDay {
        date: day.date,
        platform: day.ad.platform.clone(),
        account_id: day.ad.account_id.clone(),
    }
}

async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    change: Change<'_>,
) -> Result<SpendWritten, StoreError> {
    let now = context.clock.now();
    let latest = latest_only(change.days);
    let platforms = Platforms::load(work, profile).await?;
    let mut removed = 0;
    if let Some(replaced) = change.replaced {
        let kept: Vec<(Date, &AdRow)> = latest.iter().map(|day| (day.date, &day.ad)).collect();
        removed = work
            .spend()
            .remove_others(profile.id, replaced, &kept)
            .await?;
    }
    let mut ads: Vec<AdRow> = Vec::new();
    for chunk in latest.chunks(CHUNK) {
        let evidence: Vec<Evidence> = chunk
            .iter()
            .map(|day| evidence_of_day(profile, &platforms, day))
            .collect();
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
        removed,
        exceeds: false,
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
fn evidence_of_day(profile: &Profile, platforms: &Platforms, day: &SpendDay) -> Evidence {
    let known = platforms.traffic(&day.ad.platform);
    let traffic = PlatformTraffic {
        source: day.utm_source.as_deref().unwrap_or(known.source),
        medium: day.utm_medium.as_deref().unwrap_or(known.medium),
    };
    let id = Some(day.ad.campaign_id.as_str()).filter(|id| !id.is_empty());
    evidence_of(profile, traffic, day.ad.campaign_name.as_deref().or(id))
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
}
