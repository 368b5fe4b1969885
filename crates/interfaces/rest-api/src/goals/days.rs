//! The local days that an answer is about: the last thirty when nobody says.

use kernel::{Date, Period, ProfileId, TimeZone};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::extract::{FromQuery, Invalid, QueryReader, read_date};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// How many days are looked at when nobody says.
const DEFAULT_DAYS: u32 = 30;

/// Where the days of a request stand in it.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Body,
    Query,
}

impl Place {
    fn error(self, name: &str, code: FieldCode, words: String) -> FieldError {
        match self {
            Self::Body => FieldError::pointer(format!("/{name}"), code, words),
            Self::Query => FieldError::parameter(name, code, words),
        }
    }
}

/// `date_from` and `date_to` as far as they were sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Days {
    pub(super) from: Option<Date>,
    pub(super) to: Option<Date>,
}

impl FromQuery for Days {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let from = query.optional("date_from", read_date);
        let to = query.optional("date_to", read_date);
        Ok(Self {
            from: from?,
            to: to?,
        })
    }
}

impl Days {
    /// Reads the fields of a body; what is wrong goes into `errors`.
    pub(super) fn of_body(
        from: Option<&str>,
        to: Option<&str>,
        errors: &mut Vec<FieldError>,
    ) -> Self {
        let mut read = |name, text: Option<&str>| {
            read_date(text?)
                .map_err(|(code, words)| {
                    errors.push(Place::Body.error(name, code, words.to_owned()));
                })
                .ok()
        };
        Self {
            from: read("date_from", from),
            to: read("date_to", to),
        }
    }

    /// The days, in a profile where it is `today`. Without a last day today is the last, without a
    /// first one the last is the thirtieth.
    pub(super) fn period(self, today: Date, place: Place) -> Result<Period, FieldError> {
        let to = self.to.unwrap_or(today);
        let from = self
            .from
            .unwrap_or_else(|| days_before(to, DEFAULT_DAYS - 1));
        let name = if self.to.is_none() && self.from.is_some() {
            "date_from"
        } else {
            "date_to"
        };
        Period::new(from, to)
            .map_err(|error| place.error(name, FieldCode::OutOfRange, error.to_string()))
    }
}

/// The day so many days before another.
pub(super) fn days_before(day: Date, days: u32) -> Date {
    (0..days).fold(day, |day, _| day.previous_day().unwrap_or(day))
}

/// The present local day.
pub(super) fn today(state: &AppState, zone: &TimeZone) -> Date {
    zone.local_date(state.clock.now())
}

/// The days of a query.
pub(super) fn period_of_query(
    days: Days,
    state: &AppState,
    zone: &TimeZone,
) -> Result<Period, Problem> {
    days.period(today(state, zone), Place::Query)
        .map_err(Problem::invalid_field)
}

/// What an answer about some days is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct DaysMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// First local day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last local day.
    #[schema(format = Date)]
    pub date_to: String,
}

impl DaysMeta {
    pub(super) fn new(profile_id: ProfileId, period: Period) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
        }
    }
}

/// The same about a list that may be cut.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoundedDaysMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// First local day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last local day.
    #[schema(format = Date)]
    pub date_to: String,
    /// Whether there are more rows than the answer has.
    pub truncated: bool,
}

impl BoundedDaysMeta {
    pub(super) fn new(profile_id: ProfileId, period: Period, truncated: bool) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
            truncated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        read_date(text).unwrap()
    }

    #[test]
    fn the_last_thirty_days_are_looked_at_when_nobody_says() {
        let period = |from: Option<&str>, to: Option<&str>| {
            let days = Days {
                from: from.map(date),
                to: to.map(date),
            };
            let period = days.period(date("2026-03-31"), Place::Query)?;
            Ok::<_, FieldError>((period.from().to_string(), period.to().to_string()))
        };
        let days = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(
            period(None, None).unwrap(),
            days("2026-03-02", "2026-03-31")
        );
        assert_eq!(
            period(None, Some("2026-01-30")).unwrap(),
            days("2026-01-01", "2026-01-30")
        );
        assert_eq!(
            period(Some("2026-03-30"), None).unwrap(),
            days("2026-03-30", "2026-03-31")
        );
        let error = period(Some("2026-04-01"), None).unwrap_err();
        assert_eq!(error.parameter.as_deref(), Some("date_from"));
        assert!(period(Some("2025-01-01"), Some("2026-01-02")).is_err());
    }
}
