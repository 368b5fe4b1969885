//! The Markdown table that the benchmark writes.

use std::fmt::Write as _;

use crate::samples::Samples;

/// What a target says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The median is at most this, in the row's unit.
    AtMost(f64),
    /// The median is at least this, in the row's unit.
    AtLeast(f64),
    /// The ratio to the yardstick is at least this.
    RatioAtLeast(f64),
    /// There is none: the row is for comparison.
    None,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was measured.
    pub measure: String,
    /// Its unit, for example `ms`.
    pub unit: &'static str,
    /// What came out.
    pub samples: Samples,
    /// What it is compared with, in the same unit and the same minutes.
    pub yardstick: Option<(String, Samples)>,
    /// What it should be.
    pub target: Target,
}

impl Row {
    /// A line without a yardstick or a target.
    pub fn new(measure: impl Into<String>, unit: &'static str, samples: Samples) -> Self {
        Self {
            measure: measure.into(),
            unit,
            samples,
            yardstick: None,
            target: Target::None,
        }
    }

    /// Beside what was measured in the same minutes.
    #[must_use]
    pub fn beside(mut self, name: impl Into<String>, samples: Samples) -> Self {
        self.yardstick = Some((name.into(), samples));
        self
    }

    /// With a target.
    #[must_use]
    pub fn with_target(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// How many times as good as its yardstick: as many rows, or the inverse of as much time.
    pub fn ratio(&self) -> Option<f64> {
        let (_, yardstick) = self.yardstick.as_ref()?;
        let (ours, theirs) = (self.samples.median(), yardstick.median());
        let (good, bad) = if self.unit.ends_with("/s") {
            (ours, theirs)
        } else {
            (theirs, ours)
        };
        (bad > 0.0).then(|| good / bad)
    }

    /// Whether the target is met; `None` without one, or without what it is judged by.
    pub fn is_met(&self) -> Option<bool> {
        if self.samples.is_empty() {
            return None;
        }
        match self.target {
            Target::AtMost(most) => Some(self.samples.median() <= most),
            Target::AtLeast(least) => Some(self.samples.median() >= least),
            Target::RatioAtLeast(least) => self.ratio().map(|ratio| ratio >= least),
            Target::None => None,
        }
    }

    /// As a line of the table.
    pub fn line(&self) -> String {
        let yardstick = self.yardstick.as_ref();
        let cells = [
            self.measure.clone(),
            shown(&self.samples, self.unit),
            yardstick.map_or_else(String::new, |(name, samples)| {
                format!("{name}: {}", shown(samples, self.unit))
            }),
            self.ratio()
                .map_or_else(String::new, |ratio| format!("{}×", number(ratio))),
            self.wanted(),
            match self.is_met() {
                Some(true) => "met".to_owned(),
                Some(false) => "**not met**".to_owned(),
                None => String::new(),
            },
        ];
        format!("| {} |", cells.join(" | "))
    }

    fn wanted(&self) -> String {
        match self.target {
            Target::AtMost(most) => format!("≤ {} {}", number(most), self.unit),
            Target::AtLeast(least) => format!("≥ {} {}", number(least), self.unit),
            Target::RatioAtLeast(least) => format!("≥ {}×", number(least)),
            Target::None => String::new(),
        }
    }
}

/// The rows under a head, as Markdown.
pub fn markdown(head: &[String], rows: &[Row]) -> String {
    let mut text = String::new();
    for line in head {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{line}");
    }
    text.push_str(
        "\n| measure | median (min–max) | yardstick | ratio | target | |\n|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let _ = writeln!(text, "{}", row.line());
    }
    text
}

fn shown(samples: &Samples, unit: &str) -> String {
    let median = number(samples.median());
    match samples.len() {
        0 => "—".to_owned(),
        1 => format!("{median} {unit}"),
        _ => format!(
            "{median} ({}–{}) {unit}",
            number(samples.min()),
            number(samples.max())
        ),
    }
}

/// Three digits that mean something.
fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 100.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else if size >= 0.1 || size == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(of: [f64; 3]) -> Samples {
        of.into_iter().collect()
    }

    #[test]
    fn more_rows_and_less_time_are_better() {
        let rates = Row::new("a", "rows/s", samples([30.0, 20.0, 40.0]))
            .beside("plain", samples([100.0, 100.0, 100.0]))
            .with_target(Target::RatioAtLeast(0.3));
        assert_eq!(rates.is_met(), Some(true));
        assert_eq!(
            rates.line(),
            "| a | 30.0 (20.0–40.0) rows/s | plain: 100 (100–100) rows/s | 0.30× | ≥ 0.30× | met |"
        );
        let times = Row::new("b", "ms", samples([20.0, 20.0, 20.0]))
            .beside("plain", samples([60.0, 60.0, 60.0]))
            .with_target(Target::AtMost(15.0));
        assert!((times.ratio().unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(times.is_met(), Some(false));
        assert!(
            times
                .line()
                .ends_with("| 3.00× | ≤ 15.0 ms | **not met** |")
        );
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        let row = Row::new("a", "ms", Samples::default()).with_target(Target::AtMost(1.0));
        assert_eq!(row.is_met(), None);
        let text = markdown(&["head".to_owned()], &[row]);
        assert!(text.contains("| a | — |"), "{text}");
    }
}
