//! Weights become shares that add up exactly.

use std::cmp::Reverse;

use kernel::Exact;
use rust_decimal::Decimal;

/// A part of a conversion in whole billionths, more than 0 and at most 1,000,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CreditShare(u32);

impl CreditShare {
    /// Billionths in a whole.
    pub const WHOLE: u32 = 1_000_000_000;

    /// `None` for zero and beyond the whole.
    pub const fn new(billionths: u32) -> Option<Self> {
        if billionths > 0 && billionths <= Self::WHOLE {
            Some(Self(billionths))
        } else {
            None
        }
    }

    /// The billionths.
    pub const fn billionths(self) -> u32 {
        self.0
    }

    /// The share as an exact fraction of one.
    pub fn fraction(self) -> Exact {
        Exact::from_units(i128::from(self.0) * 100_000_000)
    }
}

/// Shares in proportion to the weights, in their order; `None` where a share is zero.
///
/// Each weight gets the whole billionths of its proportion; what is left over goes one by one to
/// the largest remainders, ties to the earlier position. The shares add up to exactly one billion,
/// unless all weights are zero, when there are none. Weights are below 2⁹⁴, so nothing overflows.
pub fn split(weights: &[u128]) -> Vec<Option<CreditShare>> {
    let total: u128 = weights.iter().sum();
    if total == 0 {
        return weights.iter().map(|_| None).collect();
    }
    let whole = u128::from(CreditShare::WHOLE);
    let mut parts: Vec<(u128, u128)> = weights
        .iter()
        .map(|weight| (weight * whole / total, weight * whole % total))
        .collect();
    let given: u128 = parts.iter().map(|(floor, _)| floor).sum();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|position| Reverse(parts.get(*position).map(|(_, rest)| *rest)));
    let left = usize::try_from(whole - given).unwrap_or(usize::MAX);
    for position in order.into_iter().take(left) {
        if let Some((floor, _)) = parts.get_mut(position) {
            *floor += 1;
        }
    }
    let share = |(floor, _): (u128, u128)| u32::try_from(floor).ok().and_then(CreditShare::new);
    parts.into_iter().map(share).collect()
}

/// `value × share`, exactly: at most 8 decimals of the value and 9 of the share make 17.
pub fn credited_amount(value: Decimal, share: CreditShare) -> Exact {
    // 15 + 8 digits times 10 digits fit 128 bits; the division by 10⁹ is exact because an `Exact`
    // of at most 8 decimals is a multiple of it.
    let units = Exact::from(value).units();
    Exact::from_units(units / i128::from(CreditShare::WHOLE) * i128::from(share.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn billionths(weights: &[u128]) -> Vec<u32> {
        split(weights)
            .into_iter()
            .map(|share| share.map_or(0, CreditShare::billionths))
            .collect()
    }

    #[test]
    fn thirds_give_the_leftover_to_the_earliest() {
        assert_eq!(
            billionths(&[1, 1, 1]),
            [333_333_334, 333_333_333, 333_333_333]
        );
        assert_eq!(billionths(&[1; 7]).iter().sum::<u32>(), CreditShare::WHOLE);
    }

    #[test]
    fn leftovers_go_to_the_largest_remainders() {
        // 10⁹/7·{1,2,4} = 142857142.86, 285714285.71, 571428571.43.
        assert_eq!(
            billionths(&[1, 2, 4]),
            [142_857_143, 285_714_286, 571_428_571]
        );
    }

    #[test]
    fn no_weight_no_share() {
        assert_eq!(split(&[0, 0]), [None, None]);
        assert!(split(&[]).is_empty());
        assert_eq!(billionths(&[0, 5, 0]), [0, 1_000_000_000, 0]);
    }

    #[test]
    fn amounts_are_exact_at_the_limits() {
        let share = CreditShare::new(333_333_333).unwrap();
        let amount = |value: &str| credited_amount(value.parse().unwrap(), share).to_string();
        assert_eq!(
            amount("999999999999999.99999999"),
            "333333332999999.99999999666666667"
        );
        assert_eq!(amount("-0.00000001"), "-0.00000000333333333");
        assert_eq!(amount("1000"), "333.333333");
    }
}
