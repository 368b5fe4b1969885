//! When a delivery that failed is tried again.

use std::time::Duration;

use kernel::Timestamp;

use crate::attempt::AttemptOutcome;
use crate::span::micros;

/// After 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h: eight attempts in about 27.6 hours.
const DEFAULT_DELAYS: [Duration; 7] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(10),
];

/// How long a receiver that has too much to do is left alone at least.
const LEAST_AFTER_OVERLOAD: Duration = Duration::from_mins(1);

/// Chance that was drawn elsewhere: spreads what would otherwise be tried at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jitter(u32);

impl Jitter {
    /// Neither earlier nor later.
    pub const NONE: Self = Self(1 << 31);

    /// From 32 random bits: 0 is 20 % earlier, the largest number 20 % later.
    pub const fn from_random(bits: u32) -> Self {
        Self(bits)
    }

    /// The delay times 0.8 to 1.2.
    fn apply(self, delay: Duration) -> i64 {
        let delay = i128::from(micros(delay));
        let spread = (delay * 2 / 5 * i128::from(self.0)) >> 32;
        i64::try_from(delay * 4 / 5 + spread).unwrap_or(i64::MAX)
    }
}

/// How long to wait after each failed attempt. After the last one there is no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetrySchedule(Vec<Duration>);

/// The list is no schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "must have 1 to {} delays of 1 second to {} days",
    RetrySchedule::MAX_DELAYS,
    RetrySchedule::MAX_DAYS
)]
pub struct NotASchedule;

impl Default for RetrySchedule {
    fn default() -> Self {
        Self(DEFAULT_DELAYS.to_vec())
    }
}

impl RetrySchedule {
    /// The most delays of one schedule.
    pub const MAX_DELAYS: usize = 20;
    /// The longest delay, in days.
    pub const MAX_DAYS: u64 = 7;

    /// A schedule of these delays.
    pub fn new(delays: Vec<Duration>) -> Result<Self, NotASchedule> {
        let longest = Duration::from_hours(24 * Self::MAX_DAYS);
        let range = Duration::from_secs(1)..=longest;
        let fits = (1..=Self::MAX_DELAYS).contains(&delays.len());
        if fits && delays.iter().all(|delay| range.contains(delay)) {
            Ok(Self(delays))
        } else {
            Err(NotASchedule)
        }
    }

    /// How many attempts there are in all.
    pub fn attempts(&self) -> usize {
        self.0.len().saturating_add(1)
    }

    /// When to try again after `failures` failed attempts, the one that ended `now` with this outcome
    /// among them; `None` when there is no other attempt. A receiver that has too much to do waits at
    /// least a minute; what it asks for is heard between the delay and twice the delay.
    pub fn next(
        &self,
        failures: u32,
        outcome: &AttemptOutcome,
        now: Timestamp,
        jitter: Jitter,
    ) -> Option<Timestamp> {
        let position = usize::try_from(failures.checked_sub(1)?).ok()?;
        let mut delay = jitter.apply(*self.0.get(position)?);
        if outcome.is_overload() {
            delay = delay.max(micros(LEAST_AFTER_OVERLOAD));
        }
        if let Some(after) = outcome.retry_after() {
            delay = micros(after.from_now(now)).clamp(delay, delay.saturating_mul(2));
        }
        Some(now.plus_micros(delay))
    }
}

#[cfg(test)]
mod tests;
