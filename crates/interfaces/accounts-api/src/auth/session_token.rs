//! `POST /auth/session-token`

use access_control::oauth::tokens::ACCESS_TOKEN_SECONDS;
use access_control::users::{EmailAddress, Password};
use accounts::users::sign_in::sign_in;
use accounts::users::{AccountError, Origin};
use actix_web::dev::Payload;
use actix_web::http::header::{ORIGIN, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, post, web};
use kernel::UserId;
use kernel::timestamp::seconds_rounded_up;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::discovery::{built_in_only, unavailable};
use http_kit::address::client_address;
use http_kit::browser::{known_browser, signed_in};
use http_kit::challenge::unauthenticated;
use http_kit::extract::{ApiJson, Input};
use http_kit::network::address_bucket;
use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;

/// Who asks, when no cookie says it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SessionTokenRequest)]
pub(super) struct Body {
    /// E-mail address of the account.
    email: String,
    /// Its password.
    #[schema(format = Password)]
    password: String,
}

/// A session token.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionToken)]
pub(super) struct TokenBody {
    /// A JSON Web Token (ES256).
    access_token: String,
    /// `Bearer`.
    token_type: &'static str,
    /// Seconds.
    expires_in: i64,
}

/// Get a session token
///
/// For a person: with the cookie of the pages and no body, or with an e-mail address and a password.
#[utoipa::path(
    operation_id = "createSessionToken",
    tag = "OAuth",
    request_body(content = Body, description = "Absent when the cookie is sent."),
    responses(
        (status = 200, description = "The token.", body = TokenBody),
        (status = 401, description = "No cookie, or address or password is wrong."),
        (status = 429, description = "Too many tries."),
    ),
    extensions(("x-spec-gap" = json!("G61"))),
)]
#[post("/auth/session-token")]
pub(super) async fn create_session_token(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    built_in_only(&state)?;
    let user = who(&request, &mut payload.into_inner(), &state).await?;
    let token = state.sign_in.session_tokens.issue(user).await;
    Ok(HttpResponse::Ok().json(TokenBody {
        access_token: token.map_err(|error| unavailable(&error))?,
        token_type: "Bearer",
        expires_in: ACCESS_TOKEN_SECONDS,
    }))
}

async fn who(
    request: &HttpRequest,
    payload: &mut Payload,
    state: &AppState,
) -> Result<UserId, Problem> {
    let own = |origin: &actix_web::http::header::HeaderValue| {
        origin.as_bytes() == state.addresses.base().as_bytes()
    };
    let from_here = request.headers().get(ORIGIN).is_none_or(own);
    let known = signed_in(request, state).await?;
    if let Some(known) = known.filter(|_| from_here) {
        return Ok(known.user_id);
    }
    let refused = || unauthenticated(&state.addresses, true);
    if !request
        .headers()
        .contains_key(actix_web::http::header::CONTENT_TYPE)
    {
        return Err(unauthenticated(&state.addresses, false));
    }
    let ApiJson(body) = ApiJson::<Body>::read(request, payload).await?;
    let email = EmailAddress::parse(&body.email).ok_or_else(refused)?;
    let password = Password::parse(&body.password).ok_or_else(refused)?;
    let sender = address_bucket("sender", client_address(request, state));
    let browser = known_browser(request, state);
    let origin = Origin {
        sender: &sender,
        browser: browser.as_ref(),
    };
    match sign_in(&state.sign_in.accounts(), &email, password, origin).await {
        Ok(user) => user.map(|user| user.id).ok_or_else(refused),
        Err(AccountError::TooMany(wait)) => {
            let seconds = seconds_rounded_up(wait);
            Err(Problem::new(Code::RateLimited, "too many tries")
                .with_header(RETRY_AFTER, seconds.into()))
        }
        Err(error) => Err(Problem::internal(&error)),
    }
}
