//! Where a request comes from, and how often it may come from there.

use std::net::IpAddr;

use access_control::users::Attempts;
use actix_web::HttpRequest;
use kernel::StoreError;
use kernel::timestamp::seconds_rounded_up;

use crate::network::address_bucket;
use crate::state::AppState;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address that a request comes from; `None` where there is no connection.
pub fn client_address(request: &HttpRequest, state: &AppState) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip();
    let forwarded: Vec<&str> = request
        .headers()
        .get_all(FORWARDED_FOR)
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        // What is no text is no address either, and ends what is known.
        .map(|word| std::str::from_utf8(word).unwrap_or_default())
        .collect();
    Some(state.access.trusted_proxies.sender(peer, &forwarded))
}

/// Takes one try of the sender's address; the seconds to wait when it has none left.
pub async fn take_try(
    request: &HttpRequest,
    state: &AppState,
    (kind, rule): (&str, Attempts),
) -> Result<Option<u64>, StoreError> {
    let bucket = address_bucket(kind, client_address(request, state));
    let wait = state.sign_in.attempts.take(&bucket, rule).await?;
    Ok(wait.map(seconds_rounded_up))
}
