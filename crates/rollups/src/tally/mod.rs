//! Adds up days and changes by key.

mod credits;
mod day;
mod touches;
mod visited;
mod visits;

use std::collections::HashMap;
use std::sync::Arc;

use kernel::Date;

use crate::batch::{Batch, Measure, Row};
use crate::fold::Piece;

pub use credits::{
    Summed, columns_by_day, credit_columns, credits, credits_by_day, summed_credits,
};
pub use day::{Day, DayTally};
pub use touches::{
    TouchDays, ad_credit_columns, ad_touch_columns, cash_by_signature, cash_columns, credits_by_ad,
    touch_columns, touches_by_ad, touches_by_signature,
};
pub use visited::{visit_day_columns, visit_dim_columns, visits_by_day, visits_by_dim};
pub use visits::{days_with_losses, visit_columns, visits};

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

/// An answer, and the pieces of days that were added up for it and may be kept.
#[derive(Clone, Debug)]
pub struct Added<S> {
    /// A row for each key.
    pub rows: Vec<Tallied<S>>,
    /// Pieces of days of which the columns were given.
    pub pieces: Vec<(Piece, Arc<DayTally<S>>)>,
}

/// The rows of each day in a settled batch.
fn by_day<M: Measure>(recent: &Batch<M>) -> HashMap<Date, &[Row<M>]> {
    let days = recent.rows().chunk_by(|one, next| one.day == next.day);
    let named = days.filter_map(|rows| Some((rows.first()?.day, rows)));
    named.collect()
}

fn slot<S: Default + Clone>(sums: &mut Vec<S>, key: u32) -> Option<&mut S> {
    let key = usize::try_from(key).unwrap_or(usize::MAX);
    if sums.len() <= key {
        sums.resize(key + 1, S::default());
    }
    sums.get_mut(key)
}

/// Every row counts under one key, so the total is what all keys come to.
fn total<S>(sums: &mut [S], add: impl Fn(&mut S, &S)) {
    if let Some((total, keyed)) = sums.split_first_mut() {
        for sums in keyed {
            add(total, sums);
        }
    }
}
