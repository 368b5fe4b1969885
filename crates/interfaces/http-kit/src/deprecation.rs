//! Operations that are on their way out: every answer of theirs says so, errors too.
//!
//! `Deprecation` names the day of the notice (RFC 9745). `Sunset` (RFC 8594) and the link to the
//! successor come once the operator has set the day of removal, which is at least 90 days later.

use std::time::{Duration, SystemTime};

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue, HttpDate, LINK};
use actix_web::{HttpRequest, web};
use kernel::{Date, TimeZone, Timestamp};

use super::extract::read_date;
use crate::state::AppState;

/// Since when the operation is deprecated.
const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
/// When it goes away.
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Headers of an answer.
pub type Headers = Vec<(HeaderName, HeaderValue)>;

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
    /// Adds the day, `YYYY-MM-DD` in UTC, from which an operation may be gone.
    pub fn with(
        mut self,
        operation: &'static DeprecatedOperation,
        day: &str,
    ) -> Result<Self, RemovalError> {
        let day = read_date(day).map_err(|_| RemovalError::Malformed)?;
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

    fn of(&self, operation: &DeprecatedOperation) -> Option<Date> {
        let found = self.0.iter().find(|(known, _)| *known == operation);
        found.map(|(_, day)| *day)
    }
}

/// The headers that every answer to this request carries, as far as its path tells; none when what
/// it asks for stays.
pub fn notice(request: &ServiceRequest) -> Headers {
    of(request.method(), request.path(), request.request())
}

/// The same by the route that answered.
pub fn notice_of_route(method: &Method, request: &HttpRequest) -> Headers {
    let pattern = request.match_pattern().unwrap_or_default();
    of(method, &pattern, request)
}

fn of(method: &Method, path: &str, request: &HttpRequest) -> Headers {
    let Some(operation) = OPERATIONS
        .into_iter()
        .find(|operation| (operation.method, operation.path) == (method.as_str(), path))
    else {
        return Vec::new();
    };
    let removal = request
        .app_data::<web::Data<AppState>>()
        .and_then(|state| state.removals.of(operation));
    headers(operation, removal)
}

fn headers(operation: &DeprecatedOperation, removal: Option<Date>) -> Headers {
    let mut texts = vec![(DEPRECATION, format!("@{}", operation.notice))];
    if let Some(day) = removal {
        texts.push((SUNSET, http_date(day)));
        let link = format!("<{}>; rel=\"successor-version\"", operation.successor);
        texts.push((LINK, link));
    }
    texts
        .into_iter()
        .filter_map(|(name, text)| Some((name, HeaderValue::from_str(&text).ok()?)))
        .collect()
}

/// The first second of the day in UTC, as HTTP writes it.
fn http_date(day: Date) -> String {
    let micros = TimeZone::utc().start_of(day).micros();
    let since = Duration::from_micros(u64::try_from(micros).unwrap_or_default());
    HttpDate::from(SystemTime::UNIX_EPOCH + since).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(day: Option<&str>) -> Vec<String> {
        let removal = day.map(|day| {
            let removals = Removals::default().with(&CREATE_GOAL, day).unwrap();
            removals.of(&CREATE_GOAL).unwrap()
        });
        headers(&CREATE_GOAL, removal)
            .into_iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect()
    }

    #[test]
    fn the_notice_has_a_date_and_the_rest_comes_with_a_day_of_removal() {
        let notice = Timestamp::parse("2026-11-21T00:00:00Z").unwrap();
        assert_eq!(notice.micros(), CREATE_GOAL.notice * 1_000_000);
        assert_eq!(shown(None), ["deprecation: @1795219200"]);
        assert_eq!(
            shown(Some("2027-02-19")),
            [
                "deprecation: @1795219200",
                "sunset: Fri, 19 Feb 2027 00:00:00 GMT",
                "link: </api/v1/goals/definitions>; rel=\"successor-version\"",
            ]
        );
    }

    #[test]
    fn nothing_is_removed_with_less_than_90_days_of_notice() {
        let refused = |day| Removals::default().with(&CREATE_GOAL, day).unwrap_err();
        let words = refused("2027-02-18").to_string();
        assert!(words.contains("2027-02-19"), "{words}");
        assert_eq!(refused("soon"), RemovalError::Malformed);
        assert_eq!(refused("2027-02-30"), RemovalError::Malformed);
    }
}
