//! From when to when a series is unusual, and whether a feed still comes.

use kernel::Date;
use proptest::prelude::*;
use reporting::quality::surveillance::{Anomaly, Direction, FeedStatus, Series, Watched, watch};
use time::macros::date;

use crate::draws::{Chance, Counts};

/// 100 a day, fewer on the last two days of a week, and small waves that are no chance.
fn usual(day: usize) -> u64 {
    let wave = [0, 4, 9, 2, 7][day % 5];
    let weekend = if day % 7 > 4 { 30 } else { 0 };
    96 + wave - weekend
}

fn days(number: usize, change: impl Fn(usize, u64) -> u64) -> Watched {
    watch(&Series {
        last: date!(2026 - 03 - 31),
        counts: (0..number).map(|day| change(day, usual(day))).collect(),
    })
}

fn only(watched: &Watched) -> &Anomaly {
    assert_eq!(watched.anomalies.len(), 1, "{watched:?}");
    &watched.anomalies[0]
}

#[test]
fn a_usual_series_is_live_and_tells_nothing() {
    let watched = days(90, |_, count| count);
    assert_eq!(watched.status, FeedStatus::Live);
    assert_eq!(watched.anomalies, []);
    let expected = watched.expected_daily.unwrap();
    assert!((expected - 92.0).abs() < 2.0, "{expected}");
    assert!((watched.observed_daily - expected).abs() < 5.0);
}

#[test]
fn less_than_six_weeks_are_new() {
    let watched = days(41, |_, _| 0);
    assert_eq!(watched.status, FeedStatus::New);
    assert_eq!(watched.expected_daily, None);
    assert_eq!(days(42, |_, count| count).status, FeedStatus::Live);
    let none = watch(&Series {
        last: Date::MIN,
        counts: Vec::new(),
    });
    assert_eq!(none.status, FeedStatus::New);
    assert!(none.observed_daily.abs() < 1e-12);
}

#[test]
fn a_stop_is_silent_from_its_first_day_until_something_comes() {
    for stopped in [1, 2, 5, 20, 70] {
        let watched = days(90 + stopped, |day, count| if day < 90 { count } else { 0 });
        assert_eq!(watched.status, FeedStatus::Silent, "{stopped} days");
        let stop = only(&watched);
        assert_eq!((stop.direction, stop.observed), (Direction::Low, 0));
        assert_eq!(stop.to, date!(2026 - 03 - 31));
        let length = (stop.to - stop.from).whole_days() + 1;
        assert_eq!(length, i64::try_from(stopped).unwrap());
        assert!(stop.open && stop.p < 1e-10 && stop.expected > 60.0);
    }
    let resumed = days(110, |day, count| match day {
        90..=108 => 0,
        _ => count,
    });
    assert_eq!(resumed.status, FeedStatus::Live);
    assert!(only(&resumed).open, "yesterday alone says little");
}

#[test]
fn an_anomaly_closes_after_two_days_without_alarm() {
    let one_day = |after: usize| {
        days(
            91 + after,
            |day, count| {
                if day == 90 { count * 4 } else { count }
            },
        )
    };
    let day = only(&one_day(0)).clone();
    assert_eq!(
        (day.direction, day.open, day.observed),
        (Direction::High, true, 4 * usual(90))
    );
    assert_eq!(day.from, day.to);
    let open: Vec<bool> = (0..8).map(|after| only(&one_day(after)).open).collect();
    let closed = open.iter().position(|open| !open).unwrap();
    assert!((2..=7).contains(&closed), "{open:?}");
    assert!(open[closed..].iter().all(|open| !open), "{open:?}");
    let later = only(&one_day(20)).clone();
    assert_eq!((later.to - later.from).whole_days(), 0, "{later:?}");
    assert_eq!((date!(2026 - 03 - 31) - later.to).whole_days(), 20);
    assert_eq!(later.observed, day.observed);
}

#[test]
fn a_fall_and_a_rise_are_two() {
    let watched = days(110, |day, count| match day {
        85..=87 => 0,
        100..=104 => count * 3,
        _ => count,
    });
    let told: Vec<_> = watched.anomalies.iter().map(|it| it.direction).collect();
    assert_eq!(told, [Direction::Low, Direction::High]);
    assert_eq!(watched.anomalies[0].to, date!(2026 - 03 - 09));
    assert_eq!(watched.anomalies[1].from, date!(2026 - 03 - 22));
    assert_eq!(watched.anomalies[1].to, date!(2026 - 03 - 26));
    assert_eq!(watched.status, FeedStatus::Live);
}

#[test]
fn a_feed_that_was_seen_and_has_nothing_is_silent() {
    let watched = days(60, |_, _| 0);
    assert_eq!(watched.status, FeedStatus::Silent);
    assert_eq!(watched.anomalies, []);
    assert_eq!(watched.expected_daily, Some(0.0));
    let spike = days(60, |day, _| if day == 7 { 5_000 } else { 0 });
    assert_eq!(spike.status, FeedStatus::Live, "{spike:?}");
}

