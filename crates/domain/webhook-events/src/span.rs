//! Spans of time in microseconds, the unit of instants.

use std::time::Duration;

use kernel::Timestamp;

/// The span in microseconds; what is too long is as long as can be told.
pub(crate) fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

/// The instant after the span.
pub(crate) fn plus(at: Timestamp, span: Duration) -> Timestamp {
    at.plus_micros(micros(span))
}
