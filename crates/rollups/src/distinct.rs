//! Counts distinct visitors, by key.

use crate::packed::Packed;

/// A set of small numbers: a list while it is short, a bit for each possible number when the list
/// would be longer than that.
#[derive(Clone, Debug)]
enum Set {
    List(Vec<u32>),
    Bits(Vec<u64>),
}

/// Distinct visitors of each of some keys.
#[derive(Clone, Debug)]
pub(crate) struct Distinct {
    sets: Vec<Set>,
    /// Words of 64 bits that have a bit for everybody.
    words: usize,
}

impl Distinct {
    /// Visitors are numbered below `visitors`; a higher one makes room for itself.
    pub(crate) fn new(visitors: u32) -> Self {
        let words = usize::try_from(visitors / 64 + 1).unwrap_or(usize::MAX);
        Self {
            sets: Vec::new(),
            words,
        }
    }

    /// The visitor has the key.
    pub(crate) fn add(&mut self, key: u32, visitor: u32) {
        let words = self.words;
        if let Some(set) = self.set(key) {
            set.add(visitor, words);
        }
    }

    /// Adds visitors who have the key.
    pub(crate) fn add_packed(&mut self, key: u32, visitors: &Packed) {
        let words = self.words;
        if let Some(set) = self.set(key) {
            set.add_packed(visitors, words);
        }
    }

    fn set(&mut self, key: u32) -> Option<&mut Set> {
        let key = usize::try_from(key).unwrap_or(usize::MAX);
        if self.sets.len() <= key {
            self.sets.resize(key + 1, Set::List(Vec::new()));
        }
        self.sets.get_mut(key)
    }

    /// Who has any key has the first one, too.
    pub(crate) fn unite(&mut self) {
        let Some((first, others)) = self.sets.split_first_mut() else {
            return;
        };
        for other in others {
            match other {
                Set::List(list) => list.iter().for_each(|it| first.add(*it, self.words)),
                Set::Bits(bits) => first.add_bits(bits),
            }
        }
    }

    /// How many visitors have the key.
    pub(crate) fn count(&mut self, key: u32) -> i64 {
        let key = usize::try_from(key).unwrap_or(usize::MAX);
        let count = self.sets.get_mut(key).map_or(0, Set::count);
        i64::try_from(count).unwrap_or(i64::MAX)
    }
}

impl Set {
    #[inline]
    fn add(&mut self, visitor: u32, words: usize) {
        match self {
            Self::Bits(bits) => set_bit(bits, visitor),
            Self::List(list) => {
                list.push(visitor);
                // A number takes as much as 32 bits.
                if list.len() / 2 > words {
                    *self = Self::Bits(bits_of(list, words));
                }
            }
        }
    }

    fn add_packed(&mut self, visitors: &Packed, words: usize) {
        if let Self::List(list) = self {
            let size = list.len() + visitors.len();
            if size / 2 <= words {
                list.extend(visitors.iter());
                return;
            }
            *self = Self::Bits(bits_of(list, words));
        }
        if let Self::Bits(bits) = self {
            visitors.add_to(bits);
        }
    }

    fn add_bits(&mut self, others: &[u64]) {
        if let Self::List(list) = self {
            *self = Self::Bits(bits_of(list, others.len()));
        }
        if let Self::Bits(bits) = self {
            if bits.len() < others.len() {
                bits.resize(others.len(), 0);
            }
            for (word, other) in bits.iter_mut().zip(others) {
                *word |= other;
            }
        }
    }

    fn count(&mut self) -> usize {
        match self {
            Self::Bits(bits) => bits
                .iter()
                .map(|word| usize::try_from(word.count_ones()).unwrap_or_default())
                .sum(),
            Self::List(list) => {
                list.sort_unstable();
                list.dedup();
                list.len()
            }
        }
    }
}

fn bits_of(list: &[u32], words: usize) -> Vec<u64> {
    let mut bits = vec![0; words];
    for visitor in list {
        set_bit(&mut bits, *visitor);
    }
    bits
}

fn set_bit(bits: &mut Vec<u64>, visitor: u32) {
    let word = usize::try_from(visitor / 64).unwrap_or(usize::MAX);
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    if let Some(word) = bits.get_mut(word) {
        *word |= 1 << (visitor % 64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_what_a_set_counts(
            added in proptest::collection::vec((0_u32..3, 0_u32..300), 0..400),
            packed in proptest::collection::vec(
                (0_u32..3, proptest::collection::vec(0_u32..200_000, 0..40)), 0..8,
            ),
            expected in prop_oneof![0_u32..200, Just(200_000)],
        ) {
            let mut distinct = Distinct::new(expected);
            let mut sets = vec![BTreeSet::new(); 4];
            for (key, visitor) in added {
                distinct.add(key, visitor);
                sets[usize::try_from(key).unwrap()].insert(visitor);
            }
            for (key, visitors) in packed {
                distinct.add_packed(key, &Packed::of(&visitors));
                sets[usize::try_from(key).unwrap()].extend(visitors);
            }
            let size = |set: &BTreeSet<u32>| i64::try_from(set.len()).unwrap();
            for (key, set) in (0..).zip(&sets) {
                prop_assert_eq!(distinct.count(key), size(set));
            }
            distinct.unite();
            prop_assert_eq!(distinct.count(0), size(&sets.iter().flatten().copied().collect()));
            prop_assert_eq!(distinct.count(1), size(&sets[1]));
        }
    }
}
