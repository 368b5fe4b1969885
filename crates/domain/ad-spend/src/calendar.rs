//! Which days of an account are to be read, and when.
//!
//! Platforms correct what they said: the last hours within hours, the last weeks because of clicks that turn out to be
//! nobody's. So the last three days are read every six hours, the last thirty every day, and everything before them
//! once. Nothing is remembered but when each day was read last, so that it makes no difference where a reader stopped.

use std::collections::BTreeMap;
use std::time::Duration;

use kernel::{Date, TimeZone, Timestamp};

/// Days that are read every [`SOON`].
const FRESH_DAYS: i64 = 3;
const SOON: Duration = Duration::from_hours(6);
/// Days that are read every [`DAILY`].
const MOVING_DAYS: i64 = 30;
const DAILY: Duration = Duration::from_hours(24);
/// A day is complete when it was read so long after its end.
const SETTLED: Duration = Duration::from_hours(6);
/// As far back as platforms keep days.
pub const MOST_MONTHS: u8 = 37;
/// How far back an account is read when nothing else is said: a year to compare with, and a month.
pub const USUAL_MONTHS: u8 = 13;
/// Days that are read at once, at most.
pub const MOST_PIECE: u8 = 7;

/// Days of an account that are read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first.
    pub from: Date,
    /// The last.
    pub to: Date,
}

impl Piece {
    /// Its days, the earliest first.
    pub fn days(self) -> impl Iterator<Item = Date> {
        let next = std::iter::successors(Some(self.from), |day| day.next_day());
        next.take_while(move |day| *day <= self.to)
    }
}

/// What a reader does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Reads these days.
    Read(Piece),
    /// Nothing before this instant.
    Rest(Timestamp),
}

/// An account's days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Where the account's days begin.
    pub zone: TimeZone,
    /// How many months back are read, 1 to [`MOST_MONTHS`].
    pub months: u8,
    /// How many days are read at once, 1 to [`MOST_PIECE`].
    pub piece_days: u8,
    /// When somebody last asked for the last thirty days to be read anew.
    pub asked_at: Option<Timestamp>,
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

/// So many days before; the earliest day there is, when there are not so many.
fn before(day: Date, days: i64) -> Date {
    day.checked_sub(time::Duration::days(days))
        .unwrap_or(Date::MIN)
}

impl Calendar {
    /// The first day that is read at all.
    pub fn first(&self, today: Date) -> Date {
        // 31 days a month: rather some days more than a month too few.
        before(today, i64::from(self.months.clamp(1, MOST_MONTHS)) * 31)
    }

    /// From when on a day is to be read again; `None` for never.
    fn due_at(&self, (day, today): (Date, Date), read_at: Option<Timestamp>) -> Option<Timestamp> {
        let Some(read_at) = read_at else {
            return Some(Timestamp::from_micros(i64::MIN));
        };
        let age = (today - day).whole_days();
        if age >= MOVING_DAYS {
            // What was read while it moved is read once more when it no longer does.
            let end = self.zone.start_of(before(day, -MOVING_DAYS));
            return (read_at < end).then_some(end);
        }
        let asked = self.asked_at.filter(|asked| read_at < *asked);
        let span = if age < FRESH_DAYS { SOON } else { DAILY };
        let regular = read_at.plus_micros(micros(span));
        Some(asked.map_or(regular, |asked| asked.min(regular)))
    }

    /// What is to be read now, given when each day was read last: the newest days that are due, and with them those
    /// before them that are due as well.
    pub fn next(&self, reads: &BTreeMap<Date, Timestamp>, now: Timestamp) -> Step {
        let today = self.zone.local_date(now);
        let first = self.first(today);
        let days = std::iter::successors(Some(today), |day| day.previous_day())
            .take_while(|day| *day >= first);
        let mut piece: Option<Piece> = None;
        let mut rest = self.zone.start_of(before(today, -1));
        for day in days {
            let due = self.due_at((day, today), reads.get(&day).copied());
            let is_due = due.is_some_and(|due| due <= now);
            match (&mut piece, is_due) {
                (None, true) => piece = Some(Piece { from: day, to: day }),
                (None, false) => rest = due.map_or(rest, |due| due.min(rest)),
                (Some(piece), true) => piece.from = day,
                (Some(_), false) => break,
            }
            let is_full = piece.is_some_and(|piece| {
                (piece.to - piece.from).whole_days() + 1
                    >= i64::from(self.piece_days.clamp(1, MOST_PIECE))
            });
            if is_full {
                break;
            }
        }
        piece.map_or(Step::Rest(rest.max(now)), Step::Read)
    }
}

/// The last day up to which all were read when they were over for six hours or more, from the first one that was read;
/// `None` when the first one was not.
pub fn complete_until(zone: &TimeZone, reads: &BTreeMap<Date, Timestamp>) -> Option<Date> {
    let mut until: Option<Date> = None;
    for (day, read_at) in reads {
        let follows = until.is_none_or(|until| until.next_day() == Some(*day));
        if !follows || !is_complete(zone, *day, *read_at) {
            break;
        }
        until = Some(*day);
    }
    until
}

