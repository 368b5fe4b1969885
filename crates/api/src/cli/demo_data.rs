//! A demonstration data set: a small shop with ads, visits, leads, payments and refunds.
//!
//! Everything follows from the day's number, so that the same day gives the same data wherever and
//! however often it is made, and a later start only adds the days since.

mod stories;

use std::sync::Arc;

use ad_spend::{AdRow, SpendDay};
use application::keys::create::sha256;
use application::outcome_events::group::prepare;
use application::outcome_events::record::{RecordError, record_in};
use application::ports::{EventPartitions, Profile};
use application::tracking::collect::{CollectError, collect_in};
use application::{UnitOfWork, UnitsOfWork, settle};
use kernel::Date;
use kernel::timestamp::MICROS_PER_DAY;
use spend_intake::spend::put::{PutError, put};

use super::progress::Progress;
use super::{Failure, say};
use crate::composition::Environment;
use stories::{CAMPAIGNS, Happening, happenings};

/// Days of data.
const DAYS: i64 = 90;

/// Names the data set among the imported files.
const NAME: &[u8] = b"tributary demonstration data 1";

/// First and last day of the data: yesterday and the days before it.
pub(super) fn days(today: Date) -> (Date, Date) {
    let last = today.previous_day().unwrap_or(today);
    (last - time::Duration::days(DAYS - 1), last)
}

/// Adds the days that are missing up to yesterday; false when none is.
pub(super) async fn fill(
    environment: &Environment,
    profile: &Arc<Profile>,
) -> Result<bool, Failure> {
    let now = environment.context().clock.now();
    let (first, last) = days(profile.timezone.local_date(now));
    let digest = sha256(NAME);
    let mut work = environment.units.begin().await?;
    let done = work.imports().done_lines(profile.id, &digest).await;
    let done = settle(work, done).await?;
    let after = i64::try_from(done).unwrap_or_default() + 1;
    let from = after.max(i64::from(first.to_julian_day()));
    let to = i64::from(last.to_julian_day());
    if from > to {
        return Ok(false);
    }
    say(&format!(
        "making {} days of demonstration data",
        to - from + 1
    ));
    let start = now.plus_micros(-(DAYS + 32) * MICROS_PER_DAY);
    environment.partitions.ensure(start, now).await?;
    let progress = Progress::new(u64::try_from(to - from + 1).unwrap_or_default(), "days");
    for day in from..=to {
        let mut work = environment.units.begin().await?;
        let written = write_day(&mut *work, environment, profile, day).await;
        settle(work, written).await?;
        progress.step();
    }
    Ok(true)
}

async fn write_day(
    work: &mut dyn UnitOfWork,
    environment: &Environment,
    profile: &Arc<Profile>,
    day: i64,
) -> Result<(), Failure> {
    let context = environment.context();
    for happening in happenings(profile, day, context.clock.now())? {
        match happening {
            Happening::Visit(batch, sender) => {
                collect_in(work, &context, profile, &batch, &sender)
                    .await
                    .map_err(collected)?;
            }
            Happening::Outcome(command) => {
                let event = prepare(&context, profile, *command).map_err(recorded)?;
                record_in(work, &context, &event).await.map_err(recorded)?;
            }
        }
    }
    put(
        work,
        &context,
        profile,
        &spend(day)?,
        kernel::Actor::Operator,
    )
    .await
    .map_err(|error| match error {
        PutError::Store(error) => error.into(),
        error @ PutError::Currencies(_) => Failure::usage(error.to_string()),
    })?;
    let digest = sha256(NAME);
    let done = u64::try_from(day).unwrap_or_default();
    work.imports()
        .advance(profile.id, &digest, done, context.clock.now())
        .await?;
    Ok(())
}

fn collected(error: CollectError) -> Failure {
    match error {
        CollectError::Store(error) => error.into(),
        error @ CollectError::Identifier { .. } => Failure::usage(error.to_string()),
    }
}

fn recorded(error: RecordError) -> Failure {
    match error {
        RecordError::Store(error) => error.into(),
        error => Failure::usage(error.to_string()),
    }
}

/// What the day's ads cost.
fn spend(day: i64) -> Result<Vec<SpendDay>, Failure> {
    let date = i32::try_from(day)
        .ok()
        .and_then(|day| Date::from_julian_day(day).ok())
        .ok_or_else(|| Failure::usage("a day beyond the calendar"))?;
    CAMPAIGNS
        .iter()
        .zip(0_u64..)
        .map(|(campaign, position)| {
            let cents = stories::Dice::new(day, 900 + position).between(campaign.daily_cents);
            let clicks = stories::Dice::new(day, 800 + position).between(campaign.daily_clicks);
            let amount = format!("{}.{:02}", cents / 100, cents % 100);
            Ok(SpendDay {
                date,
                ad: AdRow {
                    platform: campaign.platform.to_owned(),
                    account_id: "demo".to_owned(),
                    campaign_id: campaign.id.to_owned(),
                    ad_set_id: String::new(),
                    ad_id: campaign.ad_id.to_owned(),
                    account_name: Some("Demo shop".to_owned()),
                    campaign_name: Some(campaign.name.to_owned()),
                    ad_set_name: None,
                    ad_name: None,
                },
                amount: amount.parse().map_err(|_| Failure::usage("no amount"))?,
                currency: None,
                impressions: i64::try_from(cents * 3).ok(),
                clicks: i64::try_from(clicks).ok(),
                utm_source: Some(campaign.source.to_owned()),
                utm_medium: Some(campaign.medium.to_owned()),
            })
        })
        .collect()
}
