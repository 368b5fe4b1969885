//! `GET /api/v1beta/tracking/verification`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use application::ports::Profile;
use channel_classifier::is_own_page;
use event_intake::ports::{COUNTED_DAYS, IntakeReason, TrackerHost};
use event_intake::{TrackerVersion, Way};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Date, ProfileAccess, Timestamp};
use reporting::quality::checks::{Check, CheckCode, Measure, check};
use reporting::quality::feeds::PAGE_VIEWS;
use reporting::quality::instrumentation::Instrumentation;
use reporting::quality::verification::{
    HeardWay, HostFacts, MOST_HOSTS, ProblemCode, SILENT_AFTER_HOURS, VerifiedHost, verify,
};
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
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How far back it is looked for refusals, in microseconds: a day.
const LATELY: i64 = 86_400 * MICROS_PER_SECOND;

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
    let hosts = Arc::clone(&state.collecting.hosts);
    let store = Arc::clone(&hosts);
    // What waits is of all profiles, and must not be lost with whoever asks.
    detached(async move {
        hosts.write().await;
        Ok(())
    })
    .await?;
    let heard = store.store().of_profile(profile_id).await;
    let heard = heard.map_err(internal)?;
    let scan = state.quality.scan(access).await.map_err(internal)?;
    let found = scan.as_ref().and_then(|it| it.instrumentation.as_ref());
    let before_hosts = found.and_then(|found| before_hosts(&heard, found));
    let facts = facts(&heard, &own, before_hosts, today(&profile, now));
    let mut checks = vec![refusals(state, &profile, now).await?];
    let found_checks = found.iter().flat_map(|it| &it.checks);
    checks.extend(
        found_checks
            .map(|found| found.check)
            .filter(|check| check.code != CheckCode::RefusedEvents),
    );
    let verified = verify(facts, &checks, before_hosts, now);
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

fn today(profile: &Profile, now: Timestamp) -> Date {
    profile.timezone.local_date(now)
}

/// What was refused lately, as it is now: the look that is kept may be a night old.
async fn refusals(state: &AppState, profile: &Profile, now: Timestamp) -> Result<Check, Problem> {
    let counts = Arc::clone(&state.collecting.counts);
    let store = Arc::clone(&counts);
    detached(async move {
        counts.write().await;
        Ok(())
    })
    .await?;
    let since = now.plus_micros(-LATELY);
    let latest = store.store().since(profile.id, ENDPOINT, since).await;
    let mut measure = Measure::default();
    for one in latest.map_err(|error| Problem::internal(&error))? {
        measure.of = measure.of.saturating_add(one.events);
        if !matches!(one.reason, IntakeReason::Accepted | IntakeReason::Bot) {
            measure.count = measure.count.saturating_add(one.events);
        }
    }
    Ok(check(CheckCode::RefusedEvents, Some(measure)))
}

/// When the last page view was taken, where none was since hosts are noted.
fn before_hosts(heard: &[TrackerHost], found: &Instrumentation) -> Option<Timestamp> {
    let mut feeds = found.feeds.iter();
    let of_all = feeds.find(|feed| feed.name == PAGE_VIEWS)?;
    let is_unknown = heard.iter().all(|row| row.last_seen_at.is_none());
    of_all.last_at.filter(|_| is_unknown)
}

/// What is known of each host, own ones first, and of each domain of the profile that is silent. `before_hosts` is when
/// the last page view was taken where no host has any: an only domain had it, and of several it is not known which.
fn facts(
    heard: &[TrackerHost],
    own: &[String],
    before_hosts: Option<Timestamp>,
    today: Date,
) -> Vec<HostFacts> {
    let mut hosts: Vec<HostFacts> = Vec::new();
    for row in heard {
        let known = hosts.iter_mut().find(|it| it.host == row.host);
        if let Some(host) = known {
            add(host, row, today);
        } else {
            let mut host = unheard(&row.host);
            host.is_own = (!own.is_empty()).then(|| is_own_page(&page_of(&row.host), own));
            add(&mut host, row, today);
            hosts.push(host);
        }
    }
    // The order is otherwise kept, so that of each kind the latest stay.
    hosts.sort_by_key(|it| it.is_own == Some(false));
    hosts.truncate(MOST_HOSTS);
    let is_heard = |domain: &String| heard.iter().any(|row| is_on(&row.host, domain));
    let is_telling = before_hosts.is_none() || own.len() == 1;
    let missing = own.iter().filter(|it| is_telling && !is_heard(it));
    let missing = missing.map(|domain| HostFacts {
        is_own: Some(true),
        last_seen_at: before_hosts,
        ..unheard(domain)
    });
    hosts.extend(missing.collect::<Vec<_>>());
    hosts
}

