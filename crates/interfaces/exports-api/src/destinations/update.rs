//! `PATCH /api/v1beta/exports/destinations/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, patch};
use conversion_export::destinations::update;
use export_rules::DestinationId;
use export_rules::ids::kind;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;

use super::DestinationWrite;
use super::list::destination;
use super::record::DestinationBody;
use super::refused::refused;
use super::write::BODY_BYTES;

/// What is read of the request.
type Update = (
    PathId<kind::Destination>,
    ApiJson<DestinationWrite, BODY_BYTES>,
);

/// Update an export destination
///
/// Fields that are absent stay as they are. `destination` never changes. `destination_config` is merged into what is
/// there, key by key; null takes a key away. Another `social_pixel_id` loses the clean data set of the former one.
#[utoipa::path(
    operation_id = "updateExportDestination",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(("id" = String, Path, format = Uuid, description = "The destination.")),
    request_body = DestinationWrite,
    responses(
        (status = 200, description = "The destination as it is now.",
            body = Envelope<DestinationBody, ProfileMeta>),
    )
)]
#[patch("/api/v1beta/exports/destinations/{id}")]
pub(crate) async fn update_export_destination(
    call: Scoped<ExportsWrite, Update>,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let (PathId(id), ApiJson(body)) = call.input;
    updated(Arc::clone(&state), access.clone(), (id, &body)).await?;
    let now = destination(&state, &access, id).await?;
    Ok(HttpResponse::Ok().json(now))
}

/// Changes it, even if the caller goes away. Also for the console.
pub async fn updated(
    state: Arc<AppState>,
    access: ProfileAccess,
    (id, body): (DestinationId, &DestinationWrite),
) -> Result<(), Problem> {
    let patch = body.change()?;
    detached(async move {
        let profile = access.profile_id;
        let input = (access, id, patch);
        let updated = state.write(&input, |work, context, (access, id, patch)| {
            Box::pin(update::update(work, context, access, (*id, patch)))
        });
        let updated = updated.await;
        updated.map_err(|error| refused(&state, profile, error))?;
        Ok(())
    })
    .await
}
