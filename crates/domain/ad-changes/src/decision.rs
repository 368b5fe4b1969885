//! What is done with what a platform says.

use kernel::Exact;

use crate::change::{Change, Order, Status, Value};
use crate::failure::FailureCode;

/// What something may spend a day by its own setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Nothing is set here: the budget is elsewhere, or not one for days.
    Elsewhere,
    /// It has one to itself.
    Own(Exact),
    /// It shares one with others, which a change would move as well.
    Shared(Exact),
}

/// What a platform says of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Whether it is shown.
    pub status: Status,
    /// What it may spend.
    pub budget: Budget,
}

impl State {
    /// The value that a change is about; `None` when there is none that could be changed alone.
    pub const fn value(&self, change: Change) -> Option<Value> {
        match (change, self.budget) {
            (Change::Pause, _) => Some(Value::Status(self.status)),
            (Change::DailyBudget(_), Budget::Own(amount)) => Some(Value::DailyBudget(amount)),
            (Change::DailyBudget(_), Budget::Elsewhere | Budget::Shared(_)) => None,
        }
    }
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it is as it was wanted.
    Done,
    /// Write it.
    Write,
    /// Write nothing, now or later.
    Fail(FailureCode),
}

/// What is to be done with an order when this is what the platform says.
///
/// It is the same before the first try and after a crash between two tries, because nobody can know whether the platform
/// took the last one: what is wanted already is done, what is as it was before is written, and what somebody else
/// changed meanwhile is left alone.
///
/// ```
/// use ad_changes::{Budget, Change, FailureCode, ObjectId, ObjectKind, Order, State, Status, Step, Target, Uuid, Value};
///
/// let target = Target {
///     connection_id: Uuid::nil().into(),
///     kind: ObjectKind::Ad,
///     id: ObjectId::parse("77").unwrap(),
/// };
/// let order = Order::new(target, Change::Pause, Value::Status(Status::Active)).unwrap();
/// let seen = |status| State { status, budget: Budget::Elsewhere };
///
/// assert_eq!(ad_changes::next_step(&order, &seen(Status::Active)), Step::Write);
/// assert_eq!(ad_changes::next_step(&order, &seen(Status::Paused)), Step::Done);
/// let changed = Step::Fail(FailureCode::PreconditionChanged);
/// assert_eq!(ad_changes::next_step(&order, &seen(Status::Ended)), changed);
/// ```
pub fn next_step(order: &Order, state: &State) -> Step {
    let Some(value) = state.value(order.change()) else {
        return Step::Fail(FailureCode::PlatformRefused);
    };
    // A budget of what was removed moves nothing.
    let is_ended = state.status == Status::Ended;
    let is_budget = matches!(value, Value::DailyBudget(_));
    if is_ended && is_budget {
        Step::Fail(FailureCode::PreconditionChanged)
    } else if value == order.change().wanted() {
        Step::Done
    } else if value == order.before() {
        Step::Write
    } else {
        Step::Fail(FailureCode::PreconditionChanged)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::change::OrderError;
    use crate::target::{ObjectId, ObjectKind, Target};

    fn order(kind: ObjectKind, change: Change, before: Value) -> Result<Order, OrderError> {
        let target = Target {
            connection_id: Uuid::nil().into(),
            kind,
            id: ObjectId::parse("7").unwrap(),
        };
        Order::new(target, change, before)
    }

    fn budget(amount: i64) -> Value {
        Value::DailyBudget(Exact::whole(amount))
    }

    fn state(status: Status, budget: Budget) -> State {
        State { status, budget }
    }

    #[test]
    fn a_pause_is_written_once_and_only_over_what_was_seen() {
        let active = Value::Status(Status::Active);
        for kind in ObjectKind::ALL {
            let order = order(kind, Change::Pause, active).unwrap();
            for (status, step) in [
                (Status::Active, Step::Write),
                (Status::Paused, Step::Done),
                (Status::Ended, Step::Fail(FailureCode::PreconditionChanged)),
            ] {
                for budget in [
                    Budget::Elsewhere,
                    Budget::Own(Exact::whole(1)),
                    Budget::Shared(Exact::whole(1)),
                ] {
                    assert_eq!(next_step(&order, &state(status, budget)), step);
                }
            }
        }
    }

    #[test]
    fn a_budget_is_written_once_and_only_over_what_was_seen() {
        let change = Change::DailyBudget(Exact::whole(14));
        let order = order(ObjectKind::Campaign, change, budget(20)).unwrap();
        let changed = Step::Fail(FailureCode::PreconditionChanged);
        let refused = Step::Fail(FailureCode::PlatformRefused);
        for (seen, step) in [
            (Budget::Own(Exact::whole(20)), Step::Write),
            (Budget::Own(Exact::whole(14)), Step::Done),
            (Budget::Own(Exact::whole(13)), changed),
            (Budget::Elsewhere, refused),
            (Budget::Shared(Exact::whole(20)), refused),
            (Budget::Shared(Exact::whole(14)), refused),
        ] {
            // Whoever is paused may have another budget for when it comes back.
            for status in [Status::Active, Status::Paused] {
                assert_eq!(next_step(&order, &state(status, seen)), step, "{seen:?}");
            }
        }
        let gone = state(Status::Ended, Budget::Own(Exact::whole(20)));
        assert_eq!(next_step(&order, &gone), changed);
        // To the last digit.
        let nearly = Exact::from_units(Exact::whole(20).units() + 1);
        let nearly = state(Status::Active, Budget::Own(nearly));
        assert_eq!(next_step(&order, &nearly), changed);
    }

    #[test]
    fn what_makes_no_sense_cannot_be_ordered() {
        let (active, ten) = (Value::Status(Status::Active), Exact::whole(10));
        let to = Change::DailyBudget;
        for (kind, change, before, error) in [
            (ObjectKind::Ad, to(ten), budget(20), OrderError::NoBudget),
            (
                ObjectKind::AdSet,
                to(Exact::ZERO),
                budget(20),
                OrderError::NotPositive,
            ),
            (
                ObjectKind::AdSet,
                to(Exact::whole(-1)),
                budget(20),
                OrderError::NotPositive,
            ),
            (
                ObjectKind::Campaign,
                to(ten),
                active,
                OrderError::OtherValue,
            ),
            (
                ObjectKind::Campaign,
                Change::Pause,
                budget(20),
                OrderError::OtherValue,
            ),
        ] {
            assert_eq!(order(kind, change, before), Err(error));
        }
    }
}
