//! `POST /api/v1/identity/merge-proposals/{id}/decide`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::{Consequence, PreviewHash};
use customer_decisions::proposals::decide;
use identity_graph::proposals::Decision;
use kernel::ids::kind;
use kernel::{ProfileAccess, ProposalId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::ProposalBody;
use super::problem;
use crate::identity::body::MergeConsequence;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// What somebody decides of a proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DecideMergeProposalRequest)]
pub struct DecideBody {
    /// `merge`, `dismiss` or `snooze`.
    decision: String,
    /// From when on it is to be decided; with `snooze`, and required there.
    #[schema(format = DateTime)]
    snooze_until: Option<String>,
    /// From a preview, with `merge`: it is refused when it would do something else by now.
    preview_hash: Option<String>,
}

/// What a decision came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MergeProposalDecision)]
pub struct DecisionBody {
    /// The proposal as it stands now.
    pub proposal: ProposalBody,
    /// What the merge did; null for everything else, and for a merge that was made before.
    pub consequence: Option<MergeConsequence>,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MergeProposalDecisionMeta)]
pub struct DecisionMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// ISO 4217 code of every amount; null where there is none.
    pub reporting_currency: Option<String>,
}

/// What somebody decides, and what they were shown before.
pub(super) fn read(
    decision: &str,
    snooze_until: Option<&str>,
    preview_hash: Option<&str>,
) -> Result<(Decision, Option<PreviewHash>), Problem> {
    let wrong = |pointer: &str, code, words: &'static str| {
        Problem::invalid_field(FieldError::pointer(pointer, code, words))
    };
    let unfit = |pointer: &str, words| Err(wrong(pointer, FieldCode::UnknownField, words));
    let decision = match (decision, snooze_until) {
        ("snooze", None) => {
            let words = "is required to snooze";
            return Err(wrong("/snooze_until", FieldCode::Missing, words));
        }
        ("snooze", Some(text)) => {
            let until = Timestamp::parse(text);
            let words = "is not an RFC 3339 instant";
            let until = until.ok_or_else(|| wrong("/snooze_until", FieldCode::Malformed, words));
            Decision::Snooze(until?)
        }
        ("merge" | "dismiss", Some(_)) => {
            return unfit("/snooze_until", "belongs to the decision snooze");
        }
        ("merge", None) => Decision::Merge,
        ("dismiss", None) => Decision::Dismiss,
        _ => {
            let words = "must be merge, dismiss or snooze";
            return Err(wrong("/decision", FieldCode::UnknownValue, words));
        }
    };
    let Some(text) = preview_hash else {
        return Ok((decision, None));
    };
    if decision != Decision::Merge {
        return unfit("/preview_hash", "belongs to the decision merge");
    }
    let words = "is none of a preview";
    let hash = PreviewHash::parse(text);
    let hash = hash.ok_or_else(|| wrong("/preview_hash", FieldCode::Malformed, words))?;
    Ok((decision, Some(hash)))
}

/// Decide a merge proposal
///
/// Merges the two, says for good that they are two people, or puts the decision off. The same decision again changes
/// nothing; another one than was made is refused. A merge can be undone, which dismisses the proposal; what is dismissed
/// stays so, and is inherited when one of the two is merged with somebody else.
#[utoipa::path(
    operation_id = "decideMergeProposal",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G12"))),
    params(("id" = String, Path, format = Uuid, description = "The proposal.")),
    request_body = DecideBody,
    responses(
        (status = 200, description = "It is decided.", body = Envelope<DecisionBody, DecisionMeta>),
        (status = 409, description = "Somebody decided otherwise; or the two cannot be one customer; or the merge \
            would do something else than was previewed."),
        TooManyWrites,
    )
)]
#[post("/api/v1/identity/merge-proposals/{id}/decide")]
pub(crate) async fn decide_merge_proposal(
    call: Scoped<AttributionWrite, (PathId<kind::Proposal>, ApiJson<DecideBody>)>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let (PathId(id), ApiJson(body)) = call.input;
    let snooze_until = body.snooze_until.as_deref();
    let (decision, expected) = read(&body.decision, snooze_until, body.preview_hash.as_deref())?;
    let decided = decided(Arc::clone(&state), access.clone(), id, decision, expected);
    let consequence = decided.await?;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let row = state
        .proposals
        .proposal(&access, id, state.clock.now())
        .await;
    let row = row.map_err(|error| Problem::internal(&error))?;
    let row = row.ok_or_else(Problem::not_found)?;
    let currency = consequence.as_ref().map(|it| it.currency);
    Ok(HttpResponse::Ok().json(Envelope {
        data: DecisionBody {
            proposal: ProposalBody::new(row, mode),
            consequence: consequence.map(|it| MergeConsequence::new(it, true, mode)),
        },
        meta: DecisionMeta {
            profile_id: access.profile_id.uuid(),
            reporting_currency: currency.map(|it| it.code().to_owned()),
        },
    }))
}

/// Decides, whoever asked: what a merge did.
pub async fn decided(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: ProposalId,
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Option<Consequence>, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, id, decision, expected);
        let decided = state.write(&given, |work, context, (access, id, decision, expected)| {
            Box::pin(decide(work, context, access, *id, *decision, *expected))
        });
        decided.await.map_err(problem)
    })
    .await
}
