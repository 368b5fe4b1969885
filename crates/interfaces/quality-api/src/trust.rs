//! `GET /api/v1/trust`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::quality::trust::{Signal, SignalValue};
use serde::Serialize;
use site_quality::trust::{Trusted, trust as read_trust};
use utoipa::ToSchema;

use super::measure::readers;
use super::score::QualityScoreMeta;
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What a signal says: a word, or a number in its own unit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TrustValue {
    /// A word.
    Word(&'static str),
    /// A number; percents have one decimal.
    Number(DecimalNumber),
}

impl From<SignalValue> for TrustValue {
    fn from(value: SignalValue) -> Self {
        match value {
            SignalValue::Word(word) => Self::Word(word),
            SignalValue::Number(number) => Self::Number(DecimalNumber(number)),
        }
    }
}

/// One thing to know before believing a figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrustSignal {
    /// `results_replaying` (the status of freshness), `results_behind` (minutes of the oldest change), `tracker_silent`,
    /// `outcomes_silent` (silent feeds), `spend_silent` (days without a row), `volume_unusual` (unusual stretches that are
    /// open), `money_without_rate` (amounts), `coverage_low`, `ads_unresolved`, `utm_faulty` (percent), `utm_unscanned`
    /// (days), `figures_restated` (percent).
    pub code: &'static str,
    /// `ok`, `notice` or `warning`.
    pub level: &'static str,
    /// What was measured, in the signal's unit; null where nothing was, and the level is `ok` then.
    pub value: Option<TrustValue>,
    /// From where on it is not `ok`; null where a word decides.
    pub threshold: Option<DecimalNumber>,
    /// The first local day of the present state; null where that is not known, and for `ok`.
    #[schema(format = Date)]
    pub since: Option<String>,
    /// What to do, as a word that never changes; null for `ok`, and where it ends by itself.
    pub recommendation_code: Option<&'static str>,
}

impl From<&Signal> for TrustSignal {
    fn from(signal: &Signal) -> Self {
        Self {
            code: signal.code.as_str(),
            level: signal.level.as_str(),
            value: signal.value.map(TrustValue::from),
            threshold: signal.threshold.map(DecimalNumber),
            since: signal.since.map(|day| day.to_string()),
            recommendation_code: signal.recommendation_code(),
        }
    }
}

/// What to know before believing figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct Trust {
    /// Every signal, always, in one order: one that is missing would be read as health.
    pub signals: Vec<TrustSignal>,
}

/// Show the signals of trust
///
/// What a reader has to know before believing today's figures. A warning: figures lack something or have it in the wrong
/// place until somebody acts. A notice: they are right as far as they go, and it is good to know how far.
#[utoipa::path(
    operation_id = "getTrust",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The signals.", body = Envelope<Trust, QualityScoreMeta>),
    )
)]
#[get("/api/v1/trust")]
pub(crate) async fn get_trust(call: Scoped<AnalyticsRead>) -> Result<HttpResponse, Problem> {
    let answer = trust(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The signals, whoever asked.
pub async fn trust(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<Trust, QualityScoreMeta>, Problem> {
    let told = trusted(state, access).await?;
    Ok(Envelope {
        data: Trust {
            signals: told.signals.iter().map(TrustSignal::from).collect(),
        },
        meta: QualityScoreMeta::new(access, &told.quality),
    })
}

/// The same before it is written down.
pub async fn trusted(state: &AppState, access: &ProfileAccess) -> Result<Trusted, Problem> {
    let told = read_trust(readers(state), access, state.clock.now()).await;
    told.map_err(|error| Problem::internal(&error))
}
