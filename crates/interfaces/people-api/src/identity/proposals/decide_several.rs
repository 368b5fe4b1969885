//! `POST /api/v1beta/identity/merge-proposals/decide`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::{PreviewHash, SeveralConsequence};
use customer_decisions::proposals::decide_several;
use identity_graph::proposals::Decision;
use kernel::{ProfileAccess, ProposalId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::decide::read;
use super::several::{SelectionConsequence, SelectionMeta, problem, proposals};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Heavy, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What somebody decides of several proposals.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DecideMergeProposalsRequest)]
pub struct DecideSelectionBody {
    /// At most 50, in the order in which they are decided.
    #[schema(min_items = 1, max_items = 50)]
    proposal_ids: Vec<Uuid>,
    /// `merge`, `dismiss` or `snooze`.
    decision: String,
    /// From when on they are to be decided; with `snooze`, and required there.
    #[schema(format = DateTime)]
    snooze_until: Option<String>,
    /// From a preview of the same proposals in the same order, with `merge`: they are refused when they would do something
    /// else by now.
    preview_hash: Option<String>,
}

/// What several decisions came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MergeProposalDecisions)]
pub struct DecisionsBody {
    /// The decision.
    pub decision: &'static str,
    /// The proposals, in the order that was given.
    pub proposal_ids: Vec<Uuid>,
    /// What the merges did; null for everything else.
    pub consequence: Option<SelectionConsequence>,
}

/// Decide several merge proposals
///
/// The same of all of them, or nothing: merges their customers one after the other, says for good that each are two people,
/// or puts the decision off. Where one of them cannot be, none is. All merges of an answer can be taken back at once.
#[utoipa::path(
    operation_id = "decideMergeProposals",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G153")), ("x-rate-units" = json!(3))),
    request_body = DecideSelectionBody,
    responses(
        (status = 200, description = "They are decided.", body = Envelope<DecisionsBody, SelectionMeta>),
        (status = 409, description = "Of one of them somebody decided otherwise, or the two cannot be one customer; \
            or the merges would do something else than was previewed. `errors` says of which; none is decided."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/identity/merge-proposals/decide")]
pub(crate) async fn decide_merge_proposals(
    call: Scoped<Heavy<AttributionWrite>, ApiJson<DecideSelectionBody>>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let body = call.input.0;
    let ids = proposals(&body.proposal_ids)?;
    let snooze_until = body.snooze_until.as_deref();
    let (decision, expected) = read(&body.decision, snooze_until, body.preview_hash.as_deref())?;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let profile_id = access.profile_id;
    let consequence = decided(state, access, ids.clone(), decision, expected).await?;
    let meta = SelectionMeta::new(profile_id, consequence.as_ref());
    let data = DecisionsBody {
        decision: match decision {
            Decision::Merge => "merge",
            Decision::Dismiss => "dismiss",
            Decision::Snooze(_) => "snooze",
        },
        proposal_ids: body.proposal_ids,
        consequence: consequence.map(|it| SelectionConsequence::new(&ids, it, true, mode)),
    };
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Decides, whoever asked: what merges did.
pub async fn decided(
    state: Arc<AppState>,
    access: ProfileAccess,
    ids: Vec<ProposalId>,
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Option<SeveralConsequence>, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, ids, decision, expected);
        let decided = state.write(
            &given,
            |work, context, (access, ids, decision, expected)| {
                Box::pin(decide_several(
                    work, context, access, ids, *decision, *expected,
                ))
            },
        );
        decided.await.map_err(problem)
    })
    .await
}
