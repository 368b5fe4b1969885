//! `POST /api/v1beta/identity/merges`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::{Consequence, PreviewHash, merge};
use kernel::{CustomerId, ProfileAccess};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{MergeConsequence, MergeMeta};
use super::problem;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::heavy;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Two customers who are one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MergeRequest)]
pub struct MergeRequestBody {
    /// Both, in any order.
    customer_profile_ids: [Uuid; 2],
    /// From a preview: the merge is refused when it would do something else by now.
    preview_hash: Option<String>,
}

/// Merge two customers
///
/// Decides that two customers are one, whatever facts come later, until that is undone. Who was seen first goes on;
/// the other id leads there. Reports show it from the answer on, and the ledger of restatements has what changed, under
/// the cause `merge`. No fact is altered.
#[utoipa::path(
    operation_id = "mergeCustomers",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G153"))),
    request_body = MergeRequestBody,
    responses(
        (status = 201, description = "They are one.", body = Envelope<MergeConsequence, MergeMeta>),
        (status = 409, description = "The two cannot be one customer: each has a national id, one was merged \
            already, or one has no identifier that names a person; or the merge would do something else than \
            was previewed."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/identity/merges")]
pub(crate) async fn merge_customers(
    call: Scoped<AttributionWrite, ApiJson<MergeRequestBody>>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let body = call.input.0;
    let pair = body.customer_profile_ids.map(CustomerId::new);
    let expected = body.preview_hash.as_deref().map(|text| {
        let wrong = || {
            FieldError::pointer(
                "/preview_hash",
                FieldCode::Malformed,
                "is none of a preview",
            )
        };
        PreviewHash::parse(text).ok_or_else(|| Problem::invalid_field(wrong()))
    });
    let expected = expected.transpose()?;
    let profile_id = access.profile_id;
    let pii_mode = state.customers.pii_mode(&access).await;
    let pii_mode = pii_mode.map_err(|error| Problem::internal(&error))?;
    let consequence = merged(state, access, pair, expected).await?;
    let meta = MergeMeta::new(profile_id, consequence.currency);
    let data = MergeConsequence::new(consequence, true, pii_mode);
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}

/// Makes one of two customers, whoever asked.
pub async fn merged(
    state: Arc<AppState>,
    access: ProfileAccess,
    pair: [CustomerId; 2],
    expected: Option<PreviewHash>,
) -> Result<Consequence, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, pair, expected);
        let merged = state.write(&given, |work, context, (access, pair, expected)| {
            Box::pin(merge(work, context, access, *pair, *expected))
        });
        merged.await.map_err(problem)
    })
    .await
}
