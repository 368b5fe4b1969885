//! Who is one person: a function of which values facts name together, whatever order they came in.
//!
//! - A value is one person's while facts name it together with no more values of each other kind than a
//!   person has ([`IdentifierKind::partners`]). A phone that two e-mail addresses were given with is a
//!   household's or has a new owner: it joins nobody.
//! - Most trusted first: a value belongs to the person of the more trusted values that it was named
//!   with and that are one person's themselves, if all of them lead to one person. One that was named
//!   with none such belongs to whom everything less trusted leads that it was named with: an e-mail
//!   address that came with a phone, to the national id that came with the same phone. Otherwise it is
//!   a person of its own.
//!
//! - What people decide stands on top of that: two persons of whom somebody said that they are one are one
//!   ([`Link`]), whatever facts come later, until it is taken back. Two national ids are never one person, though:
//!   a decision that would make them one joins nobody. And one of whom somebody said that they are two are two
//!   ([`Parting`]), until it is taken back or later said that they are one.
//!
//! So, but for decisions, a person is a tree with one most trusted value at its root. Two national ids, or two contacts of
//! one CRM, are never one person, and nothing has to be given up later because a person became too
//! large. What one more pair changes stays near it, too: a value that is one person's has few partners,
//! and one that is not leads nowhere.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::identifiers::Subject;
use crate::kinds::{IdentifierKind, MOST_OF_A_KIND, Partners};
use crate::split::Parting;

/// Somebody decided that the persons of two values are one. Values, and not customers: which customer a value belongs
/// to may change with every fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The decision; ids are ordered by time, and decisions are applied in that order.
    pub decision: Uuid,
    /// A value of one of them.
    pub one: Subject,
    /// And of the other.
    pub other: Subject,
}

impl Link {
    /// What was decided of two values.
    pub const fn new(decision: Uuid, one: Subject, other: Subject) -> Self {
        Self {
            decision,
            one,
            other,
        }
    }
}

/// Which values facts name together.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    partners: BTreeMap<Subject, BTreeSet<Subject>>,
    shared: BTreeSet<Subject>,
    links: BTreeMap<Uuid, (Subject, Subject)>,
    partings: BTreeMap<Uuid, Parting>,
}

impl Pairs {
    /// A fact names the two. Kinds that name no person connect nothing.
    pub fn add(&mut self, one: &Subject, other: &Subject) {
        if one == other || ![one, other].iter().all(|value| value.kind.names_a_person()) {
            return;
        }
        for (value, partner) in [(one, other), (other, one)] {
            let partners = self.partners.entry(value.clone()).or_default();
            partners.insert(partner.clone());
        }
    }

    /// The value is known to be several people's, or blocked, whatever pairs say.
    pub fn share(&mut self, value: Subject) {
        self.shared.insert(value);
    }

    /// Somebody decided that two values are one person's.
    pub fn link(&mut self, link: Link) {
        self.links.insert(link.decision, (link.one, link.other));
    }

    /// A decision is taken back.
    pub fn unlink(&mut self, decision: Uuid) {
        self.links.remove(&decision);
    }

    /// Somebody decided that values are two persons'.
    pub fn part(&mut self, parting: Parting) {
        self.partings.insert(parting.decision, parting);
    }

    /// What decisions connect a value with directly, or part it from.
    pub fn linked_with(&self, value: &Subject) -> impl Iterator<Item = &Subject> {
        let linked = self.links.values().filter_map(move |(one, other)| {
            let from_one = (one == value).then_some(other);
            from_one.or_else(|| (other == value).then_some(one))
        });
        let partings = self.partings.values();
        let of_them = partings.filter(move |parting| parting.names(value));
        linked.chain(of_them.flat_map(Parting::values))
    }

    /// For which value each stands that a parting is about: its [`root`](Self::root), unless that would be the root of
    /// the other side, too.
    pub(crate) fn standing(&self) -> BTreeMap<&Subject, &Subject> {
        let values = self.partings.values().flat_map(Parting::values);
        let mut stands = values.map(|value| (value, self.root(value))).collect();
        for parting in self.partings.values() {
            parting.correct(&mut stands);
        }
        stands
    }

    /// Which values decisions say are one person's, in the order of these, and whether a parting says so of one side.
    fn together(&self) -> Vec<(Uuid, bool, [&Subject; 2])> {
        let linked = self.links.iter();
        let linked = linked.map(|(id, (one, other))| (*id, false, [one, other]));
        let partings = self.partings.iter();
        let sides = partings.flat_map(|(id, it)| it.together().map(|pair| (*id, true, pair)));
        let mut decided: Vec<_> = linked.chain(sides).collect();
        decided.sort_by_key(|(id, ..)| *id);
        decided
    }

