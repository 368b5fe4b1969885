//! Somebody decides that a customer is two people, and may take it back.
//!
//! What is decided is a [`Parting`] of the values that the customer has: which are one person's, and which are
//! another's. It is settled like facts are, on top of the rule of [`pairs`](crate::pairs): what facts say of values on
//! different sides counts no more, also of later facts, and what is on one side is one person's. So both go on to be
//! known by more, and taking it back brings what the rule says without it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use kernel::{Actor, CustomerId, SplitId, Timestamp, VisitorId};
use uuid::Uuid;

use crate::erased::is_erased;
use crate::identifiers::Subject;
use crate::known::ValueState;
use crate::settlement::{HeldCustomer, HeldValue};

/// Values of somebody who is parted, at most.
pub const MOST_PARTED_VALUES: usize = 200;
/// Decisions that stand and made others of one customer, at most: each is read whenever anything of them is settled.
pub const MOST_STANDING_SPLITS: u32 = 50;

/// What settling reads of a split: two sides that are never one person by facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The decision; ids are ordered by time, and decisions are applied in that order.
    pub decision: Uuid,
    /// What goes away, and of each value whether it was several people's already when that was decided.
    pub away: BTreeMap<Subject, bool>,
    /// The same of what stays.
    pub rest: BTreeMap<Subject, bool>,
}

impl Parting {
    /// Every value that it is about.
    pub fn values(&self) -> impl Iterator<Item = &Subject> {
        self.away.keys().chain(self.rest.keys())
    }

    /// Whether it is about a value.
    pub fn names(&self, value: &Subject) -> bool {
        self.away.contains_key(value) || self.rest.contains_key(value)
    }

    /// Whether the two are on different sides.
    pub fn parts(&self, one: &Subject, other: &Subject) -> bool {
        self.away.contains_key(one) && self.rest.contains_key(other)
            || self.rest.contains_key(one) && self.away.contains_key(other)
    }

    /// Whether a value was several people's when it was decided: then all that facts name it with counts on, so that
    /// it is that whatever was parted.
    pub(crate) fn was_shared(&self, value: &Subject) -> bool {
        let found = self.away.get(value).or_else(|| self.rest.get(value));
        found.copied().unwrap_or_default()
    }

    /// What is one person's by it: of each side the value that stands for it, with each of the others.
    pub(crate) fn together(&self) -> impl Iterator<Item = [&Subject; 2]> {
        [&self.away, &self.rest].into_iter().flat_map(|side| {
            let first = standing_for(side);
            let others = side.keys().filter(move |value| Some(*value) != first);
            others.filter_map(move |value| Some([first?, value]))
        })
    }

    /// Whether one of each side is of one of two persons, so that the sides were one if these were.
    pub(crate) fn would_join<'a>(
        &'a self,
        persons: [&Subject; 2],
        person: &dyn Fn(&'a Subject) -> Option<&'a Subject>,
    ) -> bool {
        let has = |side: &'a BTreeMap<Subject, bool>, wanted: &Subject| {
            side.keys().any(|value| person(value) == Some(wanted))
        };
        let [one, other] = persons;
        has(&self.away, one) && has(&self.rest, other)
            || has(&self.rest, one) && has(&self.away, other)
    }

    /// Corrects for which value each of its values `stands`, where facts about further values join the two sides all the
    /// same: of those that stand for one value, the side without it leaves, and goes on under one of its own that left.
    /// So nobody comes together by it, and whatever is stood for stands for itself.
    pub(crate) fn correct<'a>(&'a self, stands: &mut BTreeMap<&'a Subject, &'a Subject>) {
        let roots: BTreeSet<_> = stands.values().copied().collect();
        for root in roots {
            let of = |side: &'a BTreeMap<Subject, bool>| {
                let theirs = side.iter();
                theirs.filter(|(value, _)| stands.get(value) == Some(&root))
            };
            if of(&self.away).next().is_none() || of(&self.rest).next().is_none() {
                continue;
            }
            let leaving = if self.away.contains_key(root) {
                &self.rest
            } else {
                &self.away
            };
            let leaving: Vec<_> = of(leaving).collect();
            let Some(first) = standing_for(leaving.iter().copied()) else {
                continue;
            };
            for (value, _) in leaving {
                stands.insert(value, first);
            }
        }
    }
}

/// Whether anything is decided of a value.
fn is_decided(value: &HeldValue) -> bool {
    value.value.kind.names_a_person()
        && value.state != ValueState::Blocked
        && !is_erased(&value.value)
}

/// The value that stands for these of a side: rather one person's than several people's, the most trusted, and of equals the
/// smallest.
fn standing_for<'a>(
    side: impl IntoIterator<Item = (&'a Subject, &'a bool)>,
) -> Option<&'a Subject> {
    let rank = |(value, was_shared): &(&Subject, &bool)| {
        (!**was_shared, value.kind, Reverse((*value).clone()))
    };
    let first = side.into_iter().max_by_key(rank);
    first.map(|(value, _)| value)
}

/// A decision that a customer is two people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Its id.
    pub id: SplitId,
    /// When it was decided.
    pub decided_at: Timestamp,
    /// By whom.
    pub actor: Actor,
    /// Who was two people, and goes on with what stays.
    pub customer: CustomerId,
    /// Who has what went away.
    pub parted: CustomerId,
    /// When it was taken back, and by whom.
    pub undone: Option<(Timestamp, Actor)>,
}

