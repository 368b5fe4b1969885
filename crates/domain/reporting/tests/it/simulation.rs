//! How often usual days raise an alarm, and how soon a fault does.
//!
//! The days are drawn by chance with a level for each weekday, with and without growth. Holidays
//! and sales are outside of this: how often a real calendar raises an alarm is not measured here.
//! The tables are printed with `--nocapture`.

use std::iter;

use reporting::quality::surveillance::judge;

use crate::draws::{Chance, Counts, float};

/// Draws of each cell. One cell lies near its bound: with 100,000 draws, 100/8 that falls by 2% a
/// week raises an alarm on 0.97% of days.
const DRAWS: usize = 4_000;
/// Draws of each fault.
const FAULTS: usize = 400;
/// Mean counts a day, and how many times their variance is the mean.
const CELLS: [(f64, f64); 6] = [
    (1.0, 1.0),
    (10.0, 1.0),
    (10.0, 3.0),
    (100.0, 1.0),
    (100.0, 8.0),
    (1_000.0, 20.0),
];
/// Levels of weekdays; their mean is 1.
const WEEK: [f64; 7] = [1.05, 1.1, 1.2, 1.15, 1.0, 0.8, 0.7];
/// What a baseline of 56 days needs.
const DAYS: usize = 70;

/// The distributions of the days of one cell: a week of them for each week of a series.
struct Cell {
    weeks: Vec<Vec<Counts>>,
    days: usize,
}

impl Cell {
    /// `growth` is by what the mean is multiplied from one week to the next. The mean of the cell
    /// is that of the middle of the series.
    fn new((mean, dispersion): (f64, f64), growth: f64, days: usize) -> Self {
        let last = days / 7;
        let week = |number: usize| {
            let level = mean * growth.powf(float(number) - float(last) / 2.0);
            WEEK.iter()
                .map(|of_weekday| Counts::of(level * of_weekday, dispersion))
                .collect()
        };
        Self {
            weeks: (0..=last).map(week).collect(),
            days,
        }
    }

    /// One series; the number of the draw says on which weekday it begins.
    fn draw(&self, number: usize, chance: &mut Chance) -> Vec<u64> {
        let days = self.weeks.iter().flatten();
        days.skip(number % 7)
            .take(self.days)
            .map(|counts| counts.draw(chance))
            .collect()
    }

    /// The part of draws whose last day raises an alarm, in percent.
    fn alarms(&self, seed: u64, spoil: impl Fn(&mut [u64], &mut Chance)) -> f64 {
        let mut chance = Chance::new(seed);
        let raised = (0..DRAWS).filter(|number| {
            let mut counts = self.draw(*number, &mut chance);
            spoil(&mut counts, &mut chance);
            judge(&counts).unwrap().any()
        });
        100.0 * float(raised.count()) / float(DRAWS)
    }
}

/// Prints a row of the table, and returns what does not keep the bound.
fn measured(name: &str, bound: Option<f64>, of: impl Fn((f64, f64)) -> f64) -> Vec<String> {
    let found = CELLS.map(of);
    let columns = found.map(|percent| format!("{percent:>8.2}")).concat();
    let promised = bound.map(|bound| format!("   at most {bound}"));
    println!("{name:<34}{columns}{}", promised.unwrap_or_default());
    let cells = CELLS.into_iter().zip(found);
    cells
        .filter(|(_, percent)| bound.is_some_and(|bound| *percent > bound))
        .map(|(cell, percent)| format!("{name}, {cell:?}: {percent}%"))
        .collect()
}

fn head() {
    let cell = |(mean, dispersion)| format!("{:>8}", format!("{mean}/{dispersion}"));
    let columns = CELLS.map(cell).concat();
    println!("\nfalse alarms a series-day, in %   {columns}");
}

fn as_they_are(_: &mut [u64], _: &mut Chance) {}

