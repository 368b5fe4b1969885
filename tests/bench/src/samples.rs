//! Samples of one measure: their median and range.

/// Numbers of one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Adds one.
    pub fn add(&mut self, sample: f64) {
        self.0.push(sample);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The one in the middle, the upper of two; 0 of none.
    pub fn median(&self) -> f64 {
        self.quantile(50)
    }

    /// The smallest one that at least so many percent do not exceed; 0 of none.
    pub fn quantile(&self, percent: usize) -> f64 {
        let sorted = self.sorted();
        let place = sorted.len() * percent / 100;
        let place = place.min(sorted.len().saturating_sub(1));
        sorted.get(place).copied().unwrap_or(0.0)
    }

    /// The smallest; 0 of none.
    pub fn min(&self) -> f64 {
        self.sorted().first().copied().unwrap_or(0.0)
    }

    /// The largest; 0 of none.
    pub fn max(&self) -> f64 {
        self.sorted().last().copied().unwrap_or(0.0)
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(samples: I) -> Self {
        Self(samples.into_iter().collect())
    }
}

impl From<f64> for Samples {
    fn from(sample: f64) -> Self {
        Self(vec![sample])
    }
}

/// How fast a line through the points rises: `y` a unit of `x`; 0 of fewer than two points.
pub fn slope(points: &[(f64, f64)]) -> f64 {
    let count: f64 = points.iter().map(|_| 1.0).sum();
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let along: f64 = points.iter().map(|(x, _)| (x - x_mean).powi(2)).sum();
    let both: f64 = points
        .iter()
        .map(|(x, y)| (x - x_mean) * (y - y_mean))
        .sum();
    if along > 0.0 { both / along } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "samples are given back as they were")]
    fn the_middle_and_the_ends_are_found_in_any_order() {
        let samples: Samples = [3.0, 1.0, 2.0].into_iter().collect();
        assert_eq!(
            (samples.min(), samples.median(), samples.max()),
            (1.0, 2.0, 3.0)
        );
        let hundred: Samples = (0..100).map(f64::from).collect();
        assert_eq!(hundred.quantile(99), 99.0);
        assert_eq!(Samples::default().median(), 0.0);
    }

    #[test]
    fn a_line_is_found_through_points() {
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)];
        assert!((slope(&points) - 2.0).abs() < 1e-9);
        assert!(slope(&[(1.0, 1.0)]).abs() < 1e-9);
    }
}
