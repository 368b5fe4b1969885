//! How reading an account goes: who does it, and what follows when a platform does not answer.

use std::time::Duration;

use kernel::{Date, Timestamp};
use uuid::Uuid;

use crate::calendar::{MOST_PIECE, Piece};
use crate::failure::SourceFailure;

/// How long one process has to read a piece before another may. Longer than reading the largest one may take.
const LEASE: Duration = Duration::from_mins(15);
/// The first pause after a failure.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
/// No pause of ours is longer.
const LONGEST_PAUSE: Duration = Duration::from_hours(6);
/// Nor is one that a platform asks for.
const LONGEST_WISH: Duration = Duration::from_hours(24);
/// When reading has failed for so long, somebody has to connect the account anew.
pub const MOST_PATIENCE: Duration = Duration::from_hours(3 * 24);

/// Who reads now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Names the try.
    pub holder: Uuid,
    /// Until when nobody else tries.
    pub until: Timestamp,
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyncStatus {
    /// The days were read and written.
    Succeeded,
    /// The platform did not answer, or said something that cannot be read; it is asked again.
    Failed,
    /// The platform asked to wait.
    Throttled,
    /// The platform no longer knows the version of its interface that is asked with: the operator has to name another.
    UpgradeRequired,
}

impl SyncStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Succeeded,
        Self::Failed,
        Self::Throttled,
        Self::UpgradeRequired,
    ];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Throttled => "throttled",
            Self::UpgradeRequired => "upgrade_required",
        }
    }

    /// The inverse of [`SyncStatus::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// The last try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastSync {
    /// When it ended.
    pub at: Timestamp,
    /// How.
    pub status: SyncStatus,
    /// The days that it was about; `None` when it did not come to that.
    pub piece: Option<Piece>,
    /// What went wrong, in words that name no person and hold no secret.
    pub reason: Option<String>,
}

/// How reading an account goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncState {
    /// Whether it is read at all.
    pub is_enabled: bool,
    /// How many months back.
    pub months: u8,
    /// How many days are read at once; fewer after a platform said too much.
    pub piece_days: u8,
    /// When somebody last asked for the last thirty days to be read anew.
    pub asked_at: Option<Timestamp>,
    /// When its campaigns and ads were last read.
    pub catalogue_at: Option<Timestamp>,
    /// When there is something to do again.
    pub look_at: Timestamp,
    /// Who reads now.
    pub lease: Option<Lease>,
    /// Tries in a row that failed.
    pub failures: u32,
    /// When the first of them did.
    pub failing_since: Option<Timestamp>,
    /// The last try.
    pub last: Option<LastSync>,
}

/// The connection works no more: somebody has to connect the account anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The platform does not accept the token.
    TokenRefused,
    /// A permission is missing.
    PermissionMissing,
    /// The account is closed.
    AccountClosed,
    /// Nothing has worked for days.
    FailingForDays,
}

/// What follows from a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is tried again, with this state.
    Retry(SyncState),
    /// Nothing is read until somebody connects the account anew.
    Stop(SyncState, Stopped),
}

fn later(now: Timestamp, span: Duration) -> Timestamp {
    now.plus_micros(i64::try_from(span.as_micros()).unwrap_or(i64::MAX))
}

impl SyncState {
    /// Of an account that was never read.
    pub const fn new(is_enabled: bool, months: u8, now: Timestamp) -> Self {
        Self {
            is_enabled,
            months,
            piece_days: MOST_PIECE,
            asked_at: None,
            catalogue_at: None,
            look_at: now,
            lease: None,
            failures: 0,
            failing_since: None,
            last: None,
        }
    }

    /// The same with a lease for `holder`; `None` when there is nothing to do, or somebody else does it.
    pub fn taken(&self, holder: Uuid, now: Timestamp) -> Option<Self> {
        let is_free = self.lease.is_none_or(|lease| lease.until <= now);
        (self.is_enabled && self.look_at <= now && is_free).then(|| Self {
            lease: Some(Lease {
                holder,
                until: later(now, LEASE),
            }),
            ..self.clone()
        })
    }

    /// Whether `holder` still has the lease: whoever has lost it writes nothing.
    pub fn is_held_by(&self, holder: Uuid) -> bool {
        self.lease.is_some_and(|lease| lease.holder == holder)
    }

    /// Whether campaigns and ads are to be read again: once a day, and when somebody asked.
    pub fn is_catalogue_due(&self, now: Timestamp) -> bool {
        let Some(read_at) = self.catalogue_at else {
            return true;
        };
        let is_asked = self.asked_at.is_some_and(|asked| read_at < asked);
        is_asked || now >= later(read_at, Duration::from_hours(24))
    }

