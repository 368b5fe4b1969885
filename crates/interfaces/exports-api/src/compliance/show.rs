//! `GET /api/v1beta/exports/compliance`

use actix_web::{HttpResponse, get};
use conversion_export::destinations::list;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::ExportsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileId;

use super::record::ComplianceBody;

/// Get what a profile decides for all of its exports
///
/// Its privacy mode and whether each kind of platform is told at all. Both are off until a destination of the kind is
/// made.
#[utoipa::path(
    operation_id = "getExportCompliance",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G142"))),
    responses(
        (status = 200, description = "What is decided.",
            body = Envelope<ComplianceBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/exports/compliance")]
pub(crate) async fn get_export_compliance(
    call: Scoped<ExportsRead>,
) -> Result<HttpResponse, Problem> {
    let now = compliance(&call.state, call.access.profile_id).await?;
    Ok(HttpResponse::Ok().json(now))
}

/// How it stands.
pub(super) async fn compliance(
    state: &AppState,
    profile: ProfileId,
) -> Result<Envelope<ComplianceBody, ProfileMeta>, Problem> {
    let listed = state.read(&profile, |work, _, profile| {
        Box::pin(list::list(work, *profile))
    });
    Ok(Envelope {
        data: ComplianceBody::from(&listed.await?),
        meta: ProfileMeta::from(profile),
    })
}
