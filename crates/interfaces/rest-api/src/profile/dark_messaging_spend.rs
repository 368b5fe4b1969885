//! `GET /api/v1/profile/dark-messaging-spend`

use actix_web::{HttpResponse, get};
use kernel::{Period, ProfileAccess};
use reporting::quality::dangling::window;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalString;
use http_kit::documented::OptionalPeriod;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_optional_period};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Nothing was measured, which is another thing than nothing at risk.
const NO_CONVERSATIONS: &str = "no_photo_app_conversations";

/// What is at risk where conversations in the photo app lead back to no ad.
#[derive(Debug, Serialize, ToSchema)]
pub struct DarkMessagingSpend {
    /// Conversations in the photo app that began on these days.
    pub conversations: u64,
    /// Those for which no ad is likely to have led there.
    pub unattributed_conversations: u64,
    /// Cash of the conversions of unattributed conversations; null where no conversation is stored, which is no zero.
    pub revenue_at_risk: Option<DecimalString>,
    /// Of the spend on ads that lead to messages, the part of unattributed conversations; null where no conversation is
    /// stored.
    pub spend_unattributed: Option<DecimalString>,
    /// The currency of the amounts; null while there is none.
    pub reporting_currency: Option<String>,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct DarkMessagingSpendMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// `no_photo_app_conversations`: none is stored, so nothing was measured. Absent when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<String>,
}

/// The days that are asked about.
#[derive(Debug)]
pub enum DarkMessagingSpendParameters {}

impl FromQuery for DarkMessagingSpendParameters {
    type Query = Option<Period>;

    fn from_query(query: &mut QueryReader) -> Result<Self::Query, Invalid> {
        read_optional_period(query)
    }
}

/// Show what is at risk in conversations that no ad is known of
///
/// Conversations in the photo app, those of them that lead back to no ad, the cash of their conversions and their part of
/// the spend on ads that lead to messages. As long as no such conversation is stored the amounts are null, and
/// `meta.warnings` says so.
#[utoipa::path(
    operation_id = "getDarkMessagingSpend",
    tag = "Profile",
    security(("api_key" = ["analytics:read"])),
    params(OptionalPeriod),
    responses(
        (status = 200, description = "What is at risk.",
            body = Envelope<DarkMessagingSpend, DarkMessagingSpendMeta>),
    )
)]
#[get("/api/v1/profile/dark-messaging-spend")]
pub(crate) async fn get_dark_messaging_spend(
    call: Scoped<AnalyticsRead, ApiQuery<DarkMessagingSpendParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = dark_messaging_spend(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// What is at risk, whoever asked.
pub async fn dark_messaging_spend(
    state: &AppState,
    access: &ProfileAccess,
    period: Option<Period>,
) -> Result<Envelope<DarkMessagingSpend, DarkMessagingSpendMeta>, Problem> {
    let internal = |error| Problem::internal(&error);
    let found = state.profiles.find(access.profile_id).await;
    let profile = found.map_err(internal)?.ok_or_else(Problem::not_found)?;
    let today = profile.timezone.local_date(state.clock.now());
    let period = match period {
        Some(period) => period,
        None => window(today).map_err(|error| Problem::internal(&error))?,
    };
    Ok(Envelope {
        data: DarkMessagingSpend {
            conversations: 0,
            unattributed_conversations: 0,
            revenue_at_risk: None,
            spend_unattributed: None,
            reporting_currency: None,
        },
        meta: DarkMessagingSpendMeta {
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
            profile_id: access.profile_id.uuid(),
            warnings: vec![NO_CONVERSATIONS.to_owned()],
        },
    })
}
