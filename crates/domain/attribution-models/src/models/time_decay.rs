//! Credit halves for every seven days before the conversion.
//!
//! In fixed point, because the exponential functions of two machines differ in the last bits and
//! credits must not: 2^(−age/half-life) is a product of twenty constants, one for each bit of the
//! age in seconds within a half-life, times a shift for the whole half-lives.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

use crate::touch::Touch;

/// Seven days in seconds.
const HALF_LIFE: u64 = 604_800;

/// `⌊2⁶⁴ · 2^(−2ᵇ / 604800)⌋` for b = 0 … 19. A test works them out again.
const DECAY: [u64; 20] = [
    18_446_722_932_338_324_499,
    18_446_701_790_991_327_000,
    18_446_659_508_370_020_750,
    18_446_574_943_418_162_452,
    18_446_405_814_677_456_452,
    18_446_067_561_848_037_075,
    18_445_391_074_796_770_724,
    18_444_038_175_121_343_084,
    18_441_332_673_453_433_356,
    18_435_922_860_645_626_565,
    18_425_107_995_512_355_670,
    18_403_497_294_144_690_436,
    18_360_351_902_875_522_980,
    18_274_364_334_997_527_826,
    18_103_595_437_429_051_711,
    17_766_830_094_921_732_434,
    17_111_976_528_784_725_301,
    15_873_789_951_854_343_338,
    13_659_711_785_924_967_835,
    10_114_940_898_457_186_593,
];

/// Bits of a weight before the shift for whole half-lives: enough for an error below 2·10⁻¹², few
/// enough that a year of shifts and a long path fit 128 bits.
const DROPPED_BITS: u32 = 24;

pub(super) fn weights(path: &[&Touch], converted_at: Timestamp) -> Vec<u128> {
    let ages: Vec<(u64, u64)> = path
        .iter()
        .map(|touch| {
            let seconds = converted_at.micros_since(touch.at) / MICROS_PER_SECOND;
            let seconds = u64::try_from(seconds).unwrap_or_default();
            (seconds / HALF_LIFE, seconds % HALF_LIFE)
        })
        .collect();
    // Counted from the oldest touch of the path and not from the end of the window: a power of two
    // that all weights share changes no share.
    let oldest = ages
        .iter()
        .map(|(half_lives, _)| *half_lives)
        .max()
        .unwrap_or_default();
    ages.into_iter()
        .map(|(half_lives, rest)| {
            let shift = u32::try_from(oldest - half_lives).unwrap_or(u32::MAX);
            u128::from(base(rest) >> DROPPED_BITS)
                .checked_shl(shift)
                .unwrap_or(u128::MAX)
        })
        .collect()
}

/// `2^(−seconds/half-life)` as a fraction of 2⁶⁴, for less than one half-life.
fn base(seconds: u64) -> u64 {
    let mut product = u64::MAX;
    for (bit, factor) in DECAY.into_iter().enumerate() {
        if seconds >> bit & 1 == 1 {
            let wide = u128::from(product) * u128::from(factor);
            product = u64::try_from(wide >> 64).unwrap_or(u64::MAX);
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `value²` of a fraction of 2¹²⁸ in 256-bit arithmetic, cut to 128 bits.
    fn square(value: u128) -> u128 {
        let (high, low) = (value >> 64, value & u128::from(u64::MAX));
        let cross = high * low;
        let carry = ((low * low) >> 64) + 2 * (cross & u128::from(u64::MAX));
        high * high + 2 * (cross >> 64) + (carry >> 64)
    }

    /// The 604,800th root of one half, by bisection on the power, as a fraction of 2¹²⁸.
    fn one_second() -> u128 {
        // 604800 = 2⁷ · 4725, and (1/2)^(1/604800): bisect x with x^604800 = 1/2.
        let power = |x: u128| {
            let mut result = u128::MAX;
            for bit in (0..20).rev() {
                result = square(result);
                if HALF_LIFE >> bit & 1 == 1 {
                    result = multiply(result, x);
                }
            }
            result
        };
        let (mut low, mut high) = (u128::MAX / 2, u128::MAX);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if power(middle) < 1 << 127 {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// `a · b` of fractions of 2¹²⁸, cut.
    fn multiply(a: u128, b: u128) -> u128 {
        let mask = u128::from(u64::MAX);
        let (ah, al, bh, bl) = (a >> 64, a & mask, b >> 64, b & mask);
        let middle = ((al * bl) >> 64) + ((ah * bl) & mask) + ((al * bh) & mask);
        ah * bh + ((ah * bl) >> 64) + ((al * bh) >> 64) + (middle >> 64)
    }

    #[test]
    fn the_constants_are_powers_of_the_604800th_root_of_one_half() {
        let mut factor = one_second();
        for (bit, constant) in DECAY.into_iter().enumerate() {
            let expected = u64::try_from(factor >> 64).unwrap();
            assert_eq!(constant, expected, "bit {bit}");
            factor = square(factor);
        }
    }

    #[test]
    fn a_week_halves_exactly() {
        let weights_at = |seconds: u64| base(seconds % HALF_LIFE) >> DROPPED_BITS;
        assert_eq!(weights_at(0), weights_at(HALF_LIFE));
        assert_eq!(base(0), u64::MAX);
        // Half a week: the square root of one half of 2⁶⁴ is 13043817825332782212.
        assert!(base(HALF_LIFE / 2).abs_diff(13_043_817_825_332_782_212) < 64);
    }

    /// `2^(−seconds/half-life)` as a fraction of 2¹²⁸, from the root and not from the constants.
    fn exact(seconds: u64, powers: &[u128]) -> u128 {
        let set = (0..20).filter(|bit| seconds >> bit & 1 == 1);
        set.fold(u128::MAX, |product, bit| multiply(product, powers[bit]))
    }

    #[test]
    fn the_error_stays_below_two_in_a_million_million() {
        let powers: Vec<u128> =
            std::iter::successors(Some(one_second()), |factor| Some(square(*factor)))
                .take(20)
                .collect();
        let samples = (0..HALF_LIFE).step_by(97);
        for seconds in samples.chain([1, HALF_LIFE - 2, HALF_LIFE - 1]) {
            let wanted = exact(seconds, &powers);
            let weight = u128::from(base(seconds) >> DROPPED_BITS) << (64 + DROPPED_BITS);
            let error = wanted.abs_diff(weight);
            assert!(error < wanted / 500_000_000_000, "{seconds}: {error}");
        }
    }

    #[test]
    fn older_touches_weigh_less_and_whole_half_lives_halve() {
        let touch = |seconds: i64| crate::touch::Touch {
            id: uuid::Uuid::nil().into(),
            at: Timestamp::from_micros(-seconds * MICROS_PER_SECOND),
            kind: crate::touch::TouchKind::Click,
            signature: 0,
            direct: false,
            evidence: crate::touch::AdEvidence::default(),
        };
        let week = i64::try_from(HALF_LIFE).unwrap();
        let ages = [365 * 86_400, 3 * week + 5, 2 * week + 5, week + 5, 5, 4, 0];
        let touches = ages.map(touch);
        let found = weights(&touches.each_ref(), Timestamp::from_micros(0));
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
        assert_eq!(
            [found[1] * 2, found[2] * 2, found[3] * 2],
            [found[2], found[3], found[4]]
        );
        // The heaviest that a window allows still leaves room for the billionths of a share.
        assert!(found.iter().all(|weight| *weight < 1 << 92));
    }
}
