//! What is to be different: absolute values, so that whoever writes one twice has changed nothing the second time.

use kernel::Exact;

use crate::target::{ObjectKind, Target};

/// Whether something is shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// As far as it is up to itself.
    Active,
    /// Somebody paused it.
    Paused,
    /// It was removed or archived, and never comes back by itself.
    Ended,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Active, Self::Paused, Self::Ended];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Ended => "ended",
        }
    }

    /// The inverse of [`Status::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// A value that a change is about, before or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Whether it is shown.
    Status(Status),
    /// What it may spend a day, in the account's currency.
    DailyBudget(Exact),
}

/// What is to be different. Never "so much more": an absolute value can be written twice without being spent twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// It is shown no more until somebody resumes it.
    Pause,
    /// It may spend so much a day, in the account's currency.
    DailyBudget(Exact),
}

impl Change {
    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::DailyBudget(_) => "daily_budget",
        }
    }

    /// What there is once it is made.
    pub const fn wanted(self) -> Value {
        match self {
            Self::Pause => Value::Status(Status::Paused),
            Self::DailyBudget(amount) => Value::DailyBudget(amount),
        }
    }
}

/// Why something cannot be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// Ads have no budgets.
    #[error("an ad has no budget of its own")]
    NoBudget,
    /// A budget is more than nothing.
    #[error("a daily budget must be above zero")]
    NotPositive,
    /// What is to be there before is a value of another kind.
    #[error("what is expected is not what is to be changed")]
    OtherValue,
}

/// A change of something, with the value that it was decided upon.
///
/// ```
/// use ad_changes::{Change, Exact, ObjectId, ObjectKind, Order, OrderError, Target, Uuid, Value};
///
/// let target = Target {
///     connection_id: Uuid::nil().into(),
///     kind: ObjectKind::Campaign,
///     id: ObjectId::parse("77").unwrap(),
/// };
/// let (from, to) = (Exact::whole(20), Exact::whole(14));
/// let order = Order::new(target.clone(), Change::DailyBudget(to), Value::DailyBudget(from));
/// assert!(order.is_ok());
///
/// let ad = Target { kind: ObjectKind::Ad, ..target };
/// let order = Order::new(ad, Change::DailyBudget(to), Value::DailyBudget(from));
/// assert_eq!(order, Err(OrderError::NoBudget));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    target: Target,
    change: Change,
    before: Value,
}

impl Order {
    /// `before` is what whoever decided saw: nothing is written where something else is found.
    pub fn new(target: Target, change: Change, before: Value) -> Result<Self, OrderError> {
        match (change, before) {
            (Change::DailyBudget(_), _) if target.kind == ObjectKind::Ad => {
                return Err(OrderError::NoBudget);
            }
            (Change::DailyBudget(amount), _) if amount <= Exact::ZERO => {
                return Err(OrderError::NotPositive);
            }
            (Change::Pause, Value::Status(_)) | (Change::DailyBudget(_), Value::DailyBudget(_)) => {
            }
            _ => return Err(OrderError::OtherValue),
        }
        Ok(Self {
            target,
            change,
            before,
        })
    }

    /// What is changed.
    pub const fn target(&self) -> &Target {
        &self.target
    }

    /// How.
    pub const fn change(&self) -> Change {
        self.change
    }

    /// What is there before.
    pub const fn before(&self) -> Value {
        self.before
    }
}
