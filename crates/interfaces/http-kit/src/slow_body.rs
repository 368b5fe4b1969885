//! How long a body may take to arrive.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep_until};

/// A body may take so long, and a second more for every [`BYTES_A_SECOND`] of it that have arrived: an
/// upload that goes on is not cut, one that stands still is.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// The slowest upload.
const BYTES_A_SECOND: u64 = 16 * 1024;

/// Another patience than the usual one, put into the application.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Duration);

/// Bounds how long whoever reads the body waits for it.
pub fn bound(request: &mut ServiceRequest) {
    let patience = request.app_data::<Patience>();
    let patience = patience.map_or(PATIENCE, |patience| patience.0);
    let inner = request.parts_mut().1.take();
    if matches!(inner, Payload::None) {
        return;
    }
    let payload = Box::pin(Bounded {
        inner,
        patience,
        received: 0,
        begun: None,
    });
    request.set_payload(Payload::Stream { payload });
}

/// Whether a body was given up.
pub fn is_given_up(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// How long a body may take of which so many bytes have arrived.
fn allowed(patience: Duration, received: u64) -> Duration {
    patience + Duration::from_secs(received / BYTES_A_SECOND)
}

struct Bounded {
    inner: Payload,
    patience: Duration,
    received: u64,
    /// From the first time that the body is waited for.
    begun: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Stream for Bounded {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let body = self.get_mut();
        if let Poll::Ready(item) = Pin::new(&mut body.inner).poll_next(context) {
            if let Some(Ok(bytes)) = &item {
                let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
                body.received = body.received.saturating_add(length);
            }
            return Poll::Ready(item);
        }
        let (begun, sleep) = body.begun.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + body.patience)))
        });
        let until = *begun + allowed(body.patience, body.received);
        if sleep.deadline() != until {
            sleep.as_mut().reset(until);
        }
        match sleep.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                let given_up = io::Error::from(io::ErrorKind::TimedOut);
                Poll::Ready(Some(Err(PayloadError::Io(given_up))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_progress_gives_more_time() {
        for (received, seconds) in [(0, 10), (16_383, 10), (16_384, 11), (8 << 20, 522)] {
            let allowed = allowed(PATIENCE, received);
            assert_eq!(allowed, Duration::from_secs(seconds), "{received}");
        }
    }
}
