//! Whether the tracker is installed: on which hosts it reports, and what is wrong where it does not.
//!
//! Decides: which host is silent, what is wrong with it, and how that is mended. All of it from what came in: nothing is
//! loaded from the web. Deliberately does not know how hosts are heard, nor whose they are.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

use super::checks::{Check, CheckCode, CheckStatus};

/// Hours without a page view after which a host is silent.
pub const SILENT_AFTER_HOURS: u16 = 24;
/// Hosts that are told at most, besides those that never reported.
pub const MOST_HOSTS: usize = 50;

const HOUR: i64 = 3_600 * MICROS_PER_SECOND;

/// Whether a tracker reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportStatus {
    /// A page view came lately.
    Reporting,
    /// Page views came, and none lately.
    Silent,
    /// No page view was ever taken.
    Never,
}

impl ReportStatus {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reporting => "reporting",
            Self::Silent => "silent",
            Self::Never => "never",
        }
    }

    fn of(last_seen_at: Option<Timestamp>, now: Timestamp) -> Self {
        match last_seen_at {
            None => Self::Never,
            Some(last) if is_recent(last, now) => Self::Reporting,
            Some(_) => Self::Silent,
        }
    }
}

fn is_recent(at: Timestamp, now: Timestamp) -> bool {
    at > now.plus_micros(-i64::from(SILENT_AFTER_HOURS) * HOUR)
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemCode {
    /// An own domain, or the whole profile, from which nothing was ever heard.
    TrackerMissing,
    /// Nothing comes any more.
    TrackerSilent,
    /// Another version of the tracker than the service has now.
    TrackerOutdated,
    /// Events are refused because the host is not the profile's, and none was taken since.
    HostRefused,
    /// Events are taken, and the host is not among the own domains.
    ForeignHost,
    /// What a check of instrumentation found.
    Check(CheckCode),
}

impl ProblemCode {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TrackerMissing => "tracker_missing",
            Self::TrackerSilent => "tracker_silent",
            Self::TrackerOutdated => "tracker_outdated",
            Self::HostRefused => "host_refused",
            Self::ForeignHost => "foreign_host",
            Self::Check(code) => code.as_str(),
        }
    }

    /// The stable word for what to do.
    pub const fn recommendation_code(self) -> &'static str {
        match self {
            Self::TrackerMissing => "install_tracker",
            Self::TrackerSilent => "check_tracker",
            Self::TrackerOutdated => "update_tracker",
            Self::HostRefused | Self::ForeignHost => "add_own_domain",
            Self::Check(code) => code.recommendation_code(),
        }
    }

    /// What to do, in English.
    pub const fn recommendation(self) -> &'static str {
        match self {
            Self::TrackerMissing => {
                "Put the tracker into the pages of this site: no page view has come from there yet."
            }
            Self::TrackerSilent => {
                "Open a page and look for the tracker and for what the service answers it: a theme, a consent \
                 banner, a content security policy or a revoked key is the usual cause."
            }
            Self::TrackerOutdated => {
                "Load the script from the service itself, and paste the store's pixel anew: the pages have \
                 another version of the tracker than the service."
            }
            Self::HostRefused => {
                "Add the domain to your own domains, or leave it if somebody copied the snippet: its events are \
                 refused."
            }
            Self::ForeignHost => {
                "Add the domain to your own domains if it is yours; if somebody copied the snippet, exclude it: \
                 its visits count."
            }
            Self::Check(code) => code.recommendation(),
        }
    }
}

/// One way in which a host was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeardWay {
    /// The way in its wire word; `None` where the tracker does not tell.
    pub way: Option<&'static str>,
    /// The version that was told last.
    pub version: Option<String>,
    /// Whether that is what the service has now; `None` without a version.
    pub is_current: Option<bool>,
    /// When the last page view was taken.
    pub last_seen_at: Option<Timestamp>,
}

/// What is known of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFacts {
    /// The host.
    pub host: String,
    /// Whether it is among the own domains; `None` for a profile without any.
    pub is_own: Option<bool>,
    /// Ways in which it was heard, the latest first.
    pub ways: Vec<HeardWay>,
    /// When the tracker was heard first; `None` where it never was.
    pub first_seen_at: Option<Timestamp>,
    /// When the last page view was taken.
    pub last_seen_at: Option<Timestamp>,
    /// When an event was last refused because the host is not the profile's.
    pub refused_at: Option<Timestamp>,
    /// Page views of the present local day.
    pub page_views_today: u64,
    /// Page views of the last seven local days, today among them.
    pub page_views_7_days: u64,
}

