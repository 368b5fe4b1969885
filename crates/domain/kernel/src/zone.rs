//! The local day of a profile. Days are local to the profile's time zone, including zones that
//! have days without a midnight (Santiago) or days of 23 and 25 hours.

use jiff::tz;
use time::{Date, Month};

use crate::timestamp::Timestamp;

/// An IANA time zone, for example `America/Santiago`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZone(tz::TimeZone);

impl TimeZone {
    /// Looks the name up in the bundled time zone database; `None` when there is no such zone.
    pub fn named(name: &str) -> Option<Self> {
        (!name.is_empty())
            .then(|| tz::TimeZone::get(name).ok().map(Self))
            .flatten()
    }

    /// UTC.
    pub const fn utc() -> Self {
        Self(tz::TimeZone::UTC)
    }

    /// The IANA name.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The local calendar day on which the instant falls.
    pub fn local_date(&self, at: Timestamp) -> Date {
        let instant = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or_default();
        let local = self.0.to_datetime(instant).date();
        u8::try_from(local.month())
            .ok()
            .and_then(|month| Month::try_from(month).ok())
            .zip(u8::try_from(local.day()).ok())
            .and_then(|(month, day)| {
                Date::from_calendar_date(i32::from(local.year()), month, day).ok()
            })
            .unwrap_or(Date::MIN)
    }

    /// Hour and minute of the local clock at the instant.
    pub fn local_clock(&self, at: Timestamp) -> (u8, u8) {
        let instant = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or_default();
        let local = self.0.to_datetime(instant);
        let part = |value: i8| u8::try_from(value).unwrap_or_default();
        (part(local.hour()), part(local.minute()))
    }

    /// How far local time is ahead of UTC, in seconds, from each change of the clocks on: the first
    /// from the earliest instant there is, the last before `until`.
    pub fn offsets(&self, until: Timestamp) -> Vec<(Timestamp, i32)> {
        let first = jiff::Timestamp::MIN;
        let mut offsets = vec![(first.as_microsecond(), self.0.to_offset(first).seconds())];
        let until = jiff::Timestamp::from_microsecond(until.micros()).unwrap_or_default();
        let changes = self
            .0
            .following(first)
            .take_while(|change| change.timestamp() < until);
        offsets.extend(changes.map(|change| {
            (
                change.timestamp().as_microsecond(),
                change.offset().seconds(),
            )
        }));
        let instant = |(micros, seconds)| (Timestamp::from_micros(micros), seconds);
        offsets.into_iter().map(instant).collect()
    }

    /// The first instant of a local day: midnight, or the first instant after a gap that swallows
    /// midnight.
    pub fn start_of(&self, day: Date) -> Timestamp {
        let civil = i16::try_from(day.year())
            .ok()
            .zip(i8::try_from(u8::from(day.month())).ok())
            .zip(i8::try_from(day.day()).ok())
            .and_then(|((year, month), day)| jiff::civil::Date::new(year, month, day).ok())
            .unwrap_or_default();
        let instant = civil
            .to_zoned(self.0.clone())
            .and_then(|zoned| zoned.start_of_day())
            .map(|zoned| zoned.timestamp().as_microsecond());
        Timestamp::from_micros(instant.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn clocks_are_read_where_the_profile_is() {
        let zone = TimeZone::named("Asia/Kathmandu").unwrap();
        let at = Timestamp::parse("2026-11-21T20:30:00Z").unwrap();
        assert_eq!(zone.local_clock(at), (2, 15));
    }

    #[test]
    fn santiago_has_a_day_without_midnight() {
        let zone = TimeZone::named("America/Santiago").unwrap();
        // Clocks went from 2019-09-08 00:00 to 01:00: the day starts at 01:00, which is 04:00 UTC.
        let start = zone.start_of(date!(2019 - 09 - 08));
        assert_eq!(start.to_string(), "2019-09-08T04:00:00.000000Z");
        assert_eq!(zone.local_date(start), date!(2019 - 09 - 08));
        assert_eq!(
            zone.local_date(start.plus_micros(-1)),
            date!(2019 - 09 - 07)
        );
    }

    #[test]
    fn offsets_give_the_same_days_as_the_zone() {
        let until = Timestamp::parse("2026-12-31T00:00:00Z").unwrap();
        for name in ["America/Santiago", "Europe/Madrid", "Asia/Kathmandu", "UTC"] {
            let zone = TimeZone::named(name).unwrap();
            let offsets = zone.offsets(until);
            let mut at = Timestamp::parse("2019-01-01T00:30:00Z").unwrap();
            while at < until {
                let last = offsets.iter().rfind(|(from, _)| *from <= at).unwrap();
                let local = at.plus_micros(i64::from(last.1) * 1_000_000);
                assert_eq!(
                    TimeZone::utc().local_date(local),
                    zone.local_date(at),
                    "{name} {at}"
                );
                at = at.plus_micros(5 * 3_600 * 1_000_000 + 1_000_000);
            }
        }
    }

    #[test]
    fn unknown_zones_are_refused() {
        assert!(TimeZone::named("Mars/Olympus").is_none());
        assert!(TimeZone::named("").is_none());
        assert_eq!(TimeZone::named("UTC").unwrap().name(), "UTC");
    }
}
