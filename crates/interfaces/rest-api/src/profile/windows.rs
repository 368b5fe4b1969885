//! `GET /api/v1/profile/attribution-settings`

use actix_web::{HttpResponse, get};
use application::profiles::show::show;

use super::settings::{AttributionSettings, SettingsMeta};
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;

/// Get the attribution windows
///
/// How long before a conversion a touch may lie to be credited.
#[utoipa::path(
    operation_id = "getAttributionSettings",
    tag = "Profile",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The windows as they are set now. With the warning \
            `replay_pending`, reports may still show figures of earlier settings.",
            body = Envelope<AttributionSettings, SettingsMeta>),
    )
)]
#[get("/api/v1/profile/attribution-settings")]
pub(crate) async fn get_attribution_settings(
    call: Scoped<AnalyticsRead>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let settings = show(&*call.state.units, profile_id)
        .await?
        .ok_or_else(Problem::not_found)?;
    let meta = SettingsMeta::new(profile_id, None, settings.replay_pending);
    let data = AttributionSettings::from(settings.windows);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
