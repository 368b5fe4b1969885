//! `DELETE /api/v1beta/tracking/exclusions/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, delete};
use application::tracking::exclude::remove;
use kernel::ids::kind;
use kernel::{ExclusionId, ProfileAccess, RecomputeId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ExclusionMeta;
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What is not in force any more.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExclusionDeleted {
    /// The exclusion.
    pub id: Uuid,
    /// `true`.
    pub deleted: bool,
}

/// Let excluded events count again
///
/// Every figure becomes what it would be if the exclusion had never been. One full replay, which
/// `meta.recompute_id` names, shows it.
#[utoipa::path(
    operation_id = "deleteTrackingExclusion",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G135"))),
    params(("id" = String, Path, format = Uuid, description = "The exclusion.")),
    responses(
        (status = 200, description = "It is not in force any more.",
            body = Envelope<ExclusionDeleted, ExclusionMeta>),
        TooManyWrites,
    )
)]
#[delete("/api/v1beta/tracking/exclusions/{id}")]
pub(crate) async fn delete_tracking_exclusion(
    call: Scoped<TrackingWrite, PathId<kind::Exclusion>>,
) -> Result<HttpResponse, Problem> {
    let (profile_id, id) = (call.access.profile_id, call.input.0);
    let recompute = commit(call.state.into_inner(), call.access, id).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ExclusionDeleted {
            id: id.uuid(),
            deleted: true,
        },
        meta: ExclusionMeta::new(profile_id, recompute),
    }))
}

/// To its end, whoever goes away; also for the console.
pub async fn commit(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: ExclusionId,
) -> Result<RecomputeId, Problem> {
    detached(async move { write(&state, &access, id).await }).await
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    id: ExclusionId,
) -> Result<RecomputeId, Problem> {
    let input = (access, id);
    let removed = state.write(&input, |work, context, (access, id)| {
        Box::pin(remove(work, context, access, *id))
    });
    removed.await?.ok_or_else(Problem::not_found)
}
