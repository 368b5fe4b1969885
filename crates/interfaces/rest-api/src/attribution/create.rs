//! `POST /api/v1beta/attribution/recompute`

use actix_web::dev::Payload;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, post};
use application::attribution::recomputes::Queued;
use application::replays::recompute::recompute;
use kernel::ProfileAccess;
use reporting::recomputes::RecomputeStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{Input, Scoped, parse_json, read_body};
use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;

/// More than white space in an empty object needs.
const MAX_BYTES: usize = 1_024;

/// Nothing: the request has no fields yet.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecomputeRequest {}

/// No body, null, or an empty object.
#[derive(Debug)]
pub struct Nothing;

impl Input for Nothing {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let body = read_body(request, payload, MAX_BYTES).await?;
        if body.is_empty() {
            return Ok(Self);
        }
        if !request
            .content_type()
            .eq_ignore_ascii_case("application/json")
        {
            let detail = "the body must be sent as application/json, or left out";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        if body.trim_ascii() == b"null" {
            return Ok(Self);
        }
        parse_json::<RecomputeRequest>(&body).map(|RecomputeRequest {}| Self)
    }
}

/// The replay that serves the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecomputeQueued {
    /// Names the replay.
    pub id: Uuid,
    /// `queued`.
    pub status: &'static str,
    /// Whether this call queued it; `false` when one was waiting already, which serves this request
    /// too.
    pub created: bool,
}

/// Replay everybody
///
/// Queues one full replay of the profile: sessions, touches, conversions and credits are derived
/// anew from the events. Reports show the present results until it is complete.
#[utoipa::path(
    operation_id = "createRecompute",
    tag = "Attribution",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G47"))),
    request_body(content = Option<RecomputeRequest>, description = "May be left out."),
    responses(
        (status = 202, description = "The replay waits, or another one that waits serves.",
            body = Envelope<RecomputeQueued, ProfileMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/attribution/recompute")]
pub(crate) async fn create_recompute(
    call: Scoped<AttributionWrite, Nothing>,
) -> Result<HttpResponse, Problem> {
    let access = call.access;
    let profile_id = access.profile_id;
    let state = call.state.into_inner();
    let queued = detached(async move { write(&state, &access).await }).await?;
    let data = RecomputeQueued {
        id: queued.id.uuid(),
        status: RecomputeStatus::Queued.as_str(),
        created: queued.created,
    };
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Accepted().json(Envelope { data, meta }))
}

async fn write(state: &AppState, access: &ProfileAccess) -> Result<Queued, Problem> {
    let queued = state.write(access, |work, context, access| {
        Box::pin(recompute(work, context, access))
    });
    queued.await?.ok_or_else(Problem::not_found)
}
