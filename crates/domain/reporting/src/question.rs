//! What every report of figures is asked: the same words mean the same rows in each of them.

use kernel::{Accounting, Model, Period};

use crate::filter::Filter;

/// Which days, whose credit, by which day, of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Local days.
    pub period: Period,
    /// Who gets the credit.
    pub model: Model,
    /// On which day a credit counts.
    pub accounting: Accounting,
    /// Conditions that all must hold, at most one a dimension.
    pub filters: Vec<Filter>,
    /// Conversion keys that count; every one when there are none. Visits and spend are of all.
    pub goals: Vec<String>,
}

impl Question {
    /// The same about the period of equal length before.
    #[must_use]
    pub fn previous(&self) -> Self {
        Self {
            period: self.period.previous(),
            ..self.clone()
        }
    }
}
