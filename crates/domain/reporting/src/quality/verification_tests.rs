use super::*;
use crate::quality::checks::{Measure, check};

const NOW: &str = "2026-11-20T12:00:00Z";

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn hours_ago(hours: i64) -> Timestamp {
    at(NOW).plus_micros(-hours * HOUR)
}

fn way(way: Option<&'static str>, is_current: Option<bool>, hours: i64) -> HeardWay {
    HeardWay {
        way,
        version: is_current.map(|_| "1".to_owned()),
        is_current,
        last_seen_at: Some(hours_ago(hours)),
    }
}

/// A host of the profile that was heard in these ways, the latest first.
fn host(ways: Vec<HeardWay>) -> HostFacts {
    HostFacts {
        host: "shop.example".to_owned(),
        is_own: Some(true),
        first_seen_at: ways.first().and_then(|it| it.last_seen_at),
        last_seen_at: ways.first().and_then(|it| it.last_seen_at),
        ways,
        refused_at: None,
        page_views_today: 1,
        page_views_7_days: 2,
    }
}

fn only(facts: HostFacts, checks: &[Check]) -> (ReportStatus, Vec<&'static str>) {
    let verified = verify(vec![facts], checks, None, at(NOW));
    let [host] = verified.hosts.try_into().unwrap();
    let problems = host.problems.iter().map(|code| code.as_str());
    (host.status, problems.collect())
}

fn failing(code: CheckCode) -> [Check; 1] {
    let measure = Measure { count: 9, of: 10 };
    [check(code, Some(measure))]
}

#[test]
fn a_host_reports_until_nothing_came_for_a_day() {
    let snippet = |hours| host(vec![way(Some("snippet"), Some(true), hours)]);
    for (hours, expected) in [
        (0, (ReportStatus::Reporting, vec![])),
        (23, (ReportStatus::Reporting, vec![])),
        (24, (ReportStatus::Silent, vec!["tracker_silent"])),
    ] {
        assert_eq!(only(snippet(hours), &[]), expected, "{hours}");
    }
    let never = (ReportStatus::Never, vec!["tracker_missing"]);
    assert_eq!(only(host(Vec::new()), &[]), never);
}

#[test]
fn another_version_is_told_and_none_is_not() {
    for (is_current, expected) in [
        (None, vec![]),
        (Some(true), vec![]),
        (Some(false), vec!["tracker_outdated"]),
    ] {
        let facts = host(vec![
            way(None, is_current, 1),
            way(Some("gtm"), Some(false), 2),
        ]);
        assert_eq!(only(facts, &[]).1, expected, "{is_current:?}");
    }
}

#[test]
fn hosts_that_are_not_the_profiles_are_told() {
    let foreign = |is_own, refused_at| HostFacts {
        is_own,
        refused_at,
        ..host(vec![way(None, None, 1)])
    };
    assert_eq!(only(foreign(Some(false), None), &[]).1, ["foreign_host"]);
    assert_eq!(only(foreign(None, None), &[]).1, [""; 0]);
    let others = HostFacts {
        is_own: Some(false),
        ..host(vec![way(None, Some(false), 40)])
    };
    assert_eq!(only(others, &[]), (ReportStatus::Silent, vec![]));
    let refused = foreign(Some(false), Some(hours_ago(0)));
    assert_eq!(only(refused, &[]).1, ["host_refused"]);
    // Pages of others were let in meanwhile.
    let let_in = foreign(Some(false), Some(hours_ago(2)));
    assert_eq!(only(let_in, &[]).1, ["foreign_host"]);
    assert_eq!(only(never_taken(Some(false), 2), &[]).1, ["host_refused"]);
    // Nobody has to mend the pages of others, and they do not come any more.
    assert_eq!(
        only(never_taken(Some(false), 30), &[]),
        (ReportStatus::Never, vec![])
    );
}

/// A host of which nothing but a refusal is known.
fn never_taken(is_own: Option<bool>, refused_hours_ago: i64) -> HostFacts {
    HostFacts {
        is_own,
        first_seen_at: Some(hours_ago(refused_hours_ago)),
        refused_at: Some(hours_ago(refused_hours_ago)),
        ..host(Vec::new())
    }
}

