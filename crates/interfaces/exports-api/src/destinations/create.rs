//! `POST /api/v1beta/exports/destinations`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use conversion_export::destinations::create;
use export_rules::DestinationId;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;

use super::DestinationWrite;
use super::list::destination;
use super::record::DestinationBody;
use super::refused::refused;
use super::write::BODY_BYTES;

/// Create an export destination
///
/// It is told what happens from now on, and nothing from before. The first destination of a kind turns the profile's
/// switch of that kind on. [How exports work](/docs/exports.md).
#[utoipa::path(
    operation_id = "createExportDestination",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G14"))),
    request_body = DestinationWrite,
    responses(
        (status = 201, description = "The destination.",
            body = Envelope<DestinationBody, ProfileMeta>),
        (status = 404, description = "The profile has no such connection."),
        (status = 409, description = "The profile has 50 destinations."),
    )
)]
#[post("/api/v1beta/exports/destinations")]
pub(crate) async fn create_export_destination(
    call: Scoped<ExportsWrite, ApiJson<DestinationWrite, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let id = created(Arc::clone(&state), access.clone(), &call.input.0).await?;
    let made = destination(&state, &access, id).await?;
    Ok(HttpResponse::Created().json(made))
}

/// Makes it, even if the caller goes away. Also for the console.
pub async fn created(
    state: Arc<AppState>,
    access: ProfileAccess,
    body: &DestinationWrite,
) -> Result<DestinationId, Problem> {
    let new = body.to_new()?;
    detached(async move {
        let profile = access.profile_id;
        let input = (access, new);
        let made = state.write(&input, |work, context, (access, new)| {
            Box::pin(create::create(work, context, access, new))
        });
        let made = made
            .await
            .map_err(|error| refused(&state, profile, error))?;
        Ok(made.id)
    })
    .await
}
