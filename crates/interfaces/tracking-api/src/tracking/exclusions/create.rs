//! `POST /api/v1beta/tracking/exclusions`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use application::tracking::exclude::{AddError, add};
use event_intake::ports::StoredExclusion;
use kernel::{ProfileAccess, RecomputeId};

use super::body::{ExclusionBody, ExclusionDraftBody, Read};
use super::{BYTES, ExclusionMeta};
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Exclude events of browsers
///
/// Anybody can send events with a public tracking key. Those that have all of this in common count for
/// nothing from now on, whenever they came: they make no session, visitor, page view or touch, and who is
/// identified by them owns nothing. What a page says holds for all that came with it until the next
/// touch. The events stay, so that deleting the exclusion restores every figure; events of servers are
/// never excluded. One full replay, which `meta.recompute_id` names, shows it.
#[utoipa::path(
    operation_id = "createTrackingExclusion",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G135"))),
    request_body = ExclusionDraftBody,
    responses(
        (status = 201, description = "The exclusion is in force.",
            body = Envelope<ExclusionBody, ExclusionMeta>),
        (status = 409, description = "The profile has 100 exclusions."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/tracking/exclusions")]
pub(crate) async fn create_tracking_exclusion(
    call: Scoped<TrackingWrite, ApiJson<ExclusionDraftBody, BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let read = call.input.0.read(&state, profile_id)?;
    let (exclusion, recompute) = commit(state, call.access, read).await?;
    Ok(HttpResponse::Created().json(Envelope {
        data: ExclusionBody::from((exclusion, 0)),
        meta: ExclusionMeta::new(profile_id, recompute),
    }))
}

/// To its end, whoever goes away; also for the console.
pub async fn commit(
    state: Arc<AppState>,
    access: ProfileAccess,
    read: Read,
) -> Result<(StoredExclusion, RecomputeId), Problem> {
    detached(async move { write(&state, &access, read).await }).await
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    read: Read,
) -> Result<(StoredExclusion, RecomputeId), Problem> {
    let context = state.context();
    let exclusion = StoredExclusion {
        id: context.ids.new_id().into(),
        created_at: context.clock.now(),
        conditions: read.conditions,
        anonymous_ids: read.anonymous_ids,
    };
    let input = (access, &exclusion);
    let added = state.write(&input, |work, context, (access, exclusion)| {
        Box::pin(add(work, context, access, exclusion))
    });
    let added = added.await.map_err(|error| match error {
        AddError::TooMany => Problem::conflict(AddError::TooMany.to_string(), Vec::new()),
        AddError::Store(error) => error.into(),
    })?;
    let recompute = added.ok_or_else(Problem::not_found)?;
    Ok((exclusion, recompute))
}
