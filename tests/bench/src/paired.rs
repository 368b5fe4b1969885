//! Two things measured in turn, and how far apart they are: the ratio of each pair, so that what the
//! machine does meanwhile happens to both.

use crate::samples::Samples;

/// One measure of two builds, round by round.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// What was measured.
    pub measure: String,
    /// Its unit, for example `ms`.
    pub unit: &'static str,
    rounds: Vec<(f64, f64)>,
}

/// The mean ratio of what is judged to what was before, and where it lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The geometric mean of the rounds' ratios.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// What the interval says about a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of it is below.
    Below,
    /// All of it is above.
    Above,
    /// It contains the bound, or there were too few rounds for an interval.
    CannotTell,
}

impl Pairs {
    /// A measure without rounds yet.
    pub fn new(measure: impl Into<String>, unit: &'static str) -> Self {
        Self {
            measure: measure.into(),
            unit,
            rounds: Vec::new(),
        }
    }

    /// A round: what the old one and the new one took.
    pub fn add(&mut self, old: f64, new: f64) {
        self.rounds.push((old, new));
    }

    /// The interval of the ratio of new to old, from the logarithms of the rounds' ratios by
    /// Student's distribution; `None` of fewer than two rounds in which both took something.
    pub fn ratio(&self) -> Option<Ratio> {
        let is_measured = |round: &&(f64, f64)| round.0 > 0.0 && round.1 > 0.0;
        let measured = self.rounds.iter().filter(is_measured);
        let logarithms: Vec<f64> = measured.map(|(old, new)| (new / old).ln()).collect();
        if logarithms.len() < 2 {
            return None;
        }
        let count: f64 = logarithms.iter().map(|_| 1.0).sum();
        let mean = logarithms.iter().sum::<f64>() / count;
        let squares: f64 = logarithms.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        let reach = student(logarithms.len() - 1) * error;
        Some(Ratio {
            mean: mean.exp(),
            low: (mean - reach).exp(),
            high: (mean + reach).exp(),
        })
    }

    /// Where the interval lies.
    pub fn verdict(&self, bound: f64) -> Verdict {
        match self.ratio() {
            Some(ratio) if ratio.high < bound => Verdict::Below,
            Some(ratio) if ratio.low > bound => Verdict::Above,
            _ => Verdict::CannotTell,
        }
    }

    /// As a line of the table, judged by a bound.
    pub fn line(&self, bound: f64) -> String {
        let of = |side: fn(&(f64, f64)) -> f64| {
            let samples: Samples = self.rounds.iter().map(side).collect();
            format!("{} {}", digits(samples.median()), self.unit)
        };
        let ratio = self.ratio().map_or_else(
            || "—".to_owned(),
            |ratio| format!("{:.3} ({:.3}–{:.3})", ratio.mean, ratio.low, ratio.high),
        );
        let verdict = match self.verdict(bound) {
            Verdict::Below => "below",
            Verdict::Above => "**above**",
            Verdict::CannotTell => "cannot tell",
        };
        let (old, new) = (of(|round| round.0), of(|round| round.1));
        let rounds = self.rounds.len();
        format!(
            "| {} | {old} | {new} | {ratio} | {rounds} | {verdict} |",
            self.measure
        )
    }
}

/// Pairs under a head, as Markdown.
pub fn markdown(head: &str, bound: f64, pairs: &[Pairs]) -> String {
    let lines: Vec<String> = pairs.iter().map(|pair| pair.line(bound) + "\n").collect();
    format!(
        "{head}\n\n| measure | old | new | new : old (95 %) | rounds | {bound} |\n\
         |---|---|---|---|---|---|\n{}",
        lines.concat()
    )
}

/// The value that Student's distribution of so many degrees of freedom stays within in 95 % of all
/// cases, both ends counted.
fn student(degrees: usize) -> f64 {
    const SMALL: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    // Beyond the table the last value is a little too wide, which is the safe side.
    let place = degrees.saturating_sub(1).min(SMALL.len() - 1);
    SMALL.get(place).copied().unwrap_or(f64::INFINITY)
}

fn digits(value: f64) -> String {
    if value >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.3}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(rounds: &[(f64, f64)]) -> Pairs {
        let mut pairs = Pairs::new("a", "ms");
        for (old, new) in rounds {
            pairs.add(*old, *new);
        }
        pairs
    }

    #[test]
    fn a_ratio_that_does_not_waver_is_known_whatever_the_machine_does() {
        let even = pairs(&[(1.0, 1.02), (2.0, 2.04), (4.0, 4.08)]);
        let ratio = even.ratio().unwrap();
        assert!((ratio.mean - 1.02).abs() < 1e-9, "{ratio:?}");
        assert!(ratio.high - ratio.low < 1e-9, "{ratio:?}");
        assert_eq!(even.verdict(1.05), Verdict::Below);
        assert_eq!(even.verdict(1.01), Verdict::Above);
    }

    #[test]
    fn the_interval_is_that_of_students_distribution() {
        // Logarithms 0 and 1: mean 1/2, standard error 1/2, one degree of freedom.
        let two = pairs(&[(1.0, 1.0), (1.0, std::f64::consts::E)]);
        let ratio = two.ratio().unwrap();
        assert!((ratio.mean.ln() - 0.5).abs() < 1e-9);
        assert!((ratio.high.ln() - (0.5 + 12.706 * 0.5)).abs() < 1e-9);
        assert!((ratio.low.ln() - (0.5 - 12.706 * 0.5)).abs() < 1e-9);
        assert_eq!(two.verdict(1.05), Verdict::CannotTell);
    }

    #[test]
    fn too_few_rounds_tell_nothing() {
        assert_eq!(pairs(&[(1.0, 1.0)]).ratio(), None);
        assert_eq!(pairs(&[(1.0, 1.0)]).verdict(1.05), Verdict::CannotTell);
        assert!((student(14) - 2.145).abs() < 1e-9);
        assert!((student(1_000) - 2.042).abs() < 1e-9);
    }

    #[test]
    fn a_line_says_both_and_the_verdict() {
        let even = pairs(&[(1.0, 2.0), (2.0, 4.0)]);
        assert_eq!(
            even.line(1.05),
            "| a | 2.000 ms | 4.000 ms | 2.000 (2.000–2.000) | 2 | **above** |"
        );
    }
}
