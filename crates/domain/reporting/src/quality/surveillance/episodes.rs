//! Alarms of single days put together: from when to when a series was unusual.
//!
//! All of it follows from the series alone, so nothing has to be remembered between two scans, and
//! a count that came in late corrects what is told.

use kernel::Date;
use time::Duration;

use super::baseline::float;
use super::{
    Alarm, Anomaly, Baseline, Direction, FeedStatus, QUIET_DAYS, Series, Watched, alarms, usual,
};

/// Days that raised the alarm one after the other, as places in the series.
struct Episode {
    direction: Direction,
    /// The day after the episode before: a day belongs to one episode of a direction.
    not_before: usize,
    first: usize,
    last: usize,
    p: f64,
    /// What was usual when the first of them was judged.
    usual: Baseline,
}

/// All episodes of a series, in the order in which they began.
struct Episodes<'a> {
    counts: &'a [u64],
    all: Vec<Episode>,
}

/// Judges every day of a series that has a baseline, and puts the alarms together.
///
/// A silent feed stays silent until something comes, also when two months have taught its baseline
/// that nothing does; so does one of which the whole series is empty, since whoever asks knows that
/// it was seen.
pub fn watch(series: &Series) -> Watched {
    let counts = &series.counts;
    let mut episodes = Episodes {
        counts,
        all: Vec::new(),
    };
    let mut silent = false;
    for day in 0..counts.len() {
        let so_far = counts.get(..=day).unwrap_or_default();
        let Some(baseline) = usual(so_far) else {
            continue;
        };
        let found = alarms(so_far, &baseline);
        silent = found.silent || silent && so_far.last() == Some(&0);
        for direction in Direction::ALL {
            match found.of(direction) {
                Some(alarm) => episodes.raise(direction, day, alarm, &baseline),
                None if silent && direction == Direction::Low => episodes.stay(day),
                None => {}
            }
        }
    }
    let expected_daily = usual(counts).map(|baseline| baseline.daily());
    let mut anomalies: Vec<_> = episodes.all.iter().map(|it| told(it, series)).collect();
    anomalies.sort_by_key(|anomaly| (anomaly.from, anomaly.direction));
    Watched {
        status: match expected_daily {
            None => FeedStatus::New,
            Some(_) if silent || counts.iter().all(|count| *count == 0) => FeedStatus::Silent,
            Some(_) => FeedStatus::Live,
        },
        expected_daily,
        observed_daily: observed_daily(counts),
        anomalies,
    }
}

impl Episodes<'_> {
    /// Makes the latest episode of a direction longer, or begins one.
    fn raise(&mut self, direction: Direction, day: usize, alarm: Alarm, usual: &Baseline) {
        let begins = (day + 1).saturating_sub(alarm.days);
        let before = self.all.iter_mut().rfind(|it| it.direction == direction);
        let not_before = before.as_ref().map_or(0, |it| it.last + 1);
        match before {
            Some(running) if day - running.last <= QUIET_DAYS => {
                running.first = running.first.min(begins).max(running.not_before);
                running.last = day;
                running.p = running.p.min(alarm.p);
            }
            _ => {
                let first = begins.max(not_before);
                let days = || numbered(self.counts, first, day);
                // Otherwise its window reaches back to a fault that was closed, and there is
                // nothing new in it.
                if days().any(|day| is_far(direction, usual, day)) {
                    self.all.push(Episode {
                        direction,
                        not_before,
                        first,
                        last: day,
                        p: alarm.p,
                        usual: usual.clone(),
                    });
                }
            }
        }
    }

    /// Lets a silence last that its baseline has got used to.
    fn stay(&mut self, day: usize) {
        let mut lows = self.all.iter_mut();
        if let Some(running) = lows.rfind(|it| it.direction == Direction::Low) {
            running.last = day;
        }
    }
}

/// The days of a series from one place to another, with their places.
fn numbered(
    counts: &[u64],
    first: usize,
    last: usize,
) -> impl DoubleEndedIterator<Item = (usize, u64)> {
    let all = counts.iter().copied().enumerate();
    all.take(last + 1).skip(first)
}

/// Whether a day alone is far enough from what is usual to be part of what is told.
fn is_far(direction: Direction, usual: &Baseline, (day, count): (usize, u64)) -> bool {
    direction.is_far(float(count), usual.level(day))
}

/// An episode in days and counts. A window reaches back before the fault and goes on raising the
/// alarm after it, so days at both ends that are not far from usual do not belong to it.
fn told(episode: &Episode, series: &Series) -> Anomaly {
    let all = || numbered(&series.counts, episode.first, episode.last);
    let is_far = |day: &(usize, u64)| is_far(episode.direction, &episode.usual, *day);
    let first = all().find(is_far).map_or(episode.first, |(day, _)| day);
    let last = all().rfind(is_far).map_or(episode.last, |(day, _)| day);
    let days = || numbered(&series.counts, first, last);
    Anomaly {
        from: date(series, first),
        to: date(series, last),
        expected: days().map(|(day, _)| episode.usual.level(day)).sum(),
        observed: days().fold(0, |sum, (_, count)| sum.saturating_add(count)),
        direction: episode.direction,
        p: episode.p,
        open: episode.last + QUIET_DAYS >= series.counts.len(),
    }
}

/// The date of a place in the series.
fn date(series: &Series, day: usize) -> Date {
    let back = series.counts.len().saturating_sub(day + 1);
    let back = Duration::days(i64::from(i32::try_from(back).unwrap_or(i32::MAX)));
    series.last.checked_sub(back).unwrap_or(Date::MIN)
}

fn observed_daily(counts: &[u64]) -> f64 {
    let (sum, days) = counts
        .iter()
        .rev()
        .take(7)
        .fold((0.0, 0.0_f64), |(sum, days), count| {
            (sum + float(*count), days + 1.0)
        });
    sum / days.max(1.0)
}