#[test]
fn a_refusal_is_over_when_the_domain_is_added() {
    let added = |refused_hours| HostFacts {
        refused_at: Some(hours_ago(refused_hours)),
        ..host(vec![way(Some("snippet"), Some(true), 1)])
    };
    for hours in [0, 2, 30] {
        assert_eq!(only(added(hours), &[]).1, [""; 0], "{hours}");
    }
}

#[test]
fn a_tracker_that_went_before_its_domain_was_added_is_missing() {
    let missing = (ReportStatus::Never, vec!["tracker_missing"]);
    for hours in [2, 30] {
        assert_eq!(only(never_taken(Some(true), hours), &[]), missing);
    }
}

#[test]
fn page_views_of_before_hosts_were_noted_count_where_no_host_has_any() {
    let told = |hosts, before_hosts| {
        let verified = verify(hosts, &[], before_hosts, at(NOW));
        let problems = verified.problems.iter().map(|code| code.as_str());
        let problems: Vec<_> = problems.collect();
        (verified.status.as_str(), problems, verified.last_seen_at)
    };
    let (lately, before) = (Some(hours_ago(3)), Some(hours_ago(70)));
    let silent = ("silent", vec!["tracker_silent"], before);
    assert_eq!(told(Vec::new(), before), silent);
    let refused = vec![never_taken(Some(false), 2)];
    assert_eq!(told(refused, before), silent);
    assert_eq!(told(Vec::new(), lately), ("reporting", vec![], lately));
    let heard = vec![host(vec![way(None, None, 3)])];
    assert_eq!(told(heard, before), ("reporting", vec![], lately));
}

#[test]
fn doubled_page_views_are_told_where_two_trackers_are() {
    let doubled = failing(CheckCode::DoubledPageViews);
    let two = host(vec![
        way(Some("snippet"), Some(true), 1),
        way(Some("gtm"), Some(true), 2),
    ]);
    let moved = host(vec![
        way(Some("snippet"), Some(true), 1),
        way(Some("gtm"), Some(true), 40),
    ]);
    assert_eq!(only(two.clone(), &[]).1, [""; 0]);
    assert_eq!(only(two.clone(), &doubled).1, ["doubled_page_views"]);
    let verified = verify(vec![moved.clone(), two], &doubled, None, at(NOW));
    assert_eq!(verified.problems, []);
    let verified = verify(vec![moved], &doubled, None, at(NOW));
    let expected = [ProblemCode::Check(CheckCode::DoubledPageViews)];
    assert_eq!(verified.problems, expected);
}

#[test]
fn what_is_of_no_host_is_told_of_the_profile() {
    let status = |hosts, checks: &[Check]| {
        let verified = verify(hosts, checks, None, at(NOW));
        let problems = verified.problems.iter().map(|code| code.as_str());
        (verified.status.as_str(), problems.collect::<Vec<_>>())
    };
    assert_eq!(status(Vec::new(), &[]), ("never", vec!["tracker_missing"]));
    let silent = host(vec![way(None, None, 30)]);
    let expected = ("silent", vec!["tracker_silent"]);
    assert_eq!(status(vec![silent.clone()], &[]), expected);
    let reporting = host(vec![way(None, None, 3)]);
    let hosts = vec![silent, reporting];
    assert_eq!(status(hosts.clone(), &[]), ("reporting", vec![]));
    let refused = failing(CheckCode::RefusedEvents);
    let expected = ("reporting", vec!["refused_events"]);
    assert_eq!(status(hosts.clone(), &refused), expected);
    // Robots are nothing that is installed.
    let bots = failing(CheckCode::BotShare);
    assert_eq!(status(hosts, &bots), ("reporting", vec![]));
}

#[test]
fn words_are_told_once_each() {
    let codes = [
        ProblemCode::TrackerMissing,
        ProblemCode::TrackerSilent,
        ProblemCode::TrackerOutdated,
        ProblemCode::HostRefused,
        ProblemCode::ForeignHost,
        ProblemCode::Check(CheckCode::RefusedEvents),
    ];
    let mut words: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), codes.len());
    for code in codes {
        assert!(code.recommendation().ends_with('.'), "{code:?}");
        assert!(!code.recommendation().contains("  "), "{code:?}");
    }
}
