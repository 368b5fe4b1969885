//! `POST /api/v1beta/identity/splits/{id}/undo`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::splits::undo;
use identity_graph::Split;
use kernel::ids::kind;
use kernel::{ProfileAccess, SplitId};

use super::body::SplitBody;
use super::problem;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Undo a split
///
/// The customer has what they would have had without it: identifiers, browsers, names and credits, and what came since goes
/// to whom it belongs. The other id leads to them. A split that was undone before is answered as it was.
#[utoipa::path(
    operation_id = "undoSplit",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G155"))),
    params(("id" = String, Path, format = Uuid, description = "The split.")),
    responses(
        (status = 200, description = "They are one again.", body = Envelope<SplitBody, ProfileMeta>),
        (status = 409, description = "A later merge or split of one of the two stands: undo that one first; or one of the two was forgotten."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/identity/splits/{id}/undo")]
pub(crate) async fn undo_split(
    call: Scoped<AttributionWrite, PathId<kind::Split>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let split = undone(call.state.into_inner(), call.access, call.input.0).await?;
    let data = SplitBody::from(split);
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Takes a split back, whoever asked.
pub async fn undone(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: SplitId,
) -> Result<Split, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, id);
        let undone = state.write(&given, |work, context, (access, id)| {
            Box::pin(undo(work, context, access, *id))
        });
        undone.await.map_err(problem)
    })
    .await
}
