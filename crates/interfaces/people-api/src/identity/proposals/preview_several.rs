//! `POST /api/v1beta/identity/merge-proposals/preview`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::SeveralConsequence;
use customer_decisions::proposals::decide_several::preview;
use kernel::{ProfileAccess, ProposalId};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::several::{SelectionConsequence, SelectionMeta, problem, proposals};
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{ApiJson, Heavy, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Proposals that may be merged at once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SelectionPreviewRequest)]
pub struct SelectionPreviewBody {
    /// At most 50, in the order in which they are merged.
    #[schema(min_items = 1, max_items = 50)]
    proposal_ids: Vec<Uuid>,
}

/// Preview several merge proposals
///
/// What merging the customers of all of them would do, to the last digit: the merges are made one after the other, looked
/// at, and given up again. Nothing is written.
#[utoipa::path(
    operation_id = "previewMergeProposals",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G153")), ("x-rate-units" = json!(3))),
    request_body = SelectionPreviewBody,
    responses(
        (status = 200, description = "What the merges would do.",
            body = Envelope<SelectionConsequence, SelectionMeta>),
        (status = 409, description = "Of one of them the two cannot be one customer, or somebody decided otherwise; \
            `errors` says of which."),
    )
)]
#[post("/api/v1beta/identity/merge-proposals/preview")]
pub(crate) async fn preview_merge_proposals(
    call: Scoped<Heavy<CustomersRead>, ApiJson<SelectionPreviewBody>>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let ids = proposals(&call.input.0.proposal_ids)?;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let profile_id = access.profile_id;
    let told = previewed(state, access, ids.clone()).await?;
    let meta = SelectionMeta::new(profile_id, Some(&told));
    let data = SelectionConsequence::new(&ids, told, false, mode);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// What merging all of them would do, whoever asked.
pub async fn previewed(
    state: Arc<AppState>,
    access: ProfileAccess,
    ids: Vec<ProposalId>,
) -> Result<SeveralConsequence, Problem> {
    heavy::told(access.profile_id, async move {
        let context = state.context();
        let told = preview(&*state.units, &context, &access, &ids).await;
        told.map_err(problem)
    })
    .await
}
