//! `GET /api/v1beta/quality/utm/history`

use actix_web::{HttpResponse, get};
use application::ports::QualityDay;
use kernel::{Period, ProfileAccess};
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::decimal::DecimalString;
use http_kit::documented::PeriodParameters;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_period};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How many touches had a fault.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmHistoryFault {
    /// The fault, as among the anomalies.
    pub category: &'static str,
    /// Touches of the window of that day.
    pub count: u64,
    /// Their credited cash in the reporting currency of that day.
    pub cash_at_stake: DecimalString,
}

/// What the last look of one day found.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmHistoryDay {
    /// The local day.
    #[schema(format = Date)]
    pub date: String,
    /// Touches that were looked at.
    pub events_scanned: u64,
    /// What was found.
    pub faults: Vec<UtmHistoryFault>,
}

/// The parameters of the history of links.
#[derive(Debug)]
pub enum UtmHistoryParameters {}

impl FromQuery for UtmHistoryParameters {
    type Query = Period;

    fn from_query(query: &mut QueryReader) -> Result<Period, Invalid> {
        read_period(query)
    }
}

/// List what was wrong with links day by day
///
/// What the last look of each day found, each over the thirty days before it. Days on which nobody looked are left out.
#[utoipa::path(
    operation_id = "listUtmHistory",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G156"))),
    params(PeriodParameters),
    responses(
        (status = 200, description = "The days in their order.",
            body = Envelope<Vec<UtmHistoryDay>, ProfileMeta>),
    )
)]
#[get("/api/v1beta/quality/utm/history")]
pub(crate) async fn list_utm_history(
    call: Scoped<AnalyticsRead, ApiQuery<UtmHistoryParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = history(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// What was found day by day, whoever asked.
pub async fn history(
    state: &AppState,
    access: &ProfileAccess,
    period: Period,
) -> Result<Envelope<Vec<UtmHistoryDay>, ProfileMeta>, Problem> {
    let rows = state.quality.days(access, period).await;
    let rows = rows.map_err(|error| Problem::internal(&error))?;
    let of_day = |rows: &[QualityDay]| {
        let all = rows.iter().find(|row| row.category.is_none());
        let faults = rows.iter().filter_map(|row| {
            Some(UtmHistoryFault {
                category: row.category?.as_str(),
                count: row.touches,
                cash_at_stake: DecimalString(row.cash),
            })
        });
        UtmHistoryDay {
            date: rows
                .first()
                .map_or_else(String::new, |row| row.date.to_string()),
            events_scanned: all.map_or(0, |row| row.touches),
            faults: faults.collect(),
        }
    };
    Ok(Envelope {
        data: rows
            .chunk_by(|one, next| one.date == next.date)
            .map(of_day)
            .collect(),
        meta: ProfileMeta::from(access.profile_id),
    })
}
