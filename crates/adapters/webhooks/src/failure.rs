//! What a failure of the client is called.

use std::error::Error;
use std::io;

use webhook_events::AttemptFailure;

use crate::resolver::Blocked;

/// The first cause that tells something decides.
pub(crate) fn failure_of(error: &reqwest::Error) -> AttemptFailure {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(cause) = next {
        if cause.is::<Blocked>() {
            return AttemptFailure::BlockedAddress;
        }
        if cause.is::<rustls::Error>() {
            return AttemptFailure::Tls;
        }
        next = inside(cause);
    }
    if error.is_timeout() {
        AttemptFailure::Timeout
    } else {
        AttemptFailure::Connection
    }
}

/// The next cause. An I/O error names the cause of its content as its own, and so would hide the content.
fn inside<'e>(cause: &'e (dyn Error + 'static)) -> Option<&'e (dyn Error + 'static)> {
    let content = cause
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref);
    match content {
        Some(content) => Some(content),
        None => cause.source(),
    }
}