    /// The same after a piece was read and written.
    #[must_use]
    pub fn succeeded(self, piece: Piece, now: Timestamp) -> Self {
        Self {
            failures: 0,
            failing_since: None,
            last: Some(LastSync {
                at: now,
                status: SyncStatus::Succeeded,
                piece: Some(piece),
                reason: None,
            }),
            ..self
        }
    }

    /// The same after whoever read it had nothing more to do until `until`.
    #[must_use]
    pub fn given_back(self, until: Timestamp) -> Self {
        Self {
            lease: None,
            look_at: until,
            ..self
        }
    }

    /// What follows when a piece, or the catalogue when it is `None`, was not read. `jitter` spreads those who wait, 0
    /// to 255 for four to six fifths of a pause.
    pub fn failed(
        self,
        piece: Option<Piece>,
        failure: &SourceFailure,
        (jitter, now): (u8, Timestamp),
    ) -> AfterFailure {
        let since = self.failing_since.unwrap_or(now);
        let doubled = 2_u32.saturating_pow(self.failures.min(16));
        let pause = FIRST_PAUSE.saturating_mul(doubled).min(LONGEST_PAUSE);
        let pause = pause * (4 * 255 + 2 * u32::from(jitter)) / (5 * 255);
        let (status, pause) = match failure {
            SourceFailure::TryLater { wait, .. } => {
                let wish = wait.unwrap_or_default().min(LONGEST_WISH);
                let is_asked = wait.is_some();
                let status = if is_asked {
                    SyncStatus::Throttled
                } else {
                    SyncStatus::Failed
                };
                (status, pause.max(wish))
            }
            SourceFailure::Outdated { .. } => (SyncStatus::UpgradeRequired, LONGEST_PAUSE),
            SourceFailure::TooMuch if piece.is_some() && self.piece_days > 1 => {
                (SyncStatus::Failed, Duration::ZERO)
            }
            _ => (SyncStatus::Failed, pause),
        };
        // Fewer days do not make fewer campaigns.
        let is_smaller = piece.is_some() && matches!(failure, SourceFailure::TooMuch);
        let halved = (self.piece_days / 2).max(1);
        let next = Self {
            lease: None,
            look_at: later(now, pause),
            piece_days: if is_smaller { halved } else { self.piece_days },
            failures: self.failures.saturating_add(1),
            failing_since: Some(since),
            last: Some(LastSync {
                at: now,
                status,
                piece,
                reason: Some(failure.to_string()),
            }),
            ..self
        };
        // Whoever connects the account anew begins with patience.
        let stopped = |stopped| {
            let anew = Self {
                failures: 0,
                failing_since: None,
                ..next.clone()
            };
            AfterFailure::Stop(anew, stopped)
        };
        let patience = i64::try_from(MOST_PATIENCE.as_micros()).unwrap_or(i64::MAX);
        let is_patient = now.micros_since(since) < patience;
        match failure {
            SourceFailure::TokenRefused => stopped(Stopped::TokenRefused),
            SourceFailure::PermissionMissing => stopped(Stopped::PermissionMissing),
            SourceFailure::AccountClosed => stopped(Stopped::AccountClosed),
            // To connect anew would help with neither.
            SourceFailure::Outdated { .. } | SourceFailure::TooMuch => AfterFailure::Retry(next),
            SourceFailure::TryLater { .. } | SourceFailure::Refused(_) if is_patient => {
                AfterFailure::Retry(next)
            }
            SourceFailure::TryLater { .. } | SourceFailure::Refused(_) => {
                stopped(Stopped::FailingForDays)
            }
        }
    }
}

