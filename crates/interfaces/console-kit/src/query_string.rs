//! The query string of a page: the days that it names, and how it is written. A page without any parameter shows the last
//! thirty days.

use actix_web::HttpRequest;
use http_kit::extract::{Invalid, QueryReader, read_period};
use http_kit::problem::Problem;
use kernel::{Date, Period, TimeZone, Timestamp};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use time::Duration;

use super::error::PageError;

/// Days that are shown when none are named.
const DEFAULT_DAYS: i64 = 30;

/// The period of the query string, the last thirty days when it names none.
pub fn period(request: &HttpRequest, today: Date) -> Result<Period, PageError> {
    read(request, today, read_period)
}

/// What the reader makes of the query string, which names the last thirty days when it names none.
pub fn read<T>(
    request: &HttpRequest,
    today: Date,
    reader: impl FnOnce(&mut QueryReader) -> Result<T, Invalid>,
) -> Result<T, PageError> {
    let mut query = QueryReader::of(request);
    let from = today.saturating_sub(Duration::days(DEFAULT_DAYS - 1));
    query.fill(&[
        ("date_from", from.to_string()),
        ("date_to", today.to_string()),
    ]);
    match reader(&mut query) {
        Ok(value) => {
            let errors = query.into_errors();
            if errors.is_empty() {
                return Ok(value);
            }
            Err(Problem::invalid(errors).into())
        }
        Err(_) => Err(Problem::invalid(query.into_errors()).into()),
    }
}

/// The profile's present day.
pub fn today(zone: &TimeZone, now: Timestamp) -> Date {
    zone.local_date(now)
}

/// A path with a query string.
pub fn link(action: &str, pairs: &[(String, String)]) -> String {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<_> = pairs
        .iter()
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    format!("{action}?{}", pairs.join("&"))
}
