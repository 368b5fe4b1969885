//! How results stand beside what they are made of: what waits, what has no rate, what was restated.

use async_trait::async_trait;
use kernel::{Date, Exact, Period, ProfileAccess, StoreError, Timestamp};

use super::Share;

/// Days of which changed figures are told.
pub const RESTATED_DAYS: i64 = 7;

/// How results stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The days that are looked at.
    pub period: Period,
    /// Today, where results' days begin.
    pub today: Date,
    /// The day on which the profile was made, where results' days begin.
    pub made_on: Date,
    /// When the oldest change came in that is in no result yet, and its day; none when none waits.
    pub oldest_change: Option<(Timestamp, Date)>,
    /// Conversions and refunds of the days whose amount has no rate.
    pub conversions_without_rate: u64,
    /// Rows of spend of the days without a rate.
    pub spend_without_rate: u64,
    /// The first of those days.
    pub without_rate_since: Option<Date>,
    /// Conversions and refunds of the days with an amount in another currency than that of reports.
    pub foreign_amounts: u64,
    /// Cash of the days, refunds subtracted.
    pub cash: Exact,
    /// By how much that cash was changed in the last [`RESTATED_DAYS`] by what is no new event.
    pub restated: Exact,
}

impl Standing {
    /// Amounts with a rate, of those in another currency.
    pub fn currency(&self) -> Share {
        let with_rate = self
            .foreign_amounts
            .saturating_sub(self.conversions_without_rate);
        Share::counted(with_rate, self.foreign_amounts)
    }

    /// By how much cash was changed, of what it was before.
    pub fn restated_cash(&self) -> Share {
        Share {
            part: self.restated,
            of: self.cash - self.restated,
        }
    }

    /// Whole minutes that the oldest change waits for; 0 when none does.
    pub fn oldest_change_minutes(&self, now: Timestamp) -> u64 {
        let waited = self
            .oldest_change
            .map_or(0, |(at, _)| now.micros() - at.micros());
        u64::try_from(waited / MICROS_PER_MINUTE).unwrap_or_default()
    }

    /// Conversions and rows of spend without a rate.
    pub fn without_rate(&self) -> u64 {
        let (conversions, spend) = (self.conversions_without_rate, self.spend_without_rate);
        conversions.saturating_add(spend)
    }

    /// Whole days from one to today.
    pub fn days_since(&self, day: Date) -> u64 {
        u64::try_from((self.today - day).whole_days()).unwrap_or_default()
    }

    /// Cash as a share's whole.
    pub fn share_of_cash(&self, part: Exact) -> Share {
        Share {
            part,
            of: self.cash,
        }
    }
}

const MICROS_PER_MINUTE: i64 = 60_000_000;

/// Answers how results stand.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait StandingReader: Send + Sync {
    /// Of the [`window`](super::dangling::window) that `now` ends.
    async fn standing(
        &self,
        access: &ProfileAccess,
        now: Timestamp,
    ) -> Result<Standing, StoreError>;
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::quality::dangling::window;
    use crate::quality::whole;

    fn standing() -> Standing {
        Standing {
            period: window(date!(2026 - 03 - 31)).unwrap(),
            today: date!(2026 - 03 - 31),
            made_on: date!(2026 - 03 - 01),
            oldest_change: None,
            conversions_without_rate: 1,
            spend_without_rate: 2,
            without_rate_since: Some(date!(2026 - 03 - 20)),
            foreign_amounts: 4,
            cash: Exact::whole(101),
            restated: Exact::whole(1),
        }
    }

    #[test]
    fn shares_are_of_what_there_is() {
        let standing = standing();
        assert_eq!(standing.currency(), Share::counted(3, 4));
        assert_eq!(standing.restated_cash().of, whole(100));
        assert_eq!(standing.without_rate(), 3);
        assert_eq!(standing.days_since(standing.made_on), 30);
        assert_eq!(standing.days_since(date!(2026 - 04 - 02)), 0);
    }

    #[test]
    fn nothing_that_waits_is_no_minute_old() {
        let mut standing = standing();
        let now = Timestamp::parse("2026-03-31T10:00:00Z").unwrap();
        assert_eq!(standing.oldest_change_minutes(now), 0);
        let before = now.plus_micros(-16 * MICROS_PER_MINUTE + 1);
        standing.oldest_change = Some((before, standing.today));
        assert_eq!(standing.oldest_change_minutes(now), 15);
        // Clocks of two machines differ.
        standing.oldest_change = Some((now.plus_micros(5), standing.today));
        assert_eq!(standing.oldest_change_minutes(now), 0);
    }
}
