//! What checks are measured from, where that takes more than counting rows: advertisements, referrers and channels,
//! each from two sides that should agree.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::BuildHasher;

use super::checks::{Check, CheckCode, Measure, check};

/// Values that are told of a check.
pub const MOST_SAMPLES: usize = 5;
/// Fewer payments than this say nothing about who sent them.
pub const FEWEST_PAYMENTS: u64 = 5;
/// Fewer clicks on an advertisement than this may all have ended before a page was there.
pub const FEWEST_AD_CLICKS: u64 = 20;
/// Fewer clicks of a channel than this are no share.
pub const FEWEST_CHANNEL_CLICKS: u64 = 100;

/// A value that shows a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What it is said of: an ad's id, a host, a type, whichever the check is about.
    pub value: String,
    /// How much.
    pub count: u64,
}

/// What was measured for one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Which.
    pub code: CheckCode,
    /// What was counted.
    pub measure: Measure,
    /// At most [`MOST_SAMPLES`] values, the most first.
    pub samples: Vec<Sample>,
}

impl Measured {
    /// Things that were looked at one by one: those that are at fault have a sample.
    fn of(code: CheckCode, looked_at: usize, mut faulty: Vec<Sample>) -> Self {
        let count = |things: usize| u64::try_from(things).unwrap_or(u64::MAX);
        let measure = Measure {
            count: count(faulty.len()),
            of: count(looked_at),
        };
        faulty.sort_by(|one, other| {
            let most_first = other.count.cmp(&one.count);
            most_first.then_with(|| one.value.cmp(&other.value))
        });
        faulty.truncate(MOST_SAMPLES);
        Self {
            code,
            measure,
            samples: faulty,
        }
    }
}

/// What touches and spend tell of advertisements. Ids are in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdFacts {
    /// Touches of each advertisement that has any.
    pub touches: BTreeMap<String, u64>,
    /// Advertisements that spend tells of.
    pub spent: BTreeSet<String>,
    /// What their platforms counted as clicks, on days on which the site counted visits.
    pub clicks: BTreeMap<String, u64>,
}

/// Advertisements that brought somebody and that no spend tells of.
pub fn ads_without_spend(ads: &AdFacts) -> Measured {
    let unknown = ads
        .touches
        .iter()
        .filter(|(ad, _)| !ads.spent.contains(*ad));
    let faulty = unknown.map(|(ad, touches)| sample(ad, *touches)).collect();
    Measured::of(CheckCode::AdsWithoutSpend, ads.touches.len(), faulty)
}

/// Advertisements that were clicked and brought nobody. `named` are those that UTM values name, which is as good.
pub fn spend_without_touches<S: BuildHasher>(
    ads: &AdFacts,
    named: &HashSet<String, S>,
) -> Measured {
    let clicked = ads.clicks.iter();
    let clicked: Vec<_> = clicked.filter(|it| *it.1 >= FEWEST_AD_CLICKS).collect();
    let missing = |ad: &str| !ads.touches.contains_key(ad) && !named.contains(ad);
    let faulty = clicked.iter().filter(|(ad, _)| missing(ad));
    let faulty = faulty.map(|(ad, clicks)| sample(ad, **clicks)).collect();
    Measured::of(CheckCode::SpendWithoutTouches, clicked.len(), faulty)
}

/// A host from which people came by a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referrer {
    /// The host.
    pub host: String,
    /// Visits that began there.
    pub visits: u64,
    /// Payments that are credited to them.
    pub payments: u64,
}

/// Hosts that send people back to pay rather than new ones.
pub fn converting_referrer(referrers: &[Referrer]) -> Measured {
    let converts = |it: &&Referrer| {
        it.payments >= FEWEST_PAYMENTS && it.payments.saturating_mul(2) > it.visits
    };
    let faulty = referrers.iter().filter(converts);
    let faulty = faulty.map(|it| sample(&it.host, it.payments)).collect();
    Measured::of(CheckCode::ConvertingReferrer, referrers.len(), faulty)
}

/// A channel, as platforms and the site count it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelClicks {
    /// The channel.
    pub channel: String,
    /// What platforms counted as clicks.
    pub clicks: u64,
    /// Visits of the same days.
    pub visits: u64,
}

/// Channels of which most clicks never arrive.
pub fn clicks_without_visits(channels: &[ChannelClicks]) -> Measured {
    let clicked = channels.iter();
    let clicked: Vec<_> = clicked
        .filter(|it| it.clicks >= FEWEST_CHANNEL_CLICKS)
        .collect();
    let faulty = clicked.iter();
    let faulty = faulty.filter(|it| it.visits.saturating_mul(2) < it.clicks);
    let faulty = faulty.map(|it| sample(&it.channel, it.clicks)).collect();
    Measured::of(CheckCode::ClicksWithoutVisits, clicked.len(), faulty)
}

fn sample(value: &str, count: u64) -> Sample {
    Sample {
        value: value.to_owned(),
        count,
    }
}

/// A check with what shows how it came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCheck {
    /// The check.
    pub check: Check,
    /// At most [`MOST_SAMPLES`] values, the most first; none where nothing is wrong.
    pub samples: Vec<Sample>,
}

/// Every check once, in the order of [`CheckCode::ALL`], of what was measured in whichever order.
pub fn found_checks(measured: &[Measured]) -> Vec<FoundCheck> {
    let listed = CheckCode::ALL.into_iter();
    listed
        .map(|code| {
            let measured = measured.iter().find(|it| it.code == code);
            FoundCheck {
                check: check(code, measured.map(|it| it.measure)),
                samples: measured.map_or_else(Vec::new, |it| it.samples.clone()),
            }
        })
        .collect()
}
