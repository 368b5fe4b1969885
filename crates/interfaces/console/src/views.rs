//! `/p/{profile_id}/views`: what people were shown in mails and banners, and whether it takes credit.

use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use http_kit::detached::detached;
use kernel::{Date, Exact, Scope};
use tracking_api::views::credit::write;
use tracking_api::views::report::{ViewedCampaignBody, ViewsOfChannel, views};

use super::banners::Banners;
use super::chrome::{Chrome, Section};
use super::error::PageError;
use super::form::Form;
use super::format::{Number, days, money, plain};
use super::page::{page, see_other};
use super::viewer::AtProfile;

/// What a page or form is answered with.
type Answered = Result<HttpResponse, PageError>;

const PAGE: &str = "/p/{profile_id}/views";

/// Registers the page and its form.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(PAGE, web::get().to(show))
        .route(&format!("{PAGE}/credit"), web::post().to(decide));
}

/// Where the page is; its form's tokens are named after it.
fn path(at: &AtProfile) -> String {
    format!("/p/{}/views", at.access.profile_id)
}

/// Where the page is, for those who may open it.
pub(super) fn opened(at: &AtProfile) -> Option<String> {
    at.access.allows(Scope::AnalyticsRead).then(|| path(at))
}

#[derive(Template)]
#[template(path = "console/views.html")]
struct ViewsPage {
    chrome: Chrome,
    banners: Banners,
    path: String,
    token: String,
    days: String,
    credit: Credit,
    is_replaying: bool,
    campaigns: Vec<Campaign>,
    has_more: bool,
    channels: Vec<Channel>,
}

/// Whether views take credit.
struct Credit {
    is_given: bool,
    /// Whether whoever looks may decide it.
    is_mine: bool,
}

/// A campaign with its pictures.
struct Campaign {
    name: String,
    /// Where it is from.
    source: String,
    channel: String,
    /// All loads, those of recipients, of mail proxies, of prefetching services and of programs.
    loads: [Number; 5],
}

/// A channel with both figures.
struct Channel {
    name: String,
    with_conversions: Number,
    with_revenue: Number,
    without_conversions: Number,
    without_revenue: Number,
    differs: bool,
}

/// The page.
async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::AnalyticsRead).await?;
    let told = views(&at.viewer.state, &at.access, None);
    let (told, banners) = futures_util::join!(told, Banners::of(&at));
    let told = told?;
    let currency = told.data.reporting_currency;
    let path = path(&at);
    let channels = told.data.channels.into_iter();
    let shown = ViewsPage {
        chrome: at.chrome("Mails and banners", Section::Overview).await?,
        banners,
        token: at.viewer.form_token(&path).await?,
        path,
        days: period(&told.meta.date_from, &told.meta.date_to),
        credit: Credit {
            is_given: told.data.credited,
            is_mine: at.access.allows(Scope::AttributionWrite),
        },
        is_replaying: told.meta.warnings.iter().any(|it| it == "replay_pending"),
        campaigns: told.data.campaigns.into_iter().map(campaign).collect(),
        has_more: told.data.has_more_campaigns,
        channels: channels.map(|it| channel(it, &currency)).collect(),
    };
    Ok(page(&shown))
}

/// The days as people read them.
fn period(from: &str, to: &str) -> String {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    let day = |text: &str| Date::parse(text, &format).ok();
    match (day(from), day(to)) {
        (Some(from), Some(to)) => days(from, to),
        _ => format!("{from} to {to}"),
    }
}

fn campaign(told: ViewedCampaignBody) -> Campaign {
    let loads = [
        told.views,
        told.by_recipients,
        told.mail_proxy,
        told.prefetched,
        told.bots,
    ];
    let whole = |many: u64| plain(Exact::whole(i64::try_from(many).unwrap_or(i64::MAX)));
    Campaign {
        name: told.campaign,
        source: [told.source, told.medium]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" / "),
        channel: told.channel,
        loads: loads.map(whole),
    }
}

fn channel(told: ViewsOfChannel, currency: &str) -> Channel {
    let (with, without) = (told.with_views, told.without_views);
    Channel {
        differs: with.conversions.0 != without.conversions.0 || with.revenue.0 != without.revenue.0,
        name: told.channel,
        with_conversions: plain(with.conversions.0),
        with_revenue: money(with.revenue.0, currency),
        without_conversions: plain(without.conversions.0),
        without_revenue: money(without.revenue.0, currency),
    }
}

/// Decides whether views take credit.
async fn decide(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let path = path(&at);
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let credited = match form.one("credit") {
        Some("on") => true,
        Some("off") => false,
        _ => return Err(PageError::Form),
    };
    let state = at.viewer.state.clone().into_inner();
    let access = at.access.clone();
    detached(async move { write(&state, &access, credited).await }).await?;
    Ok(see_other(&path))
}
