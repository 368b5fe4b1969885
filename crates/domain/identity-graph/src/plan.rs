//! What is to be written for one event: the outcome of the decision, before any of it happened.

use std::collections::BTreeSet;

use kernel::{CustomerId, Timestamp, VisitorId};

use crate::device::Ownership;
use crate::identifiers::{Identifier, Subject};
use crate::personal::Personal;

/// When an event happened, and the id that its customer gets should it found one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// When it happened.
    pub at: Timestamp,
    /// A fresh id.
    pub candidate: CustomerId,
}

/// Whose an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A customer that exists.
    Existing(CustomerId),
    /// A customer that the plan founds.
    New(CustomerId),
}

impl Target {
    /// The customer.
    pub const fn id(self) -> CustomerId {
        match self {
            Self::Existing(id) | Self::New(id) => id,
        }
    }

    /// Whether the plan founds the customer.
    pub const fn is_new(self) -> bool {
        matches!(self, Self::New(_))
    }
}

/// What happens to the event's browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitorPlan {
    /// The browser.
    pub id: VisitorId,
    /// The anonymous id that names it.
    pub anonymous_id: Identifier,
    /// Whose it becomes. Whatever it says, a browser that is not stored yet is stored.
    pub decision: VisitorDecision,
}

/// Whose a browser becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VisitorDecision {
    /// The event names no person: nothing changes.
    Unidentified,
    /// It was nobody's; it becomes this customer's with its whole past.
    Link(CustomerId),
    /// At the time of the event it is the customer's already.
    AlreadyLinked,
    /// It is somebody else's at that time: its owners are worked out anew from all
    /// identifications.
    Share {
        /// Whose this event is.
        customer: CustomerId,
        /// Whose the browser was before.
        before: Ownership,
    },
    /// The customer has more new browsers than a person can have; it is left alone.
    OverLimit,
}

/// What is written where the customer has nothing yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fill {
    /// Given name.
    pub first_name: Option<Personal>,
    /// Family name.
    pub last_name: Option<Personal>,
    /// An e-mail address that the customer holds.
    pub primary_email: Option<Personal>,
    /// A phone number that the customer holds.
    pub primary_phone: Option<Personal>,
}

/// Two customers who show one value, the smaller id first: work for a later proposer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rivals {
    /// The smaller id.
    pub first: CustomerId,
    /// The larger id.
    pub second: CustomerId,
}

/// What is to be written for one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// When the event happened.
    pub at: Timestamp,
    /// Whose it is; `None` when it names nobody.
    pub customer: Option<Target>,
    /// The identifier that decided. While the plan's pointers stand, it leads to `customer`.
    pub subject: Option<Subject>,
    /// Values that nobody held and that `customer` takes, in the order of kind word and key, in
    /// which every transaction takes them.
    pub claims: Vec<Identifier>,
    /// Values that `customer` held already and showed again.
    pub confirmed: Vec<Identifier>,
    /// Values that another customer holds and that were not seen with this one before.
    pub sightings: Vec<(Identifier, CustomerId)>,
    /// Values that too many customers show now.
    pub demotions: Vec<Identifier>,
    /// The event's browser, when it names one.
    pub visitor: Option<VisitorPlan>,
    /// Names and primary values; nothing unless an identifier of the person decided.
    pub fill: Fill,
    /// Pairs of this customer with the holders of the other values.
    pub rivals: BTreeSet<Rivals>,
}

impl Rivals {
    /// The pair in its order; `None` for a customer and itself.
    pub fn new(one: CustomerId, other: CustomerId) -> Option<Self> {
        (one != other).then(|| Self {
            first: one.min(other),
            second: one.max(other),
        })
    }
}
