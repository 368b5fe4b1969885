//! `POST /api/v1beta/identity/customers/{id}/split`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::PreviewHash;
use customer_decisions::splits::{SplitConsequence as Consequence, Wanted, split};
use kernel::ProfileAccess;
use kernel::ids::kind;

use super::body::{SplitConsequence, SplitRequestBody};
use super::problem;
use crate::identity::body::MergeMeta;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Split a customer
///
/// Decides that a customer is two people, whatever facts come later, until that is undone: the identifiers and browsers that
/// are named are another customer's, and everything that follows from them. The customer goes on under their id with what
/// stays. Reports show it from the answer on, and the ledger of restatements has what changed, under the cause `split`. No
/// fact is altered.
#[utoipa::path(
    operation_id = "splitCustomer",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G155"))),
    params(("id" = String, Path, format = Uuid, description = "The customer.")),
    request_body = SplitRequestBody,
    responses(
        (status = 201, description = "They are two.", body = Envelope<SplitConsequence, MergeMeta>),
        (status = 409, description = "The customer was merged into another one or has more than 200 identifiers or 50 splits that stand, or facts would join one of the two with somebody else; they were parted so already, and the detail names that split; or the split would do something else than was previewed."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/identity/customers/{id}/split")]
pub(crate) async fn split_customer(
    call: Scoped<AttributionWrite, (PathId<kind::Customer>, ApiJson<SplitRequestBody>)>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let (PathId(id), ApiJson(body)) = call.input;
    let (wanted, expected) = body.read(id)?;
    let profile_id = access.profile_id;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let consequence = parted(state, access, wanted, expected).await?;
    let meta = MergeMeta::new(profile_id, consequence.currency);
    let data = SplitConsequence::new(consequence, true, mode);
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}

/// Makes two of a customer, whoever asked.
pub async fn parted(
    state: Arc<AppState>,
    access: ProfileAccess,
    wanted: Wanted,
    expected: Option<PreviewHash>,
) -> Result<Consequence, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, wanted, expected);
        let done = state.write(&given, |work, context, (access, wanted, expected)| {
            Box::pin(split(work, context, access, wanted, *expected))
        });
        done.await.map_err(problem)
    })
    .await
}
