//! Months of tracker events: the name of each partition, and the statement that makes it.

use kernel::Date;
use time::Month;

/// The first day of a day's month.
pub fn first_of_month(day: Date) -> Date {
    day.replace_day(1).unwrap_or(day)
}

/// The first day of the month after one that begins with `first`.
pub fn next_month(first: Date) -> Date {
    let year = if first.month() == Month::December {
        first.year() + 1
    } else {
        first.year()
    };
    Date::from_calendar_date(year, first.month().next(), 1).unwrap_or(Date::MAX)
}

/// The month of a partition by its name, `tracker_events_2026_12`.
pub fn month_of(name: &str) -> Option<Date> {
    let (year, month) = name.strip_prefix("tracker_events_")?.split_once('_')?;
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year.parse().ok()?, month, 1).ok()
}

/// One statement that makes one month's partition unless it is there. The advisory lock keeps two processes
/// from making it at once; the look behind it reads the catalogue itself, because what a session remembers
/// of names may be older than the lock. A table that is made first and attached then, unlike one that is
/// made as a partition, waits for no reader of events and lets no writer wait.
pub fn make_month(month: Date, next: Date) -> String {
    let name = format!(
        "tracker_events_{:04}_{:02}",
        month.year(),
        u8::from(month.month())
    );
    format!(
        "DO $$ BEGIN \
           IF to_regclass('{name}') IS NULL THEN \
             PERFORM pg_advisory_xact_lock(7411052006118533); \
             PERFORM set_config('lock_timeout', '10s', true); \
             IF NOT EXISTS (SELECT FROM pg_class c JOIN pg_class e \
                 ON e.oid = 'tracker_events'::regclass AND e.relnamespace = c.relnamespace \
                 WHERE c.relname = '{name}') THEN \
               CREATE TABLE {name} (LIKE tracker_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS); \
               ALTER TABLE tracker_events ATTACH PARTITION {name} \
                 FOR VALUES FROM ('{month} 00:00:00+00') TO ('{next} 00:00:00+00'); \
             END IF; \
           END IF; \
         END $$"
    )
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn months_follow_each_other_over_the_year() {
        assert_eq!(first_of_month(date!(2024 - 02 - 29)), date!(2024 - 02 - 01));
        assert_eq!(next_month(date!(2024 - 12 - 01)), date!(2025 - 01 - 01));
        let statement = make_month(date!(2024 - 12 - 01), date!(2025 - 01 - 01));
        assert!(statement.contains("ATTACH PARTITION tracker_events_2024_12 "));
        assert!(
            statement.contains("FROM ('2024-12-01 00:00:00+00') TO ('2025-01-01 00:00:00+00')")
        );
    }

    #[test]
    fn partitions_are_known_by_their_names() {
        let month = month_of("tracker_events_2026_12");
        assert_eq!(month, Some(date!(2026 - 12 - 01)));
        assert_eq!(month_of("tracker_events_2026_13"), None);
        assert_eq!(month_of("tracker_events_old"), None);
    }
}
