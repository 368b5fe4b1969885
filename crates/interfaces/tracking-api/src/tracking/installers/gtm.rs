//! `GET /api/v1/tracking/installers/gtm`

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::container::{TagManagerContainer, container};
use super::render::Site;
use super::{InstallerParameters, active_key, file};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::Problem;

/// The tracker for Google Tag Manager.
#[derive(Debug, Serialize, ToSchema)]
pub struct TagManagerInstaller {
    /// To be saved as a file and imported into a container (Admin, Import container, Merge).
    pub container: TagManagerContainer,
}

/// Either form of the answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TagManagerAnswer {
    /// By default.
    Told(Envelope<TagManagerInstaller, ProfileMeta>),
    /// With `format=file`.
    Bare(TagManagerContainer),
}

/// Get the tracker for a tag manager
///
/// A container for Google Tag Manager with one tag that loads the tracker on all pages. With `consent=required` the tag
/// also needs `analytics_storage`, and the tracker waits for `tributary.consent(true)`. A profile without an active
/// tracking key is 404: issue one first.
#[utoipa::path(
    operation_id = "getTagManagerContainer",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    params(InstallerParameters),
    responses(
        (status = 200, description = "The container, in an envelope or, with `format=file`, as a file to import.",
            body = TagManagerAnswer, headers(("content-disposition" = String, description =
                "The name of the file, with `format=file`."))),
        (status = 404, description = "The profile has no active tracking key, or cannot be reached."),
    )
)]
#[get("/api/v1/tracking/installers/gtm")]
pub(crate) async fn get_tag_manager_container(
    call: Scoped<TrackingWrite, ApiQuery<InstallerParameters>>,
) -> Result<HttpResponse, Problem> {
    let (profile, asked) = (call.access.profile_id, call.input.0);
    let key = active_key(&call.state, profile).await?;
    let site = Site {
        address: call.state.addresses.base(),
        key: &key,
    };
    let container = container(site, asked.consent, call.state.clock.now());
    if asked.is_file {
        return saved(container);
    }
    Ok(HttpResponse::Ok().json(TagManagerAnswer::Told(Envelope {
        data: TagManagerInstaller { container },
        meta: ProfileMeta::from(profile),
    })))
}

/// A container as the file that a tag manager imports.
pub fn saved(container: TagManagerContainer) -> Result<HttpResponse, Problem> {
    let bare = TagManagerAnswer::Bare(container);
    let text = serde_json::to_string_pretty(&bare).map_err(|error| Problem::internal(&error))?;
    Ok(file("application/json", "tributary-gtm.json", text))
}
