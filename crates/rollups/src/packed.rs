//! Visitors of a day, kept in memory to be counted with those of other days again and again.

/// Numbers in groups of those with the same upper half; two bytes each, in no order within a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Packed {
    groups: Box<[Group]>,
    lower: Box<[u16]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    upper: u16,
    /// How many lower halves follow those of the groups before.
    size: u32,
}

/// Words of 64 bits that a group has.
const WORDS: usize = 0x1_0000 / 64;

fn halves(number: u32) -> (u16, u16) {
    let [a, b, c, d] = number.to_be_bytes();
    (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]))
}

impl Packed {
    /// Packs numbers, which may be there more than once.
    pub(crate) fn of(numbers: &[u32]) -> Self {
        let Some(highest) = numbers.iter().max() else {
            return Self::default();
        };
        // Two passes: where each group begins, then every number goes to its place.
        let mut sizes = vec![0_u32; usize::from(halves(*highest).0) + 1];
        for number in numbers {
            if let Some(size) = sizes.get_mut(usize::from(halves(*number).0)) {
                *size += 1;
            }
        }
        let mut begins = Vec::with_capacity(sizes.len());
        let (mut groups, mut begin) = (Vec::new(), 0);
        for (upper, size) in (0..=u16::MAX).zip(&sizes) {
            begins.push(begin);
            begin += usize::try_from(*size).unwrap_or_default();
            if *size > 0 {
                groups.push(Group { upper, size: *size });
            }
        }
        let mut lower = vec![0; numbers.len()].into_boxed_slice();
        for number in numbers {
            let (upper, low) = halves(*number);
            if let Some(begin) = begins.get_mut(usize::from(upper)) {
                if let Some(place) = lower.get_mut(*begin) {
                    *place = low;
                }
                *begin += 1;
            }
        }
        Self {
            groups: groups.into(),
            lower,
        }
    }

    /// How many numbers there are.
    pub(crate) const fn len(&self) -> usize {
        self.lower.len()
    }

    /// Bytes that they take.
    pub(crate) const fn bytes(&self) -> usize {
        size_of_val(&*self.groups) + size_of_val(&*self.lower)
    }

    fn by_group(&self) -> impl Iterator<Item = (u16, &[u16])> {
        let mut rest = &*self.lower;
        self.groups.iter().map(move |group| {
            let size = usize::try_from(group.size).unwrap_or(usize::MAX);
            let (own, others) = rest.split_at_checked(size).unwrap_or_default();
            rest = others;
            (group.upper, own)
        })
    }

    /// The numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.by_group().flat_map(|(upper, lower)| {
            lower
                .iter()
                .map(move |low| u32::from(upper) << 16 | u32::from(*low))
        })
    }

    /// Sets the bit of each number; makes room for those that have none.
    pub(crate) fn add_to(&self, bits: &mut Vec<u64>) {
        for (upper, lower) in self.by_group() {
            let begin = usize::from(upper) * WORDS;
            let highest = lower.iter().max().copied().unwrap_or_default();
            let needed = begin + usize::from(highest / 64) + 1;
            if bits.len() < needed {
                bits.resize(needed, 0);
            }
            let words = bits.get_mut(begin..).unwrap_or_default();
            for low in lower {
                if let Some(word) = words.get_mut(usize::from(low / 64)) {
                    *word |= 1 << (low % 64);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn holds_what_was_packed(
            mut numbers in proptest::collection::vec(
                prop_oneof![0_u32..100, 65_530_u32..65_540, any::<u32>()], 0..100,
            ),
        ) {
            let packed = Packed::of(&numbers);
            prop_assert_eq!(packed.len(), numbers.len());
            let mut held: Vec<u32> = packed.iter().collect();
            numbers.sort_unstable();
            held.sort_unstable();
            prop_assert_eq!(held, numbers);
        }

        #[test]
        fn sets_a_bit_for_each_number(
            numbers in proptest::collection::vec(0_u32..200_000, 0..100), words in 0_usize..4_000,
        ) {
            let mut bits = vec![0; words];
            Packed::of(&numbers).add_to(&mut bits);
            let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
            let different = numbers.iter().collect::<BTreeSet<_>>().len();
            prop_assert_eq!(usize::try_from(count).unwrap(), different);
            for number in numbers {
                let word = bits[usize::try_from(number / 64).unwrap()];
                prop_assert!(word >> (number % 64) & 1 == 1);
            }
        }
    }
}
