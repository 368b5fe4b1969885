//! What settling reads, and what it writes.

use std::collections::BTreeSet;

use kernel::{CustomerId, Timestamp};
use uuid::Uuid;

use crate::identifiers::Subject;
use crate::known::ValueState;

/// Two values that a fact named together, which nobody has looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsettledPair {
    /// The more trusted one.
    pub upper: Subject,
    /// The other.
    pub lower: Subject,
    /// The fact that named them first.
    pub fact: Uuid,
}

/// A value as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldValue {
    /// Which.
    pub value: Subject,
    /// Whose it is.
    pub holder: CustomerId,
    /// The customer who was founded for it, if one was: an id that is theirs for ever, and an alias
    /// while the value belongs to somebody else.
    pub home: Option<CustomerId>,
    /// Whether it is several people's.
    pub state: ValueState,
}

/// A customer as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldCustomer {
    /// Who.
    pub id: CustomerId,
    /// When they were seen first.
    pub first_seen_at: Timestamp,
    /// Whose alias the id is.
    pub merged_into: Option<CustomerId>,
}

/// A value changes hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which.
    pub value: Subject,
    /// Whose it was.
    pub from: CustomerId,
    /// Whose it is.
    pub to: CustomerId,
    /// The fact that caused it, if one did.
    pub fact: Option<Uuid>,
}

/// What is to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settlement {
    /// Values that change hands.
    pub moves: Vec<Move>,
    /// Values that turn out to be several people's, each with its holder before.
    pub shared: Vec<(Subject, CustomerId)>,
    /// Customers who are founded.
    pub founded: Vec<CustomerId>,
    /// For which value a customer was founded, where that is not stored.
    pub homes: Vec<(Subject, CustomerId)>,
    /// Ids that become an alias of another, or cease to be one.
    pub aliases: Vec<(CustomerId, Option<CustomerId>)>,
}

impl Settlement {
    /// Whether nobody's history changes.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.shared.is_empty() && self.aliases.is_empty()
    }

    /// Everybody who gains or loses something, but for those who are founded.
    pub fn customers(&self) -> BTreeSet<CustomerId> {
        let moved = self.moves.iter().flat_map(|it| [it.from, it.to]);
        let shared = self.shared.iter().map(|(_, holder)| *holder);
        let aliases = self.aliases.iter().flat_map(|(id, of)| [Some(*id), *of]);
        let mut all: BTreeSet<_> = moved.chain(shared).chain(aliases.flatten()).collect();
        for founded in &self.founded {
            all.remove(founded);
        }
        all
    }
}

/// What nobody has looked at yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsettled {
    /// New pairs.
    pub pairs: Vec<UnsettledPair>,
    /// Values that are to be looked at for another reason.
    pub values: Vec<Subject>,
    /// Ids under which somebody went on until a decision that is taken back, and under which they go on again.
    pub led: Vec<CustomerId>,
    /// Ids under which somebody goes on no more, because they were parted from somebody by a decision that is taken back.
    pub yields: Vec<CustomerId>,
}

impl Unsettled {
    /// Whether nothing is left to be done.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.values.is_empty()
    }

    pub(crate) fn named(&self) -> BTreeSet<Subject> {
        let of_pairs = self
            .pairs
            .iter()
            .flat_map(|pair| [&pair.upper, &pair.lower]);
        of_pairs.chain(&self.values).cloned().collect()
    }
}
