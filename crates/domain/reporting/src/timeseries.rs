//! Time series: the figures of a period by day, week or month.

use async_trait::async_trait;
use kernel::{Currency, Date, Period, ProfileAccess, StoreError};

use crate::figures::Figures;
use crate::question::Question;

/// How long a bucket is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interval {
    /// A local day.
    #[default]
    Day,
    /// Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
}

impl Interval {
    /// Every interval, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    /// The inverse of [`Interval::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }

    /// First and last day of every bucket of the period, clipped to it: without gap, without
    /// overlap, at most 366.
    pub fn buckets(self, period: Period) -> Vec<(Date, Date)> {
        let mut buckets = Vec::new();
        let mut start = period.from();
        loop {
            let end = self.last_day(start).min(period.to());
            buckets.push((start, end));
            match end.next_day().filter(|next| *next <= period.to()) {
                Some(next) => start = next,
                None => return buckets,
            }
        }
    }

    /// The last day of the bucket that holds the day.
    fn last_day(self, day: Date) -> Date {
        let ahead = match self {
            Self::Day => 0,
            Self::Week => 7 - day.weekday().number_from_monday(),
            Self::Month => day.month().length(day.year()) - day.day(),
        };
        day.saturating_add(time::Duration::days(i64::from(ahead)))
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeSeriesQuery {
    /// Which rows of the store count.
    pub question: Question,
    /// How long a bucket is.
    pub interval: Interval,
}

/// One bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// First day.
    pub start: Date,
    /// Last day; it belongs to the bucket.
    pub end: Date,
    /// Its figures.
    pub figures: Figures,
}

/// The whole series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeSeries {
    /// Every bucket of the period, earliest first, those in which nothing happened too.
    pub buckets: Vec<Bucket>,
    /// In which amounts are.
    pub currency: Currency,
    /// Whether spend of some account comes in by itself, so that the platform may not have told it all.
    pub reads_spend: bool,
    /// What a reader should know, as stable words.
    pub warnings: Vec<String>,
}

/// Answers time series.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TimeSeriesReader: Send + Sync {
    /// The series of the profile's present generation.
    async fn time_series(
        &self,
        access: &ProfileAccess,
        query: &TimeSeriesQuery,
    ) -> Result<TimeSeries, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use time::macros::date;

    fn told(interval: Interval, from: Date, to: Date) -> Vec<String> {
        let period = Period::new(from, to).unwrap();
        let buckets = interval.buckets(period).into_iter();
        buckets
            .map(|(start, end)| format!("{start}/{end}"))
            .collect()
    }

    #[test]
    fn weeks_begin_on_monday_and_months_on_the_first() {
        let (from, to) = (date!(2024 - 02 - 21), date!(2024 - 03 - 04));
        assert_eq!(
            told(Interval::Week, from, to),
            [
                "2024-02-21/2024-02-25",
                "2024-02-26/2024-03-03",
                "2024-03-04/2024-03-04"
            ]
        );
        assert_eq!(
            told(Interval::Month, from, to),
            ["2024-02-21/2024-02-29", "2024-03-01/2024-03-04"]
        );
        let day = told(Interval::Day, to, to);
        assert_eq!(day, ["2024-03-04/2024-03-04"]);
        for interval in Interval::ALL {
            assert_eq!(Interval::parse(interval.as_str()), Some(interval));
        }
        assert_eq!(Interval::parse("hour"), None);
    }

    proptest! {
        #[test]
        fn buckets_tile_the_period(start in 0_i64..4_000, days in 1_i64..=366) {
            let from = date!(2019 - 12 - 28) + time::Duration::days(start);
            let period = Period::new(from, from + time::Duration::days(days - 1)).unwrap();
            for interval in Interval::ALL {
                let buckets = interval.buckets(period);
                prop_assert!(buckets.len() <= 366);
                prop_assert_eq!(buckets[0].0, period.from());
                prop_assert_eq!(buckets[buckets.len() - 1].1, period.to());
                for pair in buckets.windows(2) {
                    prop_assert_eq!(pair[0].1.next_day(), Some(pair[1].0));
                    if interval == Interval::Week {
                        prop_assert_eq!(pair[1].0.weekday(), time::Weekday::Monday);
                    }
                    if interval == Interval::Month {
                        prop_assert_eq!(pair[1].0.day(), 1);
                    }
                }
            }
        }
    }
}
