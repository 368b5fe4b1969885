//! `GET /api/v1beta/analytics/views`

use actix_web::{HttpResponse, get};
use kernel::{Period, ProfileAccess};
use reporting::views::{ChannelSideBySide, LastTouchSums, ViewedCampaign, ViewsQuery};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::{DecimalNumber, DecimalString};
use http_kit::documented::OptionalPeriod;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_optional_period};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How often the pictures of a campaign were loaded.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewedCampaignBody {
    /// The channel of what its address says.
    pub channel: String,
    /// Traffic source.
    pub source: String,
    /// Medium.
    pub medium: String,
    /// Campaign; empty when the address names none.
    pub campaign: String,
    /// All loads.
    pub views: u64,
    /// Those with the token of a recipient.
    pub by_recipients: u64,
    /// Those of a mail program's servers, when somebody opened the mail.
    pub mail_proxy: u64,
    /// Those of servers that load pictures whether or not anybody looks; never a touch.
    pub prefetched: u64,
    /// Those of programs; never a touch.
    pub bots: u64,
}

/// What a channel is credited with under `last_touch`.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastTouchFigures {
    /// Credited conversions, refunds not counted.
    pub conversions: DecimalNumber,
    /// Credited cash in the reporting currency.
    pub revenue: DecimalString,
}

/// A channel with both figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewsOfChannel {
    /// The channel.
    pub channel: String,
    /// `last_touch` as reports show it.
    pub with_views: LastTouchFigures,
    /// `last_touch` if views took no credit.
    pub without_views: LastTouchFigures,
}

/// What people were shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewsReport {
    /// Whether views take credit. While they do not, both figures of a channel are the same.
    pub credited: bool,
    /// The most viewed campaigns first, at most 100.
    pub campaigns: Vec<ViewedCampaignBody>,
    /// Whether there are more.
    pub has_more_campaigns: bool,
    /// Every channel with credit, by name.
    pub channels: Vec<ViewsOfChannel>,
    /// The currency of revenue.
    pub reporting_currency: String,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewsMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// `replay_pending`: a full replay waits or runs, and credit is that of before it. Absent when there is nothing to
    /// say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<String>,
}

/// The parameters of what people were shown.
#[derive(Debug)]
pub enum ViewsParameters {}

impl FromQuery for ViewsParameters {
    type Query = Option<Period>;

    fn from_query(query: &mut QueryReader) -> Result<Self::Query, Invalid> {
        read_optional_period(query)
    }
}

/// Show what people were shown
///
/// How often the pictures in mails and banners were loaded, by campaign, and what each channel is credited with under
/// `last_touch` with and without them, side by side.
#[utoipa::path(
    operation_id = "getViews",
    tag = "Analytics",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G157"))),
    params(OptionalPeriod),
    responses(
        (status = 200, description = "What people were shown.", body = Envelope<ViewsReport, ViewsMeta>),
    )
)]
#[get("/api/v1beta/analytics/views")]
pub(crate) async fn get_views(
    call: Scoped<AnalyticsRead, ApiQuery<ViewsParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = views(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// What people were shown, whoever asked.
pub async fn views(
    state: &AppState,
    access: &ProfileAccess,
    period: Option<Period>,
) -> Result<Envelope<ViewsReport, ViewsMeta>, Problem> {
    let query = ViewsQuery {
        period,
        now: state.clock.now(),
    };
    let views = state.viewed.views(access, &query).await;
    let views = views.map_err(|error| Problem::internal(&error))?;
    Ok(Envelope {
        data: ViewsReport {
            credited: views.credited,
            campaigns: views.campaigns.into_iter().map(campaign).collect(),
            has_more_campaigns: views.has_more_campaigns,
            channels: views.channels.into_iter().map(channel).collect(),
            reporting_currency: views.currency.code().to_owned(),
        },
        meta: ViewsMeta {
            date_from: views.period.from().to_string(),
            date_to: views.period.to().to_string(),
            profile_id: access.profile_id.uuid(),
            warnings: views.warnings,
        },
    })
}

fn campaign(told: ViewedCampaign) -> ViewedCampaignBody {
    ViewedCampaignBody {
        channel: told.channel,
        source: told.source,
        medium: told.medium,
        campaign: told.campaign,
        views: told.views,
        by_recipients: told.by_recipients,
        mail_proxy: told.mail_proxy,
        prefetched: told.prefetched,
        bots: told.bots,
    }
}

fn channel(told: ChannelSideBySide) -> ViewsOfChannel {
    let figures = |sums: LastTouchSums| LastTouchFigures {
        conversions: DecimalNumber(sums.conversions),
        revenue: DecimalString(sums.revenue),
    };
    ViewsOfChannel {
        channel: told.channel,
        with_views: figures(told.with_views),
        without_views: figures(told.without_views),
    }
}
