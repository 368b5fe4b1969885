//! The score of a suggestion, in whole numbers so that every machine orders alike.

/// Euler's number in billionths.
const E_BILLIONTHS: u128 = 2_718_281_828;
/// ln 2 with 64 binary places.
const LN_2: u128 = 12_786_308_645_202_655_659;
/// log₂ of a billion with 32 binary places.
const LOG2_BILLION: u128 = 128_408_152_744;
/// Binary places of a logarithm.
const PLACES: u32 = 32;

/// Sessions × ln(conversions + e), in millionths, rounded down; the largest number when it does not
/// fit. Traffic without a conversion counts its sessions once, and conversions count ever less the
/// more there are.
pub(super) fn score(sessions: u64, conversions_billionths: u64) -> u64 {
    let logarithm = ln_millionths(u128::from(conversions_billionths) + E_BILLIONTHS);
    let product = u128::from(sessions).saturating_mul(logarithm);
    u64::try_from(product).unwrap_or(u64::MAX)
}

/// ln of a number of billionths that is at least a billion and below 2⁶⁵, in millionths. Off by at
/// most one millionth.
fn ln_millionths(billionths: u128) -> u128 {
    let log2 = log2(billionths).saturating_sub(LOG2_BILLION);
    // 32 + 64 binary places, of which all go.
    let micro = log2
        .saturating_mul(1_000_000)
        .saturating_mul(LN_2 >> PLACES);
    micro >> (PLACES + PLACES)
}

/// log₂ of a number with [`PLACES`] binary places, by squaring: the mantissa squared is above 2 when
/// the next binary place is 1.
fn log2(number: u128) -> u128 {
    let whole = number.checked_ilog2().unwrap_or(0);
    let two = 1_u128 << 64;
    // Between 1 and 2, with 63 binary places.
    let mut mantissa = (number << (127_u32.saturating_sub(whole))) >> 64;
    let mut logarithm = u128::from(whole);
    for _ in 0..PLACES {
        mantissa = (mantissa * mantissa) >> 63;
        logarithm <<= 1;
        if mantissa >= two {
            mantissa >>= 1;
            logarithm |= 1;
        }
    }
    logarithm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_to_a_millionth() {
        // ln(c + e) for c conversions, from a table of six places.
        let cases = [
            (0, 1_000_000),
            (1_000_000_000, 1_313_262),
            (10_000_000_000, 2_543_040),
            (100_000_000_000, 4_631_990),
            (1_000_000_000_000, 6_910_470),
        ];
        for (billionths, expected) in cases {
            let found = ln_millionths(billionths + E_BILLIONTHS);
            assert!(found.abs_diff(expected) <= 1, "{billionths}: {found}");
        }
    }

    #[test]
    fn scores_grow_with_sessions_and_conversions_and_never_overflow() {
        assert!(score(10, 0) < score(11, 0));
        assert!(score(10, 0) < score(10, 1_000_000_000));
        assert_eq!(score(0, 5_000_000_000), 0);
        assert_eq!(score(u64::MAX, u64::MAX), u64::MAX);
        let mut before = 0;
        for step in 0..64 {
            let now = score(1_000_000, 1 << step);
            assert!(now >= before);
            before = now;
        }
    }
}
