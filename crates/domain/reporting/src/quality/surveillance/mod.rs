//! Unusual days of a series of daily counts: whether a feed fell silent, halved or doubled.
//!
//! The method is that of Farrington et al. (1996) as Noufaily et al. (2012) improved it, with
//! weekdays in the place of weeks of the year. A baseline gives a level for each weekday and how
//! much days scatter; the last 1, 3, 7 and 14 days are compared with a negative binomial
//! distribution about it. It ends two weeks before the day that is judged, so that a fault does
//! not teach what is usual.
//!
//! Deliberately does not know: holidays, growth, and what a series is of. Below one a day, and of
//! falls by less than 30%, nothing is claimed: such counts do not carry it.
//!
//! Floats are statistics here, and never money; none is infinite or not a number. Reading order:
//! [`watch`], [`judge`], then `baseline`, `tails` and `episodes`.

mod baseline;
mod episodes;
mod tails;

use kernel::Date;

use baseline::{Baseline, float};
use tails::NegativeBinomial;

pub use episodes::watch;

/// The most days of a baseline: eight of each weekday.
pub const BASELINE_DAYS: usize = 56;
/// The fewest: four of each.
pub const FEWEST_BASELINE_DAYS: usize = 28;
/// Days before the one after the last that are judged and teach nothing.
pub const JUDGED_DAYS: usize = 14;
/// How many days at once are compared: one day finds a stop, fourteen find a fall by a half of
/// what was little.
pub const WINDOWS: [usize; 4] = [1, 3, 7, JUDGED_DAYS];
/// A series-day that is as usual raises a false alarm with about this chance, over all windows.
const FALSE_ALARMS: f64 = 0.001;
/// Windows share the chance.
const NUMBER_OF_WINDOWS: f64 = 4.0;
/// At most this part of what is expected is low enough to be told.
const LOW: f64 = 0.7;
/// At least this part is high enough: growth by a few percent a week is none.
const HIGH: f64 = 1.5;
/// Where less than this is expected of a window, nothing is claimed: one event a month, or five at
/// once, are no volume that could be unusual. A baseline without any count expects nothing.
const FEWEST_EXPECTED: f64 = 1.0;
/// An alarm stays open until so many days had none.
const QUIET_DAYS: usize = 2;

/// Counts of complete local days without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The last day: yesterday, where today is not over.
    pub last: Date,
    /// A count for each day, the oldest first. They begin with the first day on which the feed was
    /// seen, or later: zeros before it would be taken for what is usual.
    pub counts: Vec<u64>,
}

/// Whether a feed still comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeedStatus {
    /// As far as can be told.
    Live,
    /// Nothing comes where something was to be expected.
    Silent,
    /// Fewer than 42 days are known, too few to expect anything.
    New,
}

impl FeedStatus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Live, Self::Silent, Self::New];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Silent => "silent",
            Self::New => "new",
        }
    }
}

/// Which way counts went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Fewer than expected.
    Low,
    /// More than expected.
    High,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Low, Self::High];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// Whether a count is far enough from what is expected to be told.
    fn is_far(self, count: f64, expected: f64) -> bool {
        match self {
            Self::Low => count <= LOW * expected,
            Self::High => count >= HIGH * expected,
        }
    }
}

/// Days that are unusual together.
#[derive(Clone, Debug, PartialEq)]
pub struct Anomaly {
    /// The first of them.
    pub from: Date,
    /// The last of them so far.
    pub to: Date,
    /// What the baseline before them expects of all of them together.
    pub expected: f64,
    /// What they counted together.
    pub observed: u64,
    /// Which way.
    pub direction: Direction,
    /// Twice the chance of so few, or so many, in the most unlikely of their windows; 0 where it is
    /// below what a float holds.
    pub p: f64,
    /// Whether one of the last two days of the series still raised the alarm.
    pub open: bool,
}

/// What is to be told of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// Of the last day.
    pub status: FeedStatus,
    /// Expected counts a day, the mean of a week; `None` for a feed that is new.
    pub expected_daily: Option<f64>,
    /// Counts a day, the mean of the last seven days or of as many as there are.
    pub observed_daily: f64,
    /// Open and closed ones as far back as the series allows, the oldest first.
    pub anomalies: Vec<Anomaly>,
}

/// The most unlikely of the windows that raise an alarm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alarm {
    /// How many days, the last of the series among them.
    pub days: usize,
    /// Twice the chance of so few, or so many.
    pub p: f64,
}

/// What the last day of a series raises.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alarms {
    /// Of too few.
    pub low: Option<Alarm>,
    /// Of too many.
    pub high: Option<Alarm>,
    /// Whether a window that is too low is empty.
    pub silent: bool,
}

impl Alarms {
    /// Whether there is any.
    pub const fn any(&self) -> bool {
        self.low.is_some() || self.high.is_some()
    }

    const fn of(&self, direction: Direction) -> Option<Alarm> {
        match direction {
            Direction::Low => self.low,
            Direction::High => self.high,
        }
    }
}

/// Judges the last day of a series, the oldest day first; `None` for fewer than 42 days.
pub fn judge(counts: &[u64]) -> Option<Alarms> {
    usual(counts).map(|baseline| alarms(counts, &baseline))
}

/// The baseline for the last day.
fn usual(counts: &[u64]) -> Option<Baseline> {
    let end = counts.len().checked_sub(JUDGED_DAYS)?;
    let start = end.saturating_sub(BASELINE_DAYS);
    let days = counts.get(start..end)?;
    (days.len() >= FEWEST_BASELINE_DAYS).then(|| Baseline::of(days, start))
}

fn alarms(counts: &[u64], baseline: &Baseline) -> Alarms {
    let mut found = Alarms::default();
    for days in WINDOWS {
        let window = || counts.iter().enumerate().rev().take(days);
        let count: f64 = window().map(|(_, count)| float(*count)).sum();
        let mean: f64 = window().map(|(day, _)| baseline.level(day)).sum();
        if mean < FEWEST_EXPECTED {
            continue;
        }
        let of = NegativeBinomial {
            mean,
            spread: baseline.spread(),
        };
        if let Some(p) = alarm(of, count, Direction::Low) {
            found.silent |= count <= 0.0;
            keep_less_likely(&mut found.low, Alarm { days, p });
        }
        if let Some(p) = alarm(of, count, Direction::High) {
            keep_less_likely(&mut found.high, Alarm { days, p });
        }
    }
    found
}

/// Twice the chance of the tail, when that is an alarm. The two conditions are independent: at a
/// thousand a day a fall by a tenth is sure and yet no fault, at one a day an empty day is a fall
/// by everything and yet nothing.
fn alarm(of: NegativeBinomial, count: f64, direction: Direction) -> Option<f64> {
    if !direction.is_far(count, of.mean) {
        return None;
    }
    let p = 2.0
        * match direction {
            Direction::Low => of.at_most(count),
            Direction::High => of.at_least(count),
        };
    (p < FALSE_ALARMS / NUMBER_OF_WINDOWS).then_some(p)
}

/// Of equally unlikely windows the shorter one stays: it says more exactly when.
fn keep_less_likely(kept: &mut Option<Alarm>, alarm: Alarm) {
    if kept.is_none_or(|kept| alarm.p < kept.p) {
        *kept = Some(alarm);
    }
}