/// Whether a host is this domain or below it; a sibling of it is another one.
fn is_on(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn page_of(host: &str) -> String {
    format!("https://{host}/")
}

fn unheard(host: &str) -> HostFacts {
    HostFacts {
        host: host.to_owned(),
        is_own: None,
        ways: Vec::new(),
        first_seen_at: None,
        last_seen_at: None,
        refused_at: None,
        page_views_today: 0,
        page_views_7_days: 0,
    }
}

fn add(host: &mut HostFacts, row: &TrackerHost, today: Date) {
    let first = host
        .first_seen_at
        .map_or(row.first_seen_at, |it| it.min(row.first_seen_at));
    host.first_seen_at = Some(first);
    host.last_seen_at = host.last_seen_at.max(row.last_seen_at);
    host.refused_at = host.refused_at.max(row.refused_at);
    host.page_views_today += row.views(today, 1);
    host.page_views_7_days += row.views(today, COUNTED_DAYS);
    host.ways.push(HeardWay {
        way: row.way.map(Way::as_str),
        version: row.version.as_ref().map(|it| it.as_str().to_owned()),
        is_current: row.version.as_ref().map(|it| is_current(it, row.way)),
        last_seen_at: row.last_seen_at,
    });
}

/// A tracker that does not say how it got there may be either.
fn is_current(version: &TrackerVersion, way: Option<Way>) -> bool {
    let is = |current: &str| version.as_str() == current;
    match way {
        Some(Way::Store) => is(&PIXEL_VERSION),
        Some(Way::Snippet | Way::TagManager) => is(&VERSION),
        None => is(&VERSION) || is(&PIXEL_VERSION),
    }
}

#[cfg(test)]
mod tests {
    use event_intake::ports::COUNTED_DAYS;
    use reporting::quality::feeds::FeedDays;

    use super::*;

    fn row(host: &str, way: Option<Way>, version: Option<&str>) -> TrackerHost {
        let at = Timestamp::parse("2026-11-20T12:00:00Z").unwrap();
        let mut page_views = [0; COUNTED_DAYS];
        page_views[0] = 3;
        page_views[1] = 4;
        TrackerHost {
            host: host.to_owned(),
            way,
            version: version.and_then(TrackerVersion::parse),
            first_seen_at: at,
            last_seen_at: Some(at),
            refused_at: None,
            counted_on: at.to_utc().date(),
            page_views,
        }
    }

    fn day() -> Date {
        row("x", None, None).counted_on
    }

    #[test]
    fn ways_of_one_host_are_told_together() {
        let rows = [
            row("other.example", None, None),
            row("shop.example", Some(Way::Snippet), Some(&VERSION)),
            row("shop.example", Some(Way::TagManager), Some("old")),
        ];
        let own = ["shop.example".to_owned(), "missing.example".to_owned()];
        let found = facts(&rows, &own, None, day());
        let hosts: Vec<_> = found
            .iter()
            .map(|it| (it.host.as_str(), it.is_own))
            .collect();
        let expected = [
            ("shop.example", Some(true)),
            ("other.example", Some(false)),
            ("missing.example", Some(true)),
        ];
        assert_eq!(hosts, expected);
        let [shop, other, missing] = found.try_into().unwrap();
        assert_eq!((shop.page_views_today, shop.page_views_7_days), (6, 14));
        let ways: Vec<_> = shop.ways.iter().map(|it| (it.way, it.is_current)).collect();
        let expected = [(Some("snippet"), Some(true)), (Some("gtm"), Some(false))];
        assert_eq!(ways, expected);
        assert_eq!(other.ways.first().and_then(|it| it.is_current), None);
        assert_eq!((missing.first_seen_at, missing.ways.len()), (None, 0));
    }

    #[test]
    fn a_version_is_that_of_what_it_is_of() {
        for (version, way, expected) in [
            (&*VERSION, Some(Way::Snippet), true),
            (&*VERSION, Some(Way::Store), false),
            (&*PIXEL_VERSION, Some(Way::Store), true),
            (&*PIXEL_VERSION, Some(Way::TagManager), false),
            (&*PIXEL_VERSION, None, true),
        ] {
            let version = TrackerVersion::parse(version).unwrap();
            assert_eq!(is_current(&version, way), expected, "{way:?}");
        }
    }

    #[test]
    fn fifty_hosts_are_told() {
        let rows: Vec<_> = (0..60)
            .map(|number| row(&format!("h{number}.example"), None, None))
            .collect();
        let found = facts(&rows, &[], None, day());
        assert_eq!(found.len(), MOST_HOSTS);
        assert!(found.iter().all(|it| it.is_own.is_none()));
    }

    #[test]
    fn own_hosts_are_told_before_those_of_others() {
        let mut rows: Vec<_> = (0..60)
            .map(|number| row(&format!("h{number}.example"), None, None))
            .collect();
        rows.push(row("a.shop.example", None, None));
        rows.push(row("shop.example", None, None));
        let found = facts(&rows, &["shop.example".to_owned()], None, day());
        let hosts: Vec<_> = found.iter().map(|it| it.host.as_str()).collect();
        assert_eq!(hosts.len(), MOST_HOSTS);
        let first = ["a.shop.example", "shop.example", "h0.example"];
        assert!(hosts.starts_with(&first), "{hosts:?}");
        assert_eq!(hosts.last(), Some(&"h47.example"));
    }

    #[test]
    fn a_domain_beside_its_sibling_is_missing() {
        let rows = [row("m.shop.example", None, None)];
        for (domain, expected) in [
            ("shop.example", vec![]),
            ("m.shop.example", vec![]),
            ("help.shop.example", vec!["help.shop.example"]),
            ("op.example", vec!["op.example"]),
        ] {
            let found = facts(&rows, &[domain.to_owned()], None, day());
            let missing = found.iter().filter(|it| it.ways.is_empty());
            let missing: Vec<_> = missing.map(|it| it.host.as_str()).collect();
            assert_eq!(missing, expected, "{domain}");
        }
    }

    #[test]
    fn page_views_of_before_hosts_were_noted_are_of_an_only_domain() {
        let own = |domains: &[&str]| -> Vec<String> {
            domains.iter().map(|domain| (*domain).to_owned()).collect()
        };
        let last = Timestamp::parse("2026-11-10T12:00:00Z");
        let one = facts(&[], &own(&["shop.example"]), last, day());
        let told: Vec<_> = one.iter().map(|it| it.last_seen_at).collect();
        assert_eq!(told, [last]);
        let several = own(&["shop.example", "blog.example"]);
        assert_eq!(facts(&[], &several, last, day()), []);
        assert_eq!(facts(&[], &several, None, day()).len(), 2);
    }

    #[test]
    fn a_look_tells_of_page_views_until_a_host_has_one() {
        let last = Timestamp::parse("2026-11-10T12:00:00Z");
        let days = FeedDays {
            name: PAGE_VIEWS.to_owned(),
            last_at: last,
            days: [(day(), 1)].into(),
        };
        let found = Instrumentation {
            feeds: days.judged(day(), day()).into_iter().collect(),
            ..Instrumentation::default()
        };
        let refused = TrackerHost {
            last_seen_at: None,
            ..row("copy.example", None, None)
        };
        assert_eq!(before_hosts(&[refused], &found), last);
        let heard = [row("shop.example", None, None)];
        assert_eq!(before_hosts(&heard, &found), None);
        assert_eq!(before_hosts(&[], &Instrumentation::default()), None);
    }
}
