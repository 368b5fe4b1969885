//! Adds up days and changes by key.

mod credits;
mod visits;

use std::collections::HashMap;

use kernel::Date;

use crate::batch::{Batch, Measure, Row};
use crate::selection::TOTAL;

pub use credits::{columns_by_day, credit_columns, credits, credits_by_day, signatures_of_credits};
pub use visits::{signatures_of_visits, visit_columns, visits};

/// What rows of one key come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallied<S> {
    /// The key; `None` for everything together.
    pub key: Option<String>,
    /// The sums.
    pub sums: S,
    /// Distinct visitors; 0 where none are counted.
    pub visitors: i64,
}

/// The rows of each day in a settled batch.
fn by_day<M: Measure>(recent: &Batch<M>) -> HashMap<Date, &[Row<M>]> {
    let days = recent.rows().chunk_by(|one, next| one.day == next.day);
    let named = days.filter_map(|rows| Some((rows.first()?.day, rows)));
    named.collect()
}

/// The keys a row counts under: the total, when there is one, and its own.
fn marks(has_total: bool, counted: u32) -> impl Iterator<Item = u32> {
    let total = has_total.then_some(TOTAL);
    let own = (counted != TOTAL).then_some(counted);
    total.into_iter().chain(own)
}

fn slot<S: Default + Clone>(sums: &mut Vec<S>, key: u32) -> Option<&mut S> {
    let key = usize::try_from(key).unwrap_or(usize::MAX);
    if sums.len() <= key {
        sums.resize(key + 1, S::default());
    }
    sums.get_mut(key)
}
