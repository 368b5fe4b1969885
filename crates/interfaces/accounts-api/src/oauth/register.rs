//! `POST /oauth/mcp/register`

use access_control::oauth::{
    Client, ClientMetadata, ErrorCode, OAuthError, RedirectUri, Registration,
};
use access_control::users::Attempts;
use accounts::oauth::register::register;
use actix_web::http::header::{CONTENT_TYPE, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, post, web};
use kernel::timestamp::MICROS_PER_SECOND;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::flat::{ErrorBody, Failure, flat, unkept};
use http_kit::address::take_try;
use http_kit::extract::read_body;
use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;

const MOST_BYTES: usize = 64 * 1024;

/// What a client says about itself (RFC 7591). Members that are not here are ignored.
#[derive(ToSchema)]
#[schema(as = ClientRegistration)]
#[expect(dead_code, reason = "documents the body, which is read leniently")]
pub(super) struct RegistrationBody {
    /// What the application calls itself; cut at 120 characters.
    client_name: Option<String>,
    /// 1 to 10 addresses: https, or http on localhost, 127.0.0.1 or `[::1]`.
    redirect_uris: Vec<String>,
    /// Only `none` is kept.
    token_endpoint_auth_method: Option<String>,
    /// `authorization_code`, `refresh_token`.
    grant_types: Option<Vec<String>>,
    /// `code`.
    response_types: Option<Vec<String>>,
    /// Separated by spaces; unknown ones are dropped.
    scope: Option<String>,
}

/// A registered client: what was kept.
#[derive(Serialize, ToSchema)]
#[schema(as = RegisteredClient)]
pub(super) struct ClientBody {
    /// Names the client.
    client_id: String,
    /// Seconds since 1970.
    client_id_issued_at: i64,
    /// What it calls itself.
    client_name: String,
    /// Where it may be answered.
    redirect_uris: Vec<String>,
    /// What it may exchange.
    grant_types: Vec<&'static str>,
    /// `code`.
    response_types: [&'static str; 1],
    /// `none`.
    token_endpoint_auth_method: &'static str,
    /// What it asks for when a request names no scope.
    scope: String,
}

/// Register a client
///
/// RFC 7591. Clients without a secret register themselves; those that nobody approves are forgotten
/// after a week.
#[utoipa::path(
    operation_id = "registerClient",
    tag = "OAuth",
    request_body = RegistrationBody,
    responses(
        (status = 201, description = "The client.", body = ClientBody),
        (status = 400, description = "Metadata that cannot be kept.", body = ErrorBody),
        (status = 429, description = "More than 300 in an hour from one address; `Retry-After` says when."),
    ),
)]
#[post("/oauth/mcp/register")]
pub(super) async fn register_client(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> Result<HttpResponse, Problem> {
    limit(&request, &state).await?;
    flat(registered(&request, payload, &state).await)
}

async fn registered(
    request: &HttpRequest,
    payload: web::Payload,
    state: &AppState,
) -> Result<HttpResponse, Failure> {
    let kind = request.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.to_ascii_lowercase().starts_with("application/json") {
        return Err(metadata("the body must be sent as application/json").into());
    }
    let body = read_body(request, &mut payload.into_inner(), MOST_BYTES).await?;
    let sent: Value = serde_json::from_slice(&body).map_err(|_| metadata("no valid JSON"))?;
    let object = sent.as_object().ok_or_else(|| metadata("no JSON object"))?;
    let registration = Registration::try_from(read(object)?)?;
    let client = state.write(&registration, |work, context, registration| {
        Box::pin(register(work, context, registration.clone()))
    });
    let client = client.await?;
    Ok(unkept(&mut HttpResponse::Created()).json(ClientBody::from(client)))
}

/// 300 in an hour from one address.
async fn limit(request: &HttpRequest, state: &AppState) -> Result<(), Problem> {
    let wait = take_try(request, state, ("register", Attempts::REGISTRATION)).await;
    match wait.map_err(|error| Problem::internal(&error))? {
        None => Ok(()),
        Some(seconds) => {
            let detail = "too many registrations from this address";
            Err(Problem::new(Code::RateLimited, detail).with_header(RETRY_AFTER, seconds.into()))
        }
    }
}

fn metadata(description: &'static str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidClientMetadata, description)
}

/// The known members; null is absent.
fn read(object: &Map<String, Value>) -> Result<ClientMetadata, OAuthError> {
    let member = |name: &str| object.get(name).filter(|value| !value.is_null());
    let text = |name: &'static str| match member(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(metadata("client_name and scope must be texts")),
    };
    let list = |name: &'static str| match member(name) {
        None => Ok(Vec::new()),
        Some(value) => texts(value).ok_or_else(|| metadata("a list must hold texts")),
    };
    let uris = member("redirect_uris").map_or(Some(Vec::new()), texts);
    Ok(ClientMetadata {
        name: text("client_name")?,
        redirect_uris: uris.ok_or_else(|| {
            let description = "redirect_uris must be a list of addresses";
            OAuthError::new(ErrorCode::InvalidRedirectUri, description)
        })?,
        grant_types: list("grant_types")?,
        response_types: list("response_types")?,
        scope: text("scope")?,
    })
}

fn texts(value: &Value) -> Option<Vec<String>> {
    let items = value.as_array()?.iter();
    items.map(|item| item.as_str().map(str::to_owned)).collect()
}

impl From<Client> for ClientBody {
    fn from(client: Client) -> Self {
        let mut grant_types = vec!["authorization_code"];
        if client.refreshes {
            grant_types.push("refresh_token");
        }
        let scope: Vec<_> = client.grants.iter().map(|grant| grant.as_str()).collect();
        let uris = client.redirect_uris.iter().map(RedirectUri::as_str);
        Self {
            client_id: client.id,
            client_id_issued_at: client.created_at.micros().div_euclid(MICROS_PER_SECOND),
            client_name: client.name,
            redirect_uris: uris.map(str::to_owned).collect(),
            grant_types,
            response_types: ["code"],
            token_endpoint_auth_method: "none",
            scope: scope.join(" "),
        }
    }
}
