//! Takes a token that somebody made at the platform.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use conversion_export::connections::paste::{Pasted, paste as pastes};
use platform_connections::AccessToken;

use super::choose::offered;
use super::failure::{NO_TOKEN, because, failed};
use super::{AtConnection, platforms, secret};
use crate::error::PageError;
use crate::form::Form;

pub(super) async fn paste(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtConnection::of(&request).await?;
    let form = Form::accept(&request, &body, &at.viewer, &at.path()).await?;
    at.waits()?;
    let Some(token) = form.one("token").and_then(AccessToken::parse) else {
        let told = (StatusCode::BAD_REQUEST, NO_TOKEN);
        return failed(&at.viewer, Some(at.id()), told).await;
    };
    let state = &at.viewer.state;
    let pasted = Pasted {
        handoff_id: at.id(),
        session_id: at.viewer.who.session_id,
        provider: at.provider,
        token,
        secret: secret(state),
    };
    match pastes(platforms(state), &state.context(), pasted).await {
        Ok(choice) => offered(&at, &choice).await,
        Err(error) => because(&at.viewer, at.id(), error).await,
    }
}
