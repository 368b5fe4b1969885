//! `POST /api/v1/me/mcp-tokens`

use std::collections::BTreeSet;

use access_control::oauth::tokens::ACCESS_TOKEN_SECONDS;
use access_control::{Grant, TokenFamily};
use accounts::oauth::Issued;
use accounts::oauth::mint::{Mint, mint};
use actix_web::{HttpResponse, post};
use kernel::StoreError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{ApiJson, InPerson};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// A token to be minted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct McpTokenBody {
    /// What you call it, 1 to 120 characters.
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    /// What it allows: `mcp:read`, `mcp:read_pii`, `mcp:write`.
    #[schema(min_items = 1, max_items = 3)]
    grants: Vec<String>,
    /// Units that it may spend a minute; the service has a ceiling.
    #[schema(minimum = 1)]
    rate_limit_units_per_minute: u32,
}

/// Tokens, shown only now.
#[derive(Serialize, ToSchema)]
pub struct McpToken {
    /// Names the approval that the tokens belong to.
    pub id: Uuid,
    /// What you called it.
    pub name: String,
    /// To be sent with the refresh token to the token endpoint.
    pub client_id: Option<String>,
    /// `svc_user_…`.
    pub access_token: String,
    /// `Bearer`.
    pub token_type: &'static str,
    /// Seconds for which the access token counts.
    pub expires_in: i64,
    /// Gives new tokens, once.
    pub refresh_token: Option<String>,
    /// The grants, with spaces between them.
    pub scope: String,
}

/// What is asked for, once it can be had.
struct Order {
    name: String,
    grants: BTreeSet<Grant>,
    units_per_minute: u32,
}

fn read(body: &McpTokenBody, ceiling: u32) -> Result<Order, Problem> {
    let mut errors = Vec::new();
    let name = body.name.trim();
    if !(1..=120).contains(&name.chars().count()) {
        let why = "must have 1 to 120 characters";
        errors.push(FieldError::pointer("/name", FieldCode::OutOfRange, why));
    }
    let mut grants = BTreeSet::new();
    for (at, text) in body.grants.iter().enumerate() {
        if let Some(grant) = Grant::parse(text) {
            grants.insert(grant);
        } else {
            let why = "is none of mcp:read, mcp:read_pii, mcp:write";
            let pointer = format!("/grants/{at}");
            errors.push(FieldError::pointer(pointer, FieldCode::UnknownValue, why));
        }
    }
    if body.grants.is_empty() || body.grants.len() > Grant::ALL.len() {
        let why = "must have 1 to 3 grants";
        errors.push(FieldError::pointer("/grants", FieldCode::OutOfRange, why));
    }
    let units_per_minute = body.rate_limit_units_per_minute;
    if !(1..=ceiling).contains(&units_per_minute) {
        let why = format!("must be 1 to {ceiling}");
        let pointer = "/rate_limit_units_per_minute";
        errors.push(FieldError::pointer(pointer, FieldCode::OutOfRange, why));
    }
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    Ok(Order {
        name: name.to_owned(),
        grants,
        units_per_minute,
    })
}

/// Mint a user token
///
/// For a program of your own: the same tokens that an application gets after an approval, with the
/// same grants, and refreshed at the same endpoint under `client_id`. Only a person in person may;
/// keys and applications get 403. While the operator has not said how many units such tokens may
/// have, the answer is 503.
#[utoipa::path(
    operation_id = "createMcpToken",
    tag = "Workspaces",
    security(("session_token" = [])),
    request_body = McpTokenBody,
    responses(
        (status = 201, description = "The tokens, shown only now.",
            body = Envelope<McpToken, NoMeta>),
    )
)]
#[post("/api/v1/me/mcp-tokens")]
pub(crate) async fn create_mcp_token(
    call: InPerson<ApiJson<McpTokenBody>>,
) -> Result<HttpResponse, Problem> {
    let ceiling = call.state.access.user_token_units.ok_or_else(|| {
        let detail = "the operator has not said how many units a token may have";
        Problem::new(Code::Unavailable, detail)
    })?;
    let order = read(&call.input.0, ceiling)?;
    let (state, user_id) = (call.state.into_inner(), call.person.user_id);
    let command = Mint {
        user_id,
        name: order.name,
        grants: order.grants,
        resource: state.addresses.mcp().to_owned(),
        units_per_minute: order.units_per_minute,
        random: [state.randomness.bytes32(), state.randomness.bytes32()],
    };
    let (family, issued) = detached(async move { Ok(write(&state, command).await?) }).await?;
    let data = body(family, &issued);
    let meta = NoMeta {};
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}

async fn write(state: &AppState, command: Mint) -> Result<(TokenFamily, Issued), StoreError> {
    let minted = state.write(&command, |work, context, command| {
        Box::pin(mint(work, context, command.clone()))
    });
    minted.await
}

fn body(family: TokenFamily, issued: &Issued) -> McpToken {
    let grants: Vec<_> = issued.grants.iter().map(|grant| grant.as_str()).collect();
    McpToken {
        id: family.id.uuid(),
        name: family.name,
        client_id: family.client_id,
        access_token: issued.access.reveal().to_owned(),
        token_type: "Bearer",
        expires_in: ACCESS_TOKEN_SECONDS,
        refresh_token: issued
            .refresh
            .as_ref()
            .map(|secret| secret.reveal().to_owned()),
        scope: grants.join(" "),
    }
}
