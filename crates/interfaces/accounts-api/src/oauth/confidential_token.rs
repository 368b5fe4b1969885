//! `POST /oauth/token`

use actix_web::{HttpRequest, HttpResponse, post, web};

use super::client::{confidential, read_form};
use super::exchange::{TokenBody, TokenForm, tokens};
use super::flat::{ErrorBody, flat};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Exchange a code or a refresh token with a secret
///
/// For clients that the operator made. They prove themselves by `client_secret_basic` or in the
/// body.
#[utoipa::path(
    operation_id = "issueConfidentialToken",
    tag = "OAuth",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Tokens.", body = TokenBody),
        (status = 400, description = "Nothing to exchange.", body = ErrorBody),
        (status = 401, description = "The client did not prove itself.", body = ErrorBody),
    ),
)]
#[post("/oauth/token")]
pub(super) async fn issue_confidential_token(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    let outcome = async {
        let form = read_form(&request, &mut payload.into_inner()).await?;
        let client = confidential(&state, &request, &form).await?;
        tokens(&state, client, &form).await
    };
    flat(outcome.await)
}
