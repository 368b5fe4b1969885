//! Whether a destination is asked at all: after an answer that its access is gone, or after failures in a row, it
//! is left alone for a while.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

use crate::answer::Answer;

/// So many failures in a row open the breaker.
pub const FAILURES: u32 = 5;
/// For how long at first.
pub const FIRST_PAUSE: i64 = 60 * MICROS_PER_SECOND;
/// And at most.
pub const LONGEST_PAUSE: i64 = 3_600 * MICROS_PER_SECOND;

/// The breaker of one destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaker {
    /// It is asked.
    Closed {
        /// Failures since it last answered.
        failures: u32,
    },
    /// It is left alone until an instant; then one event is tried.
    Open {
        /// Until when.
        until: Timestamp,
        /// How long this pause is, in microseconds; the next one is twice as long.
        pause: i64,
    },
    /// Its access is gone: only somebody who connects anew closes it.
    NeedsReconnect,
}

/// How much may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A whole batch.
    Batch,
    /// One event, to see whether it answers again.
    One,
    /// Nothing.
    None,
}

impl Default for Breaker {
    fn default() -> Self {
        Self::Closed { failures: 0 }
    }
}

impl Breaker {
    /// How much may be sent now.
    pub fn room(self, now: Timestamp) -> Room {
        match self {
            Self::Closed { .. } => Room::Batch,
            Self::Open { until, .. } if until <= now => Room::One,
            Self::Open { .. } | Self::NeedsReconnect => Room::None,
        }
    }

    /// The breaker after an answer.
    #[must_use]
    pub fn after(self, answer: Answer, now: Timestamp) -> Self {
        match answer {
            Answer::Auth => Self::NeedsReconnect,
            Answer::Transient { .. } | Answer::Ambiguous => self.failed(now),
            // Whoever refuses something is there.
            Answer::Sent
            | Answer::Accepted
            | Answer::Confirmed
            | Answer::Invalid
            | Answer::Rejected
            | Answer::Stale
            | Answer::Configuration => match self {
                Self::NeedsReconnect => self,
                Self::Closed { .. } | Self::Open { .. } => Self::default(),
            },
            Answer::Throttled { .. } => self,
        }
    }

    /// The breaker after somebody connected anew.
    #[must_use]
    pub fn reconnected(self) -> Self {
        match self {
            Self::NeedsReconnect => Self::default(),
            Self::Closed { .. } | Self::Open { .. } => self,
        }
    }

    fn failed(self, now: Timestamp) -> Self {
        let open = |pause: i64| Self::Open {
            until: now.plus_micros(pause),
            pause,
        };
        match self {
            Self::Closed { failures } if failures + 1 >= FAILURES => open(FIRST_PAUSE),
            Self::Closed { failures } => Self::Closed {
                failures: failures + 1,
            },
            Self::Open { pause, .. } => open(pause.saturating_mul(2).min(LONGEST_PAUSE)),
            Self::NeedsReconnect => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILED: Answer = Answer::Transient { wait: None };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * MICROS_PER_SECOND)
    }

    #[test]
    fn failures_in_a_row_open_it_for_longer_each_time() {
        let mut breaker = Breaker::default();
        for _ in 1..FAILURES {
            breaker = breaker.after(FAILED, at(0));
            assert_eq!(breaker.room(at(0)), Room::Batch);
        }
        let mut now = 0;
        for pause in [60, 120, 240, 480, 960, 1920, 3600, 3600] {
            breaker = breaker.after(FAILED, at(now));
            assert_eq!(breaker.room(at(now + pause - 1)), Room::None);
            now += pause;
            assert_eq!(breaker.room(at(now)), Room::One);
        }
        assert_eq!(breaker.after(Answer::Sent, at(now)), Breaker::default());
    }

    #[test]
    fn an_answer_between_failures_starts_the_count_again() {
        let mut breaker = Breaker::default();
        for round in 0..20 {
            let answer = if round % 5 == 4 {
                Answer::Invalid
            } else {
                FAILED
            };
            breaker = breaker.after(answer, at(round));
        }
        assert_eq!(breaker, Breaker::default());
    }

    #[test]
    fn lost_access_opens_it_at_once_and_only_a_connection_closes_it() {
        let lost = Breaker::default().after(Answer::Auth, at(0));
        assert_eq!(lost, Breaker::NeedsReconnect);
        for answer in [Answer::Sent, FAILED, Answer::Throttled { wait: None }] {
            assert_eq!(lost.after(answer, at(9)), Breaker::NeedsReconnect);
        }
        assert_eq!(lost.room(at(i64::MAX / MICROS_PER_SECOND)), Room::None);
        assert_eq!(lost.reconnected(), Breaker::default());
    }
}
