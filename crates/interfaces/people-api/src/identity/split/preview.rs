//! `POST /api/v1beta/identity/customers/{id}/split/preview`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::splits::{SplitConsequence as Consequence, Wanted, preview};
use kernel::ProfileAccess;
use kernel::ids::kind;

use super::body::{SplitConsequence, WantedBody};
use super::problem;
use crate::identity::body::MergeMeta;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Preview a split of a customer
///
/// What making two of a customer would do, to the last digit: the split is made, looked at, and given up again. Nothing is
/// written.
#[utoipa::path(
    operation_id = "previewSplit",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G155"))),
    params(("id" = String, Path, format = Uuid, description = "The customer.")),
    request_body = WantedBody,
    responses(
        (status = 200, description = "What the split would do.", body = Envelope<SplitConsequence, MergeMeta>),
        (status = 409, description = "The customer was merged into another one or has more than 200 identifiers or 50 splits that stand, or facts would join one of the two with somebody else; or they were parted so already, and the detail names that split."),
    )
)]
#[post("/api/v1beta/identity/customers/{id}/split/preview")]
pub(crate) async fn preview_split(
    call: Scoped<CustomersRead, (PathId<kind::Customer>, ApiJson<WantedBody>)>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let (PathId(id), ApiJson(body)) = call.input;
    let wanted = body.read(id)?;
    let profile_id = access.profile_id;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let consequence = previewed(state, access, wanted).await?;
    let meta = MergeMeta::new(profile_id, consequence.currency);
    let data = SplitConsequence::new(consequence, false, mode);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// What a split would do, whoever asked.
pub async fn previewed(
    state: Arc<AppState>,
    access: ProfileAccess,
    wanted: Wanted,
) -> Result<Consequence, Problem> {
    heavy::told(access.profile_id, async move {
        let context = state.context();
        preview(&*state.units, &context, &access, &wanted)
            .await
            .map_err(problem)
    })
    .await
}
