//! `POST /api/v1/quality/utm/refresh`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use kernel::{ProfileAccess, StoreError};
use serde::Serialize;
use site_quality::refresh::{Refreshed, refresh};
use utoipa::ToSchema;

use super::body::{QualityMeta, UtmHealthSummary};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::UtmScan;
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What came of looking at the links now.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmHealthRefresh {
    /// Whether they were looked at for this request; false when the last look is less than ten minutes old, and is what
    /// is answered.
    pub refreshed: bool,
    /// What was counted.
    pub summary: UtmHealthSummary,
}

/// Look at links now
///
/// Looks at the links of the last thirty days, unless that was done in the last ten minutes. Six calls an hour, whether
/// they look or not; they take nothing of the other allowance. Requests at the same moment share one look.
#[utoipa::path(
    operation_id = "refreshUtmHealth",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-rate-units" = json!(0)), ("x-rate-hourly" = json!(6))),
    responses(
        (status = 200, description = "What was counted.", body = Envelope<UtmHealthRefresh, QualityMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1/quality/utm/refresh")]
pub(crate) async fn refresh_utm_health(call: Scoped<UtmScan>) -> Result<HttpResponse, Problem> {
    let answer = refreshed(call.state.into_inner(), call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// Looks at the links, whoever asked.
pub async fn refreshed(
    state: Arc<AppState>,
    access: ProfileAccess,
) -> Result<Envelope<UtmHealthRefresh, QualityMeta>, Problem> {
    let profile_id = access.profile_id;
    let done: Refreshed = heavy::done(profile_id, async move {
        let refreshed = state.read(&profile_id, |work, context, profile_id| {
            Box::pin(refresh(work, context, *profile_id))
        });
        refreshed
            .await
            .map_err(|error: StoreError| Problem::internal(&error))
    })
    .await?;
    Ok(Envelope {
        data: UtmHealthRefresh {
            refreshed: done.is_new,
            summary: done.scan.as_ref().into(),
        },
        meta: QualityMeta::new(profile_id, done.scan.as_ref()),
    })
}
