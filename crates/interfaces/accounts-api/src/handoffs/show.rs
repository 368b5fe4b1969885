//! `GET /api/v1/handoffs/{id}`

use std::sync::Arc;

use access_control::ports::StoredHandoff;
use accounts::workspaces::checkout::look;
use actix_web::{HttpResponse, get};
use kernel::ids::kind;
use kernel::{HandoffId, Timestamp};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::envelope::Envelope;
use http_kit::extract::{ByAnybody, PathId, reaches};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Something that a human finishes in a browser.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Handoff)]
pub struct HandoffBody {
    /// Names it.
    pub id: Uuid,
    /// Where the human goes.
    pub url: String,
    /// From when on nothing can be finished any more.
    #[schema(format = DateTime)]
    pub expires_at: String,
    /// `pending`, `completed`, `declined` or `expired`.
    pub status: &'static str,
    /// `checkout`, `approval` or `connection`.
    #[schema(extensions(("x-spec-gap" = json!("G24"))))]
    pub kind: String,
    /// What it made; null before it is finished. Of a checkout: `subscription`; of a connection:
    /// `connection_id`.
    #[schema(value_type = Option<Object>, extensions(("x-spec-gap" = json!("G24"))))]
    pub result: Option<Value>,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandoffMeta {
    /// The profile, where it is about one.
    pub profile_id: Option<Uuid>,
    /// The workspace.
    pub workspace_id: Uuid,
}

fn body(stored: StoredHandoff, base: &str, now: Timestamp) -> HandoffBody {
    let handoff = stored.handoff;
    let own_page = || format!("{base}/h/{}", handoff.id);
    HandoffBody {
        id: handoff.id.uuid(),
        status: handoff.status_at(now).as_str(),
        url: handoff.url.clone().unwrap_or_else(own_page),
        expires_at: handoff.expires_at.to_string(),
        kind: handoff.kind,
        result: stored.result,
    }
}

/// Get a hand-off
///
/// How far something is that a human finishes in a browser: poll it until it is no longer `pending`.
/// Everybody who reaches its profile or workspace may; no id but its own is needed.
#[utoipa::path(
    operation_id = "getHandoff",
    tag = "Workspaces",
    security(("api_key" = [])),
    params(("id" = Uuid, Path, description = "The hand-off.")),
    responses(
        (status = 200, description = "The hand-off.",
            body = Envelope<HandoffBody, HandoffMeta>),
    )
)]
#[get("/api/v1/handoffs/{id}")]
pub(crate) async fn get_handoff(
    call: ByAnybody<PathId<kind::Handoff>>,
) -> Result<HttpResponse, Problem> {
    let id: HandoffId = call.input.0;
    let found = call.state.workspaces.handoffs.find(id).await?;
    let stored = found.ok_or_else(Problem::not_found)?;
    let place = (stored.handoff.profile_id, stored.handoff.workspace_id);
    if !reaches(&call.state, &call.caller, place).await? {
        return Err(Problem::not_found());
    }
    let state = call.state.into_inner();
    let stored = looked_up(state.clone(), stored).await?;
    let meta = HandoffMeta {
        profile_id: place.0.map(kernel::Id::uuid),
        workspace_id: place.1.uuid(),
    };
    let data = body(stored, state.addresses.base(), state.clock.now());
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// A hand-off as it is now: whoever takes the money tells nobody that they have it, and is asked. Also for the console.
pub async fn looked_up(
    state: Arc<AppState>,
    stored: StoredHandoff,
) -> Result<StoredHandoff, Problem> {
    detached(async move {
        let payments = &*state.workspaces.payments;
        Ok(look(&*state.units, payments, &state.context(), stored).await?)
    })
    .await
}
