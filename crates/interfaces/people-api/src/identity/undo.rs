//! `POST /api/v1beta/identity/merges/{id}/undo`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::undo;
use identity_graph::Merge;
use kernel::ids::kind;
use kernel::{MergeId, ProfileAccess};

use super::body::MergeBody;
use super::problem;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Undo a merge
///
/// Both customers have what they would have had without it: identifiers, browsers, names and credits, and what came
/// since goes to whom it belongs. A merge that was undone before is answered as it was.
#[utoipa::path(
    operation_id = "undoMerge",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G153"))),
    params(("id" = String, Path, format = Uuid, description = "The merge.")),
    responses(
        (status = 200, description = "They are two again.", body = Envelope<MergeBody, ProfileMeta>),
        (status = 409, description = "A later merge of the same customer stands: undo that one first."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/identity/merges/{id}/undo")]
pub(crate) async fn undo_merge(
    call: Scoped<AttributionWrite, PathId<kind::Merge>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let merge = undone(call.state.into_inner(), call.access, call.input.0).await?;
    let data = MergeBody::from(merge);
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Takes a merge back, whoever asked.
pub async fn undone(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: MergeId,
) -> Result<Merge, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, id);
        let undone = state.write(&given, |work, context, (access, id)| {
            Box::pin(undo(work, context, access, *id))
        });
        undone.await.map_err(problem)
    })
    .await
}
