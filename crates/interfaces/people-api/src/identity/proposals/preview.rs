//! `GET /api/v1/identity/merge-proposals/{id}/preview`

use actix_web::{HttpResponse, get};
use kernel::ids::kind;

use crate::identity::body::{MergeConsequence, MergeMeta};
use crate::identity::preview::previewed;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;

/// Preview a merge proposal
///
/// What making one of the two would do, to the last digit: the merge is made, looked at, and given up again. Nothing is
/// written.
#[utoipa::path(
    operation_id = "previewMergeProposal",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G153"))),
    params(("id" = String, Path, format = Uuid, description = "The proposal.")),
    responses(
        (status = 200, description = "What the merge would do.", body = Envelope<MergeConsequence, MergeMeta>),
        (status = 409, description = "The two cannot be one customer any more."),
    )
)]
#[get("/api/v1/identity/merge-proposals/{id}/preview")]
pub(crate) async fn preview_merge_proposal(
    call: Scoped<CustomersRead, PathId<kind::Proposal>>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let now = state.clock.now();
    let row = state.proposals.proposal(&access, call.input.0, now).await;
    let row = row.map_err(|error| Problem::internal(&error))?;
    let row = row.ok_or_else(Problem::not_found)?;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let profile_id = access.profile_id;
    let consequence = previewed(state, access, row.pair).await?;
    let meta = MergeMeta::new(profile_id, consequence.currency);
    let data = MergeConsequence::new(consequence, false, mode);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
