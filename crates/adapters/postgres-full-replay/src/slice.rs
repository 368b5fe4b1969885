//! Which people are replayed at once, so that what is known of them fits the memory.

use kernel::PersonId;

/// One of so many parts of everybody, by a hash of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) index: u64,
    pub(super) of: u64,
}

/// Every slice reads all facts. More slices than this take too long, or do not help, because what
/// takes the memory is one person's or everybody's.
const MOST: u64 = 64;

/// How full the memory was with a slice that did not fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full {
    /// Bytes of the slice that were there before.
    pub(super) held: u128,
    /// Bytes that its rows could take beside them.
    pub(super) room: u128,
    /// Rows that took them.
    pub(super) taken: u64,
    /// All of those rows.
    pub(super) all: u64,
}

impl Slice {
    /// The first of as many slices as there have to be when everybody takes about so many bytes,
    /// and rather less.
    pub(super) fn first(bytes: u64, memory: usize) -> Self {
        let memory = u64::try_from(memory).unwrap_or(u64::MAX);
        let needed = bytes.saturating_add(memory / 2) / memory.max(1);
        let of = needed.clamp(1, MOST);
        Self { index: 0, of }
    }

    pub(super) fn holds(self, person: PersonId) -> bool {
        // An odd number near 2⁶⁴ divided by the golden ratio spreads ids that differ in few bits.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let (high, low) = person.uuid().as_u64_pair();
        let spread = (high.rotate_left(32) ^ low).wrapping_mul(SPREAD);
        (spread >> 32) % self.of == self.index
    }

    /// The next slice of as many; `None` after the last one.
    pub(super) fn next(self) -> Option<Self> {
        let index = self.index + 1;
        (index < self.of).then_some(Self { index, ..self })
    }

    /// The first of so many more slices that each fits; `None` when slices cannot become smaller.
    pub(super) fn smaller(self, full: Full) -> Option<Self> {
        let whole = full.held + full.room * u128::from(full.all) / u128::from(full.taken.max(1));
        let limit = (full.held + full.room).max(1);
        // A fifth of a slice is left free, because slices differ.
        let needed = u128::from(self.of) * whole * 5 / (limit * 4) + 1;
        let needed = u64::try_from(needed).unwrap_or(MOST);
        let of = needed.max(self.of * 2).min(MOST);
        (self.of < MOST).then_some(Self { index: 0, of })
    }

    /// Whether it may not fit. The size of the first one decides how many slices there are, and
    /// nothing is written before it fits; the smallest there can be is held whatever it takes.
    pub(super) fn may_be_too_large(self) -> bool {
        self.index == 0 && self.of < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const WHOLE: Slice = Slice { index: 0, of: 1 };

    #[test]
    fn as_many_slices_as_are_about_as_large_as_the_memory() {
        let count = |bytes, memory| Slice::first(bytes, memory).of;
        assert_eq!(Slice::first(0, 100), WHOLE);
        assert_eq!(
            (count(149, 100), count(150, 100), count(1_000, 100)),
            (1, 2, 10)
        );
        assert_eq!((count(5, usize::MAX), count(u64::MAX, 0)), (1, MOST));
    }

    #[test]
    fn everybody_is_in_one_slice_and_slices_are_alike() {
        let mut sizes = [0_u32; 7];
        for number in 0..70_000_u128 {
            let person = PersonId::Customer(Uuid::from_u128(number).into());
            let mut slice = Some(Slice { index: 0, of: 7 });
            let mut found = 0;
            while let Some(one) = slice {
                if one.holds(person) {
                    found += 1;
                    sizes[usize::try_from(one.index).unwrap()] += 1;
                }
                slice = one.next();
            }
            assert_eq!(found, 1);
        }
        assert!(
            sizes.iter().all(|size| (9_000..11_000).contains(size)),
            "{sizes:?}"
        );
    }

    #[test]
    fn what_does_not_fit_is_cut_into_as_many_as_it_needs() {
        let full = |held, room, taken, all| Full {
            held,
            room,
            taken,
            all,
        };
        // Four times as many bytes as there is room for, and a fifth of each slice left free.
        let smaller = WHOLE.smaller(full(0, 1_000, 100, 400)).unwrap();
        assert_eq!(smaller, Slice { index: 0, of: 6 });
        assert_eq!(smaller.smaller(full(0, 1_000, 400, 400)).unwrap().of, 12);
        // What was held before becomes less, too: 900 and ten times 100 in room for 1,000.
        let beside = WHOLE.smaller(full(900, 100, 10, 100)).unwrap();
        assert_eq!(beside.of, 3);
        let most = Slice { index: 0, of: MOST };
        assert!(!most.may_be_too_large() && WHOLE.may_be_too_large());
        assert_eq!(most.smaller(full(0, 1, 1, 2)), None);
        let many = Slice { index: 0, of: 40 };
        assert_eq!(many.smaller(full(0, 1, 1, 2)).unwrap().of, MOST);
    }
}
