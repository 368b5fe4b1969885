//! `GET /api/v1/profile`

use actix_web::{HttpResponse, get};
use application::profiles::show::show;

use super::settings::{ProfileBody, SettingsMeta};
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;

/// Get the profile
///
/// Name, currency, time zone, privacy mode and what this deployment serves: what a client needs to
/// show the profile's figures.
#[utoipa::path(
    operation_id = "getProfile",
    tag = "Profile",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The profile as it is set now. With the warning \
            `replay_pending`, reports may still show figures of earlier settings.",
            body = Envelope<ProfileBody, SettingsMeta>),
    )
)]
#[get("/api/v1/profile")]
pub(crate) async fn get_profile(call: Scoped<AnalyticsRead>) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let settings = show(&*call.state.units, profile_id)
        .await?
        .ok_or_else(Problem::not_found)?;
    let meta = SettingsMeta::new(profile_id, None, settings.replay_pending);
    let data = ProfileBody::from(settings);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
