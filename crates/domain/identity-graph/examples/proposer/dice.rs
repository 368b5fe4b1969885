//! Chance that follows from a number.

/// A small generator (Steele's splitmix).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0) % most.max(1)
    }

    /// True in so many of a thousand.
    pub(crate) fn in_1000(&mut self, times: usize) -> bool {
        self.below(1_000) < times
    }

    /// One of them, earlier ones more often: about half as often for each doubling of the place.
    pub(crate) fn of_rank(&mut self, most: usize) -> usize {
        let sum: usize = (1..=most).map(|rank| 1_000_000 / rank).sum();
        let mut left = self.below(sum);
        (1..=most)
            .find(|rank| {
                let share = 1_000_000 / rank;
                let is_here = left < share;
                left = left.saturating_sub(share);
                is_here
            })
            .unwrap_or(1)
            - 1
    }

    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    pub(crate) fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|_| char::from(b"0123456789"[self.below(10)]))
            .collect()
    }
}
