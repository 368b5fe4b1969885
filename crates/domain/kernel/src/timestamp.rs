//! Instants in UTC at microsecond precision: what PostgreSQL stores and what cursors compare.

use std::fmt;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Microseconds since 1970-01-01T00:00:00Z. Comparing two of them is comparing two instants
/// exactly; nothing below a microsecond exists here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// Microseconds in one second.
pub const MICROS_PER_SECOND: i64 = 1_000_000;
/// Microseconds in one day of 86,400 seconds.
pub const MICROS_PER_DAY: i64 = 86_400 * MICROS_PER_SECOND;

/// Whole seconds that cover so many microseconds; none of a span that is over.
pub fn seconds_rounded_up(micros: i64) -> u64 {
    u64::try_from(micros).unwrap_or(0).div_ceil(1_000_000)
}

impl Timestamp {
    /// From microseconds since the epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since the epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Parses RFC 3339 with any offset; digits below a microsecond are cut off. `None` for
    /// anything else, and for years that PostgreSQL's and RFC 3339's common range (0001 to 9999)
    /// does not hold.
    pub fn parse(text: &str) -> Option<Self> {
        let parsed = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        let utc = parsed.checked_to_offset(time::UtcOffset::UTC)?;
        (utc.year() >= 1).then_some(())?;
        Some(Self::from(utc))
    }

    /// The instant as a UTC date-time. Instants come from [`Timestamp::parse`] or a clock, so the
    /// value is always in range; an impossible one falls back to the epoch.
    pub fn to_utc(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    /// `self + micros`, saturating.
    #[must_use]
    pub const fn plus_micros(self, micros: i64) -> Self {
        Self(self.0.saturating_add(micros))
    }

    /// `self - earlier` in microseconds; negative when `earlier` is later.
    pub const fn micros_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl From<OffsetDateTime> for Timestamp {
    fn from(at: OffsetDateTime) -> Self {
        let micros = at.unix_timestamp_nanos().div_euclid(1_000);
        Self(i64::try_from(micros).unwrap_or(i64::MAX))
    }
}

/// RFC 3339 in UTC with six decimals, for example `2026-01-02T03:04:05.000000Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.to_utc();
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
            at.year(),
            u8::from(at.month()),
            at.day(),
            at.hour(),
            at.minute(),
            at.second(),
            at.microsecond()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_it_parses_at_microseconds() {
        let at = Timestamp::parse("2026-03-01T10:00:00.123456789+02:00").unwrap();
        assert_eq!(at.to_string(), "2026-03-01T08:00:00.123456Z");
        assert_eq!(Timestamp::parse(&at.to_string()), Some(at));
        assert_eq!(
            Timestamp::from_micros(-1).to_string(),
            "1969-12-31T23:59:59.999999Z"
        );
    }

    #[test]
    fn refuses_what_is_no_instant() {
        for text in [
            "",
            "2026-03-01",
            "2026-03-01T10:00:00",
            "2026-02-30T00:00:00Z",
            "now",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}