/// A host, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedHost {
    /// What is known of it.
    pub facts: HostFacts,
    /// Whether it reports.
    pub status: ReportStatus,
    /// What is wrong.
    pub problems: Vec<ProblemCode>,
}

/// Whether the tracker of a profile is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Whether any host reports.
    pub status: ReportStatus,
    /// When the last page view was taken, on whichever host.
    pub last_seen_at: Option<Timestamp>,
    /// Hosts, in the order in which they were given.
    pub hosts: Vec<VerifiedHost>,
    /// What is wrong and of no one host.
    pub problems: Vec<ProblemCode>,
}

/// Judges hosts. Of `checks`, those that are about what the tracker sends are told: of the profile, and that page views
/// are doubled of the hosts that are heard in two ways, if there are any. `before_hosts` is when the last page view was
/// taken as far as is known without hosts, which counts where no host has any: they are noted only since a release.
pub fn verify(
    hosts: Vec<HostFacts>,
    checks: &[Check],
    before_hosts: Option<Timestamp>,
    now: Timestamp,
) -> Verification {
    let is_wrong = |code| {
        let mut checks = checks.iter().filter(|check| check.code == code);
        checks.any(|check| matches!(check.status, CheckStatus::Warn | CheckStatus::Fail))
    };
    let is_doubled = is_wrong(CheckCode::DoubledPageViews);
    let hosts: Vec<VerifiedHost> = hosts
        .into_iter()
        .map(|facts| VerifiedHost {
            status: ReportStatus::of(facts.last_seen_at, now),
            problems: problems(&facts, is_doubled, now),
            facts,
        })
        .collect();
    let doubled = ProblemCode::Check(CheckCode::DoubledPageViews);
    let is_placed = hosts.iter().any(|host| host.problems.contains(&doubled));
    let last = hosts
        .iter()
        .filter_map(|host| host.facts.last_seen_at)
        .max()
        .or(before_hosts);
    let status = ReportStatus::of(last, now);
    let of_all = [
        (ProblemCode::TrackerMissing, status == ReportStatus::Never),
        (ProblemCode::TrackerSilent, status == ReportStatus::Silent),
        (
            ProblemCode::Check(CheckCode::RefusedEvents),
            is_wrong(CheckCode::RefusedEvents),
        ),
        (doubled, is_doubled && !is_placed),
    ];
    Verification {
        status,
        last_seen_at: last,
        problems: held(&of_all),
        hosts,
    }
}

fn held(problems: &[(ProblemCode, bool)]) -> Vec<ProblemCode> {
    let held = problems.iter().filter(|(_, is_so)| *is_so);
    held.map(|(code, _)| *code).collect()
}

fn problems(facts: &HostFacts, is_doubled: bool, now: Timestamp) -> Vec<ProblemCode> {
    let status = ReportStatus::of(facts.last_seen_at, now);
    // What is taken now is not refused any more: the domain was added, or pages of others were let in.
    let is_own = facts.is_own == Some(true);
    let is_refused = !is_own
        && facts.refused_at > facts.last_seen_at
        && facts.refused_at.is_some_and(|at| is_recent(at, now));
    let taken_lately = |it: &&HeardWay| it.last_seen_at.is_some_and(|at| is_recent(at, now));
    let latest = facts.ways.first();
    // Nobody has to mend the pages of others.
    let is_foreign = facts.is_own == Some(false);
    held(&[
        (
            ProblemCode::TrackerMissing,
            status == ReportStatus::Never && (is_own || facts.refused_at.is_none()),
        ),
        (
            ProblemCode::TrackerSilent,
            status == ReportStatus::Silent && !is_foreign,
        ),
        (ProblemCode::HostRefused, is_refused),
        (
            ProblemCode::ForeignHost,
            is_foreign && status == ReportStatus::Reporting && !is_refused,
        ),
        (
            ProblemCode::TrackerOutdated,
            latest.is_some_and(|it| it.is_current == Some(false)) && !is_foreign,
        ),
        (
            ProblemCode::Check(CheckCode::DoubledPageViews),
            is_doubled && facts.ways.iter().filter(taken_lately).count() > 1,
        ),
    ])
}

#[cfg(test)]
#[path = "verification_tests.rs"]
mod tests;
