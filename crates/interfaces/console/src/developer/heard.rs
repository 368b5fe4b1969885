//! On which hosts the tracker was heard, as a part of the page that is renewed by itself.

use actix_web::HttpRequest;
use askama::Template;
use kernel::{Scope, TimeZone, Timestamp};
use tracking_api::tracking::verification::{
    TrackingHost, TrackingProblem, TrackingVerification, verification,
};

use crate::error::PageError;
use crate::format;
use crate::page::page;
use crate::viewer::AtProfile;

/// What was heard.
pub(super) struct Heard {
    /// In one sentence.
    pub(super) summary: String,
    pub(super) hosts: Vec<Row>,
    /// What to do, and of no one host.
    pub(super) problems: Vec<&'static str>,
}

/// One host.
pub(super) struct Row {
    pub(super) host: String,
    pub(super) chip: &'static str,
    pub(super) status: &'static str,
    pub(super) first: String,
    pub(super) last: String,
    pub(super) today: u64,
    pub(super) week: u64,
    pub(super) version: String,
    pub(super) ways: String,
    /// What to do.
    pub(super) problems: Vec<&'static str>,
}

#[derive(Template)]
#[template(path = "console/install_heard.html")]
struct HeardPart {
    heard: Heard,
}

/// Where the part is.
pub(super) fn path(install: &str) -> String {
    format!("{install}/heard")
}

/// The part alone.
pub(super) async fn show(request: HttpRequest) -> Result<actix_web::HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let heard = read(&at).await?;
    Ok(page(&HeardPart { heard }))
}

/// What was heard so far.
pub(super) async fn read(at: &AtProfile) -> Result<Heard, PageError> {
    let told = verification(&at.viewer.state, &at.access).await?.data;
    let zone = &at.profile.timezone;
    Ok(Heard {
        summary: summary(&told, zone),
        problems: advice(&told.problems),
        hosts: told.hosts.into_iter().map(|host| row(host, zone)).collect(),
    })
}

fn summary(told: &TrackingVerification, zone: &TimeZone) -> String {
    let reporting = told.hosts.iter().filter(|it| it.status == "reporting");
    match (told.status, reporting.count()) {
        // Page views of before hosts were noted.
        ("reporting", 0) => format!(
            "Page views come in, the last {}. From which hosts is noted from the next one on.",
            instant(told.last_seen_at.as_deref(), zone)
        ),
        ("reporting", 1) => "The tracker reports from one host.".to_owned(),
        ("reporting", hosts) => format!("The tracker reports from {hosts} hosts."),
        ("silent", _) => format!(
            "No page view has come for more than {} hours. The last came {}.",
            told.silent_after_hours,
            instant(told.last_seen_at.as_deref(), zone)
        ),
        _ => "No page view has come yet. Open a page with the tracker in it.".to_owned(),
    }
}

fn advice(problems: &[TrackingProblem]) -> Vec<&'static str> {
    problems.iter().map(|it| it.recommendation).collect()
}

/// An instant as people read it; a dash where there is none.
fn instant(at: Option<&str>, zone: &TimeZone) -> String {
    let at = at.and_then(Timestamp::parse);
    at.map_or_else(|| "–".to_owned(), |at| format::instant(at, zone))
}

fn row(host: TrackingHost, zone: &TimeZone) -> Row {
    let (chip, status) = match host.status {
        "reporting" => ("chip on", "Reporting"),
        "silent" => ("chip off", "Silent"),
        _ => ("chip", "Never heard"),
    };
    let version = match (host.version, host.is_current) {
        (Some(version), Some(true)) => format!("{version}, current"),
        (Some(version), _) => version,
        (None, _) => "–".to_owned(),
    };
    let way = |way: &&'static str| match *way {
        "snippet" => "Snippet",
        "gtm" => "Tag manager",
        _ => "Store pixel",
    };
    Row {
        chip,
        status,
        first: instant(host.first_seen_at.as_deref(), zone),
        last: instant(host.last_seen_at.as_deref(), zone),
        today: host.page_views_today,
        week: host.page_views_7_days,
        version,
        ways: host.ways.iter().map(way).collect::<Vec<_>>().join(", "),
        problems: advice(&host.problems),
        host: host.host,
    }
}