/// Whether a day that was read at this instant was over for six hours or more.
pub fn is_complete(zone: &TimeZone, day: Date, read_at: Timestamp) -> bool {
    let end = zone.start_of(before(day, -1));
    read_at.micros_since(end) >= micros(SETTLED)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::date;

    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn santiago() -> Calendar {
        Calendar {
            zone: TimeZone::named("America/Santiago").unwrap(),
            months: USUAL_MONTHS,
            piece_days: MOST_PIECE,
            asked_at: None,
        }
    }

    fn read(reads: &mut BTreeMap<Date, Timestamp>, piece: Piece, now: Timestamp) {
        reads.extend(piece.days().map(|day| (day, now)));
    }

    #[test]
    fn the_newest_days_come_first_and_the_past_in_weeks() {
        let calendar = santiago();
        let now = at("2026-11-25T02:00:00Z");
        let mut reads = BTreeMap::new();
        let mut pieces = Vec::new();
        let rest = loop {
            match calendar.next(&reads, now) {
                Step::Read(piece) => {
                    pieces.push(piece);
                    read(&mut reads, piece, now);
                }
                Step::Rest(until) => break until,
            }
        };
        // In Santiago it is the evening of the day before.
        let first = Piece {
            from: date!(2026 - 11 - 18),
            to: date!(2026 - 11 - 24),
        };
        assert_eq!(pieces[0], first);
        assert!(pieces.windows(2).all(|two| two[1].to < two[0].from));
        assert_eq!(reads.len(), 13 * 31 + 1);
        // Its next day begins in an hour, which is before anything is due again.
        assert_eq!(rest, at("2026-11-25T03:00:00Z"));
    }

    #[test]
    fn days_move_for_a_month_and_are_read_once_more_when_they_no_longer_do() {
        let calendar = Calendar {
            zone: TimeZone::utc(),
            ..santiago()
        };
        let today = date!(2026 - 11 - 25);
        let due = |day, read| calendar.due_at((day, today), Some(at(read)));
        let read = "2026-11-25T01:00:00Z";
        assert_eq!(due(today, read), Some(at("2026-11-25T07:00:00Z")));
        assert_eq!(
            due(date!(2026 - 11 - 23), read),
            Some(at("2026-11-25T07:00:00Z"))
        );
        assert_eq!(
            due(date!(2026 - 11 - 22), read),
            Some(at("2026-11-26T01:00:00Z"))
        );
        let settled = date!(2026 - 10 - 26);
        assert_eq!(due(settled, read), None);
        assert_eq!(
            due(settled, "2026-11-24T23:00:00Z"),
            Some(at("2026-11-25T00:00:00Z"))
        );
    }

    #[test]
    fn whoever_asks_has_the_last_thirty_days_read_anew() {
        let mut calendar = santiago();
        let now = at("2026-11-25T12:00:00Z");
        let mut reads = BTreeMap::new();
        while let Step::Read(piece) = calendar.next(&reads, now) {
            read(&mut reads, piece, now);
        }
        let later = now.plus_micros(60_000_000);
        assert!(matches!(calendar.next(&reads, later), Step::Rest(_)));
        calendar.asked_at = Some(later);
        let mut days = 0;
        while let Step::Read(piece) = calendar.next(&reads, later) {
            days += piece.days().count();
            read(&mut reads, piece, later);
        }
        assert_eq!(days, 30);
    }

    #[test]
    fn a_day_is_complete_six_hours_after_its_end_where_the_account_is() {
        let zone = TimeZone::named("America/Santiago").unwrap();
        // The clocks of 2026-09-06 went forward at midnight: the day before ends where 00:00 would have been.
        let day = date!(2026 - 09 - 05);
        assert!(!is_complete(&zone, day, at("2026-09-06T09:59:59Z")));
        assert!(is_complete(&zone, day, at("2026-09-06T10:00:00Z")));
    }

    #[test]
    fn completeness_ends_at_the_first_gap() {
        let zone = TimeZone::utc();
        let late = at("2026-11-25T12:00:00Z");
        let mut reads: BTreeMap<Date, Timestamp> = BTreeMap::new();
        assert_eq!(complete_until(&zone, &reads), None);
        for day in [1, 2, 4] {
            reads.insert(date!(2026 - 11 - 01).replace_day(day).unwrap(), late);
        }
        assert_eq!(complete_until(&zone, &reads), Some(date!(2026 - 11 - 02)));
        reads.insert(date!(2026 - 11 - 03), at("2026-11-03T12:00:00Z"));
        assert_eq!(complete_until(&zone, &reads), Some(date!(2026 - 11 - 02)));
    }

    proptest! {
        /// Wherever readers stop and whenever they come again: the last three days are never older than six hours, the
        /// last thirty never older than a day, and everything is there, once nothing is due.
        #[test]
        fn nothing_is_due_when_everything_is_fresh(
            visits in proptest::collection::vec((0_i64..40 * 24, 1_usize..70), 1..12),
            piece_days in 1_u8..=7,
        ) {
            let calendar = Calendar { piece_days, months: 3, ..santiago() };
            let start = at("2026-03-01T00:00:00Z");
            let mut visits = visits;
            visits.sort_unstable();
            let mut reads = BTreeMap::new();
            for (hours, most) in visits {
                let now = start.plus_micros(hours * 3_600_000_000);
                for _ in 0..most {
                    match calendar.next(&reads, now) {
                        Step::Rest(until) => {
                            prop_assert!(until > now);
                            let today = calendar.zone.local_date(now);
                            for (age, day) in
                                std::iter::successors(Some(today), |day| day.previous_day())
                                    .take_while(|day| *day >= calendar.first(today))
                                    .enumerate()
                            {
                                let old = now.micros_since(reads[&day]) / 3_600_000_000;
                                let most = match age { 0..3 => 6, 3..30 => 24, _ => i64::MAX };
                                prop_assert!(old < most, "{day} was read {old} hours ago");
                            }
                            break;
                        }
                        Step::Read(piece) => {
                            prop_assert!(piece.days().count() <= usize::from(piece_days));
                            read(&mut reads, piece, now);
                        }
                    }
                }
            }
        }
    }
}
