//! What a store found for the identifiers of one event.

use kernel::CustomerId;

use crate::device::Ownership;
use crate::identifiers::Identifier;
use crate::kinds::IdentifierKind;
use crate::value_key::ValueKey;

/// Whether a stored value may still find its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueState {
    /// It finds its holder.
    Active,
    /// It is several people's: it says whose an event is only where nothing else does.
    Demoted,
    /// The profile blocked it: it is ignored wherever it turns up.
    Blocked,
}

impl ValueState {
    /// The database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Demoted => "demoted",
            Self::Blocked => "blocked",
        }
    }

    /// The inverse of [`ValueState::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Active, Self::Demoted, Self::Blocked]
            .into_iter()
            .find(|word| word.as_str() == text)
    }
}

/// A value that is stored: a row of `identifiers`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownValue {
    /// What it is; never [`IdentifierKind::AnonymousId`].
    pub kind: IdentifierKind,
    /// What it is found under.
    pub value_key: ValueKey,
    /// Who holds it.
    pub holder: CustomerId,
    /// Whether it finds its holder.
    pub state: ValueState,
}

/// A holder of one of the values, or an owner of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCustomer {
    /// Who.
    pub id: CustomerId,
    /// Kind and key of every active value that the customer holds, in any order.
    pub holds: Vec<(IdentifierKind, ValueKey)>,
    /// Counts up whenever values of the customer are settled anew.
    pub epoch: i32,
    /// How many browsers that are the customer's alone were first seen since 180 days before the event;
    /// a count that stops at 200 is enough.
    pub recent_visitors: u32,
}

/// Everything that the decision needs to know, read in one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The stored ones among the event's values; a value that nobody holds is absent.
    pub values: Vec<KnownValue>,
    /// Every customer that `values` or `visitor` names.
    pub customers: Vec<KnownCustomer>,
    /// Whose the event's browser is; [`Ownership::Unowned`] also when it was never seen or the
    /// event names none.
    pub visitor: Ownership,
    /// Whether people ever decided that somebody is somebody else on that browser: then whose it is follows from all
    /// identifications on it.
    pub is_parted: bool,
}

impl Known {
    /// What is stored of a value.
    pub fn value(&self, identifier: &Identifier) -> Option<&KnownValue> {
        self.values
            .iter()
            .find(|known| known.kind == identifier.kind && known.value_key == identifier.value_key)
    }

    /// What is known of a customer.
    pub fn customer(&self, id: CustomerId) -> Option<&KnownCustomer> {
        self.customers.iter().find(|customer| customer.id == id)
    }
}
