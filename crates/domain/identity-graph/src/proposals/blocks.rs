//! Who is compared with whom: whoever shares a block. All pairs would be too many, and nearly all of them strangers.

use std::collections::{BTreeMap, BTreeSet};

use kernel::VisitorId;

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
    let mut members: BTreeMap<Block, Vec<usize>> = BTreeMap::new();
    for (place, of) in all.iter().enumerate() {
        for block in blocks(of) {
            members.entry(block).or_default().push(place);
        }
    }
    members.retain(|_, members| (2..=MOST_IN_A_BLOCK).contains(&members.len()));
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
