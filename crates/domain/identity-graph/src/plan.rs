//! What is to be written for one event: the outcome of the decision, before any of it happened.

use kernel::{CustomerId, Timestamp, VisitorId};
use uuid::Uuid;

use crate::device::Ownership;
use crate::identifiers::{Identifier, Subject};
use kernel::Personal;

/// Who told of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A server with a key of its own: what it names together belongs together.
    Server,
    /// A browser: anybody can send what it tells.
    Browser,
    /// A list of customers that somebody with a key of their own keeps: what a row names together belongs
    /// together, but nobody was seen by it.
    List,
}

impl Origin {
    /// Whether values that are named together belong together.
    pub const fn connects(self) -> bool {
        match self {
            Self::Server | Self::List => true,
            Self::Browser => false,
        }
    }

    /// Whether somebody was there when it was told, so that they were seen.
    pub const fn is_seeing(self) -> bool {
        match self {
            Self::Server | Self::Browser => true,
            Self::List => false,
        }
    }

    /// The database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Browser => "browser",
            Self::List => "list",
        }
    }
}

/// When and how an event came about, and the ids that it and its customer get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// When it happened; of a list, when it came.
    pub at: Timestamp,
    /// Who told of it.
    pub origin: Origin,
    /// A fresh id, for the customer whom it may found.
    pub candidate: CustomerId,
    /// The fact's own id.
    pub fact: Uuid,
}

/// Two values that one event names, the more trusted one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPair {
    /// The more trusted one.
    pub upper: Subject,
    /// The other.
    pub lower: Subject,
    /// Nothing of it is left to be settled: both belong to whom the plan gives them, or it is a
    /// browser's, which connects nothing.
    pub is_settled: bool,
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

/// What is to be written for one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// When and how the event came about.
    pub occasion: Occasion,
    /// Whose it is; `None` when it names nobody.
    pub customer: Option<Target>,
    /// The epoch of an existing customer when they were looked up.
    pub epoch: i32,
    /// The identifier that decided. While the plan's pointers stand, it leads to `customer`.
    pub subject: Option<Subject>,
    /// Values that nobody held and that `customer` takes, in the order of kind word and key, in
    /// which every transaction takes them.
    pub claims: Vec<Identifier>,
    /// Values that `customer` held already and showed again.
    pub confirmed: Vec<Identifier>,
    /// Which values the event names together.
    pub pairs: Vec<NewPair>,
    /// The event's browser, when it names one.
    pub visitor: Option<VisitorPlan>,
    /// Names and primary values; nothing unless an identifier of the person decided.
    pub fill: Fill,
}

impl Plan {
    /// Whether the identifier that decided names a person.
    pub fn names_a_person(&self) -> bool {
        let subject = self.subject.as_ref();
        subject.is_some_and(|subject| subject.kind.names_a_person())
    }

    /// Whether the customer is founded by this event, and for which value.
    pub fn founded_for(&self) -> Option<&Subject> {
        self.subject
            .as_ref()
            .filter(|_| self.customer.is_some_and(Target::is_new))
    }
}