#[test]
fn usual_days_raise_no_alarm() {
    head();
    let level = |growth: f64, days: usize, seed: u64| {
        move |cell| Cell::new(cell, growth, days).alarms(seed, as_they_are)
    };
    let mut broken = measured("56 days", Some(0.5), level(1.0, DAYS, 11));
    broken.extend(measured(
        "56 days, 2% more a week",
        Some(1.0),
        level(1.02, DAYS, 12),
    ));
    broken.extend(measured(
        "56 days, 2% less a week",
        Some(1.0),
        level(0.98, DAYS, 13),
    ));
    // With half of the days nothing is promised but what is measured beside them.
    measured("28 days", None, level(1.0, 42, 14));
    assert_eq!(broken, Vec::<String>::new());
}

/// An old fault or an old sale does not make later days unusual.
#[test]
fn a_spoilt_baseline_raises_no_more_alarms() {
    head();
    let spoilt = |by: fn(u64) -> u64, seed: u64| {
        move |cell| {
            Cell::new(cell, 1.0, DAYS).alarms(seed, |counts, chance| {
                for count in counts.iter_mut().take(56) {
                    if chance.happens(0.03) {
                        *count = by(*count);
                    }
                }
            })
        }
    };
    let mut broken = measured("3% of the baseline empty", Some(0.5), spoilt(|_| 0, 21));
    broken.extend(measured(
        "3% three times as high",
        Some(0.5),
        spoilt(|it| it * 3, 22),
    ));
    broken.extend(measured(
        "3% ten times as high",
        Some(0.5),
        spoilt(|it| it * 10, 23),
    ));
    assert_eq!(broken, Vec::<String>::new());
}

/// After how many days a fault raises the alarm of too few, sorted; 29 for not within four weeks.
fn days_to_alarm(cell: (f64, f64), fault: fn(u64) -> u64) -> Vec<usize> {
    let distributions = Cell::new(cell, 1.0, DAYS + 28);
    let mut chance = Chance::new(31);
    let mut found: Vec<usize> = (0..FAULTS)
        .map(|number| {
            let mut counts = distributions.draw(number, &mut chance);
            for count in counts.iter_mut().skip(DAYS) {
                *count = fault(*count);
            }
            let raised = |days: &usize| judge(&counts[..DAYS + days]).unwrap().low.is_some();
            (1..=28).find(raised).unwrap_or(29)
        })
        .collect();
    found.sort_unstable();
    found
}

fn within_three_days(found: &[usize]) -> f64 {
    let soon = found.iter().filter(|days| **days <= 3).count();
    100.0 * float(soon) / float(found.len())
}

#[test]
fn a_stop_is_found_within_three_days() {
    println!("\nmedian days to alarm, % within 3 days");
    let stops = [1.0, 3.0, 10.0, 100.0].map(|mean| (mean, 1.0));
    let noisy = [(3.0, 3.0), (10.0, 3.0), (100.0, 8.0)];
    for cell in stops.into_iter().chain(noisy) {
        let found = days_to_alarm(cell, |_| 0);
        let (median, soon) = (found[FAULTS / 2], within_three_days(&found));
        println!("stop at {cell:?}: {median}, {soon:.1}%");
        if cell == (10.0, 1.0) {
            assert!(soon >= 95.0, "{soon}%");
        }
    }
    for cell in [(10.0, 1.0), (100.0, 1.0), (1_000.0, 1.0), (1_000.0, 20.0)] {
        let found = days_to_alarm(cell, |count| count / 2);
        let (median, soon) = (found[FAULTS / 2], within_three_days(&found));
        println!("halved at {cell:?}: {median}, {soon:.1}%");
    }
}

#[test]
fn series_of_nothing_divide_by_nothing() {
    for days in [42, 60, 70, 200] {
        let empty = vec![0; days];
        assert!(!judge(&empty).unwrap().any());
        for spike in (0..days).step_by(3) {
            for height in [1, 1_000, u64::MAX] {
                let mut counts = empty.clone();
                counts[spike] = height;
                let found = judge(&counts).unwrap();
                for alarm in found.low.into_iter().chain(found.high) {
                    assert!(
                        (0.0..=1.0).contains(&alarm.p),
                        "{spike} {height}: {alarm:?}"
                    );
                }
            }
        }
    }
    assert_eq!(judge(&[5; 41]), None, "27 days are too few");
    let most: Vec<u64> = iter::repeat_n(u64::MAX, 70).collect();
    assert!(!judge(&most).unwrap().any());
}
