//! What of a period is there, as far as accounts are read by themselves.

use kernel::{ConnectionId, TimeZone, Timestamp};

use crate::calendar::{Calendar, MOST_PIECE, Piece};

/// An account that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAccount {
    /// The connection by which it is read.
    pub id: ConnectionId,
    /// Where its days begin, when the platform says so.
    pub own_zone: Option<TimeZone>,
    /// Where the days of the profile begin.
    pub profile_zone: TimeZone,
    /// How many months back it is read.
    pub months: u8,
}

impl ReadAccount {
    /// Where its days begin: where the platform says, else where the profile's do.
    pub fn zone(&self) -> &TimeZone {
        self.own_zone.as_ref().unwrap_or(&self.profile_zone)
    }

    /// Whether its days are other hours than those that reports call by the same date.
    pub fn is_elsewhere(&self) -> bool {
        self.zone().name() != self.profile_zone.name()
    }

    /// Days of a period that ought to be there at `now`: those that are over, as far back as the account is read.
    pub fn expected(&self, period: Piece, now: Timestamp) -> Option<Piece> {
        let zone = self.zone();
        let today = zone.local_date(now);
        let calendar = Calendar {
            zone: zone.clone(),
            months: self.months,
            piece_days: MOST_PIECE,
            asked_at: None,
        };
        let expected = Piece {
            from: period.from.max(calendar.first(today)),
            to: period.to.min(today.previous_day()?),
        };
        (expected.from <= expected.to).then_some(expected)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn account(own: Option<&str>) -> ReadAccount {
        ReadAccount {
            id: uuid::Uuid::nil().into(),
            own_zone: own.map(|name| TimeZone::named(name).unwrap()),
            profile_zone: TimeZone::named("Europe/Berlin").unwrap(),
            months: 1,
        }
    }

    #[test]
    fn days_that_are_over_where_the_account_is_are_expected() {
        // In Berlin it is the 25th, in Honolulu the evening of the 24th.
        let now = Timestamp::parse("2026-11-25T07:00:00Z").unwrap();
        let period = Piece {
            from: date!(2026 - 01 - 01),
            to: date!(2026 - 12 - 31),
        };
        let expected = account(None).expected(period, now).unwrap();
        let first = date!(2026 - 10 - 25);
        assert_eq!((expected.from, expected.to), (first, date!(2026 - 11 - 24)));
        let honolulu = account(Some("Pacific/Honolulu"));
        let expected = honolulu.expected(period, now).unwrap();
        assert_eq!(expected.to, date!(2026 - 11 - 23));
        assert!(honolulu.is_elsewhere());
        assert!(!account(None).is_elsewhere());
        assert!(!account(Some("Europe/Berlin")).is_elsewhere());
        // Of today, of the future and of what was never to be read, nothing.
        for (from, to) in [
            (date!(2026 - 11 - 25), date!(2026 - 11 - 30)),
            (date!(2020 - 01 - 01), date!(2026 - 10 - 24)),
        ] {
            assert_eq!(account(None).expected(Piece { from, to }, now), None);
        }
    }
}