    /// Which persons are one by decisions: for each [`root`](Self::root) that a decision concerns the root that
    /// stands for all, the most trusted of them. A decision that would make one person of two national ids is
    /// passed over, and so is what a later one parts. That a side of a parting is one person gives way to any other.
    pub fn united(&self) -> BTreeMap<&Subject, &Subject> {
        let stands = self.standing();
        let mut united: BTreeMap<&Subject, &Subject> = BTreeMap::new();
        for (decision, is_side, pair) in self.together() {
            let [one, other] = pair.map(|value| {
                let root = stands.get(value).copied();
                let root = root.unwrap_or_else(|| self.root(value));
                *united.entry(root).or_insert(root)
            });
            let ids = [one, other].map(|it| it.kind == IdentifierKind::NationalId);
            let person = |value: &Subject| {
                let root = stands.get(value)?;
                Some(*united.get(root).unwrap_or(root))
            };
            let mut partings = self.partings.values();
            let is_parted = partings.any(|parting| {
                (is_side || parting.decision > decision)
                    && parting.would_join([one, other], &person)
            });
            if one == other || ids == [true, true] || is_parted {
                continue;
            }
            let (first, second) = if leads(one, other) {
                (one, other)
            } else {
                (other, one)
            };
            for root in united.values_mut().filter(|root| **root == second) {
                *root = first;
            }
        }
        united
    }

    /// The most trusted value of the person that a value belongs to, by facts and by decisions.
    pub fn person<'a>(&'a self, value: &'a Subject) -> &'a Subject {
        let stands = self.standing().get(value).copied();
        let root = stands.unwrap_or_else(|| self.root(value));
        self.united().get(root).copied().unwrap_or(root)
    }

    /// What facts name together with a value, and nobody parted from it.
    pub fn partners(&self, value: &Subject) -> impl Iterator<Item = &Subject> {
        let named = self.named_with(value);
        named.filter(move |partner| !self.is_parted(value, partner))
    }

    /// What facts name together with a value, whoever parted it.
    fn named_with(&self, value: &Subject) -> impl Iterator<Item = &Subject> {
        self.partners.get(value).into_iter().flatten()
    }

    fn is_parted(&self, one: &Subject, other: &Subject) -> bool {
        let mut partings = self.partings.values();
        partings.any(|parting| parting.parts(one, other))
    }

    /// What [`is_shared`](Self::is_shared) counts.
    fn counted(&self, value: &Subject) -> Vec<&Subject> {
        if self.partings.values().any(|it| it.was_shared(value)) {
            return self.named_with(value).collect();
        }
        self.partners(value).collect()
    }

    /// Whether facts name the value with more others than one person has. More facts never take that
    /// back.
    pub fn is_shared(&self, value: &Subject) -> bool {
        let counted = self.counted(value);
        let exceeds = |of: IdentifierKind| {
            let named = counted.iter().filter(|partner| partner.kind == of);
            match value.kind.partners(of) {
                Partners::Any => false,
                Partners::AtMost(most) => named.count() > most,
                Partners::OnePerSource => {
                    let named: Vec<_> = named.collect();
                    let sources: BTreeSet<_> =
                        named.iter().map(|it| it.value_key.source()).collect();
                    named.len() > sources.len() || sources.len() > MOST_OF_A_KIND
                }
            }
        };
        self.shared.contains(value) || IdentifierKind::ALL.into_iter().any(exceeds)
    }

    /// The most trusted value of the person that a value belongs to; itself when it follows nobody.
    pub fn root<'a>(&'a self, value: &'a Subject) -> &'a Subject {
        self.root_by(value, &mut |value| self.is_shared(value))
    }

    /// [`root`](Self::root) by what `is_shared` says, which is asked for every value that the answer
    /// depends on.
    pub(crate) fn root_by<'a>(
        &'a self,
        value: &'a Subject,
        is_shared: IsShared<'_>,
    ) -> &'a Subject {
        if is_shared(value) {
            return value;
        }
        // Kinds become more trusted with each step, of which there are three.
        let leading = self.above(value, value, is_shared);
        if !leading.is_empty() {
            return one(leading).unwrap_or(value);
        }
        let mut besides = Vec::new();
        for lower in self.named_with(value).filter(|it| it.kind < value.kind) {
            if is_shared(lower) {
                continue;
            }
            // Whom it leads to cannot be said by the other values alone, only because one of them was parted.
            let leads = !self.is_parted(value, lower);
            let leads = leads.then(|| one(self.above(lower, value, is_shared)));
            besides.push(leads.flatten());
        }
        one(besides).flatten().unwrap_or(value)
    }

    /// Whom the partners of `lower` lead to that are more trusted than `value`.
    fn above<'a>(
        &'a self,
        lower: &'a Subject,
        value: &'a Subject,
        is_shared: IsShared<'_>,
    ) -> Vec<&'a Subject> {
        let mut roots = Vec::new();
        for partner in self.partners(lower).filter(|it| it.kind > value.kind) {
            if !is_shared(partner) {
                roots.push(self.root_by(partner, is_shared));
            }
        }
        roots
    }
}

/// Whether `one` stands for both: the more trusted, and among equals the smaller.
fn leads(one: &Subject, other: &Subject) -> bool {
    (one.kind, std::cmp::Reverse(&one.value_key))
        > (other.kind, std::cmp::Reverse(&other.value_key))
}

/// Whether a value is several people's.
pub(crate) type IsShared<'f> = &'f mut dyn FnMut(&Subject) -> bool;

/// What all of them are, if they are one thing.
fn one<T: PartialEq>(all: Vec<T>) -> Option<T> {
    let mut all = all.into_iter();
    let first = all.next()?;
    all.all(|it| it == first).then_some(first)
}
