//! How unlikely a count is under a negative binomial distribution.
//!
//! Both tails are regularised incomplete beta functions, so one continued fraction gives each of
//! them with its own relative precision, however small it is and whether the mean is 0.1 or 10⁹; a
//! sum of probabilities would need as many terms as the count is high. It is written out here
//! because a crate of special functions would bring distributions, matrices or randomness into a
//! crate that has none, for sixty lines.

use std::f64::consts::TAU;

/// A negative binomial distribution by its mean and by how many times its variance is the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NegativeBinomial {
    /// Above 0.
    pub(super) mean: f64,
    /// Variance by mean; above 1.
    pub(super) spread: f64,
}

impl NegativeBinomial {
    /// The number of successes waited for. Proportional to the mean while the spread stays, which
    /// is why the sum of days is of the same family as a day.
    fn size(self) -> f64 {
        self.mean / (self.spread - 1.0)
    }

    /// The chance of at most `count`, from 0 to 1.
    pub(super) fn at_most(self, count: f64) -> f64 {
        let success = 1.0 / self.spread;
        incomplete_beta([self.size(), count + 1.0], [success, 1.0 - success])
    }

    /// The chance of at least `count`, from 0 to 1.
    pub(super) fn at_least(self, count: f64) -> f64 {
        if count <= 0.0 {
            return 1.0;
        }
        let success = 1.0 / self.spread;
        incomplete_beta([count, self.size()], [1.0 - success, success])
    }
}

/// The regularised incomplete beta function `I_x(a, b)`, where `y` is `1 − x`.
fn incomplete_beta([a, b]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    let value = if x * (a + b + 2.0) <= a + 1.0 {
        small_side([a, b], [x, y])
    } else {
        1.0 - small_side([b, a], [y, x])
    };
    value.clamp(0.0, 1.0)
}

/// The same where `x` is below the mean of the distribution, and the fraction converges fast.
fn small_side([a, b]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    let all = a + b;
    // x^a · y^b / B(a, b) by Stirling's formula: in this form the large terms cancel before they
    // are rounded, which differences of ln Γ(10⁹) do not.
    let exponent = correction(all) - correction(a) - correction(b) + 0.5 * (a / all * b / TAU).ln()
        - a * (a / (all * x)).ln()
        - b * (b / (all * y)).ln();
    exponent.exp() * fraction(a, b, x) / a
}

/// What Stirling's formula lacks of `ln Γ(z)`, for `z` above 0.
fn correction(z: f64) -> f64 {
    let mut z = z;
    let mut below = 0.0;
    // The series is good to the last digit from 10 on; below, one step up at a time.
    while z < 10.0 {
        below += (z + 0.5) * (1.0 / z).ln_1p() - 1.0;
        z += 1.0;
    }
    let square = 1.0 / (z * z);
    let series = 1.0 / 12.0
        - square
            * (1.0 / 360.0
                - square * (1.0 / 1_260.0 - square * (1.0 / 1_680.0 - square * (1.0 / 1_188.0))));
    below + series / z
}

/// Terms after which the fraction is given up: at the mean it needs about the root of the larger
/// parameter, away from it much fewer. What has come together by then is close.
const MOST_TERMS: u32 = 200_000;

/// The continued fraction of the incomplete beta function, by Lentz's method as Thompson and
/// Barnett changed it.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut up = 1.0;
    let mut down = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = down;
    for term in 1..=MOST_TERMS {
        let m = f64::from(term);
        let place = a + 2.0 * m;
        let even = m * (b - m) * x / ((place - 1.0) * place);
        let odd = -(a + m) * (a + b + m) * x / (place * (place + 1.0));
        let mut last = 1.0;
        for step in [even, odd] {
            down = 1.0 / not_zero(1.0 + step * down);
            up = not_zero(1.0 + step / up);
            last = up * down;
            value *= last;
        }
        if (last - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Keeps what is divided by away from zero.
fn not_zero(value: f64) -> f64 {
    if value.abs() < 1e-300 { 1e-300 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        let error = (found / expected - 1.0).abs();
        assert!(error < tolerance, "{found:e} is not {expected:e}");
    }

    /// The chance of at most `count`, added up term by term.
    fn added_up(of: NegativeBinomial, count: u32) -> f64 {
        let (size, failure) = (of.size(), 1.0 - 1.0 / of.spread);
        let mut term = (-size * of.spread.ln()).exp();
        let mut sum = term;
        for at in 1..=count {
            term *= (f64::from(at) - 1.0 + size) / f64::from(at) * failure;
            sum += term;
        }
        sum
    }

    #[test]
    fn tails_are_the_sums_of_their_terms() {
        for mean in [0.01, 0.5, 3.0, 14.0, 100.0, 400.0] {
            for spread in [1.125, 1.25, 2.0, 9.0, 200.0] {
                let of = NegativeBinomial { mean, spread };
                for count in [0, 1, 2, 7, 30, 99, 140, 390] {
                    let lower = added_up(of, count);
                    close(of.at_most(f64::from(count)), lower, 1e-11);
                    let upper = of.at_least(f64::from(count) + 1.0);
                    assert!((upper + lower - 1.0).abs() < 1e-11, "{of:?} {count}");
                }
            }
        }
        let of = NegativeBinomial {
            mean: 3.0,
            spread: 2.0,
        };
        close(of.at_least(0.0), 1.0, 1e-15);
    }

    #[test]
    fn large_counts_keep_their_digits() {
        // Worked out with forty digits, term by term.
        let cases = [
            (1e7, 1.125, 9_980_000.0, false, 1.224_317_494_374_313_3e-9),
            (1e7, 1.125, 10_020_000.0, true, 1.256_917_718_702_345_3e-9),
            (1.4e8, 1e5, 90_000_000.0, false, 9.572_498_449_229_669e-54),
            (1_400.0, 22.5, 900.0, false, 7.170_337_144_048_525e-4),
            (1_400.0, 22.5, 2_200.0, true, 4.726_892_912_262_497e-5),
            (0.2, 50.0, 30.0, true, 1.874_294_406_899_958_3e-3),
        ];
        for (mean, spread, count, upper, expected) in cases {
            let of = NegativeBinomial { mean, spread };
            let found = if upper {
                of.at_least(count)
            } else {
                of.at_most(count)
            };
            close(found, expected, 1e-8);
        }
        let extreme = NegativeBinomial {
            mean: 1e9,
            spread: 1.125,
        };
        assert!((extreme.at_most(1e9) - 0.5).abs() < 1e-3);
        assert!(extreme.at_most(0.0) < 1e-300);
        assert!(extreme.at_least(1e18) < 1e-300);
    }
}
