//! `GET /api/v1/goals/outcome-counts`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::outcomes::{CountLabel, OutcomeCount, Window};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::days::{BoundedDaysMeta, Days, period_of_query};
use super::profile_of;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::ConversionsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Rows of one answer.
const LIMIT: u32 = 1_000;

/// How often outcome events of one type happened.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutcomeTypeCount {
    /// The raw event type.
    pub event_type: String,
    /// Events, refunds included.
    pub count: i64,
    /// The label of the type; null when nobody gave it one. When several families have the type,
    /// it is the label of the first.
    pub outcome_definition: Option<OutcomeTypeLabel>,
    /// The conversion definition that claims the type; null when none does.
    pub conversion_definition_id: Option<Uuid>,
}

/// What a type is called.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutcomeTypeLabel {
    /// The outcome definition.
    pub id: Uuid,
    /// Its label.
    pub display_name: String,
    /// Its family.
    pub family: String,
}

impl From<OutcomeCount> for OutcomeTypeCount {
    fn from(row: OutcomeCount) -> Self {
        let label = |label: CountLabel| OutcomeTypeLabel {
            id: label.id.uuid(),
            display_name: label.display_name,
            family: label.family,
        };
        Self {
            event_type: row.event_type,
            count: row.count,
            outcome_definition: row.outcome_definition.map(label),
            conversion_definition_id: row.conversion_definition_id.map(kernel::Id::uuid),
        }
    }
}

/// Count outcome events by type
///
/// Every type that was seen in the period, most frequent first, with what it is called and which
/// definition claims it.
#[utoipa::path(
    operation_id = "countOutcomes",
    tag = "Goals",
    security(("api_key" = ["conversions:read"])),
    params(
        ("date_from" = Option<String>, Query, format = Date,
            description = "First local day, YYYY-MM-DD; absent is 30 days in all.",
            extensions(("x-spec-gap" = json!("G13")))),
        ("date_to" = Option<String>, Query, format = Date,
            description = "Last local day, YYYY-MM-DD; absent is today. At most 366 days in all.",
            extensions(("x-spec-gap" = json!("G13")))),
    ),
    responses(
        (status = 200, description = "The counts, at most 1,000.",
            body = Envelope<Vec<OutcomeTypeCount>, BoundedDaysMeta>),
    )
)]
#[get("/api/v1/goals/outcome-counts")]
pub(crate) async fn count_outcomes(
    call: Scoped<ConversionsRead, ApiQuery<Days>>,
) -> Result<HttpResponse, Problem> {
    let answer = outcome_counts(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn outcome_counts(
    state: &AppState,
    access: &ProfileAccess,
    days: Days,
) -> Result<Envelope<Vec<OutcomeTypeCount>, BoundedDaysMeta>, Problem> {
    let profile = profile_of(state, access.profile_id).await?;
    let period = period_of_query(days, state, &profile.timezone)?;
    let window = Window::of(period, &profile.timezone);
    let found = state
        .outcomes
        .counts(access, window, LIMIT)
        .await
        .map_err(|error| Problem::internal(&error))?;
    let rows = found.rows.into_iter().map(OutcomeTypeCount::from);
    Ok(Envelope {
        data: rows.collect::<Vec<_>>(),
        meta: BoundedDaysMeta::new(profile.id, period, found.truncated),
    })
}