/// A value that a customer is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBy {
    /// Which.
    pub value: Subject,
    /// Whether it is theirs alone.
    pub state: ValueState,
    /// As it is shown, in UTF-8; a national id as whoever keeps it sealed it. Nothing where that is gone.
    pub display: Option<Vec<u8>>,
    /// When it was seen first.
    pub first_seen_at: Timestamp,
    /// When it was seen last.
    pub last_seen_at: Timestamp,
}

/// A browser that is a customer's at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnBrowser {
    /// Which.
    pub id: VisitorId,
    /// What it calls itself.
    pub anonymous_id: String,
    /// When it was seen first.
    pub first_seen_at: Timestamp,
    /// Whether it is others' at other times.
    pub is_shared: bool,
}

/// Why a customer cannot be made two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSplittable {
    /// Nobody of this id is known.
    #[error("there is no such customer")]
    Unknown,
    /// The id leads to another customer.
    #[error("the customer was merged into another one")]
    Alias,
    /// Nothing that goes away names one person.
    #[error("name at least one identifier that is one person's")]
    Nothing,
    /// Nothing that stays names one person.
    #[error("at least one identifier that is one person's has to stay")]
    Everything,
    /// They have more values than can be decided of at once.
    #[error("the customer has more than 200 identifiers")]
    TooMany,
    /// So many others were made of them already.
    #[error("50 splits of the customer stand already")]
    TooOften,
    /// Without what they are parted from, facts join values of theirs to somebody else.
    #[error("parted so, one of the two would be one with another customer")]
    Joins,
}

/// What it takes to part a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitPlan {
    /// The two sides.
    pub parting: Parting,
    /// Where the customer's id goes that was founded for a value which goes away, or for none that is known.
    pub home: Option<HomeMove>,
}

impl SplitPlan {
    /// Who has what went away, if it was done as planned: the customer has what stays, and somebody else has what went
    /// away and nothing more. `held` is all that the customer and whoever has what went away hold.
    pub fn parted(
        &self,
        customer: CustomerId,
        held: &[HeldValue],
    ) -> Result<CustomerId, NotSplittable> {
        let first = self.parting.away.keys().next();
        let first = held.iter().find(|value| Some(&value.value) == first);
        let parted = first
            .map(|value| value.holder)
            .ok_or(NotSplittable::Joins)?;
        let has = |id: CustomerId, side: &BTreeMap<Subject, bool>| {
            let theirs = held
                .iter()
                .filter(|value| value.holder == id && is_decided(value));
            let theirs: BTreeSet<&Subject> = theirs.map(|value| &value.value).collect();
            theirs == side.keys().collect()
        };
        if parted != customer
            && has(customer, &self.parting.rest)
            && has(parted, &self.parting.away)
        {
            return Ok(parted);
        }
        Err(NotSplittable::Joins)
    }
}

/// A customer's id becomes that of another value of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeMove {
    /// For which value it was founded; this one gets the id that the other had, if there is one.
    pub from: Option<Subject>,
    /// For which it stands from now on.
    pub to: Subject,
}

/// Somebody who is nobody's alias.
pub fn splittable(customer: Option<&HeldCustomer>) -> Result<&HeldCustomer, NotSplittable> {
    let customer = customer.ok_or(NotSplittable::Unknown)?;
    if customer.merged_into.is_some() {
        return Err(NotSplittable::Alias);
    }
    Ok(customer)
}

/// Plans to part a customer, as they and all values that they hold are stored: `chosen` goes away, all else stays. What
/// was blocked stays, too, and says nothing.
pub fn plan_split(
    decision: Uuid,
    customer: Option<&HeldCustomer>,
    held: &[HeldValue],
    chosen: &BTreeSet<Subject>,
) -> Result<SplitPlan, NotSplittable> {
    let customer = splittable(customer)?;
    if held.len() > MOST_PARTED_VALUES {
        return Err(NotSplittable::TooMany);
    }
    let named = held
        .iter()
        .filter(|value| value.holder == customer.id && is_decided(value));
    let (mut away, mut rest) = (BTreeMap::new(), BTreeMap::new());
    for value in named.clone() {
        let side = if chosen.contains(&value.value) {
            &mut away
        } else {
            &mut rest
        };
        side.insert(value.value.clone(), value.state == ValueState::Demoted);
    }
    let is_somebody = |side: &BTreeMap<Subject, bool>| side.values().any(|was_shared| !was_shared);
    if !is_somebody(&away) {
        return Err(NotSplittable::Nothing);
    }
    if !is_somebody(&rest) {
        return Err(NotSplittable::Everything);
    }
    let home = named.clone().find(|value| value.home == Some(customer.id));
    let home = home.map(|value| value.value.clone());
    let moves = home.as_ref().is_none_or(|value| away.contains_key(value));
    let to = standing_for(&rest).filter(|_| moves).cloned();
    Ok(SplitPlan {
        home: to.map(|to| HomeMove { from: home, to }),
        parting: Parting {
            decision,
            away,
            rest,
        },
    })
}

#[cfg(test)]
mod tests;
