//! Weights from pairs of which the truth is known: logistic regression, by Newton's method, in bits.

use std::collections::BTreeMap;

use identity_graph::proposals::{Comparison, Level, meaning};

/// How often a comparison came up, and how often the two were one.
pub(crate) type Tally = BTreeMap<Comparison, (u32, u32)>;

const ROUNDS: usize = 40;
/// As if each weight were known beforehand to be about 0, a little: what never errs would weigh without bound.
const RIDGE: f64 = 0.05;

/// The weight of what speaks before anything is looked at, and of each level that came up, in thousandths of a bit.
pub(crate) fn fit(tally: &Tally) -> (f64, Vec<(Level, f64)>) {
    let mut levels: Vec<Level> = tally.keys().flat_map(Comparison::levels).collect();
    levels.sort_unstable();
    levels.dedup();
    // To those that say nothing the others are compared.
    levels.retain(|level| meaning(*level).is_some());
    let rows: Vec<(Vec<usize>, f64, f64)> = tally
        .iter()
        .map(|(comparison, (all, ones))| {
            let places = comparison.levels().into_iter();
            let places = places.filter_map(|level| levels.iter().position(|it| *it == level));
            let set = std::iter::once(0)
                .chain(places.map(|place| place + 1))
                .collect();
            (set, f64::from(*all), f64::from(*ones))
        })
        .collect();
    let mut weights = vec![0.0; levels.len() + 1];
    for _ in 0..ROUNDS {
        let step = newton(&rows, &weights);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    let bits = |weight: &f64| weight / std::f64::consts::LN_2 * 1_000.0;
    let of_levels = levels.into_iter().zip(weights.iter().skip(1).map(bits));
    (bits(&weights[0]), of_levels.collect())
}

fn newton(rows: &[(Vec<usize>, f64, f64)], weights: &[f64]) -> Vec<f64> {
    let size = weights.len();
    let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    let mut bend = vec![vec![0.0; size]; size];
    for (place, row) in bend.iter_mut().enumerate() {
        row[place] = RIDGE;
    }
    for (set, all, ones) in rows {
        let sum: f64 = set.iter().map(|place| weights[*place]).sum();
        let share = 1.0 / (1.0 + (-sum).exp());
        for one in set {
            slope[*one] += ones - all * share;
            for other in set {
                bend[*one][*other] += all * share * (1.0 - share);
            }
        }
    }
    solved(bend, slope)
}

/// Gauss's elimination; the matrix is positive definite.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivots = &above[pivot];
        for (row, rest) in below.iter_mut().zip(pivot + 1..) {
            let factor = row[pivot] / pivots[pivot];
            for (value, of_pivot) in row.iter_mut().zip(pivots) {
                *value -= factor * of_pivot;
            }
            right[rest] -= factor * right[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let rest: f64 = (pivot + 1..size)
            .map(|column| matrix[pivot][column] * right[column])
            .sum();
        right[pivot] = (right[pivot] - rest) / matrix[pivot][pivot];
    }
    right
}
