//! When something is sent again, and when it is given up.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

use crate::answer::Answer;
use crate::status::Status;

const MINUTE: i64 = 60 * MICROS_PER_SECOND;
const HOUR: i64 = 60 * MINUTE;

/// The shortest pause before another attempt.
pub const SHORTEST_PAUSE: i64 = 10 * MICROS_PER_SECOND;
/// The longest pause that is not asked for by the platform.
pub const LONGEST_PAUSE: i64 = 300 * MICROS_PER_SECOND;
/// Something is given up after so many attempts, when [`LEAST_SPAN`] has passed, too.
pub const LEAST_ATTEMPTS: u32 = 3;
/// How long something is tried at least.
pub const LEAST_SPAN: i64 = 180 * MINUTE;
/// Platforms drop what they were told twice for 48 hours; an hour of them is left for clocks and queues.
pub const DEDUPLICATED_FOR: i64 = 47 * HOUR;

/// A number in `0..=MAX`, drawn by chance by whoever embeds this crate, so that what failed together does not
/// come back together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jitter(pub u16);

impl Jitter {
    /// No chance: the longest pause.
    pub const NONE: Self = Self(u16::MAX);

    pub(crate) fn of(self, micros: i64) -> i64 {
        let share = i128::from(micros) * i128::from(self.0) / i128::from(u16::MAX);
        i64::try_from(share).unwrap_or(micros)
    }
}

/// What has been tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// How often, the present attempt included: at least 1.
    pub count: u32,
    /// When first.
    pub first_at: Timestamp,
    /// When first without an answer.
    pub ambiguous_at: Option<Timestamp>,
}

/// What is known of something that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sending {
    /// What has been tried.
    pub attempts: Attempts,
    /// The instant after which the platform does not take it any more.
    pub fresh_until: Timestamp,
    /// Whether the platform drops what it was told before.
    pub is_deduplicated: bool,
}

/// Where something stands after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// Its status; never [`Status::Sending`].
    pub status: Status,
    /// When it is sent again.
    pub next_attempt_at: Option<Timestamp>,
    /// When it was first sent without an answer.
    pub ambiguous_at: Option<Timestamp>,
}

/// Where one event stands after an attempt that ended now. An answer about a batch of which this is the only event
/// left, or about all of it.
pub fn after(sending: &Sending, answer: Answer, now: Timestamp, jitter: Jitter) -> After {
    let ambiguous_at = match answer {
        Answer::Ambiguous => sending.attempts.ambiguous_at.or(Some(now)),
        _ => sending.attempts.ambiguous_at,
    };
    let done = |status| After {
        status,
        next_attempt_at: None,
        ambiguous_at,
    };
    let wait = match answer {
        Answer::Sent => return done(Status::Sent),
        Answer::Accepted => return done(Status::Accepted),
        Answer::Confirmed => return done(Status::Confirmed),
        Answer::Invalid | Answer::Configuration | Answer::Stale => return done(Status::Failed),
        Answer::Rejected => return done(Status::Rejected),
        Answer::Ambiguous if !sending.is_deduplicated => return done(Status::Unknown),
        // Access comes back when somebody connects anew: until then it waits for the breaker.
        Answer::Auth => Some(SHORTEST_PAUSE),
        Answer::Throttled { wait } | Answer::Transient { wait } => wait,
        Answer::Ambiguous => None,
    };
    let next = now.plus_micros(pause(sending.attempts.count, wait, jitter));
    let has_tried_enough = sending.attempts.count >= LEAST_ATTEMPTS
        && now.micros_since(sending.attempts.first_at) >= LEAST_SPAN;
    let given_up = has_tried_enough && !matches!(answer, Answer::Auth);
    let is_counted_twice = ambiguous_at.is_some_and(|at| next.micros_since(at) > DEDUPLICATED_FOR);
    if is_counted_twice {
        return done(Status::Unknown);
    }
    if given_up || next > sending.fresh_until {
        return done(Status::Failed);
    }
    After {
        status: Status::Retry,
        next_attempt_at: Some(next),
        ambiguous_at,
    }
}

/// Where something stands whose sender vanished: it is sent again under the same id, or nobody can know.
pub fn abandoned(sending: &Sending, now: Timestamp, jitter: Jitter) -> After {
    after(sending, Answer::Ambiguous, now, jitter)
}

/// A pause: what the platform asks for and a little more, else one that doubles with each attempt, of which
/// anything from the shortest on is drawn.
fn pause(attempt: u32, wait: Option<i64>, jitter: Jitter) -> i64 {
    if let Some(wait) = wait {
        return wait
            .max(SHORTEST_PAUSE)
            .saturating_add(jitter.of(SHORTEST_PAUSE));
    }
    let doublings = attempt.saturating_sub(1).min(16);
    let longest = SHORTEST_PAUSE
        .saturating_mul(2 << doublings)
        .min(LONGEST_PAUSE);
    SHORTEST_PAUSE + jitter.of(longest - SHORTEST_PAUSE)
}

#[cfg(test)]
mod tests;
