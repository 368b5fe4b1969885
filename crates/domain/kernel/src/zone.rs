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
    fn unknown_zones_are_refused() {
        assert!(TimeZone::named("Mars/Olympus").is_none());
        assert!(TimeZone::named("").is_none());
        assert_eq!(TimeZone::named("UTC").unwrap().name(), "UTC");
    }
}
