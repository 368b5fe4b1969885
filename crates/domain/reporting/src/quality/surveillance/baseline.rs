//! What a series of daily counts is like when nothing is wrong with it.

/// Days of a week: what a season is here.
const WEEK: usize = 7;

/// How often outlying days are weighed anew.
const ROUNDS: usize = 4;

/// Residuals beyond this many standard deviations lose weight; one ordinary day in a hundred does.
const OUTLYING: f64 = 2.58;

/// A level for each weekday, and how much days scatter about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Baseline {
    /// Expected counts a day, the weekday of the first day of the baseline first.
    levels: [f64; WEEK],
    /// Variance by mean; at least 1, which is what a Poisson distribution has.
    dispersion: f64,
    /// Days that it was made of.
    days: f64,
    /// Where in the series it begins.
    start: usize,
}

impl Baseline {
    /// Of consecutive days, which begin at `start` of their series. Only where a day stands in its
    /// week matters, never what the weekday is called.
    pub(super) fn of(days: &[u64], start: usize) -> Self {
        let counts: Vec<f64> = days.iter().map(|count| float(*count)).collect();
        let powers: Vec<f64> = counts.iter().map(|count| count.cbrt().powi(2)).collect();
        let mut fit = Fit::of(&counts, vec![1.0; counts.len()]);
        for _ in 0..ROUNDS {
            let weights = fit.reweighed(&powers);
            // The other rounds would find the same again.
            if weights == fit.weights {
                break;
            }
            fit = Fit::of(&counts, weights);
        }
        Self {
            levels: fit.levels,
            dispersion: fit.dispersion,
            days: counts.iter().map(|_| 1.0).sum(),
            start,
        }
    }

    /// The expected count of a day of the series, which may lie behind the baseline.
    pub(super) fn level(&self, day: usize) -> f64 {
        let at = day.saturating_sub(self.start) % WEEK;
        self.levels.get(at).copied().unwrap_or_default()
    }

    /// The mean of the week's levels.
    pub(super) fn daily(&self) -> f64 {
        self.levels.iter().sum::<f64>() / 7.0
    }

    /// Variance by mean of the sum of days to come. Each of the seven levels comes from a seventh
    /// of the days, and its own error adds to theirs.
    pub(super) fn spread(&self) -> f64 {
        self.dispersion * (1.0 + 7.0 / self.days)
    }
}

/// One round.
struct Fit {
    levels: [f64; WEEK],
    dispersion: f64,
    weights: Vec<f64>,
    /// Σ weights of each weekday.
    weight_of: [f64; WEEK],
}

impl Fit {
    fn of(counts: &[f64], weights: Vec<f64>) -> Self {
        let mut sums = [Sums::default(); WEEK];
        for week in counts.chunks(WEEK).zip(weights.chunks(WEEK)) {
            for (of_weekday, (count, weight)) in sums.iter_mut().zip(week.0.iter().zip(week.1)) {
                of_weekday.weight += weight;
                of_weekday.weighted += count * weight;
            }
        }
        let all: f64 = sums.iter().map(|day| day.weight).sum();
        let mean = sums.iter().map(|day| day.weighted).sum::<f64>() / all;
        // One more day at the mean of all: eight Mondays are few, and a Monday of nothing but
        // zeros must not make every later visit impossible.
        let levels = sums.map(|day| (day.weighted + mean) / (day.weight + 1.0));
        let mut squares = 0.0;
        for week in counts.chunks(WEEK).zip(weights.chunks(WEEK)) {
            for (level, (count, weight)) in levels.iter().zip(week.0.iter().zip(week.1)) {
                if *level > 0.0 {
                    squares += weight * (count - level) * (count - level) / level;
                }
            }
        }
        Self {
            levels,
            dispersion: (squares / (all - 7.0).max(1.0)).max(1.0),
            weights,
            weight_of: sums.map(|day| day.weight),
        }
    }

    /// Weights by how far each day lies from its level, in standardised Anscombe residuals: on
    /// that scale counts are nearly normal also where they are few. Days of an old fault or of a
    /// sale are not left out, they only count for less. `powers` are the counts to the power of ⅔.
    fn reweighed(&self, powers: &[f64]) -> Vec<f64> {
        let levels = self.levels.iter().zip(&self.weight_of);
        let scales: Vec<_> = levels
            .map(|(level, weight)| (level.powf(-1.0 / 6.0), level.sqrt(), weight + 1.0))
            .collect();
        let days = powers.iter().zip(&self.weights).zip(scales.iter().cycle());
        days.map(|((power, weight), (sixth, root, of_weekday))| {
            if *root <= 0.0 {
                return 1.0;
            }
            let leverage = weight / of_weekday;
            let residual = 1.5 * (power * sixth - root).abs();
            let residual = residual / (self.dispersion * (1.0 - leverage)).sqrt();
            if residual > OUTLYING {
                (OUTLYING / residual).powi(2)
            } else {
                1.0
            }
        })
        .collect()
    }
}

/// What a weighted mean consists of.
#[derive(Clone, Copy, Default)]
struct Sums {
    weight: f64,
    weighted: f64,
}

/// A count as a float; above 2⁵³ rounded, which no test of a series can notice.
pub(super) fn float(count: u64) -> f64 {
    let half = |part: u64| f64::from(u32::try_from(part).unwrap_or(u32::MAX));
    half(count >> 32) * 4_294_967_296.0 + half(count & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_shrunk_means_of_weekdays() {
        let week = [70, 0, 0, 0, 0, 0, 0];
        let days: Vec<u64> = week.into_iter().cycle().take(56).collect();
        let counts: Vec<f64> = days.iter().map(|count| float(*count)).collect();
        let fit = Fit::of(&counts, vec![1.0; 56]);
        // Eight days of 70 and one of the mean of all, 10.
        assert!((fit.levels[0] - 570.0 / 9.0).abs() < 1e-12);
        assert!((fit.levels[1] - 10.0 / 9.0).abs() < 1e-12);
        let baseline = Baseline::of(&days, 3);
        assert!(baseline.level(3 + 70) > baseline.level(3 + 71));
    }

    #[test]
    fn nothing_and_one_day_are_finite() {
        let nothing = Baseline::of(&[0; 28], 0);
        assert!(nothing.levels.iter().all(|level| level.abs() < 1e-300));
        assert!((nothing.spread() - 1.25).abs() < 1e-12);
        let mut spike = [0; 56];
        spike[20] = u64::MAX;
        let one = Baseline::of(&spike, 0);
        assert!(one.levels.iter().all(|level| level.is_finite()));
        assert!(one.spread().is_finite());
    }

    #[test]
    fn an_outlying_day_counts_for_less() {
        let mut days = [100_u64; 56];
        for (at, day) in days.iter_mut().enumerate() {
            *day += [0, 9, 3, 12, 6][at % 5];
        }
        let clean = Baseline::of(&days, 0);
        days[30] = 2_000;
        let spoilt = Baseline::of(&days, 0);
        assert!(spoilt.level(30) < clean.level(30) * 1.2, "{spoilt:?}");
        assert!((float(u64::MAX) - 2_f64.powi(64)).abs() < 1.0);
    }
}
