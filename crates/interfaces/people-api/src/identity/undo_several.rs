//! `POST /api/v1beta/identity/merges/undo`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::merges::{AtPlace, MergeError, undo_several};
use identity_graph::Merge;
use kernel::{MergeId, ProfileAccess};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::MergeBody;
use super::{at_place, problem};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Heavy, Scoped};
use http_kit::heavy;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Merges that are taken back at once at most.
const MOST: usize = 50;

/// Merges that are to be taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = UndoMergesRequest)]
pub struct UndoBody {
    /// At most 50, in any order; one that is named twice is taken back once.
    #[schema(min_items = 1, max_items = 50)]
    merge_ids: Vec<Uuid>,
}

/// Merges that were taken back.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UndoneMerges)]
pub struct UndoneBody {
    /// They, in the order that was given.
    pub merges: Vec<MergeBody>,
}

/// Undo several merges
///
/// All of them or none, the latest first, so that what one decision about several proposals did is undone by one other.
#[utoipa::path(
    operation_id = "undoMerges",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G153")), ("x-rate-units" = json!(3))),
    request_body = UndoBody,
    responses(
        (status = 200, description = "They are undone.", body = Envelope<UndoneBody, ProfileMeta>),
        (status = 409, description = "A later merge of a customer stands and is not among them; `errors` says of which. \
            None is undone."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/identity/merges/undo")]
pub(crate) async fn undo_merges(
    call: Scoped<Heavy<AttributionWrite>, ApiJson<UndoBody>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let ids = call.input.0.merge_ids;
    if ids.is_empty() || ids.len() > MOST {
        let words = format!("must name 1 to {MOST} merges");
        let error = FieldError::pointer("/merge_ids", FieldCode::OutOfRange, words);
        return Err(Problem::invalid_field(error));
    }
    let ids = ids.into_iter().map(MergeId::new).collect();
    let undone = undone(call.state.into_inner(), call.access, ids).await?;
    let merges = undone.into_iter().map(MergeBody::from).collect();
    Ok(HttpResponse::Ok().json(Envelope {
        data: UndoneBody { merges },
        meta: ProfileMeta::from(profile_id),
    }))
}

/// Takes merges back, whoever asked.
pub async fn undone(
    state: Arc<AppState>,
    access: ProfileAccess,
    ids: Vec<MergeId>,
) -> Result<Vec<Merge>, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, ids);
        let undone = state.write(&given, |work, context, (access, ids)| {
            Box::pin(undo_several(work, context, access, ids))
        });
        undone.await.map_err(refused)
    })
    .await
}

/// The answer to a refusal, which says of which merge it is.
fn refused(AtPlace { place, error }: AtPlace<MergeError>) -> Problem {
    let of = ("merge_ids", "is no merge of the profile");
    at_place(problem(error), of, place)
}
