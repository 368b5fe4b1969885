//! The page.

use actix_web::HttpRequest;
use askama::Template;
use kernel::{Model, Scope, TimeZone};
use quality_api::instrumentation::instrumentation_health;
use quality_api::utm::body::UtmHealthSummary;
use quality_api::utm::findings::findings;
use quality_api::utm::health::health;

use super::checks::{self, CheckRow};
use super::dangling::Dangling;
use super::feeds::{FeedRow, rows};
use super::findings::Finding;
use super::history::{self, History};
use super::score::Score;
use super::words::{instant, whole};
use super::{Answered, links_path, mutes, path};
use crate::banners::{self, Banner};
use crate::chrome::{Chrome, Section};
use crate::format::{At, Number};
use crate::page::{page, scripted};
use crate::script;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/quality/page.html")]
struct QualityPage {
    chrome: Chrome,
    path: String,
    /// Where links are judged before they go live.
    links: String,
    token: String,
    /// Whether whoever looks may say that a fault is let be.
    mutes: bool,
    /// The score, if it could be read.
    score: Option<Score>,
    /// What the last look counted, if there was one.
    summary: Option<Summary>,
    /// Whether details of some links were given up.
    is_coarsened: bool,
    /// Signals of trust that are not ok.
    trust: Vec<Banner>,
    /// What comes in.
    feeds: Vec<FeedRow>,
    findings: Vec<Finding>,
    dangling: Dangling,
    /// How the site is measured.
    checks: Vec<CheckRow>,
    history: Option<History>,
}

/// What the last look counted.
struct Summary {
    at: At,
    days: u16,
    scanned: Number,
    high: Number,
    medium: Number,
}

impl Summary {
    fn new(counted: &UtmHealthSummary, zone: &TimeZone) -> Option<Self> {
        let at = counted.refreshed_at.as_deref()?;
        Some(Self {
            at: instant(at, zone),
            days: counted.scan_window_days,
            scanned: whole(counted.events_scanned),
            high: whole(counted.high_count),
            medium: whole(counted.medium_count),
        })
    }
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::AnalyticsRead).await?;
    let (state, zone) = (&at.viewer.state, &at.profile.timezone);
    let found = findings(state, &at.access).await?;
    let health = health(state, &at.access, Model::LastTouch).await?;
    let measured = instrumentation_health(state, &at.access).await?;
    let told = banners::read(&at).await;
    let dangling = health.data.dangling_ad_ids;
    // Nothing says what is at stake is in but the credit that is read beside it.
    let currency = dangling.reporting_currency.clone();
    let currency = currency.unwrap_or_else(|| at.profile.currency.code().to_owned());
    let has = |warning: &str| health.meta.warnings.contains(&warning);
    let findings = found.data.into_iter();
    let path = path(&at);
    let shown = QualityPage {
        chrome: at.chrome("Data quality", Section::Quality).await?,
        links: links_path(&at),
        token: at.viewer.form_token(&path).await?,
        path,
        mutes: mutes(&at),
        summary: Summary::new(&health.data.summary, zone),
        score: told
            .as_ref()
            .map(|told| Score::new(&told.quality.measured())),
        trust: told
            .map(|told| banners::all(&at, &told))
            .unwrap_or_default(),
        feeds: rows(&measured.data, zone),
        is_coarsened: has("signatures_coarsened"),
        findings: findings
            .map(|finding| Finding::new(finding, (&currency, zone)))
            .collect(),
        dangling: Dangling::new(dangling, !has("no_ads_known"), &currency),
        checks: checks::rows(&measured.data.checks),
        history: history::shown(&at).await?,
    };
    let script = script::COPY.address(state.addresses.base());
    Ok(scripted(page(&shown), &script))
}
