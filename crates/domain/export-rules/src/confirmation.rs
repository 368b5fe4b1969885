//! What becomes of events that a search engine accepted: it checks them later, and is asked what it made of them.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

use crate::retry::Jitter;
use crate::status::Status;

const MINUTE: i64 = 60 * MICROS_PER_SECOND;
const HOUR: i64 = 60 * MINUTE;

/// A platform is first asked so long after it accepted something.
pub const FIRST_PAUSE: i64 = 30 * MINUTE;
/// Each pause is twice as long as the one before, up to this.
pub const LONGEST_PAUSE: i64 = 6 * HOUR;
/// What a platform still works on after so long is not asked for any more: it stays accepted.
pub const LASTS: i64 = 48 * HOUR;
/// What could not be asked after for so long, because the access was gone or no worker ran, is not any more: it stays
/// accepted.
pub const FORGOTTEN: i64 = 7 * 24 * HOUR;

/// The platform's word for an event that it was told before.
const TOLD_BEFORE: &str = "DUPLICATE_TRANSACTION_ID";

/// What a platform says of a request that it accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestStatus {
    /// It still works on it.
    Processing,
    /// It could use all of it.
    Success,
    /// It could use a part.
    PartialSuccess(Vec<RecordErrors>),
    /// It could use nothing.
    Failure(Vec<RecordErrors>),
    /// It knows of no such request.
    Unknown,
    /// The access is not valid any more.
    Auth,
    /// It did not say.
    NoAnswer {
        /// How long it asks to wait, in microseconds.
        wait: Option<i64>,
    },
}

/// Events that a platform could not use for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordErrors {
    /// Its word for the reason.
    pub reason: String,
    /// How many there are.
    pub count: usize,
    /// Which, by their places in the request; fewer than there are when it does not say.
    pub places: Vec<usize>,
}

impl RecordErrors {
    /// What it means for the events: what it was told before it has.
    fn verdict(&self) -> Verdict {
        let status = if self.reason.ends_with(TOLD_BEFORE) {
            Status::Confirmed
        } else {
            Status::Rejected
        };
        Verdict {
            status,
            reason: Some(self.reason.clone()),
        }
    }
}

/// What a platform made of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What follows. [`Status::Accepted`] when nobody can know.
    pub status: Status,
    /// The platform's word for why, when it gave one.
    pub reason: Option<String>,
}

impl From<Status> for Verdict {
    fn from(status: Status) -> Self {
        Self {
            status,
            reason: None,
        }
    }
}

/// How far a line is that a platform accepted and checks later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirming {
    /// Its place in the request, from 0.
    pub place: u32,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// How often the platform was asked.
    pub asked: u32,
    /// When it is asked next; `None` when it is not asked any more.
    pub ask_at: Option<Timestamp>,
}

impl Confirming {
    /// That of a line which was accepted now.
    pub fn new(place: usize, now: Timestamp) -> Self {
        Self {
            place: u32::try_from(place).unwrap_or(u32::MAX),
            accepted_at: now,
            asked: 0,
            ask_at: Some(first_ask(now)),
        }
    }
}

/// A request that was accepted, and how often it was asked for, this time included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// How many events it had.
    pub events: usize,
    /// How often the platform was asked, this time included: at least 1.
    pub count: u32,
}

/// What follows from what the platform said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterAsking {
    /// It is asked again.
    Again(Timestamp),
    /// It is not asked any more: a verdict for each event, by its place in the request.
    Settled(Vec<Verdict>),
}

/// When a platform is first asked what it made of a request.
pub fn first_ask(accepted_at: Timestamp) -> Timestamp {
    accepted_at.plus_micros(FIRST_PAUSE)
}

/// What follows from what a platform says now of a request.
pub fn after_asking(
    asked: Asked,
    said: &RequestStatus,
    now: Timestamp,
    jitter: Jitter,
) -> AfterAsking {
    let all = |status: Status| AfterAsking::Settled(vec![status.into(); asked.events]);
    let wait = match said {
        RequestStatus::Success => return all(Status::Confirmed),
        RequestStatus::PartialSuccess(errors) => {
            return AfterAsking::Settled(partly(asked.events, errors, Status::Confirmed));
        }
        RequestStatus::Failure(errors) => {
            return AfterAsking::Settled(failed(asked.events, errors));
        }
        RequestStatus::Unknown => return all(Status::Accepted),
        RequestStatus::NoAnswer { wait } => wait.unwrap_or_default(),
        RequestStatus::Processing | RequestStatus::Auth => 0,
    };
    let next = now.plus_micros(pause(asked.count, jitter).max(wait));
    if next.micros_since(asked.accepted_at) > LASTS {
        return all(Status::Accepted);
    }
    AfterAsking::Again(next)
}

/// A verdict for each event when some could not be used. Those that are named are known; the others could be used if
/// the platform named every one that could not, and nobody can know of them otherwise.
fn partly(events: usize, errors: &[RecordErrors], others: Status) -> Vec<Verdict> {
    let is_named = |of: &RecordErrors| of.count > 0 && of.places.len() >= of.count;
    // Some could not: a platform that says nothing of them has named none.
    let is_all_named = !errors.is_empty() && errors.iter().all(is_named);
    let others = if is_all_named {
        others
    } else {
        Status::Accepted
    };
    named(events, errors, others)
}

/// The verdicts of the events that are named, and one for all others.
fn named(events: usize, errors: &[RecordErrors], others: Status) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::from(others); events];
    for of in errors {
        for place in &of.places {
            if let Some(verdict) = verdicts.get_mut(*place) {
                *verdict = of.verdict();
            }
        }
    }
    verdicts
}

/// A verdict for each event when none could be used: where all reasons mean the same, that holds for each.
fn failed(events: usize, errors: &[RecordErrors]) -> Vec<Verdict> {
    let (first, rest) = match errors {
        [] => return vec![Status::Rejected.into(); events],
        [only] => return vec![only.verdict(); events],
        [first, rest @ ..] => (first.verdict().status, rest),
    };
    if rest.iter().all(|of| of.verdict().status == first) {
        named(events, errors, first)
    } else {
        partly(events, errors, Status::Rejected)
    }
}

/// A pause that doubles with each time, of which the last quarter is drawn.
fn pause(count: u32, jitter: Jitter) -> i64 {
    // The first pause is over when the platform is first asked.
    let longest = FIRST_PAUSE
        .saturating_mul(1 << count.min(16))
        .min(LONGEST_PAUSE);
    let shortest = longest / 4 * 3;
    shortest + jitter.of(longest - shortest)
}

#[cfg(test)]
mod tests;