#[test]
fn words_are_told_apart() {
    assert_eq!(
        FeedStatus::ALL.map(FeedStatus::as_str),
        ["live", "silent", "new"]
    );
    assert_eq!(Direction::ALL.map(Direction::as_str), ["low", "high"]);
}

#[test]
fn two_quiet_days_part_what_one_does_not() {
    let spikes = |at: [usize; 2], number: usize| {
        let high = |day, count| {
            if at.contains(&day) {
                count * 17 / 10
            } else {
                count
            }
        };
        days(number, high).anomalies
    };
    assert_eq!(spikes([90, 92], 110).len(), 1);
    assert_eq!(spikes([90, 93], 110).len(), 2);
    let open = |number| spikes([90, 90], number)[0].open;
    assert_eq!([91, 92, 93].map(open), [true, true, false]);
}

#[test]
fn a_window_that_reaches_back_to_a_closed_fault_opens_no_other() {
    // Three empty days leave more than 70% of two weeks; five days at 75% after them bring that
    // below, and are none of which anything is claimed.
    let watched = days(110, |day, count| match day {
        90..=92 => 0,
        98..=102 => count * 3 / 4,
        _ => count,
    });
    let fault = only(&watched);
    assert_eq!((fault.observed, fault.open), (0, false));
    assert_eq!((fault.to - fault.from).whole_days(), 2);
}

#[test]
fn where_little_is_expected_nothing_is_claimed() {
    // Five at once on one day of each month, and an empty month at the end.
    let monthly = days(150, |day, _| u64::from(day % 30 == 4 && day < 120) * 5);
    assert_eq!(monthly.status, FeedStatus::Live);
    assert_eq!(monthly.anomalies, []);
    let many = days(150, |day, _| match day {
        149 => 500,
        _ => u64::from(day % 2 == 0),
    });
    assert_eq!(only(&many).direction, Direction::High);
}

/// Weeks of other levels, drawn by chance.
fn changing() -> impl Strategy<Value = Vec<u64>> {
    let week = prop_oneof![
        4 => Just(1.0),
        1 => Just(0.0),
        1 => Just(0.4),
        1 => Just(4.0),
    ];
    let weeks = prop::collection::vec(week, 3..10);
    (
        weeks,
        any::<u64>(),
        prop_oneof![Just(0.5), Just(8.0), Just(300.0)],
    )
        .prop_map(|(weeks, seed, level)| {
            let mut chance = Chance::new(seed);
            let usual = std::iter::repeat_n(1.0, 6);
            let levels = usual.chain(weeks).map(|week: f64| week * level);
            let drawn = levels.flat_map(|mean| {
                let counts = (mean > 0.0).then(|| Counts::of(mean, 2.0));
                let day = |_| counts.as_ref().map_or(0, |it| it.draw(&mut chance));
                (0..7).map(day).collect::<Vec<_>>()
            });
            drawn.collect()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn anomalies_are_of_a_series_and_in_order(counts in changing()) {
        let last = date!(2026 - 03 - 31);
        let watched = watch(&Series { last, counts: counts.clone() });
        for direction in Direction::ALL {
            let of: Vec<_> = watched.anomalies.iter().filter(|it| it.direction == direction).collect();
            prop_assert!(of.windows(2).all(|two| two[0].to < two[1].from), "{:?}", of);
        }
        for it in &watched.anomalies {
            prop_assert!(it.from <= it.to && it.to <= last, "{:?}", it);
            prop_assert!(it.expected.is_finite() && it.expected > 0.0, "{:?}", it);
            prop_assert!((0.0..0.000_25).contains(&it.p), "{:?}", it);
            let days = |day: Date| usize::try_from((last - day).whole_days()).unwrap();
            let span = counts.len() - 1 - days(it.from)..counts.len() - days(it.to);
            prop_assert_eq!(it.observed, counts[span].iter().sum::<u64>(), "{:?}", it);
        }
        let silent = watched.status == FeedStatus::Silent;
        prop_assert!(!silent || counts.last() == Some(&0));
    }

    #[test]
    fn what_is_closed_is_told_the_same_ever_after(counts in changing(), later in 1_i64..30) {
        let last = date!(2026 - 03 - 31);
        let until = counts.len() - usize::try_from(later).unwrap();
        let before = watch(&Series {
            last: last - time::Duration::days(later),
            counts: counts[..until].to_vec(),
        });
        let after = watch(&Series { last, counts });
        for closed in before.anomalies.iter().filter(|it| !it.open) {
            prop_assert!(after.anomalies.contains(closed), "{:?} {:?}", closed, after);
        }
    }
}
