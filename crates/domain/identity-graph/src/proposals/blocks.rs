//! Who is compared with whom: whoever shares a block. All pairs would be too many, and nearly all of them strangers.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{CustomerId, VisitorId};

use super::names::{Likeness, given_names};
use super::traits::{Traits, local_part, tail};
use crate::identifiers::Subject;
use crate::kinds::IdentifierKind;

/// What more customers than this share says nothing about any two of them.
pub const MOST_IN_A_BLOCK: usize = 50;

/// What brings two customers together to be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Block {
    /// The same value.
    Value(Subject),
    /// Numbers that end alike.
    Tail(String),
    /// The part of an address before its `@`, and the first given name.
    LocalPart(String, String),
    /// A family name, the first letter of the given one, and the last four digits of a number.
    Name(String, char, String),
    /// The same browser; its people are compared when their given names are alike, or one is unknown.
    Browser(VisitorId),
}

impl Block {
    /// A text that no other block has.
    pub fn text(&self) -> String {
        match self {
            Self::Value(value) => {
                format!(
                    "value\0{}\0{}",
                    value.kind.as_str(),
                    value.value_key.as_str()
                )
            }
            Self::Tail(tail) => format!("tail\0{tail}"),
            Self::LocalPart(local, given) => format!("local\0{local}\0{given}"),
            Self::Name(name, initial, digits) => format!("name\0{name}\0{initial}\0{digits}"),
            Self::Browser(browser) => format!("browser\0{}", browser.uuid()),
        }
    }
}

/// The blocks of a customer.
pub fn blocks(of: &Traits) -> BTreeSet<Block> {
    let mut blocks: BTreeSet<Block> = of.values.iter().cloned().map(Block::Value).collect();
    blocks.extend(of.browsers.iter().copied().map(Block::Browser));
    let given = of.given.split(' ').next().unwrap_or_default();
    if !given.is_empty() {
        let locals = of.keys(IdentifierKind::Email).map(local_part);
        blocks.extend(locals.map(|local| Block::LocalPart(local.to_owned(), given.to_owned())));
    }
    for tail in of.keys(IdentifierKind::Phone).filter_map(tail) {
        blocks.insert(Block::Tail(tail.to_owned()));
        let (Some(initial), Some(last)) = (given.chars().next(), tail.get(4..)) else {
            continue;
        };
        let names = of.family.iter();
        blocks.extend(names.map(|name| Block::Name(name.clone(), initial, last.to_owned())));
    }
    blocks
}

/// Pairs of customers, as their places in `all`, the smaller first, each once and in order.
pub fn candidate_pairs(all: &[Traits]) -> BTreeSet<(usize, usize)> {
    pairs_sharing(all, |_| true)
}

/// Pairs of customers of whom at least one has `changed`, when `all` are these and everybody who shares a block with
/// one of them, but for those blocks that are `crowded`.
pub fn changed_pairs(
    all: &[Traits],
    changed: &BTreeSet<CustomerId>,
    crowded: &BTreeSet<Block>,
) -> BTreeSet<(usize, usize)> {
    let has_changed = |place: usize| {
        let id = all.get(place).map(|of| of.customer_id);
        id.is_some_and(|id| changed.contains(&id))
    };
    let mut pairs = pairs_sharing(all, |block| !crowded.contains(block));
    pairs.retain(|(one, other)| has_changed(*one) || has_changed(*other));
    pairs
}

fn pairs_sharing(all: &[Traits], counts: impl Fn(&Block) -> bool) -> BTreeSet<(usize, usize)> {
    let mut members: BTreeMap<Block, Vec<usize>> = BTreeMap::new();
    for (place, of) in all.iter().enumerate() {
        for block in blocks(of) {
            members.entry(block).or_default().push(place);
        }
    }
    members
        .retain(|block, members| (2..=MOST_IN_A_BLOCK).contains(&members.len()) && counts(block));
    let mut pairs = BTreeSet::new();
    for (block, members) in members {
        for (index, one) in members.iter().enumerate() {
            let others = members.iter().skip(index + 1);
            let pair = others.map(|other| (*one, *other));
            pairs.extend(pair.filter(|pair| are_compared(&block, all, *pair)));
        }
    }
    pairs
}

fn are_compared(block: &Block, all: &[Traits], (one, other): (usize, usize)) -> bool {
    let (Some(one), Some(other)) = (all.get(one), all.get(other)) else {
        return false;
    };
    !matches!(block, Block::Browser(_)) || given_names(&one.given, &other.given) != Likeness::Differ
}
