//! Where the tracker is installed: what was heard of it, joined with what is known of the profile and of the last look.

use channel_classifier::is_own_page;
use event_intake::ports::{COUNTED_DAYS, IntakeReason, LatestIntake, TrackerHost};
use event_intake::{TrackerVersion, Way};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Date, Timestamp};
use reporting::quality::checks::{Check, CheckCode, Measure, check};
use reporting::quality::feeds::PAGE_VIEWS;
use reporting::quality::instrumentation::Instrumentation;
use reporting::quality::verification::{HeardWay, HostFacts, MOST_HOSTS, Verification, verify};

use application::ports::Profile;

/// How far back it is looked for refusals, in microseconds.
pub const LATELY: i64 = MICROS_PER_DAY;

/// Versions that the service has now.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'a> {
    /// Of the tracker's script.
    pub script: &'a str,
    /// Of the pixel for a store.
    pub store_pixel: &'a str,
}

/// What there is to judge by.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    /// Hosts on which the tracker was heard, the latest first.
    pub hosts: &'a [TrackerHost],
    /// What was taken and refused since [`LATELY`]: the look that is kept may be a night old.
    pub intake: &'a [LatestIntake],
    /// What the last look found, if there was one.
    pub found: Option<&'a Instrumentation>,
    /// What the service has now.
    pub versions: Versions<'a>,
}

/// Whether the tracker of a profile with these own domains is installed.
pub fn verified(
    profile: &Profile,
    own: &[String],
    heard: Heard<'_>,
    now: Timestamp,
) -> Verification {
    let before_hosts = heard
        .found
        .and_then(|found| before_hosts(heard.hosts, found));
    let today = profile.timezone.local_date(now);
    let facts = facts(heard.hosts, own, before_hosts, (heard.versions, today));
    let found = heard.found.iter().flat_map(|it| &it.checks);
    let found = found.map(|found| found.check);
    let mut checks = vec![refusals(heard.intake)];
    checks.extend(found.filter(|check| check.code != CheckCode::RefusedEvents));
    verify(facts, &checks, before_hosts, now)
}

fn refusals(latest: &[LatestIntake]) -> Check {
    let mut measure = Measure::default();
    for one in latest {
        measure.of = measure.of.saturating_add(one.events);
        if !matches!(one.reason, IntakeReason::Accepted | IntakeReason::Bot) {
            measure.count = measure.count.saturating_add(one.events);
        }
    }
    check(CheckCode::RefusedEvents, Some(measure))
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
    (versions, today): (Versions<'_>, Date),
) -> Vec<HostFacts> {
    let mut hosts: Vec<HostFacts> = Vec::new();
    for row in heard {
        let known = hosts.iter_mut().find(|it| it.host == row.host);
        if let Some(host) = known {
            add(host, row, (versions, today));
        } else {
            let mut host = unheard(&row.host);
            host.is_own = (!own.is_empty()).then(|| is_own_page(&page_of(&row.host), own));
            add(&mut host, row, (versions, today));
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

fn add(host: &mut HostFacts, row: &TrackerHost, (versions, today): (Versions<'_>, Date)) {
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
        is_current: row
            .version
            .as_ref()
            .map(|it| versions.are_current(it, row.way)),
        last_seen_at: row.last_seen_at,
    });
}

impl Versions<'_> {
    /// A tracker that does not say how it got there may be either.
    fn are_current(self, version: &TrackerVersion, way: Option<Way>) -> bool {
        let is = |current: &str| version.as_str() == current;
        match way {
            Some(Way::Store) => is(self.store_pixel),
            Some(Way::Snippet | Way::TagManager) => is(self.script),
            None => is(self.script) || is(self.store_pixel),
        }
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

    const VERSIONS: Versions<'_> = Versions {
        script: "script",
        store_pixel: "pixel",
    };

    fn day() -> Date {
        row("x", None, None).counted_on
    }

    #[test]
    fn ways_of_one_host_are_told_together() {
        let rows = [
            row("other.example", None, None),
            row("shop.example", Some(Way::Snippet), Some(VERSIONS.script)),
            row("shop.example", Some(Way::TagManager), Some("old")),
        ];
        let own = ["shop.example".to_owned(), "missing.example".to_owned()];
        let found = facts(&rows, &own, None, (VERSIONS, day()));
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
            (VERSIONS.script, Some(Way::Snippet), true),
            (VERSIONS.script, Some(Way::Store), false),
            (VERSIONS.store_pixel, Some(Way::Store), true),
            (VERSIONS.store_pixel, Some(Way::TagManager), false),
            (VERSIONS.store_pixel, None, true),
        ] {
            let version = TrackerVersion::parse(version).unwrap();
            assert_eq!(VERSIONS.are_current(&version, way), expected, "{way:?}");
        }
    }

    #[test]
    fn fifty_hosts_are_told() {
        let rows: Vec<_> = (0..60)
            .map(|number| row(&format!("h{number}.example"), None, None))
            .collect();
        let found = facts(&rows, &[], None, (VERSIONS, day()));
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
        let found = facts(&rows, &["shop.example".to_owned()], None, (VERSIONS, day()));
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
            let found = facts(&rows, &[domain.to_owned()], None, (VERSIONS, day()));
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
        let one = facts(&[], &own(&["shop.example"]), last, (VERSIONS, day()));
        let told: Vec<_> = one.iter().map(|it| it.last_seen_at).collect();
        assert_eq!(told, [last]);
        let several = own(&["shop.example", "blog.example"]);
        assert_eq!(facts(&[], &several, last, (VERSIONS, day())), []);
        assert_eq!(facts(&[], &several, None, (VERSIONS, day())).len(), 2);
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
