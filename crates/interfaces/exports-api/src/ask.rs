//! `POST /api/v1beta/connections`

use access_control::Handoff;
use actix_web::{HttpResponse, post};
use conversion_export::connections::ask::{self, AskError, AskForConnection};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use kernel::ProfileAccess;
use platform_connections::{MAX_CONNECTIONS, PlatformProvider};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;

/// A body has at most this many bytes.
const BODY_BYTES: usize = 4 * 1024;

/// What is to be connected.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewConnection)]
pub struct NewBody {
    /// The platform: `social_ads` or `search_ads`.
    #[schema(example = "social_ads")]
    provider: String,
}

/// Where a person connects the account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectionHandoff)]
pub struct HandoffBody {
    /// Names the hand-off; poll `GET /api/v1/handoffs/{id}`. Once it is completed its `result` has the
    /// `connection_id`.
    pub id: Uuid,
    /// Where an owner or admin of the workspace goes, in a browser.
    pub url: String,
    /// Until when.
    #[schema(format = DateTime)]
    pub expires_at: String,
    /// `pending`.
    pub status: &'static str,
}

impl HandoffBody {
    fn of(handoff: &Handoff, base: &str) -> Self {
        Self {
            id: handoff.id.uuid(),
            url: format!("{base}/h/{}", handoff.id),
            expires_at: handoff.expires_at.to_string(),
            status: handoff.status.as_str(),
        }
    }
}

/// Ask for a connection
///
/// Leaves a hand-off: an owner or admin of the workspace opens its `url`, allows access at the platform or pastes a
/// token, and picks an account. No credential passes through here. Connecting an account again keeps the id of its
/// connection. [How to connect](/docs/exports.md).
#[utoipa::path(
    operation_id = "createConnection",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G100"))),
    request_body = NewBody,
    responses(
        (status = 201, description = "The hand-off.", body = Envelope<HandoffBody, ProfileMeta>),
        (status = 409, description = "The profile has 100 connections."),
    )
)]
#[post("/api/v1beta/connections")]
pub(crate) async fn create_connection(
    call: Scoped<ExportsWrite, ApiJson<NewBody, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let provider = PlatformProvider::parse(&call.input.0.provider).ok_or_else(unknown)?;
    let meta = ProfileMeta::from(call.access.profile_id);
    let state = call.state.into_inner();
    let handoff = asked(Arc::clone(&state), call.access, provider).await?;
    let data = HandoffBody::of(&handoff, state.addresses.base());
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}

fn unknown() -> Problem {
    let words = PlatformProvider::ALL
        .map(PlatformProvider::as_str)
        .join(" or ");
    let wrong = FieldError::pointer(
        "/provider",
        FieldCode::UnknownValue,
        format!("must be {words}"),
    );
    Problem::invalid_field(wrong)
}

/// Leaves the hand-off, even if the caller goes away. Also for the console.
pub async fn asked(
    state: Arc<AppState>,
    access: ProfileAccess,
    provider: PlatformProvider,
) -> Result<Handoff, Problem> {
    let found = state.profiles.find(access.profile_id).await?;
    let command = AskForConnection {
        provider,
        ways: state.connections.authorization.ways(provider),
        workspace_id: found.ok_or_else(Problem::not_found)?.workspace_id,
    };
    detached(async move {
        let input = (access, command);
        let asked = state.write(&input, |work, context, (access, command)| {
            Box::pin(ask::ask(work, context, access, *command))
        });
        asked.await.map_err(refused)
    })
    .await
}

fn refused(error: AskError) -> Problem {
    match error {
        AskError::NotConfigured(_) => Problem::unavailable_because(format!(
            "{error}; the operator of this service has to set one"
        )),
        AskError::TooMany => Problem::conflict(
            format!("the profile has {MAX_CONNECTIONS} connections, which is the most"),
            Vec::new(),
        ),
        AskError::Store(error) => error.into(),
    }
}
