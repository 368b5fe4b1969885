//! `GET /api/v1beta/tracking/verification`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use profile_setup::tracking::verification::{Heard, LATELY, Versions, verified};
use reporting::quality::verification::{ProblemCode, SILENT_AFTER_HOURS, VerifiedHost};
use serde::Serialize;
use utoipa::ToSchema;

use super::installers::render::PIXEL_VERSION;
use super::script::VERSION;
use super::settings::in_force;
use http_kit::collect_gate::ENDPOINT;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::hosts_heard::HostsHeard;
use http_kit::intake_counts::IntakeCounts;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Something that is wrong with how the tracker is installed.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingProblem {
    /// `tracker_missing`, `tracker_silent`, `tracker_outdated`, `host_refused`, `foreign_host`, `refused_events` or
    /// `doubled_page_views`; more may come.
    pub code: &'static str,
    /// What to do, in English.
    pub recommendation: &'static str,
    /// What to do, as a word that never changes. Two problems may share one.
    pub recommendation_code: &'static str,
}

impl From<&ProblemCode> for TrackingProblem {
    fn from(code: &ProblemCode) -> Self {
        Self {
            code: code.as_str(),
            recommendation: code.recommendation(),
            recommendation_code: code.recommendation_code(),
        }
    }
}

/// One host on which the tracker was heard, or should have been.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingHost {
    /// The host of the page, without port and `www.`.
    pub host: String,
    /// `reporting`; `silent` where no page view came for `silent_after_hours`; `never` where none was ever taken.
    pub status: &'static str,
    /// When the tracker was heard there first, RFC 3339, also if it was refused; null where it never was since hosts
    /// are noted.
    #[schema(format = DateTime)]
    pub first_seen_at: Option<String>,
    /// When the last page view was taken; null where none was.
    #[schema(format = DateTime)]
    pub last_seen_at: Option<String>,
    /// Page views of the present local day, those of robots left out.
    pub page_views_today: u64,
    /// Page views of the last seven local days, today among them.
    pub page_views_7_days: u64,
    /// The version that the tracker told last; null where it tells none, as those of before versions.
    pub version: Option<String>,
    /// Whether the service has the same version now; null without a version. No version is older than another.
    pub is_current: Option<bool>,
    /// How the tracker got into the pages, the latest first: `snippet`, `gtm` or `shopify`; empty where it does not tell.
    #[schema(max_items = 3)]
    pub ways: Vec<&'static str>,
    /// What is wrong, and what to do.
    pub problems: Vec<TrackingProblem>,
}

impl From<VerifiedHost> for TrackingHost {
    fn from(host: VerifiedHost) -> Self {
        let facts = host.facts;
        let latest = facts.ways.first();
        Self {
            status: host.status.as_str(),
            first_seen_at: facts.first_seen_at.map(|at| at.to_string()),
            last_seen_at: facts.last_seen_at.map(|at| at.to_string()),
            page_views_today: facts.page_views_today,
            page_views_7_days: facts.page_views_7_days,
            version: latest.and_then(|it| it.version.clone()),
            is_current: latest.and_then(|it| it.is_current),
            ways: facts.ways.iter().filter_map(|it| it.way).collect(),
            problems: host.problems.iter().map(TrackingProblem::from).collect(),
            host: facts.host,
        }
    }
}

/// Whether the tracker is installed.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingVerification {
    /// Whether any host reports: `reporting`, `silent` or `never`.
    pub status: &'static str,
    /// Hours without a page view after which a host is silent.
    pub silent_after_hours: u16,
    /// When the last page view was taken, on whichever host, RFC 3339; null where none ever was. Where no host has any
    /// yet, it is what the last look (`checked_at`) knew of page views from before hosts were noted.
    #[schema(format = DateTime)]
    pub last_seen_at: Option<String>,
    /// The version of `/tracker.js`.
    pub tracker_version: &'static str,
    /// The version of the pixel for a store.
    pub store_pixel_version: &'static str,
    /// Hosts that page views came from, at most 50: those of own domains, then those of others, the latest of each
    /// first; behind them the own domains from which nothing was ever heard. Where no host has any page view and the
    /// profile has some of before hosts were noted, they are taken for those of its own domain if it has one alone, and
    /// of several none is said to be missing.
    pub hosts: Vec<TrackingHost>,
    /// What is wrong and of no one host.
    pub problems: Vec<TrackingProblem>,
    /// When it was looked whether page views come twice, RFC 3339; null when nobody has looked yet.
    #[schema(format = DateTime)]
    pub checked_at: Option<String>,
}

/// Verify the installation of the tracker
///
/// On which hosts the tracker reports, since when and in which version, and what is wrong where it does not. From what came in: no
/// page is loaded. What a browser sent a moment ago is there after a few seconds.
#[utoipa::path(
    operation_id = "getTrackingVerification",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G98"))),
    responses(
        (status = 200, description = "What was heard.",
            body = Envelope<TrackingVerification, ProfileMeta>),
    )
)]
#[get("/api/v1beta/tracking/verification")]
pub(crate) async fn get_tracking_verification(
    call: Scoped<TrackingWrite>,
) -> Result<HttpResponse, Problem> {
    let answer = verification(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// What was heard, whoever asked.
pub async fn verification(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<TrackingVerification, ProfileMeta>, Problem> {
    let internal = |error| Problem::internal(&error);
    let (profile_id, now) = (access.profile_id, state.clock.now());
    let profile = state.profiles.find(profile_id).await.map_err(internal)?;
    let profile = profile.ok_or_else(Problem::not_found)?;
    let own = in_force(state, profile_id).await?.hosts.own_domains;
    let (counts, noted) = (&state.collecting.counts, &state.collecting.hosts);
    write_all(Arc::clone(counts), Arc::clone(noted)).await?;
    let hosts = noted.store().of_profile(profile_id).await;
    let since = now.plus_micros(-LATELY);
    let intake = counts.store().since(profile_id, ENDPOINT, since).await;
    let scan = state.quality.scan(access).await.map_err(internal)?;
    let found = scan.as_ref().and_then(|it| it.instrumentation.as_ref());
    let heard = Heard {
        hosts: &hosts.map_err(internal)?,
        intake: &intake.map_err(internal)?,
        found,
        versions: Versions {
            script: &VERSION,
            store_pixel: &PIXEL_VERSION,
        },
    };
    let verified = verified(&profile, &own, heard, now);
    let problems = verified.problems.iter();
    Ok(Envelope {
        data: TrackingVerification {
            status: verified.status.as_str(),
            silent_after_hours: SILENT_AFTER_HOURS,
            last_seen_at: verified.last_seen_at.map(|at| at.to_string()),
            tracker_version: &VERSION,
            store_pixel_version: &PIXEL_VERSION,
            problems: problems.map(TrackingProblem::from).collect(),
            hosts: verified.hosts.into_iter().map(TrackingHost::from).collect(),
            checked_at: found.and(scan.as_ref()).map(|it| it.scanned_at.to_string()),
        },
        meta: ProfileMeta::from(profile_id),
    })
}

/// What waits is of all profiles, and must not be lost with whoever asks.
async fn write_all(counts: Arc<IntakeCounts>, hosts: Arc<HostsHeard>) -> Result<(), Problem> {
    detached(async move {
        counts.write().await;
        hosts.write().await;
        Ok(())
    })
    .await
}
