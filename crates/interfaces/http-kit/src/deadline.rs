//! How long a request may take.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use futures_util::StreamExt;
use tokio::time::Instant;

/// When the caller was heard last.
#[derive(Clone, Debug)]
pub(crate) struct Heard(Rc<Cell<Instant>>);

/// Notes when parts of the body come: the time that a caller takes to send it is not ours.
pub(crate) fn listen(request: &mut ServiceRequest) -> Heard {
    let heard = Heard(Rc::new(Cell::new(Instant::now())));
    match request.take_payload() {
        Payload::None => request.set_payload(Payload::None),
        payload => {
            let last = heard.clone();
            let payload = payload.inspect(move |_| last.0.set(Instant::now()));
            request.set_payload(Payload::Stream {
                payload: payload.boxed_local(),
            });
        }
    }
    heard
}

/// The answer, unless it takes longer than the limit after the caller was heard last.
pub(crate) async fn within<T>(
    limit: Option<Duration>,
    heard: Heard,
    answer: impl Future<Output = T>,
) -> Option<T> {
    let Some(limit) = limit else {
        return Some(answer.await);
    };
    let mut answer = std::pin::pin!(answer);
    loop {
        let until = heard.0.get() + limit;
        match tokio::time::timeout_at(until, &mut answer).await {
            Ok(answered) => return Some(answered),
            Err(_) if heard.0.get() + limit > until => {}
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Heard {
        Heard(Rc::new(Cell::new(Instant::now())))
    }

    #[actix_web::test]
    async fn who_is_not_answered_in_time_is_told_so() {
        let limit = Some(Duration::from_millis(1));
        let never = std::future::pending::<()>();
        assert_eq!(within(limit, now(), never).await, None);
        assert_eq!(within(limit, now(), async { 1 }).await, Some(1));
        assert_eq!(within(None, now(), async { 2 }).await, Some(2));
    }

    #[actix_web::test]
    async fn the_time_begins_anew_with_each_part_of_the_body() {
        let heard = now();
        heard.0.set(Instant::now() + Duration::from_secs(1));
        let limit = Some(Duration::from_hours(1));
        let (say, said) = tokio::sync::oneshot::channel();
        let mut waiting = std::pin::pin!(within(limit, heard, said));
        assert!(futures_util::poll!(&mut waiting).is_pending());
        say.send(7).unwrap();
        assert_eq!(waiting.await, Some(Ok(7)));
    }
}
