//! `/auth/connections/callback`: the browser comes back from the platform.

use access_control::oauth::Parameters;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use conversion_export::connections::come_back::{Answer, come_back as comes_back, take};
use http_kit::browser;
use http_kit::extract::state_of;
use url::form_urlencoded;

use super::choose::offered;
use super::failure::{EXPIRED, because, failed};
use super::{AtConnection, platforms, secret};
use crate::error::PageError;
use crate::viewer::Viewer;

/// What is spent first is the state, so that nothing can be tried twice; then it is judged whether the person may
/// finish what it was made for; and only then is the platform asked.
pub(super) async fn come_back(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    // The address has a code in it: nobody is sent to sign in and back to it.
    let who = browser::signed_in(&request, &state).await?;
    let who = who.ok_or_else(|| PageError::SignIn("/".to_owned()))?;
    let viewer = Viewer { state, who };
    let Some((returned, answer)) = read(&request) else {
        return failed(&viewer, None, (StatusCode::BAD_REQUEST, EXPIRED)).await;
    };
    let session_id = viewer.who.session_id;
    let state = viewer.state.clone();
    let context = state.context();
    let taken = take(platforms(&state), &context, (returned, session_id)).await?;
    let Some(returned) = taken else {
        return failed(&viewer, None, (StatusCode::BAD_REQUEST, EXPIRED)).await;
    };
    let at = AtConnection::at(viewer, returned.handoff_id()).await?;
    at.waits()?;
    let way = (at.provider, session_id, secret(&state));
    match comes_back(platforms(&state), &context, (returned, &answer), way).await {
        Ok(choice) => offered(&at, &choice).await,
        Err(error) => because(&at.viewer, at.id(), error).await,
    }
}

/// The state and the answer; `None` when something is there twice, or no state.
fn read(request: &HttpRequest) -> Option<(String, Answer)> {
    let pairs = form_urlencoded::parse(request.query_string().as_bytes());
    let parameters = Parameters::new(pairs.into_owned().collect());
    let get = |name| {
        let value = parameters.get(name).ok()?;
        Some(value.map(str::to_owned))
    };
    let answer = Answer {
        code: get("code")?,
        error: get("error")?,
    };
    Some((get("state")??, answer))
}
