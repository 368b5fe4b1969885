//! `GET /api/v1/quality/utm`

use actix_web::{HttpResponse, get};
use kernel::{Exact, Model};
use reporting::quality::dangling::{AdCredit, CreditedAds, TOP_OFFENDERS, WINDOW_DAYS};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{QualityMeta, UtmHealthSummary};
use http_kit::decimal::{DecimalNumber, DecimalString};
use http_kit::documented::ModelParameter;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_model};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;

/// An advertisement that conversions are credited to and that the catalogue does not have.
#[derive(Debug, Serialize, ToSchema)]
pub struct DanglingAdOffender {
    /// Its id on its platform.
    pub ad_external_id: String,
    /// Shares of cash conversions, refunds not counted.
    pub conversions: DecimalNumber,
    /// Credited cash, refunds subtracted.
    pub attributed_cash: DecimalString,
}

/// Cash conversions that are credited to advertisements that the catalogue does not have.
#[derive(Debug, Serialize, ToSchema)]
pub struct DanglingAdIdsSummary {
    /// Whole local days that are looked at, beside today.
    pub window_days: u16,
    /// The attribution model.
    pub model: &'static str,
    /// Shares of cash conversions, refunds not counted, of all such advertisements.
    pub dangling_conversions: DecimalNumber,
    /// Their credited cash, refunds subtracted.
    pub attributed_cash: DecimalString,
    /// ISO 4217 code of the amounts; null while nothing is credited to any advertisement.
    pub reporting_currency: Option<String>,
    /// Such advertisements.
    pub distinct_ad_ids: usize,
    /// At most ten of them, the most cash first.
    #[schema(max_items = 10)]
    pub top_offenders: Vec<DanglingAdOffender>,
}

impl DanglingAdIdsSummary {
    fn new(credited: &CreditedAds, model: Model) -> Self {
        let dangling = credited.dangling();
        let total = |of: fn(&AdCredit) -> Exact| dangling.iter().map(|ad| of(ad)).sum();
        let offenders = dangling.iter().take(TOP_OFFENDERS);
        Self {
            window_days: WINDOW_DAYS,
            model: model.as_str(),
            dangling_conversions: DecimalNumber(total(|ad| ad.conversions)),
            attributed_cash: DecimalString(total(|ad| ad.cash)),
            reporting_currency: credited.currency.map(|code| code.to_string()),
            distinct_ad_ids: dangling.len(),
            top_offenders: offenders
                .map(|ad| DanglingAdOffender {
                    ad_external_id: ad.ad_id.clone(),
                    conversions: DecimalNumber(ad.conversions),
                    attributed_cash: DecimalString(ad.cash),
                })
                .collect(),
        }
    }
}

/// How the links of a profile are.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmHealth {
    /// What the last look counted.
    pub summary: UtmHealthSummary,
    /// What is credited to advertisements that nobody knows, as of now.
    pub dangling_ad_ids: DanglingAdIdsSummary,
}

/// The parameters of the health of links.
#[derive(Debug)]
pub enum UtmHealthParameters {}

impl FromQuery for UtmHealthParameters {
    type Query = Model;

    fn from_query(query: &mut QueryReader) -> Result<Model, Invalid> {
        read_model(query)
    }
}

/// Show the health of links
///
/// What the last look at the links of the last thirty days counted, and, read now, which advertisements conversions are
/// credited to that the catalogue does not have. Links are looked at once a night and on request.
#[utoipa::path(
    operation_id = "getUtmHealth",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    params(ModelParameter),
    responses(
        (status = 200, description = "The health of links.", body = Envelope<UtmHealth, QualityMeta>),
    )
)]
#[get("/api/v1/quality/utm")]
pub(crate) async fn get_utm_health(
    call: Scoped<AnalyticsRead, ApiQuery<UtmHealthParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = health(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The health of links, whoever asked.
pub async fn health(
    state: &AppState,
    access: &ProfileAccess,
    model: Model,
) -> Result<Envelope<UtmHealth, QualityMeta>, Problem> {
    let scan = state.quality.scan(access).await;
    let scan = scan.map_err(|error| Problem::internal(&error))?;
    let now = state.clock.now();
    let credited = state.credited_ads.credited_ads(access, model, now).await;
    let credited = credited.map_err(|error| Problem::internal(&error))?;
    let mut meta = QualityMeta::new(access.profile_id, scan.as_ref());
    if !credited.has_catalogue {
        meta.warnings.push("no_ads_known");
    }
    Ok(Envelope {
        data: UtmHealth {
            summary: scan.as_ref().into(),
            dangling_ad_ids: DanglingAdIdsSummary::new(&credited, model),
        },
        meta,
    })
}
