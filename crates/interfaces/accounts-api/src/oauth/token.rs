//! `POST /oauth/mcp/token`

use actix_web::{HttpRequest, HttpResponse, post, web};

use super::client::{public, read_form};
use super::exchange::{TokenBody, TokenForm, tokens};
use super::flat::{ErrorBody, flat};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Exchange a code or a refresh token
///
/// For clients that registered themselves and have no secret. A refresh token counts once; showing
/// an old one ends everything that came of the approval.
#[utoipa::path(
    operation_id = "issueToken",
    tag = "OAuth",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Tokens.", body = TokenBody),
        (status = 400, description = "Nothing to exchange.", body = ErrorBody),
        (status = 401, description = "No such client.", body = ErrorBody),
    ),
)]
#[post("/oauth/mcp/token")]
pub(super) async fn issue_token(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    let outcome = async {
        let form = read_form(&request, &mut payload.into_inner()).await?;
        let client = public(&state, &form).await?;
        tokens(&state, client, &form).await
    };
    flat(outcome.await)
}
