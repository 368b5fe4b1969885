//! `GET /api/v1beta/spend/restatements`

use actix_web::{HttpResponse, get};
use ad_spend::restated::{Restated, RestatedAge, RestatedChannel, restated};
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_period};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::{Period, ProfileAccess};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// How spend changed after it was told first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpendRestatements)]
pub struct RestatementsBody {
    /// By channel, the one that costs most first. Reported figures know channels, not accounts.
    pub channels: Vec<ChannelBody>,
}

/// How the spend of one channel changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChannelSpendRestatements)]
pub struct ChannelBody {
    /// The channel.
    #[schema(example = "Paid Search")]
    pub channel: String,
    /// What is reported of these days now.
    pub spend: DecimalNumber,
    /// What changed, by how old the day was, the youngest first; always the same eight ages.
    pub ages: Vec<AgeBody>,
}

/// What changed while days were so old.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpendRestatementAge)]
pub struct AgeBody {
    /// The first age, in days after the day itself.
    pub days_from: u16,
    /// The last age; null for all that are older.
    pub days_to: Option<u16>,
    /// Days whose spend changed at this age.
    pub days: u64,
    /// By how much, up or down, all changes added up.
    pub changed: DecimalNumber,
    /// The same as a part of `spend`, to eight digits after the point; null without spend.
    pub share: Option<DecimalNumber>,
}

/// The context of the answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpendRestatementsMeta)]
pub struct RestatementsMeta {
    /// First local day of the spend.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last local day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// ISO 4217; changes that were reported in another currency are left out.
    #[schema(example = "EUR")]
    pub reporting_currency: String,
}

#[derive(Debug)]
enum RestatementsParameters {}

impl FromQuery for RestatementsParameters {
    type Query = Period;

    fn from_query(query: &mut QueryReader) -> Result<Period, Invalid> {
        read_period(query)
    }
}

/// Measure how spend moved after it was told
///
/// Platforms correct what they said of a day, for hours and for weeks. By channel and by how old the day was when its
/// spend changed: how many days changed, by how much, and what part of the spend that is. What is told first of a
/// channel's day is no change, however late it comes. Only what came of writing spend counts.
#[utoipa::path(
    operation_id = "getSpendRestatements",
    tag = "Attribution",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G147"))),
    params(
        ("date_from" = String, Query, format = Date, description = "First local day of the spend."),
        ("date_to" = String, Query, format = Date, description = "Last local day; at most 366 days."),
    ),
    responses(
        (status = 200, description = "How spend of these days moved.",
            body = Envelope<RestatementsBody, RestatementsMeta>),
    )
)]
#[get("/api/v1beta/spend/restatements")]
pub(crate) async fn get_spend_restatements(
    call: Scoped<AnalyticsRead, ApiQuery<RestatementsParameters>>,
) -> Result<HttpResponse, Problem> {
    let period = call.input.0;
    let found = restatements(&call.state, &call.access, period).await?;
    let reporting_currency = found.currency.code().to_owned();
    Ok(HttpResponse::Ok().json(Envelope {
        data: RestatementsBody {
            channels: found.channels.into_iter().map(ChannelBody::from).collect(),
        },
        meta: RestatementsMeta {
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
            profile_id: call.access.profile_id.uuid(),
            reporting_currency,
        },
    }))
}

/// How spend moved. Also for pages.
pub async fn restatements(
    state: &AppState,
    access: &ProfileAccess,
    period: Period,
) -> Result<Restated, Problem> {
    let days = state.connections.restated.restated(access, period).await?;
    Ok(restated(days))
}

impl From<RestatedChannel> for ChannelBody {
    fn from(it: RestatedChannel) -> Self {
        Self {
            channel: it.channel,
            spend: DecimalNumber(it.spend),
            ages: it.ages.into_iter().map(AgeBody::from).collect(),
        }
    }
}

impl From<RestatedAge> for AgeBody {
    fn from(it: RestatedAge) -> Self {
        Self {
            days_from: it.from,
            days_to: it.to,
            days: it.changed.days,
            changed: DecimalNumber(it.changed.amount),
            share: it.share.map(DecimalNumber),
        }
    }
}
