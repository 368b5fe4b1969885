//! Chance that follows from a number, for the people whom measurements generate.

/// A small generator (Steele's splitmix), so that a world follows from its number.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0) % most
    }

    /// True in so many of a thousand.
    pub(crate) fn in_1000(&mut self, times: u64) -> bool {
        self.next() % 1000 < times
    }

    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
