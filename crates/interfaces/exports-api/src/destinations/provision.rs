//! `POST /api/v1beta/exports/destinations/{id}/provision`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use conversion_export::compliance::Decider;
use conversion_export::destinations::provision::{self, Provision};
use export_rules::ids::kind;
use export_rules::{DestinationId, PixelId};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use kernel::ProfileAccess;
use serde::Deserialize;
use utoipa::ToSchema;

use super::list::destination;
use super::record::DestinationBody;
use super::refused::refused;

/// A body has at most this many bytes.
const BODY_BYTES: usize = 4 * 1024;

/// The data set that is kept clean.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportProvision)]
pub struct ProvisionBody {
    /// Letters and digits.
    #[schema(min_length = 1, max_length = 128)]
    pub clean_dataset_id: String,
}

/// Provision a destination for Platform-Safe mode
///
/// The destination gets its clean data set, and the profile's privacy mode becomes `platform_safe`, both at once: from
/// then on that data set alone feeds the platform, and social destinations without one are held back. From a mode that
/// tells less (`hipaa`, or `custom`), an owner or admin of the workspace does this in a browser; others are answered
/// 403.
#[utoipa::path(
    operation_id = "provisionExportDestination",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G142"))),
    params(("id" = String, Path, format = Uuid, description = "The destination.")),
    request_body = ProvisionBody,
    responses(
        (status = 200, description = "The destination as it is now.",
            body = Envelope<DestinationBody, ProfileMeta>),
    )
)]
#[post("/api/v1beta/exports/destinations/{id}/provision")]
pub(crate) async fn provision_export_destination(
    call: Scoped<
        ExportsWrite,
        (
            PathId<kind::Destination>,
            ApiJson<ProvisionBody, BODY_BYTES>,
        ),
    >,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let (PathId(id), ApiJson(body)) = call.input;
    let which = (id, body.clean_dataset_id.as_str(), Decider::Remote);
    provisioned(Arc::clone(&state), access.clone(), which).await?;
    let now = destination(&state, &access, id).await?;
    Ok(HttpResponse::Ok().json(now))
}

/// Provisions it, even if the caller goes away. Also for the console.
pub async fn provisioned(
    state: Arc<AppState>,
    access: ProfileAccess,
    (id, dataset, decider): (DestinationId, &str, Decider),
) -> Result<(), Problem> {
    let clean_dataset_id = PixelId::parse(dataset).ok_or_else(|| {
        Problem::invalid_field(FieldError::pointer(
            "/clean_dataset_id",
            FieldCode::Malformed,
            "must be 1 to 128 letters and digits",
        ))
    })?;
    let command = Provision {
        id,
        clean_dataset_id,
        decider,
    };
    detached(async move {
        let profile = access.profile_id;
        let input = (access, command);
        let done = state.write(&input, |work, context, (access, command)| {
            Box::pin(provision::provision(work, context, access, command))
        });
        let done = done.await;
        done.map_err(|error| refused(&state, profile, error))?;
        Ok(())
    })
    .await
}
