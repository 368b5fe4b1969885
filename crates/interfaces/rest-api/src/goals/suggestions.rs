//! `GET /api/v1/goals/definitions/suggestions`

use actix_web::{HttpResponse, get};
use conversion_definitions::suggest;
use kernel::{Limit, Period, RevenueType};
use reporting::outcomes::{UnclaimedType, Window};
use serde::Serialize;
use utoipa::ToSchema;

use super::days::{BoundedDaysMeta, days_before, today};
use super::figures::{CurrencyFigures, by_currency};
use super::profile_of;
use http_kit::decimal::DecimalString;
use http_kit::envelope::Envelope;
use http_kit::extract::read_limit;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_u32};
use http_kit::problem::{FieldCode, FieldError, Problem};

const DEFAULT_DAYS: u32 = 90;
const MOST_DAYS: u32 = 366;
const DEFAULT_LIMIT: u32 = 50;

/// How far to look back, and how much to show.
#[derive(Debug)]
pub struct Asked {
    days: u32,
    limit: Limit<100>,
}

impl FromQuery for Asked {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let days = query.optional("days", |text| match read_u32(text) {
            Ok(days) if (1..=MOST_DAYS).contains(&days) => Ok(days),
            Ok(_) => Err((FieldCode::OutOfRange, "must be 1 to 366")),
            Err(fault) => Err(fault),
        });
        let limit = read_limit(query, DEFAULT_LIMIT);
        Ok(Self {
            days: days?.unwrap_or(DEFAULT_DAYS),
            limit: limit?,
        })
    }
}

/// An event type that no definition names. What begins with `suggested_` fills a form in advance;
/// it is guessed from the words of the type and classifies nothing.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefinitionSuggestion {
    /// The raw event type.
    pub event_type: String,
    /// How often it was seen.
    pub event_count: i64,
    /// The sum of its amounts as they were received, whatever their currency; refunds negative.
    pub revenue_sum: DecimalString,
    /// The same by currency.
    pub by_currency: Vec<CurrencyFigures>,
    /// Different people behind the events, as identity stands now.
    pub distinct_people: i64,
    /// When it was last seen.
    #[schema(format = DateTime)]
    pub last_seen_at: String,
    /// cash, pipeline or gross; null when no word tells.
    pub suggested_revenue_type: Option<&'static str>,
    /// The words of the event type.
    pub suggested_display_name: String,
    /// False for what looks like money that goes back.
    pub suggested_attribution_eligible: bool,
    /// The name that ad platforms have for such events; null when no word tells.
    pub suggested_social_event_name: Option<&'static str>,
}

impl From<UnclaimedType> for DefinitionSuggestion {
    fn from(seen: UnclaimedType) -> Self {
        let suggested = suggest(&seen.event_type);
        Self {
            event_type: seen.event_type,
            event_count: seen.event_count,
            revenue_sum: DecimalString(seen.revenue_sum),
            by_currency: by_currency(seen.by_currency),
            distinct_people: seen.distinct_people,
            last_seen_at: seen.last_seen_at.to_string(),
            suggested_revenue_type: suggested.revenue_type.map(RevenueType::as_str),
            suggested_display_name: suggested.display_name,
            suggested_attribution_eligible: suggested.attribution_eligible,
            suggested_social_event_name: suggested.social_event_name,
        }
    }
}

/// Suggest conversion definitions
///
/// Event types that were seen in the last days and that no definition names, most frequent first.
#[utoipa::path(
    operation_id = "suggestDefinitions",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    params(
        ("days" = Option<u32>, Query, minimum = 1, maximum = 366,
            description = "Local days to look back, today included; 90 by default.",
            extensions(("x-spec-gap" = json!("G13")))),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "Rows, 50 by default.", extensions(("x-spec-gap" = json!("G13")))),
    ),
    responses(
        (status = 200, description = "The event types.",
            body = Envelope<Vec<DefinitionSuggestion>, BoundedDaysMeta>),
    )
)]
#[get("/api/v1/goals/definitions/suggestions")]
pub(crate) async fn suggest_definitions(
    call: Scoped<GoalsWrite, ApiQuery<Asked>>,
) -> Result<HttpResponse, Problem> {
    let asked = call.input.0;
    let profile = profile_of(&call.state, call.access.profile_id).await?;
    let to = today(&call.state, &profile.timezone);
    let period = Period::new(days_before(to, asked.days - 1), to).map_err(|error| {
        let words = error.to_string();
        Problem::invalid_field(FieldError::parameter("days", FieldCode::OutOfRange, words))
    })?;
    let window = Window::of(period, &profile.timezone);
    let found = call
        .state
        .outcomes
        .unclaimed(&call.access, window, profile.currency, asked.limit.get())
        .await
        .map_err(|error| Problem::internal(&error))?;
    let rows = found.rows.into_iter().map(DefinitionSuggestion::from);
    Ok(HttpResponse::Ok().json(Envelope {
        data: rows.collect::<Vec<_>>(),
        meta: BoundedDaysMeta::new(profile.id, period, found.truncated),
    }))
}
