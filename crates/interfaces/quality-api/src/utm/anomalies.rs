//! `GET /api/v1/quality/utm/anomalies`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::quality::dangling::WINDOW_DAYS;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{QualityMeta, UtmAnomaly};
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What the last look at the links found.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmAnomalies {
    /// Whole local days that are looked at, beside today.
    pub scan_window_days: u16,
    /// When the window was looked at, RFC 3339; null when nobody has looked yet, which does not mean that all is well.
    #[schema(format = DateTime)]
    pub refreshed_at: Option<String>,
    /// The faults that were found, at most one of each category, the worst first.
    #[schema(max_items = 6)]
    pub anomalies: Vec<UtmAnomaly>,
}

/// List what is wrong with links
///
/// The faults that the last look at the links found, each with how many touches have it, what shows it and what to do.
#[utoipa::path(
    operation_id = "listUtmAnomalies",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The faults.", body = Envelope<UtmAnomalies, QualityMeta>),
    )
)]
#[get("/api/v1/quality/utm/anomalies")]
pub(crate) async fn list_utm_anomalies(
    call: Scoped<AnalyticsRead>,
) -> Result<HttpResponse, Problem> {
    let answer = anomalies(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// What was found, whoever asked.
pub async fn anomalies(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<UtmAnomalies, QualityMeta>, Problem> {
    let scan = state.quality.scan(access).await;
    let scan = scan.map_err(|error| Problem::internal(&error))?;
    let mode = state.customers.pii_mode(access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let findings = scan.iter().flat_map(|scan| &scan.audit.findings);
    Ok(Envelope {
        data: UtmAnomalies {
            scan_window_days: WINDOW_DAYS,
            refreshed_at: scan.as_ref().map(|scan| scan.scanned_at.to_string()),
            anomalies: findings
                .map(|finding| UtmAnomaly::new(finding, mode))
                .collect(),
        },
        meta: QualityMeta::new(access.profile_id, scan.as_ref()),
    })
}
