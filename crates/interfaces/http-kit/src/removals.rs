//! Operations that another one supersedes, and from when on they may be gone.

use kernel::{Date, TimeZone, Timestamp};

/// How long a superseded operation keeps working after the notice.
const LEAST_DAYS: i64 = 90;

/// An operation that another one supersedes.
#[derive(Debug, PartialEq, Eq)]
pub struct DeprecatedOperation {
    /// Its method.
    pub method: &'static str,
    /// Its path, which has no parameters.
    pub path: &'static str,
    /// The instant of the notice, in seconds since 1970 began.
    pub notice: i64,
    /// The path of what supersedes it.
    pub successor: &'static str,
}

/// `POST /api/v1/goals`, announced on 2026-11-21.
pub static CREATE_GOAL: DeprecatedOperation = DeprecatedOperation {
    method: "POST",
    path: "/api/v1/goals",
    notice: 1_795_219_200,
    successor: "/api/v1/goals/definitions",
};

/// All of them.
pub static OPERATIONS: [&DeprecatedOperation; 1] = [&CREATE_GOAL];

/// Why a day of removal is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemovalError {
    /// The text is no day.
    #[error("is not a day in the form YYYY-MM-DD")]
    Malformed,
    /// Callers would have too little time.
    #[error("is earlier than 90 days after the notice; the earliest day is {0}")]
    TooEarly(Date),
}

/// The days of removal that are set.
#[derive(Clone, Debug, Default)]
pub struct Removals(Vec<(&'static DeprecatedOperation, Date)>);

impl Removals {
    /// Adds the day in UTC from which an operation may be gone.
    pub fn with(
        mut self,
        operation: &'static DeprecatedOperation,
        day: Date,
    ) -> Result<Self, RemovalError> {
        let notice = Timestamp::from_micros(operation.notice * 1_000_000);
        let earliest = (0..LEAST_DAYS).fold(TimeZone::utc().local_date(notice), |day, _| {
            day.next_day().unwrap_or(Date::MAX)
        });
        if day < earliest {
            return Err(RemovalError::TooEarly(earliest));
        }
        self.0.push((operation, day));
        Ok(self)
    }

    /// The day that is set for an operation.
    pub(crate) fn of(&self, operation: &DeprecatedOperation) -> Option<Date> {
        let found = self.0.iter().find(|(known, _)| *known == operation);
        found.map(|(_, day)| *day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_removed_with_less_than_90_days_of_notice() {
        let day = |number| Date::from_ordinal_date(2027, number).unwrap();
        let early = Removals::default().with(&CREATE_GOAL, day(49));
        let words = early.unwrap_err().to_string();
        assert!(words.contains("2027-02-19"), "{words}");
        assert!(Removals::default().with(&CREATE_GOAL, day(50)).is_ok());
    }
}
