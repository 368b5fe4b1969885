//! Checks with two sides, and how feeds become series.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kernel::Date;
use reporting::quality::checks::{CheckCode, CheckStatus, Measure};
use reporting::quality::feeds::{FeedDays, SERIES_DAYS, first_day, largest};
use reporting::quality::instrumentation::InstrumentationFacts;
use reporting::quality::measured::{
    AdFacts, ChannelClicks, Measured, Referrer, ads_without_spend, clicks_without_visits,
    converting_referrer, spend_without_touches,
};
use reporting::quality::surveillance::{Direction, FeedStatus};
use time::Duration;
use time::macros::date;

const LAST: Date = date!(2026 - 06 - 29);

/// Count, of what, and samples.
fn told(measured: &Measured) -> String {
    let Measure { count, of } = measured.measure;
    let samples = measured.samples.iter();
    let samples: Vec<String> = samples
        .map(|it| format!("{}:{}", it.value, it.count))
        .collect();
    format!("{count}/{of} {}", samples.join(" "))
}

fn counts(of: &[(&str, u64)]) -> BTreeMap<String, u64> {
    let of = of.iter();
    of.map(|(name, count)| ((*name).to_owned(), *count))
        .collect()
}

#[test]
fn advertisements_are_looked_for_on_both_sides() {
    let ads = AdFacts {
        touches: counts(&[("a", 3), ("b", 1), ("x", 9)]),
        spent: BTreeSet::from(["a", "b", "c", "d", "e"].map(str::to_owned)),
        clicks: counts(&[("a", 40), ("b", 5), ("c", 20), ("d", 19), ("e", 50)]),
    };
    assert_eq!(told(&ads_without_spend(&ads)), "1/3 x:9");
    let nobody = HashSet::new();
    let missing = spend_without_touches(&ads, &nobody);
    assert_eq!(told(&missing), "2/3 e:50 c:20");
    // A UTM value that names the ad is as good as a parameter.
    let named = HashSet::from(["e".to_owned()]);
    assert_eq!(told(&spend_without_touches(&ads, &named)), "1/3 c:20");
    assert_eq!(told(&ads_without_spend(&AdFacts::default())), "0/0 ");
}

#[test]
fn few_payments_and_few_clicks_say_nothing() {
    let referrer = |host: &str, visits, payments| Referrer {
        host: host.to_owned(),
        visits,
        payments,
    };
    let referrers = [
        referrer("few", 4, 4),
        referrer("half", 10, 5),
        referrer("pay", 9, 5),
        referrer("none", 0, 6),
    ];
    assert_eq!(told(&converting_referrer(&referrers)), "2/4 none:6 pay:5");
    let channel = |channel: &str, clicks, visits| ChannelClicks {
        channel: channel.to_owned(),
        clicks,
        visits,
    };
    let channels = [
        channel("few", 99, 0),
        channel("half", 100, 50),
        channel("lost", 100, 49),
    ];
    assert_eq!(told(&clicks_without_visits(&channels)), "1/2 lost:100");
}

#[test]
fn samples_are_the_most_and_few() {
    let ads = AdFacts {
        touches: counts(&[("f", 1), ("e", 2), ("d", 2), ("c", 3), ("b", 4), ("a", 5)]),
        ..AdFacts::default()
    };
    let expected = "6/6 a:5 b:4 c:3 d:2 e:2";
    assert_eq!(told(&ads_without_spend(&ads)), expected);
}

/// Ten a day on as many days as are said, the last so many days before [`LAST`].
fn feed(name: &str, days: i64, ended: i64) -> FeedDays {
    let day = |back| LAST.checked_sub(Duration::days(back)).unwrap();
    FeedDays {
        name: name.to_owned(),
        last_at: None,
        days: (ended..ended + days).map(|back| (day(back), 10)).collect(),
    }
}

#[test]
fn a_feed_that_stopped_is_silent_and_a_young_one_is_new() {
    let since = date!(2026 - 05 - 31);
    let judged = |feed: FeedDays| feed.judged(LAST, since).unwrap();
    let live = judged(feed("page_views", 100, 0));
    assert_eq!((live.status, live.days), (FeedStatus::Live, 100));
    assert!(live.anomalies.is_empty());
    let young = judged(feed("page_views", 41, 0));
    assert_eq!(young.status, FeedStatus::New);
    assert!(young.expected_daily.is_none());
    let silent = judged(feed("outcomes:lead", 90, 5));
    assert_eq!(silent.status, FeedStatus::Silent);
    assert_eq!(silent.last_date, Some(date!(2026 - 06 - 24)));
    let anomaly = silent.anomalies.last().unwrap();
    assert_eq!(
        (anomaly.direction, anomaly.from, anomaly.observed),
        (Direction::Low, date!(2026 - 06 - 25), 0)
    );
    assert!(anomaly.open);
    // Longer ago than the series reaches, nothing was ever seen.
    let none = FeedDays::default();
    assert_eq!(none.judged(LAST, since), None);
}

#[test]
fn spend_may_come_two_days_late() {
    let since = date!(2026 - 05 - 31);
    let status = |ended| {
        let judged = feed("spend:meta", 90, ended).judged(LAST, since);
        judged.unwrap().status
    };
    assert_eq!(status(2), FeedStatus::Live);
    assert_eq!(status(3), FeedStatus::Silent);
}

#[test]
fn what_was_mended_long_ago_is_not_told() {
    let mut feed = feed("page_views", 140, 0);
    for back in 60..64 {
        let day = LAST.checked_sub(Duration::days(back)).unwrap();
        feed.days.insert(day, 0);
    }
    let told = |since| feed.judged(LAST, since).unwrap().anomalies.len();
    assert_eq!(told(date!(2026 - 05 - 31)), 0);
    assert_eq!(told(date!(2026 - 04 - 01)), 1);
}

#[test]
fn series_have_their_length_and_feeds_their_number() {
    let days = (LAST - first_day(LAST)).whole_days() + 1;
    assert_eq!(days, i64::from(SERIES_DAYS));
    let feeds = vec![feed("b", 3, 0), feed("a", 3, 0), feed("c", 9, 0)];
    let kept = largest(feeds, 2);
    let kept: Vec<&str> = kept.iter().map(|feed| feed.name.as_str()).collect();
    assert_eq!(kept, ["c", "a"]);
}

#[test]
fn every_check_is_told_whatever_was_read() {
    let found = InstrumentationFacts::default().judged(&HashSet::new(), LAST, LAST);
    let checks = found.checks.iter().map(|found| found.check);
    let checks: Vec<_> = checks.map(|it| (it.code, it.status)).collect();
    assert_eq!(
        checks,
        CheckCode::ALL.map(|code| (code, CheckStatus::NoData))
    );
    assert!(found.feeds.is_empty());
}
