//! A range of local days, as every report takes it.

use time::Date;

/// Inclusive local days, at most 366 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    from: Date,
    to: Date,
}

/// Why two days are no period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeriodError {
    /// `date_to` is before `date_from`.
    #[error("is before date_from")]
    Reversed,
    /// More than 366 days.
    #[error("makes a range of more than 366 days")]
    TooLong,
}

impl Period {
    /// The longest range a report accepts, in days.
    pub const MAX_DAYS: i64 = 366;

    /// Both days belong to the period.
    pub fn new(from: Date, to: Date) -> Result<Self, PeriodError> {
        match (to - from).whole_days() + 1 {
            ..=0 => Err(PeriodError::Reversed),
            1..=Self::MAX_DAYS => Ok(Self { from, to }),
            _ => Err(PeriodError::TooLong),
        }
    }

    /// First day.
    pub const fn from(&self) -> Date {
        self.from
    }

    /// Last day.
    pub const fn to(&self) -> Date {
        self.to
    }

    /// Number of days, 1 to 366.
    pub fn days(&self) -> i64 {
        (self.to - self.from).whole_days() + 1
    }

    /// The period of equal length that ends the day before this one begins.
    #[must_use]
    pub fn previous(&self) -> Self {
        let to = self.from.previous_day().unwrap_or(Date::MIN);
        let from = to
            .checked_sub(time::Duration::days(self.days() - 1))
            .unwrap_or(Date::MIN);
        Self { from, to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn previous_has_equal_length_and_ends_the_day_before() {
        let period = Period::new(date!(2024 - 03 - 01), date!(2024 - 03 - 31)).unwrap();
        let previous = period.previous();
        assert_eq!(previous.to(), date!(2024 - 02 - 29));
        assert_eq!(previous.from(), date!(2024 - 01 - 30));
        assert_eq!(previous.days(), period.days());
    }

    #[test]
    fn limits_are_exact() {
        let from = date!(2024 - 01 - 01);
        assert!(Period::new(from, date!(2024 - 12 - 31)).is_ok());
        assert_eq!(
            Period::new(from, date!(2025 - 01 - 01)),
            Err(PeriodError::TooLong)
        );
        assert_eq!(
            Period::new(from, date!(2023 - 12 - 31)),
            Err(PeriodError::Reversed)
        );
    }
}
