//! Operations that are on their way out: every answer of theirs says so, errors too.
//!
//! `Deprecation` names the day of the notice (RFC 9745). `Sunset` (RFC 8594) and the link to the
//! successor come once the operator has set the day of removal, which is at least 90 days later.

use std::time::{Duration, SystemTime};

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue, HttpDate, LINK};
use actix_web::{HttpRequest, web};
use kernel::{Date, TimeZone};

use crate::extract::read_date;
use crate::removals::{DeprecatedOperation, OPERATIONS, RemovalError};
use crate::state::AppState;

/// Since when the operation is deprecated.
const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
/// When it goes away.
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Headers of an answer.
pub type Headers = Vec<(HeaderName, HeaderValue)>;

/// Reads a day of removal, `YYYY-MM-DD` in UTC.
pub fn removal_day(text: &str) -> Result<Date, RemovalError> {
    read_date(text).map_err(|_| RemovalError::Malformed)
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
    use crate::removals::{CREATE_GOAL, Removals};
    use kernel::Timestamp;

    fn shown(day: Option<&str>) -> Vec<String> {
        let removal = day.map(|day| {
            let day = removal_day(day).unwrap();
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
    fn a_day_of_removal_is_a_day() {
        for text in ["soon", "2027-02-30"] {
            assert_eq!(removal_day(text), Err(RemovalError::Malformed), "{text}");
        }
    }
}
