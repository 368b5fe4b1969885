//! What was decided to be done, from before the platform is asked until it is known what came of it.

use std::time::Duration;

use kernel::{Date, Id, TimeZone, Timestamp};
use uuid::Uuid;

use crate::change::Order;
use crate::failure::FailureCode;

/// What an [`IntentId`] is an id of.
pub enum IntentKind {}
/// Id of an intent.
pub type IntentId = Id<IntentKind>;

/// What a [`RecommendationId`] is an id of.
pub enum RecommendationKind {}
/// Id of what a change is made for.
pub type RecommendationId = Id<RecommendationKind>;

/// How long one process has to make a change before another may ask what came of it. Longer than any answer is waited
/// for.
const LEASE: Duration = Duration::from_mins(5);
/// The first pause after a platform did not answer.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
/// No pause is longer, whatever a platform asks for.
const LONGEST_PAUSE: Duration = Duration::from_hours(6);

/// How long a platform is asked that does not say how it is: longer than a week, and than anything a change is made for.
const GIVEN_UP: Duration = Duration::from_hours(30 * 24);

/// Who makes the change now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Names the try.
    pub holder: Uuid,
    /// Until when nobody else tries.
    pub until: Timestamp,
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentState {
    /// Somebody makes it, or is to look at it again.
    Intended {
        /// When there is something to do again.
        look_at: Timestamp,
        /// Who does it.
        lease: Option<Lease>,
        /// Tries that came to nothing or vanished. Without one, the platform was never told anything.
        failures: u32,
    },
    /// The platform says that it is so.
    Applied {
        /// Since when that is known.
        at: Timestamp,
    },
    /// It was not made and will not be.
    Failed {
        /// Since when that is known.
        at: Timestamp,
        /// Why.
        code: FailureCode,
    },
}

impl IntentState {
    /// The database and wire word.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Intended { .. } => "intended",
            Self::Applied { .. } => "applied",
            Self::Failed { .. } => "failed",
        }
    }
}

/// A change that was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// Its id.
    pub id: IntentId,
    /// What it is made for: at most one change that is under way or made.
    pub recommendation_id: RecommendationId,
    /// What is changed how, and what was there before.
    pub order: Order,
    /// The Monday of the profile's week in which it was decided: nothing is changed twice in a week, whoever asks.
    pub local_week: Date,
    /// When it was decided.
    pub intended_at: Timestamp,
    /// How it stands.
    pub state: IntentState,
}

/// Nothing is done with what is settled, or with what somebody else has in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the change is settled, or in somebody else's hands")]
pub struct NotMine;

impl Intent {
    /// One that this try makes now.
    pub fn begun(
        (id, recommendation_id): (IntentId, RecommendationId),
        order: Order,
        zone: &TimeZone,
        (holder, now): (Uuid, Timestamp),
    ) -> Self {
        Self {
            id,
            recommendation_id,
            order,
            local_week: week_of(zone, now),
            intended_at: now,
            state: leased(holder, now, 0),
        }
    }

    /// The same for a try that takes it up, if nobody has it and something is due.
    pub fn taken(&self, holder: Uuid, now: Timestamp) -> Result<Self, NotMine> {
        match self.state {
            IntentState::Intended {
                look_at,
                lease,
                failures,
            } if look_at <= now && lease.is_none_or(|lease| lease.until <= now) => Ok(Self {
                // Whoever had it and let its time pass may have told the platform.
                state: leased(
                    holder,
                    now,
                    failures.saturating_add(u32::from(lease.is_some())),
                ),
                ..self.clone()
            }),
            _ => Err(NotMine),
        }
    }

    /// The same once it is known what came of it. Whoever lost the lease meanwhile says nothing.
    pub fn settled(&self, holder: Uuid, state: IntentState) -> Result<Self, NotMine> {
        self.failures_of(holder)?;
        Ok(Self {
            state,
            ..self.clone()
        })
    }

    /// The same after the platform did not answer: looked at again after a pause that doubles, or as long as it asked
    /// for.
    pub fn postponed(
        &self,
        holder: Uuid,
        wait: Option<Duration>,
        now: Timestamp,
    ) -> Result<Self, NotMine> {
        let failures = self.failures_of(holder)?;
        let doubled = FIRST_PAUSE.saturating_mul(1 << failures.min(16));
        let pause = wait.unwrap_or(doubled).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        Ok(Self {
            state: IntentState::Intended {
                look_at: later(now, pause),
                lease: None,
                failures: failures.saturating_add(1),
            },
            ..self.clone()
        })
    }

    /// The same when the platform does not say how it is, and will not: the first try has changed nothing and ends it.
    /// Later nobody knows whether an earlier try was taken, and while that may matter, what it was for and what it is
    /// of stay in the way of others: it is looked at again, for a month.
    pub fn unread(&self, holder: Uuid, code: FailureCode, now: Timestamp) -> Result<Self, NotMine> {
        let is_first = self.failures_of(holder)? == 0;
        if is_first || later(self.intended_at, GIVEN_UP) <= now {
            self.settled(holder, IntentState::Failed { at: now, code })
        } else {
            self.postponed(holder, Some(LONGEST_PAUSE), now)
        }
    }

    fn failures_of(&self, holder: Uuid) -> Result<u32, NotMine> {
        match self.state {
            IntentState::Intended {
                lease: Some(lease),
                failures,
                ..
            } if lease.holder == holder => Ok(failures),
            _ => Err(NotMine),
        }
    }
}

