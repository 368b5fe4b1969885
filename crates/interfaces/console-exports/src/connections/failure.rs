//! What a person sees when nothing was connected.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use conversion_export::connections::come_back::ComeBackError;
use kernel::HandoffId;
use platform_connections::ports::AuthorizationFailure;

use crate::chrome::Chrome;
use crate::error::PageError;
use crate::page::answer;
use crate::viewer::Viewer;

pub(super) const EXPIRED: &str =
    "It was finished before, took too long, or was begun in another browser.";
pub(super) const NO_TOKEN: &str = "What was pasted cannot be a token: it has spaces, or is empty.";
const DENIED: &str = "The platform says that access was not allowed.";
const NO_ACCOUNT: &str = "There is no ad account that this access reaches.";
const REFUSED: &str =
    "The platform did not accept it. A token may be mistyped, at its end, or lack permissions.";
const UNREACHABLE: &str = "The platform does not answer. Try again in a moment.";
const NOT_CONFIGURED: &str = "The operator of this service has set no client for this platform.";

#[derive(Template)]
#[template(path = "console/connections/failure.html")]
struct FailurePage {
    chrome: Chrome,
    words: &'static str,
    back: Option<String>,
}

/// With a way back to the hand-off, if it is known which one.
pub(super) async fn failed(
    viewer: &Viewer,
    handoff: Option<HandoffId>,
    (status, words): (StatusCode, &'static str),
) -> Result<HttpResponse, PageError> {
    let page = FailurePage {
        chrome: viewer.chrome("Nothing was connected").await?,
        words,
        back: handoff.map(|id| format!("/h/{id}")),
    };
    Ok(answer(status, &page))
}

/// The same for what the platform or the store said.
pub(super) async fn because(
    viewer: &Viewer,
    handoff: HandoffId,
    error: ComeBackError,
) -> Result<HttpResponse, PageError> {
    if let ComeBackError::Platform(failure) = &error {
        tracing::warn!(error = %failure, "nothing was connected: {failure}");
    }
    let told = match error {
        ComeBackError::Store(error) => return Err(error.into()),
        ComeBackError::Expired => (StatusCode::BAD_REQUEST, EXPIRED),
        ComeBackError::Denied => (StatusCode::BAD_REQUEST, DENIED),
        ComeBackError::NoAccount => (StatusCode::BAD_REQUEST, NO_ACCOUNT),
        ComeBackError::Platform(failure) => of_platform(&failure),
    };
    failed(viewer, Some(handoff), told).await
}

pub(super) fn of_platform(failure: &AuthorizationFailure) -> (StatusCode, &'static str) {
    match failure {
        AuthorizationFailure::Refused(_) => (StatusCode::BAD_REQUEST, REFUSED),
        AuthorizationFailure::Unreachable(_) => (StatusCode::SERVICE_UNAVAILABLE, UNREACHABLE),
        AuthorizationFailure::NotConfigured => (StatusCode::SERVICE_UNAVAILABLE, NOT_CONFIGURED),
    }
}
