//! Feeds: what comes in day by day, whether it still does, and which days were unusual.
//!
//! Decides: how counts of days become a series, which feeds are told, and how many. Deliberately does not know what
//! is counted.

use std::collections::BTreeMap;

use kernel::{Date, Timestamp};
use time::Duration;

use super::surveillance::{Anomaly, FeedStatus, Series, watch};

/// The most days of a series: a baseline, the days that are judged, and those on which what is told now began.
pub const SERIES_DAYS: u16 = 150;
/// Landing hosts that are feeds of their own, the largest.
pub const LANDING_HOSTS: usize = 10;
/// Types of outcomes that are feeds, the commonest.
pub const EVENT_TYPES: usize = 20;
/// Complete days at the end that spend may still be missing of: platforms tell of a day on the next one, and people
/// bring a file later than that.
pub const SPEND_LATE_DAYS: i64 = 2;

/// The feed of all page views.
pub const PAGE_VIEWS: &str = "page_views";
/// How feeds of page views on one host begin.
pub const PAGE_VIEWS_OF: &str = "page_views:";
/// How feeds of outcomes begin.
pub const OUTCOMES_OF: &str = "outcomes:";
/// How feeds of spend begin.
pub const SPEND_OF: &str = "spend:";

/// The counts of one feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedDays {
    /// What it is called.
    pub name: String,
    /// When the last of it came; `None` where only days are known.
    pub last_at: Option<Timestamp>,
    /// Counts of the local days that have any.
    pub days: BTreeMap<Date, u64>,
}

/// A feed, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Feed {
    /// What it is called.
    pub name: String,
    /// When the last of it came; `None` where only days are known.
    pub last_at: Option<Timestamp>,
    /// The last local day with any.
    pub last_date: Option<Date>,
    /// Days with any.
    pub days: u32,
    /// Whether it still comes.
    pub status: FeedStatus,
    /// Expected counts a day; `None` for a feed that is new.
    pub expected_daily: Option<f64>,
    /// Counts a day, of the last week.
    pub observed_daily: f64,
    /// Unusual days, the oldest first.
    pub anomalies: Vec<Anomaly>,
    /// The complete days that it was judged by; `None` of a look of an earlier release.
    pub series: Option<FeedSeries>,
}

/// Counts of complete local days without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedSeries {
    /// The first of them.
    pub first: Date,
    /// A count for each, the oldest first; at most [`SERIES_DAYS`].
    pub counts: Vec<u64>,
}

/// The first day of the series that end with this day.
pub fn first_day(last: Date) -> Date {
    let before = Duration::days(i64::from(SERIES_DAYS) - 1);
    last.checked_sub(before).unwrap_or(last)
}

impl FeedDays {
    /// Whether it is of spend.
    fn is_spend(&self) -> bool {
        self.name.starts_with(SPEND_OF)
    }

    /// Judges it as of the last complete day. Unusual days that ended before `since` are left out: nothing can be done
    /// about them any more. `None` where nothing ever came, since then nothing is missing.
    pub fn judged(&self, last: Date, since: Date) -> Option<Feed> {
        let seen = || self.days.iter().filter(|(_, count)| **count > 0);
        let (first_date, last_date) = (seen().next()?.0, seen().next_back()?.0);
        let late = if self.is_spend() { SPEND_LATE_DAYS } else { 0 };
        let last = last.checked_sub(Duration::days(late)).unwrap_or(last);
        let first = (*first_date).max(first_day(last));
        let series = Series {
            last,
            counts: self.counts(first, last),
        };
        let watched = watch(&series);
        let mut anomalies = watched.anomalies;
        anomalies.retain(|anomaly| anomaly.open || anomaly.to >= since);
        Some(Feed {
            name: self.name.clone(),
            last_at: self.last_at,
            last_date: Some(*last_date),
            days: u32::try_from(seen().count()).unwrap_or(u32::MAX),
            status: watched.status,
            expected_daily: watched.expected_daily,
            observed_daily: watched.observed_daily,
            anomalies,
            series: Some(FeedSeries {
                first,
                counts: series.counts,
            }),
        })
    }

    /// A count for every day of a range.
    fn counts(&self, first: Date, last: Date) -> Vec<u64> {
        let mut day = Some(first);
        let days = std::iter::from_fn(|| {
            let own = day.filter(|day| *day <= last)?;
            day = own.next_day();
            Some(own)
        });
        days.map(|day| self.days.get(&day).copied().unwrap_or_default())
            .collect()
    }

    fn total(&self) -> u64 {
        let counts = self.days.values();
        counts.fold(0, |sum, count| sum.saturating_add(*count))
    }
}

/// The feeds with the most, at most so many, the most first.
pub fn largest(mut feeds: Vec<FeedDays>, most: usize) -> Vec<FeedDays> {
    feeds.sort_by(|one, other| {
        let most_first = other.total().cmp(&one.total());
        most_first.then_with(|| one.name.cmp(&other.name))
    });
    feeds.truncate(most);
    feeds
}
