//! `GET /api/v1beta/exports/dataset-quality`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use conversion_export::connections::token::TokenPorts;
use conversion_export::reports::dataset_quality::{DatasetReport, QualityPorts, dataset_quality};
use export_rules::{Decimal, DedupeKey, DestinationId, EventQuality, KeyCoverage};
use http_kit::decimal::DecimalNumber;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;
use kernel::{Exact, ProfileId};
use serde::Serialize;
use utoipa::ToSchema;

use super::refused;

const DESTINATION: &str = "destination_id";

/// The parameters.
#[derive(Debug)]
pub enum QualityParameters {}

impl FromQuery for QualityParameters {
    type Query = DestinationId;

    fn from_query(query: &mut QueryReader) -> Result<DestinationId, Invalid> {
        let id = query.required(DESTINATION, |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        Ok(DestinationId::new(id?))
    }
}

/// How good a data set is, in the platform's own figures.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DatasetQuality)]
pub struct QualityBody {
    /// The data set that is told now: the clean one in Platform-Safe mode.
    pub dataset_id: String,
    /// Event by event, in the platform's order; empty while it knows too little.
    pub events: Vec<EventBody>,
}

/// How good what is told of one event is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DatasetEventQuality)]
pub struct EventBody {
    /// Its name.
    #[schema(example = "Purchase")]
    pub event_name: String,
    /// How well people are found by what is told of them, 0 to 10.
    #[schema(required)]
    pub event_match_quality: Option<DecimalNumber>,
    /// By what people are told.
    pub match_keys: Vec<KeyBody>,
    /// What share of the browser's events the server tells, too.
    pub event_coverage: CoverageBody,
    /// By what the platform sees that it was told twice.
    pub dedupe_key_feedback: Vec<DedupeBody>,
    /// How soon events come in, in the platform's word.
    #[schema(required, example = "real_time")]
    pub data_freshness: Option<String>,
    /// How many more conversions are reported because the server tells them, in percent.
    #[schema(required)]
    pub acr: Option<DecimalNumber>,
}

/// In what share of events one match key is told.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DatasetMatchKey)]
pub struct KeyBody {
    /// The platform's word for it.
    #[schema(example = "email")]
    pub key: String,
    /// In percent.
    #[schema(required)]
    pub percentage: Option<DecimalNumber>,
}

/// In percent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DatasetEventCoverage)]
pub struct CoverageBody {
    /// As it is.
    #[schema(required)]
    pub percentage: Option<DecimalNumber>,
    /// As the platform wants it.
    #[schema(required)]
    pub goal_percentage: Option<DecimalNumber>,
}

/// In what share of events a key stands, in percent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DatasetDedupeKey)]
pub struct DedupeBody {
    /// The platform's word for it.
    #[schema(example = "event_id")]
    pub dedupe_key: String,
    /// Of the browser's events.
    #[schema(required)]
    pub browser_events: Option<DecimalNumber>,
    /// Of the server's.
    #[schema(required)]
    pub server_events: Option<DecimalNumber>,
    /// How many of the browser's are dropped by it.
    #[schema(required)]
    pub overall: Option<DecimalNumber>,
}

fn number(value: Option<Decimal>) -> Option<DecimalNumber> {
    value.map(|value| DecimalNumber(Exact::from(value)))
}

impl From<KeyCoverage> for KeyBody {
    fn from(it: KeyCoverage) -> Self {
        Self {
            key: it.key,
            percentage: number(it.percentage),
        }
    }
}

impl From<DedupeKey> for DedupeBody {
    fn from(it: DedupeKey) -> Self {
        Self {
            dedupe_key: it.key,
            browser_events: number(it.browser),
            server_events: number(it.server),
            overall: number(it.overall),
        }
    }
}

impl From<EventQuality> for EventBody {
    fn from(it: EventQuality) -> Self {
        Self {
            event_name: it.event_name,
            event_match_quality: number(it.match_score),
            match_keys: it.match_keys.into_iter().map(KeyBody::from).collect(),
            event_coverage: CoverageBody {
                percentage: number(it.coverage),
                goal_percentage: number(it.coverage_goal),
            },
            dedupe_key_feedback: it.dedupe_keys.into_iter().map(DedupeBody::from).collect(),
            data_freshness: it.freshness,
            acr: number(it.additional_conversions),
        }
    }
}

impl From<DatasetReport> for QualityBody {
    fn from(it: DatasetReport) -> Self {
        let events = it.quality.events.into_iter();
        Self {
            dataset_id: it.dataset.as_str().to_owned(),
            events: events.map(EventBody::from).collect(),
        }
    }
}

/// Get the quality of a data set
///
/// What the platform says of the data set that a `social_capi` destination tells: how well people are found, what
/// share of the browser's events the server tells, too, by what doubles are seen, how soon events come in, and what
/// it is good for. The platform is asked with every call, for ten seconds at most.
#[utoipa::path(
    operation_id = "getDatasetQuality",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G145"))),
    params(
        ("destination_id" = String, Query, format = Uuid, description = "The destination."),
    ),
    responses(
        (status = 200, description = "What the platform says.",
            body = Envelope<QualityBody, ProfileMeta>),
        (status = 409, description = "The account has to be connected anew, or the platform refuses the question."),
        (status = 503, description = "The platform does not answer."),
    )
)]
#[get("/api/v1beta/exports/dataset-quality")]
pub(crate) async fn get_dataset_quality(
    call: Scoped<ExportsRead, ApiQuery<QualityParameters>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let report = quality(call.state.into_inner(), (profile_id, call.input.0)).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: QualityBody::from(report),
        meta: ProfileMeta::from(profile_id),
    }))
}

/// What the platform says. A token that is refreshed on the way is kept even if the caller goes away.
async fn quality(
    state: Arc<AppState>,
    place: (ProfileId, DestinationId),
) -> Result<DatasetReport, Problem> {
    detached(async move {
        let ports = QualityPorts {
            tokens: TokenPorts {
                units: &*state.units,
                authorization: &*state.connections.authorization,
            },
            datasets: &*state.connections.reports.datasets,
        };
        let report = dataset_quality(ports, &state.context(), place).await;
        // A connection that was stopped is told of.
        state.webhooks.wake.notify_one();
        report.map_err(|error| refused(error, DESTINATION))
    })
    .await
}
