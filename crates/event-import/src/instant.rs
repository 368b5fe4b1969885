//! Instants as files write them.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::mapping::Unit;

/// 2000-01-01T00:00:00Z: whatever is older is a unit mistake.
const EARLIEST: Timestamp = Timestamp::from_micros(946_684_800_000_000);
const DAY: i64 = 86_400 * MICROS_PER_SECOND;

/// Reads an instant; the reason when it is none, or none at which anything can have happened.
pub(crate) fn read(text: &str, unit: Unit, now: Timestamp) -> Result<Timestamp, &'static str> {
    let at = match unit {
        Unit::Text => of_text(text),
        Unit::Seconds => of_number(text, 1_000_000),
        Unit::Milliseconds => of_number(text, 1_000),
        Unit::Microseconds => of_number(text, 1),
    };
    let at = at.ok_or(match unit {
        Unit::Text => "is neither RFC 3339 nor `YYYY-MM-DD HH:MM:SS` in UTC",
        _ => "is not a number",
    })?;
    if at < EARLIEST {
        return Err("is before 2000-01-01; is its unit another?");
    }
    if at.micros_since(now) > DAY {
        return Err("is more than a day ahead; is its unit another?");
    }
    Ok(at)
}

fn of_number(text: &str, micros: i64) -> Option<Timestamp> {
    let number: Decimal = text.parse().ok()?;
    let micros = number.checked_mul(Decimal::from(micros))?;
    Some(Timestamp::from_micros(micros.to_i64()?))
}

fn of_text(text: &str) -> Option<Timestamp> {
    if let Some(at) = Timestamp::parse(text) {
        return Some(at);
    }
    let text = text.trim_end_matches("UTC").trim_end();
    let (day, clock) = text.split_once([' ', 'T'])?;
    // Some write an offset of whole hours.
    let clock = match clock.rsplit_once(['+', '-']) {
        Some((_, hours)) if hours.len() == 2 => format!("{clock}:00"),
        _ if clock.ends_with('Z') || clock.contains(['+', '-']) => clock.to_owned(),
        _ => format!("{clock}Z"),
    };
    Timestamp::parse(&format!("{day}T{clock}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_read_in_every_unit() {
        let now = Timestamp::parse("2026-11-25T10:00:00Z").unwrap();
        let expected = Timestamp::parse("2026-01-02T03:04:05.5Z").unwrap();
        for (text, unit) in [
            ("2026-01-02T03:04:05.5Z", Unit::Text),
            ("2026-01-02T05:04:05.500+02:00", Unit::Text),
            ("2026-01-02 03:04:05.500", Unit::Text),
            ("2026-01-02 03:04:05.500 UTC", Unit::Text),
            ("2026-01-02 05:04:05.5+02", Unit::Text),
            ("2026-01-02 03:04:05.500000+00:00", Unit::Text),
            ("1767323045.5", Unit::Seconds),
            ("1767323045500", Unit::Milliseconds),
            ("1767323045500000", Unit::Microseconds),
        ] {
            assert_eq!(read(text, unit, now), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_cannot_have_happened_is_told() {
        let now = Timestamp::parse("2026-11-25T10:00:00Z").unwrap();
        let reason = |text, unit| read(text, unit, now).unwrap_err();
        assert!(reason("yesterday", Unit::Text).contains("RFC 3339"));
        assert!(reason("2026-01-02", Unit::Text).contains("RFC 3339"));
        assert!(reason("x", Unit::Seconds).contains("not a number"));
        assert!(reason("1767323045", Unit::Microseconds).contains("unit"));
        assert!(reason("1767323045500", Unit::Seconds).contains("ahead"));
        assert!(reason("9999999999999999999999", Unit::Seconds).contains("number"));
    }
}
