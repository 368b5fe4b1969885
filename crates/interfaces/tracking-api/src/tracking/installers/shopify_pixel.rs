//! `GET /api/v1/tracking/installers/shopify-pixel`

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::render::{Site, store_pixel};
use super::{InstallerParameters, active_key, file};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::Problem;

/// The tracker for a Shopify store.
#[derive(Debug, Serialize, ToSchema)]
pub struct StorePixelInstaller {
    /// JavaScript to be pasted as a custom pixel (Settings, Customer events), with the permission "Analytics".
    pub code: String,
}

/// Get the tracker for a store
///
/// A custom pixel for a Shopify store: page views and completed checkouts, once the store says that the visitor
/// agreed to analytics. Use either this or the snippet in the theme, or visits count twice. A profile without an active
/// tracking key is 404: issue one first.
#[utoipa::path(
    operation_id = "getStorePixel",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    params(InstallerParameters),
    responses(
        (status = 200, description = "The code, in an envelope or, with `format=file`, as a file.",
            content(
                (Envelope<StorePixelInstaller, ProfileMeta> = "application/json"),
                (String = "text/javascript"),
            ),
            headers(("content-disposition" = String, description = "The name of the file, with `format=file`."))),
        (status = 404, description = "The profile has no active tracking key, or cannot be reached."),
    )
)]
#[get("/api/v1/tracking/installers/shopify-pixel")]
pub(crate) async fn get_store_pixel(
    call: Scoped<TrackingWrite, ApiQuery<InstallerParameters>>,
) -> Result<HttpResponse, Problem> {
    let profile = call.access.profile_id;
    let key = active_key(&call.state, profile).await?;
    let code = store_pixel(Site {
        address: call.state.addresses.base(),
        key: &key,
    });
    if call.input.0.is_file {
        let media_type = "text/javascript; charset=utf-8";
        return Ok(file(media_type, "tributary-shopify-pixel.js", code));
    }
    Ok(HttpResponse::Ok().json(Envelope {
        data: StorePixelInstaller { code },
        meta: ProfileMeta::from(profile),
    }))
}
