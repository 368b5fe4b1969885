//! Sends the browser to the platform.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use conversion_export::connections::leave::{LeaveError, Leaving, leave as leaves};
use platform_connections::AuthorizationSecrets;

use super::failure::{failed, of_platform};
use super::{AtConnection, platforms, secret};
use crate::error::PageError;
use crate::form::Form;
use crate::page::see_other;

pub(super) async fn leave(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtConnection::of(&request).await?;
    Form::accept(&request, &body, &at.viewer, &at.path()).await?;
    at.waits()?;
    let state = &at.viewer.state;
    let leaving = Leaving {
        handoff_id: at.id(),
        session_id: at.viewer.who.session_id,
        provider: at.provider,
        secrets: AuthorizationSecrets {
            state: secret(state),
            verifier: secret(state),
        },
    };
    match leaves(platforms(state), &state.context(), &leaving).await {
        Ok(page) => Ok(see_other(&page)),
        Err(LeaveError::Platform(failure)) => {
            failed(&at.viewer, Some(at.id()), of_platform(&failure)).await
        }
        Err(LeaveError::Store(error)) => Err(error.into()),
    }
}
