//! `GET /api/v1/quality/attribution`

use actix_web::{HttpResponse, get};
use kernel::{Model, Period, ProfileAccess};
use reporting::quality::coverage::{CoverageQuery, CoverageSums};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalNumber;
use http_kit::documented::{ModelParameter, OptionalPeriod};
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_model, read_optional_period,
};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Outcomes that are credited to no touch for one reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnattributedOutcomes {
    /// `no_identity`: the event names nobody. `no_touch_in_window`: nobody came by a link in the window that counts
    /// under the model. `not_eligible`: the definition gives no credit. `pending_fx`: the amount waits for a rate. More
    /// may come.
    pub reason: &'static str,
    /// How many.
    pub outcomes: u64,
}

/// How the outcomes of one conversion key are covered.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttributionQualityOfKey {
    /// The key.
    pub conversion_key: String,
    /// Outcomes, refunds not counted.
    pub outcomes: u64,
    /// Those that the model credits to a touch.
    pub attributed_outcomes: u64,
    /// Attributed outcomes in percent of all.
    pub coverage_percent: DecimalNumber,
    /// Outcomes with a touch that was made from what the event itself tells.
    pub synthetic_outcomes: u64,
    /// Every reason, also those without an outcome. With the attributed ones they are all outcomes.
    pub unattributed: Vec<UnattributedOutcomes>,
}

/// How outcomes are covered. Coverage is no accuracy: a path that is whole can still be wrong.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttributionQuality {
    /// The attribution model.
    pub model: &'static str,
    /// Outcomes, refunds not counted.
    pub outcomes: u64,
    /// Those that the model credits to a touch.
    pub attributed_outcomes: u64,
    /// Attributed outcomes in percent of all, as the overview has it for the same days and model.
    pub coverage_percent: DecimalNumber,
    /// Outcomes with a touch that was made from what the event itself tells.
    pub synthetic_outcomes: u64,
    /// Every reason, also those without an outcome. With the attributed ones they are all outcomes.
    pub unattributed: Vec<UnattributedOutcomes>,
    /// The same of each conversion key that has outcomes, the most first.
    pub by_conversion_key: Vec<AttributionQualityOfKey>,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttributionQualityMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// `replay_pending`: a full replay waits or runs, and the figures are those of before it. Absent when there is
    /// nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<String>,
}

/// The parameters of the coverage of outcomes.
#[derive(Debug)]
pub enum AttributionQualityParameters {}

impl FromQuery for AttributionQualityParameters {
    type Query = (Option<Period>, Model);

    fn from_query(query: &mut QueryReader) -> Result<Self::Query, Invalid> {
        let period = read_optional_period(query);
        let model = read_model(query);
        Ok((period?, model?))
    }
}

/// Show how many outcomes are attributed
///
/// How many outcomes a model credits to a touch, and why it credits the others to none, in all and for each conversion
/// key. That is coverage and no accuracy: a path that is whole can still be wrong.
#[utoipa::path(
    operation_id = "getAttributionQuality",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    params(OptionalPeriod, ModelParameter),
    responses(
        (status = 200, description = "How outcomes are covered.",
            body = Envelope<AttributionQuality, AttributionQualityMeta>),
    )
)]
#[get("/api/v1/quality/attribution")]
pub(crate) async fn get_attribution_quality(
    call: Scoped<AnalyticsRead, ApiQuery<AttributionQualityParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = attribution_quality(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// How outcomes are covered, whoever asked.
pub async fn attribution_quality(
    state: &AppState,
    access: &ProfileAccess,
    (period, model): (Option<Period>, Model),
) -> Result<Envelope<AttributionQuality, AttributionQualityMeta>, Problem> {
    let query = CoverageQuery {
        period,
        model,
        now: state.clock.now(),
    };
    let coverage = state.coverage.coverage(access, &query).await;
    let coverage = coverage.map_err(|error| Problem::internal(&error))?;
    let total = coverage.total();
    let of_key = |(key, sums): (&str, CoverageSums)| AttributionQualityOfKey {
        conversion_key: key.to_owned(),
        outcomes: sums.outcomes,
        attributed_outcomes: sums.attributed,
        coverage_percent: DecimalNumber(sums.percent()),
        synthetic_outcomes: sums.synthetic,
        unattributed: unattributed(&sums),
    };
    Ok(Envelope {
        data: AttributionQuality {
            model: model.as_str(),
            outcomes: total.outcomes,
            attributed_outcomes: total.attributed,
            coverage_percent: DecimalNumber(total.percent()),
            synthetic_outcomes: total.synthetic,
            unattributed: unattributed(&total),
            by_conversion_key: coverage.by_key().into_iter().map(of_key).collect(),
        },
        meta: AttributionQualityMeta {
            date_from: coverage.period.from().to_string(),
            date_to: coverage.period.to().to_string(),
            profile_id: access.profile_id.uuid(),
            warnings: coverage.warnings,
        },
    })
}

fn unattributed(sums: &CoverageSums) -> Vec<UnattributedOutcomes> {
    let reasons = sums.unattributed();
    reasons
        .map(|(reason, outcomes)| UnattributedOutcomes {
            reason: reason.as_str(),
            outcomes,
        })
        .collect()
}
