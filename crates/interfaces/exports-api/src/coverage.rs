//! `GET /api/v1beta/exports/coverage`

use actix_web::{HttpResponse, get};
use conversion_export::destinations::list::ListedDestination;
use export_rules::Word;
use export_rules::ports::{Coverage, Covered};
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_period};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::{Period, ProfileAccess};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::destinations::list::destinations;

/// What reports count as conversions, and what ad platforms were told of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportCoverage)]
pub struct CoverageBody {
    /// Outcome events that reports count as conversions in these days, refunds aside. An event that is a conversion under
    /// several goals is one.
    pub converted_events: u64,
    /// How each destination stands with them, the oldest first.
    pub destinations: Vec<DestinationCoverageBody>,
}

/// How one destination stands with converted events. Each of them is in one of the five figures, where it got farthest.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DestinationCoverage)]
pub struct DestinationCoverageBody {
    /// The destination.
    pub destination_id: Uuid,
    /// `social_capi` or `search_ads`.
    #[schema(example = "social_capi")]
    pub destination: &'static str,
    /// The platform has them.
    pub told: u64,
    /// They are to be sent, or sent again.
    pub waiting: u64,
    /// The platform refused them, they were given up, or nobody knows whether they arrived.
    pub failed: u64,
    /// They were not to be told; the deliveries say why.
    pub withheld: u64,
    /// No rule read them for this destination: they are older than it, or no rule reads their goal.
    pub not_read: u64,
}

/// The days.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportCoverageMeta)]
pub struct CoverageMeta {
    /// First local day of the profile.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last local day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
}

#[derive(Debug)]
enum CoverageParameters {}

impl FromQuery for CoverageParameters {
    type Query = Period;

    fn from_query(query: &mut QueryReader) -> Result<Period, Invalid> {
        read_period(query)
    }
}

/// Compare what was told with what reports count
///
/// For every destination how many of the events that reports count as conversions the platform has, and where the others
/// are. A platform that is told less than happened bids on less than happened.
#[utoipa::path(
    operation_id = "getExportCoverage",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G146"))),
    params(
        ("date_from" = String, Query, format = Date, description = "First local day of the profile."),
        ("date_to" = String, Query, format = Date, description = "Last local day; at most 366 days."),
    ),
    responses(
        (status = 200, description = "How destinations stand with what reports count.",
            body = Envelope<CoverageBody, CoverageMeta>),
    )
)]
#[get("/api/v1beta/exports/coverage")]
pub(crate) async fn get_export_coverage(
    call: Scoped<ExportsRead, ApiQuery<CoverageParameters>>,
) -> Result<HttpResponse, Problem> {
    let period = call.input.0;
    let data = coverage(&call.state, &call.access, period).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: CoverageMeta {
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
            profile_id: call.access.profile_id.uuid(),
        },
    }))
}

/// How destinations stand with what reports count. Also for pages.
pub async fn coverage(
    state: &AppState,
    access: &ProfileAccess,
    period: Period,
) -> Result<CoverageBody, Problem> {
    let (listed, _) = destinations(state, access).await?;
    let covered = state.exports.statistics.coverage(access, period).await?;
    let all = listed.destinations.iter();
    Ok(CoverageBody {
        converted_events: covered.events,
        destinations: all.map(|it| of_destination(it, &covered)).collect(),
    })
}

fn of_destination(it: &ListedDestination, covered: &Covered) -> DestinationCoverageBody {
    let id = it.destination.id;
    let coverage: Coverage = covered.destinations.get(&id).copied().unwrap_or_default();
    let read = coverage.told + coverage.waiting + coverage.failed + coverage.withheld;
    DestinationCoverageBody {
        destination_id: id.uuid(),
        destination: it.destination.kind().as_str(),
        told: coverage.told,
        waiting: coverage.waiting,
        failed: coverage.failed,
        withheld: coverage.withheld,
        not_read: covered.events.saturating_sub(read),
    }
}
