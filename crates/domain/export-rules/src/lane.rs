//! The lane of one destination: who sends to it now, the run that is under way, and how its platform does. What is
//! told at one destination goes one batch after the other.

use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ProfileId, Timestamp};
use uuid::Uuid;

use crate::answer::Answer;
use crate::breaker::Breaker;
use crate::ids::{DestinationId, RunId};
use crate::words::words;

/// How soon a lane whose access is gone is looked at again: somebody may have connected the account anew.
pub const LOOKS_EVERY: i64 = 15 * MICROS_PER_SECOND;
/// How long a lane rests after a platform said that what the destination is set to is wrong.
pub const RESTS_AFTER_CONFIGURATION: i64 = 300 * MICROS_PER_SECOND;

/// The right to send, for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneLease {
    /// Who has it.
    pub holder: Uuid,
    /// Until when.
    pub until: Timestamp,
}

/// A run: from the first line that is planned until nothing is due any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// When it began.
    pub started_at: Timestamp,
}

/// Why a run stopped before it was through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunFailure {
    /// The access is gone until somebody connects the account anew.
    Auth,
    /// What the destination is set to is wrong.
    Configuration,
}

words! { RunFailure { Auth => "auth", Configuration => "configuration" } }

/// The lane of one destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Whose.
    pub profile_id: ProfileId,
    /// Which destination.
    pub destination_id: DestinationId,
    /// Who sends now.
    pub lease: Option<LaneLease>,
    /// The run that is under way.
    pub run: Option<Run>,
    /// Whether the platform is asked.
    pub breaker: Breaker,
    /// Nothing is sent before this.
    pub held_until: Option<Timestamp>,
    /// When something is to be done next; `None` when nothing waits.
    pub due_at: Option<Timestamp>,
}

impl Lane {
    /// A lane on which nothing has happened yet.
    pub fn new(profile_id: ProfileId, destination_id: DestinationId) -> Self {
        Self {
            profile_id,
            destination_id,
            lease: None,
            run: None,
            breaker: Breaker::default(),
            held_until: None,
            due_at: None,
        }
    }

    /// The run that is under way, or one that begins now.
    pub fn run(&mut self, new: RunId, now: Timestamp) -> Run {
        *self.run.get_or_insert(Run {
            id: new,
            started_at: now,
        })
    }

    /// Something is to be done at an instant.
    pub fn is_due_at(&mut self, at: Timestamp) {
        self.due_at = Some(self.due_at.map_or(at, |due| due.min(at)));
    }

    /// Whether somebody sends under a name.
    pub fn is_held_by(&self, holder: Uuid) -> bool {
        self.lease.is_some_and(|lease| lease.holder == holder)
    }

    /// Takes note of an answer; why the run stops, when it does.
    pub fn answered(&mut self, answer: Answer, now: Timestamp) -> Option<RunFailure> {
        self.breaker = self.breaker.after(answer, now);
        let (until, failure) = match (answer, self.breaker) {
            (Answer::Configuration, _) => (
                Some(now.plus_micros(RESTS_AFTER_CONFIGURATION)),
                Some(RunFailure::Configuration),
            ),
            (Answer::Auth, _) => (Some(now.plus_micros(LOOKS_EVERY)), Some(RunFailure::Auth)),
            (Answer::Throttled { wait }, _) => (wait.map(|wait| now.plus_micros(wait)), None),
            (_, Breaker::Open { until, .. }) => (Some(until), None),
            _ => (None, None),
        };
        self.held_until = until.or(self.held_until.filter(|held| *held > now));
        failure
    }

    /// Its access is gone: it is looked at again in a while. Whether that was news.
    pub fn lost_access(&mut self, now: Timestamp) -> bool {
        let was_lost = self.breaker == Breaker::NeedsReconnect;
        self.breaker = Breaker::NeedsReconnect;
        self.held_until = Some(now.plus_micros(LOOKS_EVERY));
        !was_lost
    }

    /// Its access is there.
    pub fn has_access(&mut self) {
        if self.breaker == Breaker::NeedsReconnect {
            self.breaker = self.breaker.reconnected();
            self.held_until = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * MICROS_PER_SECOND)
    }

    fn lane() -> Lane {
        Lane::new(Uuid::nil().into(), Uuid::nil().into())
    }

    #[test]
    fn access_that_is_gone_is_news_once_and_comes_back_with_a_connection() {
        let mut lane = lane();
        assert_eq!(lane.answered(Answer::Auth, at(0)), Some(RunFailure::Auth));
        assert!(!lane.lost_access(at(20)));
        assert_eq!(lane.held_until, Some(at(35)));
        lane.has_access();
        assert_eq!((lane.breaker, lane.held_until), (Breaker::default(), None));
        assert!(lane.lost_access(at(40)));
    }

    #[test]
    fn a_platform_that_asks_to_wait_is_waited_for_and_another_answer_does_not_shorten_that() {
        let mut lane = lane();
        let wait = Answer::Throttled {
            wait: Some(60 * MICROS_PER_SECOND),
        };
        assert_eq!(lane.answered(wait, at(0)), None);
        assert_eq!(lane.answered(Answer::Sent, at(1)), None);
        assert_eq!(lane.held_until, Some(at(60)));
        lane.answered(Answer::Sent, at(61));
        assert_eq!(lane.held_until, None);
    }

    #[test]
    fn five_failures_in_a_row_hold_it() {
        let mut lane = lane();
        for _ in 0..5 {
            assert_eq!(lane.answered(Answer::Ambiguous, at(0)), None);
        }
        assert_eq!(lane.held_until, Some(at(60)));
    }
}
