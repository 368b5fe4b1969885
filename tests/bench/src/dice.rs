//! Numbers that look random and are the same in every run.

use kernel::Timestamp;
use uuid::Uuid;

/// A stream of numbers. Streams of different names have nothing to do with each other, so that one
/// person can be worked out without the others.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The stream that these numbers name.
    pub fn of(name: &[u64]) -> Self {
        let mut dice = Self(0x7472_6962_7574_6172);
        for part in name {
            dice.0 = mixed(dice.0 ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        dice
    }

    /// The next number (splitmix64).
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number from 0 to before `sides`; 0 when there is none.
    pub fn roll(&mut self, sides: u32) -> u32 {
        let rolled = self.draw().checked_rem(u64::from(sides)).unwrap_or(0);
        u32::try_from(rolled).unwrap_or(0)
    }

    /// Whether something happens that happens `percent` times in a hundred.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.roll(100) < percent
    }

    /// One of them, each as often. `of` must not be empty.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let sides = u32::try_from(of.len()).ok()?;
        of.get(usize::try_from(self.roll(sides)).ok()?)
    }

    /// A rank from 0 to before `ranks`, about as often as one divided by the rank: the law of Zipf.
    pub fn zipf(&mut self, ranks: u32) -> u32 {
        let octaves = 32 - ranks.leading_zeros();
        loop {
            let octave = self.roll(octaves);
            let below = (1_u32 << octave) - 1;
            let rank = below + self.roll(below + 1);
            if rank < ranks {
                return rank;
            }
        }
    }

    /// A UUID of version 7 of that instant.
    pub fn id(&mut self, at: Timestamp) -> Uuid {
        let millis = u64::try_from(at.micros() / 1_000).unwrap_or(0);
        let random = (u128::from(self.draw()) << 64) | u128::from(self.draw());
        let bits = (u128::from(millis) << 80) | (random >> 48);
        uuid::Builder::from_u128(bits)
            .with_version(uuid::Version::SortRand)
            .with_variant(uuid::Variant::RFC4122)
            .into_uuid()
    }
}

fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_every_time_and_unlike_any_other() {
        let rolled = |name: &[u64]| {
            let mut dice = Dice::of(name);
            [dice.draw(), dice.draw()]
        };
        assert_eq!(rolled(&[1, 2]), rolled(&[1, 2]));
        assert_ne!(rolled(&[1, 2]), rolled(&[2, 1]));
    }

    #[test]
    fn popular_ranks_come_first_and_no_rank_is_out_of_reach() {
        let mut dice = Dice::of(&[7]);
        let mut counts = [0_u32; 100];
        for _ in 0..100_000 {
            counts[usize::try_from(dice.zipf(100)).unwrap()] += 1;
        }
        assert!(counts[0] > 10 * counts[20], "{counts:?}");
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    }

    #[test]
    fn ids_sort_by_time() {
        let mut dice = Dice::of(&[3]);
        let at = |seconds: i64| Timestamp::from_micros(seconds * 1_000_000);
        let (early, late) = (dice.id(at(1_000)), dice.id(at(2_000)));
        assert!(early < late);
        assert_eq!(early.get_version_num(), 7);
    }
}
