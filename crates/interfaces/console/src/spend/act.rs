//! Its forms.

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use exports_api::{sync, update};
use http_kit::extract::parse_uuid;
use http_kit::problem::{Code, Problem};
use kernel::{ConnectionId, Scope};
use spend_intake::syncs::set_up::SetUp;

use super::Answered;
use crate::error::PageError;
use crate::form::Form;
use crate::format::sentence;
use crate::page::see_other;
use crate::viewer::AtProfile;

/// Somebody who may say what is read, of which account, and the form that they sent.
async fn writer(
    request: &HttpRequest,
    body: &Bytes,
) -> Result<(AtProfile, ConnectionId, Form), PageError> {
    let at = AtProfile::with(request, Scope::AttributionWrite).await?;
    let form = Form::accept(request, body, &at.viewer, &at.spend_path()).await?;
    let id = request.match_info().get("id").and_then(parse_uuid);
    let id = id.ok_or(PageError::NotFound)?.into();
    Ok((at, id, form))
}

fn refused(problem: Problem) -> PageError {
    match problem.code() {
        Code::Conflict => PageError::Invalid(vec![sentence(problem.detail())]),
        _ => problem.into(),
    }
}

/// Has an account read from now on, or no more.
pub(super) async fn switch(request: HttpRequest, body: Bytes) -> Answered {
    let (at, id, form) = writer(&request, &body).await?;
    let is_enabled = match form.one("enabled") {
        Some("true") => true,
        Some("false") => false,
        _ => return Err(PageError::Form),
    };
    let change = SetUp {
        is_enabled: Some(is_enabled),
        months: None,
    };
    let state = at.viewer.state.clone().into_inner();
    let done = update::changed(state, at.access.clone(), (id, change)).await;
    done.map_err(refused)?;
    Ok(see_other(&at.spend_path()))
}

/// Has an account read now.
pub(super) async fn sync(request: HttpRequest, body: Bytes) -> Answered {
    let (at, id, _) = writer(&request, &body).await?;
    let state = at.viewer.state.clone().into_inner();
    let done = sync::asked(state, at.access.clone(), id).await;
    done.map_err(refused)?;
    Ok(see_other(&at.spend_path()))
}
