//! `POST /oauth/revoke`

use accounts::oauth::revoke::revoke;
use actix_web::{HttpRequest, HttpResponse, post, web};
use utoipa::ToSchema;

use super::client::{confidential, has_secret, public, read_form};
use super::flat::{ErrorBody, Failure, flat, unkept};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A token to be given up.
#[derive(ToSchema)]
#[schema(as = RevocationRequest)]
#[expect(dead_code, reason = "documents the form")]
pub(super) struct RevokeForm {
    /// An access or a refresh token.
    token: String,
    /// Not needed; ignored.
    token_type_hint: Option<String>,
    /// The client, when it has no secret or sends it in the body.
    client_id: Option<String>,
    /// The secret of a client that has one and does not send it in the header.
    client_secret: Option<String>,
}

/// Give a token up
///
/// RFC 7009. Either token ends everything that came of the approval. Unknown tokens and those of
/// another client are answered alike.
#[utoipa::path(
    operation_id = "revokeToken",
    tag = "OAuth",
    request_body(content = RevokeForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The token counts no more."),
        (status = 400, description = "An unreadable request.", body = ErrorBody),
        (status = 401, description = "No such client.", body = ErrorBody),
    ),
)]
#[post("/oauth/revoke")]
pub(super) async fn revoke_token(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    flat(revoked(&request, payload, &state).await)
}

async fn revoked(
    request: &HttpRequest,
    payload: web::Payload,
    state: &AppState,
) -> Result<HttpResponse, Failure> {
    let form = read_form(request, &mut payload.into_inner()).await?;
    let client = if has_secret(request, &form)? {
        confidential(state, request, &form).await?
    } else {
        public(state, &form).await?
    };
    let token = form.required("token")?;
    let input = (&client.id, token);
    let revoked = state.write(&input, |work, context, (client, token)| {
        Box::pin(revoke(work, context, client, token))
    });
    revoked.await?;
    Ok(unkept(&mut HttpResponse::Ok()).finish())
}
