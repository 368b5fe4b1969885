//! `GET /api/v1/quality`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::quality::score::{Component, VERSION, score};
use serde::Serialize;
use site_quality::measure::Quality;
use utoipa::ToSchema;
use uuid::Uuid;

use super::measure::measured;
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A part of the score.
#[derive(Debug, Serialize, ToSchema)]
pub struct QualityComponent {
    /// `coverage`: attributed of eligible outcomes. `tagging`: paid touches without a fault of high severity, of all paid
    /// ones. `identity`: outcomes that name somebody. `ad_resolution`: credited cash of ads that the catalogue has, of all
    /// that names an ad. `continuity`: feeds that are not silent, of those ever seen. `currency`: amounts with a rate, of
    /// those in another currency.
    pub code: &'static str,
    /// Its part of a hundred points. A component of which nothing was measured gives its part to the others.
    pub weight: u8,
    /// The good part, in its own unit: outcomes, touches, cash, feeds or amounts.
    pub good: DecimalNumber,
    /// The whole; 0 where nothing was measured.
    pub of: DecimalNumber,
    /// `good` in percent of `of`, one decimal; null where nothing was measured.
    pub percent: Option<DecimalNumber>,
    /// Points of the score that it costs, one decimal; null where nothing was measured. The score and all lost points are
    /// exactly 100.
    pub lost_points: Option<DecimalNumber>,
}

impl From<&Component> for QualityComponent {
    fn from(component: &Component) -> Self {
        Self {
            code: component.code.as_str(),
            weight: component.weight,
            good: DecimalNumber(component.good),
            of: DecimalNumber(component.of),
            percent: component.percent.map(DecimalNumber),
            lost_points: component.lost_points.map(DecimalNumber),
        }
    }
}

/// How much of what reports rest on is there. An index of evidence, and no accuracy.
#[derive(Debug, Serialize, ToSchema)]
pub struct QualityScore {
    /// 0 to 100, one decimal; null where nothing was measured, because no data is no quality.
    pub score: Option<DecimalNumber>,
    /// By which rules: `quality_v1`.
    pub version: &'static str,
    /// What it is made of.
    pub components: Vec<QualityComponent>,
}

/// What the score is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct QualityScoreMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// When links and feeds were looked at, RFC 3339; null when nobody has yet. The other parts are of now.
    #[schema(format = DateTime)]
    pub refreshed_at: Option<String>,
}

impl QualityScoreMeta {
    /// About a profile, of what was measured.
    pub fn new(access: &ProfileAccess, quality: &Quality) -> Self {
        let period = quality.standing().period;
        Self {
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
            profile_id: access.profile_id.uuid(),
            refreshed_at: quality.scanned_at().map(|at| at.to_string()),
        }
    }
}

/// Show the score of data quality
///
/// How much of what reports rest on is there, over the last thirty days under `last_touch`, and where points were lost.
/// Repairing something never lowers it. A whole path can still be wrong: the score is an index of evidence.
#[utoipa::path(
    operation_id = "getQuality",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The score.", body = Envelope<QualityScore, QualityScoreMeta>),
    )
)]
#[get("/api/v1/quality")]
pub(crate) async fn get_quality(call: Scoped<AnalyticsRead>) -> Result<HttpResponse, Problem> {
    let answer = quality(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The score, whoever asked.
pub async fn quality(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<QualityScore, QualityScoreMeta>, Problem> {
    let measured = measured(state, access).await?;
    let scored = score(&measured.measured());
    Ok(Envelope {
        data: QualityScore {
            score: scored.score.map(DecimalNumber),
            version: VERSION,
            components: scored
                .components
                .iter()
                .map(QualityComponent::from)
                .collect(),
        },
        meta: QualityScoreMeta::new(access, &measured),
    })
}