/// The Monday of a week where the profile is.
pub fn week_of(zone: &TimeZone, now: Timestamp) -> Date {
    let today = zone.local_date(now);
    let since = i64::from(today.weekday().number_days_from_monday());
    let monday = today.checked_sub(time::Duration::days(since));
    // Before the first Monday of all times.
    monday.unwrap_or(today)
}

fn later(now: Timestamp, span: Duration) -> Timestamp {
    now.plus_micros(i64::try_from(span.as_micros()).unwrap_or(i64::MAX))
}

fn leased(holder: Uuid, now: Timestamp, failures: u32) -> IntentState {
    let until = later(now, LEASE);
    IntentState::Intended {
        look_at: now,
        lease: Some(Lease { holder, until }),
        failures,
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::change::{Change, Status, Value};
    use crate::target::{ObjectId, ObjectKind, Target};

    const MINUTE: i64 = 60_000_000;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_micros(minutes * MINUTE)
    }

    fn begun(holder: u128) -> Intent {
        let target = Target {
            connection_id: Uuid::nil().into(),
            kind: ObjectKind::Ad,
            id: ObjectId::parse("7").unwrap(),
        };
        let order = Order::new(target, Change::Pause, Value::Status(Status::Active));
        let ids = (Uuid::from_u128(1).into(), Uuid::from_u128(2).into());
        let zone = TimeZone::utc();
        let by = (Uuid::from_u128(holder), at(0));
        Intent::begun(ids, order.unwrap(), &zone, by)
    }

    #[test]
    fn one_try_has_it_until_its_lease_ends() {
        let first = begun(1);
        let other = Uuid::from_u128(2);
        assert_eq!(first.taken(other, at(4)), Err(NotMine));
        let second = first.taken(other, at(5)).unwrap();
        let applied = IntentState::Applied { at: at(6) };
        assert_eq!(
            second.settled(Uuid::from_u128(1), applied),
            Err(NotMine),
            "who lost it says nothing"
        );
        let settled = second.settled(other, applied).unwrap();
        assert_eq!(settled.state.as_str(), "applied");
        assert_eq!(settled.taken(other, at(1_000)), Err(NotMine));
        assert_eq!(settled.settled(other, applied), Err(NotMine));
        assert_eq!(settled.postponed(other, None, at(7)), Err(NotMine));
    }

    #[test]
    fn a_platform_that_does_not_answer_is_asked_less_and_less_often() {
        let mut intent = begun(1);
        let (mut now, holder) = (0, Uuid::from_u128(1));
        for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360] {
            intent = intent.postponed(holder, None, at(now)).unwrap();
            assert_eq!(intent.taken(holder, at(now + pause - 1)), Err(NotMine));
            now += pause;
            intent = intent.taken(holder, at(now)).unwrap();
        }
        let wish = Some(Duration::from_mins(30));
        let waiting = intent.postponed(holder, wish, at(now)).unwrap();
        assert!(waiting.taken(holder, at(now + 29)).is_err());
        assert!(waiting.taken(holder, at(now + 30)).is_ok());
    }

    #[test]
    fn only_a_first_try_ends_with_a_platform_that_does_not_say_how_it_is() {
        let holder = Uuid::from_u128(1);
        let code = FailureCode::ConnectionRevoked;
        let first = begun(1).unread(holder, code, at(1)).unwrap();
        assert_eq!(first.state, IntentState::Failed { at: at(1), code });
        let vanished = begun(2).taken(holder, at(5)).unwrap();
        let unanswered = begun(1).postponed(holder, None, at(1)).unwrap();
        let unanswered = unanswered.taken(holder, at(5)).unwrap();
        let month = 30 * 24 * 60;
        for later in [vanished, unanswered] {
            let waiting = later.unread(holder, code, at(6)).unwrap();
            assert_eq!(waiting.state.as_str(), "intended");
            let again = waiting.taken(holder, at(month - 1)).unwrap();
            let still = again.unread(holder, code, at(month - 1)).unwrap();
            assert_eq!(still.state.as_str(), "intended");
            let last = still.taken(holder, at(month + 400)).unwrap();
            let ended = last.unread(holder, code, at(month + 400)).unwrap();
            assert_eq!(ended.state.as_str(), "failed");
        }
    }

    #[test]
    fn a_week_begins_on_the_profiles_monday() {
        let santiago = TimeZone::named("America/Santiago").unwrap();
        let instant = |text| Timestamp::parse(text).unwrap();
        for (now, monday) in [
            ("2026-11-23T02:59:59Z", date!(2026 - 11 - 16)),
            ("2026-11-23T03:00:00Z", date!(2026 - 11 - 23)),
            ("2026-11-30T02:59:59Z", date!(2026 - 11 - 23)),
        ] {
            assert_eq!(week_of(&santiago, instant(now)), monday, "{now}");
        }
        let utc = week_of(&TimeZone::utc(), instant("2026-11-23T00:00:00Z"));
        assert_eq!(utc, date!(2026 - 11 - 23));
    }

    #[test]
    fn words_are_read_back() {
        for code in FailureCode::ALL {
            assert_eq!(FailureCode::parse(code.as_str()), Some(code));
        }
        for kind in ObjectKind::ALL {
            assert_eq!(ObjectKind::parse(kind.as_str()), Some(kind));
        }
        for status in Status::ALL {
            assert_eq!(Status::parse(status.as_str()), Some(status));
        }
    }
}
