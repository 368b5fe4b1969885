//! `GET /api/v1/customers/{id}/journey`

use actix_web::{HttpResponse, get};
use kernel::{Limit, ProfileAccess, Timestamp};
use reporting::journey::{JourneyEvent, JourneyQuery};
use serde::Serialize;
use utoipa::ToSchema;

use super::person::PathPerson;
use http_kit::decimal::DecimalNumber;
use http_kit::documented::RowLimit;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::read_limit;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{ApiQuery, FromQuery, Heavy, Invalid, QueryReader, Scoped, read_u32};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// One page of a history.
#[derive(Debug, Serialize, ToSchema)]
pub struct JourneyData {
    /// Earliest first.
    pub events: Vec<Event>,
    /// Events in all.
    pub total_count: i64,
}

/// One event of a history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = JourneyEvent)]
pub struct Event {
    /// `page_view`, identify, custom, or the type of a server-side event.
    pub event_type: String,
    /// The specific name.
    pub event_name: String,
    /// When.
    #[schema(format = DateTime)]
    pub event_time: String,
    /// Address of a web event as it is stored: without user info and fragment, and with the
    /// parameters that the profile keeps.
    pub url: Option<String>,
    /// Its path.
    pub path: Option<String>,
    /// Channel by the profile's rules now.
    pub channel: Option<String>,
    /// Traffic source, or payment provider.
    pub source: Option<String>,
    /// paid, organic, referral and so on.
    pub medium: Option<String>,
    /// Campaign, by name where the ads catalogue knows it.
    pub campaign: Option<String>,
    /// Money as received; negative for refunds.
    pub value_amount: Option<DecimalNumber>,
    /// ISO 4217.
    pub currency: Option<String>,
    /// desktop, mobile or tablet.
    pub device: Option<String>,
    /// Browser family.
    pub browser: Option<String>,
    /// Operating system family.
    pub os: Option<String>,
    /// ISO 3166-1.
    pub country: Option<String>,
    /// City; null, because no source of it is part of the service.
    pub city: Option<String>,
    /// True for an off-site conversion, whose touch was derived from its own evidence.
    pub is_synthetic: bool,
}

impl From<JourneyEvent> for Event {
    fn from(event: JourneyEvent) -> Self {
        Self {
            event_type: event.event_type,
            event_name: event.event_name,
            event_time: event
                .event_time
                .map(|at: Timestamp| at.to_string())
                .unwrap_or_default(),
            url: event.url,
            path: event.path,
            channel: event.channel,
            source: event.source,
            medium: event.medium,
            campaign: event.campaign,
            value_amount: event.value_amount.map(DecimalNumber),
            currency: event.currency,
            device: event.device,
            browser: event.browser,
            os: event.os,
            country: event.country,
            city: event.city,
            is_synthetic: event.is_synthetic,
        }
    }
}

/// Which part of the history.
#[derive(Debug)]
pub struct Part {
    offset: u32,
    limit: Limit<100>,
}

impl Part {
    /// That part of this person's history.
    pub fn of(self, PathPerson(person): PathPerson) -> JourneyQuery {
        JourneyQuery {
            person,
            offset: self.offset,
            limit: self.limit,
        }
    }
}

const DEFAULT_LIMIT: u32 = 50;

impl FromQuery for Part {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let offset = query.optional("offset", read_u32);
        let limit = read_limit(query, DEFAULT_LIMIT);
        Ok(Self {
            offset: offset?.unwrap_or(0),
            limit: limit?,
        })
    }
}

/// Get a customer's journey
///
/// Page views, identifications and outcomes of one person in the order in which they happened. An
/// id that the profile does not know gives an empty history.
#[utoipa::path(
    operation_id = "getCustomerJourney",
    tag = "Customers",
    security(("api_key" = ["customers:read"])),
    extensions(("x-rate-units" = json!(3))),
    params(
        ("id" = String, Path, description = "The `customer_profile_id` of the customer list.",
            min_length = 1, max_length = 128),
        ("offset" = Option<u32>, Query, format = Int64, minimum = 0, maximum = 4_294_967_295_i64,
            description = "Events to leave out, 0 by default."),
        RowLimit<DEFAULT_LIMIT>,
    ),
    responses(
        (status = 200, description = "One page of the history.",
            body = Envelope<JourneyData, ProfileMeta>),
    )
)]
#[get("/api/v1/customers/{id}/journey")]
pub(crate) async fn get_journey(
    call: Scoped<Heavy<CustomersRead>, (PathPerson, ApiQuery<Part>)>,
) -> Result<HttpResponse, Problem> {
    let (person, ApiQuery(part)) = call.input;
    let answer = journey(&call.state, &call.access, &part.of(person)).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn journey(
    state: &AppState,
    access: &ProfileAccess,
    query: &JourneyQuery,
) -> Result<Envelope<JourneyData, ProfileMeta>, Problem> {
    let journey = state
        .journeys
        .journey(access, query)
        .await
        .map_err(|error| Problem::internal(&error))?;
    let data = JourneyData {
        events: journey.events.into_iter().map(Event::from).collect(),
        total_count: journey.total_count,
    };
    let meta = ProfileMeta::from(access.profile_id);
    Ok(Envelope { data, meta })
}
