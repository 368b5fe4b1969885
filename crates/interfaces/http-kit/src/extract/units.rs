//! What a call costs, charged before anything else is looked at, and told in every answer.

use access_control::{Charge, Counted};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::{HttpMessage, HttpRequest};
use kernel::timestamp::seconds_rounded_up;

use super::caller::Caller;
use crate::problem::{Code, Problem};
use crate::state::AppState;

/// Units that are left.
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
/// Units that there are at most.
const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");

/// What is left to the caller; kept with the request for whoever writes the answer.
#[derive(Clone, Copy, Debug)]
struct Left {
    remaining: u32,
    limit: u32,
}

/// Charges the caller's bucket. Whatever happens next, the units are spent.
pub async fn charge(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    units: u32,
) -> Result<(), Problem> {
    let allowance = caller.allowance();
    let charge = state.access.rate_limiter.charge(&allowance, units).await;
    let charge = charge.map_err(|failure| Problem::internal(&failure))?;
    keep(request, charge.remaining(), allowance.capacity());
    match charge {
        Charge::Passed { .. } => Ok(()),
        Charge::Refused { .. } => Err(too_many(charge.retry_after_seconds())),
    }
}

/// Counts a call of the few that have an hourly number of their own and spend no units.
pub(super) async fn count(
    request: &HttpRequest,
    state: &AppState,
    bucket: &str,
    hourly: u32,
) -> Result<(), Problem> {
    let counted = state.access.calls.count(bucket, hourly).await;
    match counted.map_err(|failure| Problem::internal(&failure))? {
        Counted::Passed { remaining } => {
            keep(request, remaining, hourly);
            Ok(())
        }
        Counted::Refused { retry_after } => {
            keep(request, 0, hourly);
            Err(too_many(Some(seconds_rounded_up(retry_after))))
        }
    }
}

fn keep(request: &HttpRequest, remaining: u32, limit: u32) {
    request.extensions_mut().insert(Left { remaining, limit });
}

/// 429; `seconds` until the same call would pass.
pub fn too_many(seconds: Option<u64>) -> Problem {
    let seconds = seconds.unwrap_or(1).max(1);
    let detail = format!("too many calls; try again in {seconds} seconds");
    Problem::new(Code::RateLimited, detail).with_header(RETRY_AFTER, HeaderValue::from(seconds))
}

/// Tells what is left, if the caller was let in.
pub fn add_headers(request: &HttpRequest, headers: &mut HeaderMap) {
    if let Some(left) = request.extensions().get::<Left>() {
        headers.insert(REMAINING, HeaderValue::from(left.remaining));
        headers.insert(LIMIT, HeaderValue::from(left.limit));
    }
}
