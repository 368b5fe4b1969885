//! `POST /api/v1beta/identity/merges/preview`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::{Consequence, preview};
use kernel::{CustomerId, ProfileAccess};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{MergeConsequence, MergeMeta};
use super::problem;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Two customers who may be one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MergePreviewRequest)]
pub struct PreviewBody {
    /// Both, in any order.
    customer_profile_ids: [Uuid; 2],
}

/// Preview a merge of two customers
///
/// What making one of two customers would do, to the last digit: the merge is made, looked at, and given up again.
/// Nothing is written.
#[utoipa::path(
    operation_id = "previewMerge",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G153"))),
    request_body = PreviewBody,
    responses(
        (status = 200, description = "What the merge would do.", body = Envelope<MergeConsequence, MergeMeta>),
        (status = 409, description = "The two cannot be one customer: each has a national id, one was merged \
            already, or one has no identifier that names a person."),
    )
)]
#[post("/api/v1beta/identity/merges/preview")]
pub(crate) async fn preview_merge(
    call: Scoped<CustomersRead, ApiJson<PreviewBody>>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let pair = call.input.0.customer_profile_ids.map(CustomerId::new);
    let profile_id = access.profile_id;
    let pii_mode = state.customers.pii_mode(&access).await;
    let pii_mode = pii_mode.map_err(|error| Problem::internal(&error))?;
    let consequence = previewed(state, access, pair).await?;
    let meta = MergeMeta::new(profile_id, consequence.currency);
    let data = MergeConsequence::new(consequence, false, pii_mode);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// What a merge would do, whoever asked.
pub async fn previewed(
    state: Arc<AppState>,
    access: ProfileAccess,
    pair: [CustomerId; 2],
) -> Result<Consequence, Problem> {
    heavy::told(access.profile_id, async move {
        let context = state.context();
        preview(&*state.units, &context, &access, pair)
            .await
            .map_err(problem)
    })
    .await
}