/// A day of an account, as it was last read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayRead {
    /// The day.
    pub date: Date,
    /// When it was read.
    pub at: Timestamp,
    /// What it came to, in the account's currency.
    pub totals: crate::told::Totals,
    /// Whether it was over for so long then that the platform had it all.
    pub is_complete: bool,
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    const ONE: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    fn piece() -> Piece {
        Piece {
            from: date!(2026 - 11 - 01),
            to: date!(2026 - 11 - 07),
        }
    }

    fn fresh() -> SyncState {
        SyncState::new(true, 13, at(0))
    }

    fn away(wait: Option<Duration>) -> SourceFailure {
        SourceFailure::TryLater {
            why: "it answered 503".to_owned(),
            wait,
        }
    }

    fn retried(state: SyncState, failure: &SourceFailure, now: Timestamp) -> SyncState {
        match state.failed(Some(piece()), failure, (128, now)) {
            AfterFailure::Retry(next) => next,
            AfterFailure::Stop(_, stopped) => panic!("{stopped:?}"),
        }
    }

    #[test]
    fn one_process_reads_until_it_is_done_or_dead() {
        assert_eq!(fresh().taken(ONE, at(-1)), None);
        let held = fresh().taken(ONE, at(0)).unwrap();
        assert!(held.is_held_by(ONE));
        assert_eq!(held.taken(OTHER, at(899)), None);
        let taken_over = held.taken(OTHER, at(900)).unwrap();
        assert!(!taken_over.is_held_by(ONE));
        let done = taken_over.given_back(at(5_000));
        assert_eq!(done.taken(ONE, at(4_999)), None);
        assert!(done.taken(ONE, at(5_000)).is_some());
        let off = SyncState::new(false, 13, at(0));
        assert_eq!(off.taken(ONE, at(0)), None);
    }

    #[test]
    fn pauses_grow_and_what_the_platform_asks_for_is_heard_within_bounds() {
        let first = retried(fresh(), &away(None), at(0));
        let second = retried(first.clone(), &away(None), at(100));
        let pause = |state: &SyncState, now: i64| state.look_at.micros_since(at(now)) / 1_000_000;
        assert_eq!((pause(&first, 0), pause(&second, 100)), (60, 120));
        assert_eq!(second.failing_since, Some(at(0)));
        assert_eq!(first.last.as_ref().unwrap().status, SyncStatus::Failed);
        let asked = retried(fresh(), &away(Some(Duration::from_hours(2))), at(0));
        assert_eq!(pause(&asked, 0), 7_200);
        assert_eq!(asked.last.unwrap().status, SyncStatus::Throttled);
        let asked = retried(fresh(), &away(Some(Duration::from_hours(200))), at(0));
        assert_eq!(pause(&asked, 0), 86_400);
        let well = second.succeeded(piece(), at(300));
        assert_eq!((well.failures, well.failing_since), (0, None));
    }

    #[test]
    fn after_three_days_somebody_has_to_look() {
        let state = retried(fresh(), &away(None), at(0));
        let days = 3 * 86_400;
        let almost = retried(state.clone(), &away(None), at(days - 1));
        assert!(almost.lease.is_none());
        assert!(matches!(
            state.failed(None, &away(None), (0, at(days))),
            AfterFailure::Stop(anew, Stopped::FailingForDays) if anew.failing_since.is_none()
        ));
    }

    #[test]
    fn a_version_that_is_gone_is_not_mended_by_connecting_anew() {
        let gone = SourceFailure::Outdated {
            version: "v23.0".to_owned(),
        };
        let mut state = fresh();
        for day in 0..5 {
            state = retried(state, &gone, at(day * 86_400));
            let last = state.last.as_ref().unwrap();
            assert_eq!(last.status, SyncStatus::UpgradeRequired);
            assert!(last.reason.as_ref().unwrap().contains("v23.0"));
        }
    }

    #[test]
    fn what_is_too_much_is_read_in_smaller_pieces_down_to_a_day() {
        let mut state = fresh();
        let mut sizes = Vec::new();
        for _ in 0..4 {
            state = retried(state, &SourceFailure::TooMuch, at(0));
            sizes.push(state.piece_days);
        }
        assert_eq!(sizes, [3, 1, 1, 1]);
        // A single day that is too much is not asked for again at once.
        assert!(state.look_at > at(0));
        let AfterFailure::Retry(state) = fresh().failed(None, &SourceFailure::TooMuch, (0, at(0)))
        else {
            panic!("too many ads are no matter of access");
        };
        assert_eq!(state.piece_days, MOST_PIECE);
        assert!(state.look_at > at(0));
    }

    #[test]
    fn access_that_is_gone_stops_it() {
        for (failure, stopped) in [
            (SourceFailure::TokenRefused, Stopped::TokenRefused),
            (SourceFailure::PermissionMissing, Stopped::PermissionMissing),
            (SourceFailure::AccountClosed, Stopped::AccountClosed),
        ] {
            let after = fresh().failed(None, &failure, (0, at(0)));
            assert!(matches!(after, AfterFailure::Stop(_, told) if told == stopped));
        }
    }

    #[test]
    fn the_catalogue_is_read_once_a_day_and_when_somebody_asks() {
        let mut state = fresh();
        assert!(state.is_catalogue_due(at(0)));
        state.catalogue_at = Some(at(0));
        assert!(!state.is_catalogue_due(at(86_399)));
        assert!(state.is_catalogue_due(at(86_400)));
        state.asked_at = Some(at(10));
        assert!(state.is_catalogue_due(at(10)));
    }
}
