//! How spend moved after it was told.

use ad_spend::restated::{RestatedAge, RestatedChannel};
use kernel::{Exact, Period, Scope};
use spend_api::restatements::restatements;
use time::Duration;

use crate::error::PageError;
use crate::format::{Number, days, money, percent};
use crate::viewer::AtProfile;

/// Days of which it is told.
const DAYS: i64 = 90;

/// How spend of the last days moved.
pub(super) struct RestatedTable {
    pub(super) days: String,
    /// What the columns are called.
    pub(super) ages: Vec<String>,
    pub(super) rows: Vec<ChannelRow>,
}

pub(super) struct ChannelRow {
    pub(super) channel: String,
    pub(super) spend: Number,
    /// By age; `None` where nothing changed.
    pub(super) ages: Vec<Option<AgeCell>>,
}

pub(super) struct AgeCell {
    pub(super) share: Number,
    pub(super) amount: Number,
    pub(super) days: u64,
}

/// The table, for those who may see figures.
pub(super) async fn table(at: &AtProfile) -> Result<Option<RestatedTable>, PageError> {
    if !at.access.allows(Scope::AnalyticsRead) {
        return Ok(None);
    }
    let state = &at.viewer.state;
    let to = at.profile.timezone.local_date(state.clock.now());
    let from = to.checked_sub(Duration::days(DAYS - 1)).unwrap_or(to);
    let period = Period::new(from, to).map_err(|error| PageError::internal(&error))?;
    let found = restatements(state, &at.access, period).await?;
    let ages = found.channels.first().map(|it| it.ages.map(age));
    let currency = found.currency.code();
    let rows = found.channels.into_iter();
    Ok(Some(RestatedTable {
        days: days(from, to),
        ages: ages.into_iter().flatten().collect(),
        rows: rows.map(|it| row(it, currency)).collect(),
    }))
}

fn row(it: RestatedChannel, currency: &str) -> ChannelRow {
    let cell = |age: RestatedAge| {
        (age.changed.days > 0).then(|| AgeCell {
            share: age.share.map_or_else(Number::none, hundredths),
            amount: money(age.changed.amount, currency),
            days: age.changed.days,
        })
    };
    ChannelRow {
        spend: money(it.spend, currency),
        ages: it.ages.into_iter().map(cell).collect(),
        channel: it.channel,
    }
}

fn hundredths(share: Exact) -> Number {
    percent(Exact::from_units(share.units().saturating_mul(100)))
}

/// What days so old are called.
fn age(it: RestatedAge) -> String {
    match (it.from, it.to) {
        (0, Some(0)) => "Same day".to_owned(),
        (1, Some(1)) => "1 day".to_owned(),
        (from, Some(to)) if from == to => format!("{from} days"),
        (from, Some(to)) => format!("{from}–{to} days"),
        (from, None) => format!("{from} days and more"),
    }
}
