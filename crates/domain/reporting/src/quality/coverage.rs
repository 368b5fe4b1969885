//! How many outcomes a model credits to a touch, and why it credits the others to none.
//!
//! Coverage is no accuracy: a path that is whole can still be wrong.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{Exact, Model, Period, ProfileAccess, StoreError, Timestamp};

use super::whole;
use crate::figures::percent;

/// Why an outcome is credited to no touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unattributed {
    /// Its event names nobody.
    NoIdentity,
    /// There was no touch in the window that counts under the model.
    NoTouchInWindow,
    /// Its definition does not let it be credited.
    NotEligible,
    /// Its amount waits for a rate.
    PendingFx,
}

impl Unattributed {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 4] = [
        Self::NoIdentity,
        Self::NoTouchInWindow,
        Self::NotEligible,
        Self::PendingFx,
    ];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoIdentity => "no_identity",
            Self::NoTouchInWindow => "no_touch_in_window",
            Self::NotEligible => "not_eligible",
            Self::PendingFx => "pending_fx",
        }
    }

    /// Reads the wire word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == word)
    }
}

/// Outcomes of one conversion key that have the same reason, or the same credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageRow {
    /// The key of their definition.
    pub conversion_key: String,
    /// Why they are credited to no touch; `None` when they are.
    pub unattributed: Option<Unattributed>,
    /// How many, refunds not counted.
    pub outcomes: u64,
    /// Those with a touch that was made from the event itself.
    pub synthetic: u64,
}

/// What some outcomes come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageSums {
    /// All of them, refunds not counted.
    pub outcomes: u64,
    /// Those that the model credits to a touch.
    pub attributed: u64,
    /// Those with a touch that was made from the event itself.
    pub synthetic: u64,
    /// Those that it credits to none, in the order of [`Unattributed::ALL`].
    unattributed: [u64; Unattributed::ALL.len()],
}

impl CoverageSums {
    fn add(&mut self, row: &CoverageRow) {
        self.outcomes += row.outcomes;
        self.synthetic += row.synthetic;
        let reasons = Unattributed::ALL.into_iter();
        let mut reasons = reasons.zip(&mut self.unattributed);
        match reasons.find(|(reason, _)| Some(*reason) == row.unattributed) {
            Some((_, own)) => *own += row.outcomes,
            None => self.attributed += row.outcomes,
        }
    }

    /// Attributed outcomes in percent of all, as the overview has them: six decimals, 0 of none.
    pub fn percent(&self) -> Exact {
        percent(whole(self.attributed), whole(self.outcomes))
    }

    /// Every reason with its outcomes, also those without any.
    pub fn unattributed(&self) -> impl Iterator<Item = (Unattributed, u64)> {
        Unattributed::ALL.into_iter().zip(self.unattributed)
    }

    /// The outcomes of one reason.
    pub fn of(&self, reason: Unattributed) -> u64 {
        let mut reasons = self.unattributed();
        reasons
            .find(|(known, _)| *known == reason)
            .map_or(0, |(_, outcomes)| outcomes)
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverageQuery {
    /// Local days of the outcomes; [`window`](super::dangling::window) when absent.
    pub period: Option<Period>,
    /// Whose credit.
    pub model: Model,
    /// Which day is today.
    pub now: Timestamp,
}

/// How outcomes are covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The days.
    pub period: Period,
    /// Rows in no order.
    pub rows: Vec<CoverageRow>,
    /// What a reader should know, as stable words: `replay_pending`.
    pub warnings: Vec<String>,
}

impl Coverage {
    /// All outcomes.
    pub fn total(&self) -> CoverageSums {
        let mut total = CoverageSums::default();
        for row in &self.rows {
            total.add(row);
        }
        total
    }

    /// Those of each key: the most first, then by key.
    pub fn by_key(&self) -> Vec<(&str, CoverageSums)> {
        let mut by_key: BTreeMap<&str, CoverageSums> = BTreeMap::new();
        for row in &self.rows {
            by_key.entry(&row.conversion_key).or_default().add(row);
        }
        let mut keys: Vec<(&str, CoverageSums)> = by_key.into_iter().collect();
        // Keys are in their order already.
        keys.sort_by_key(|(_, sums)| Reverse(sums.outcomes));
        keys
    }
}

/// Answers how outcomes are covered.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CoverageReader: Send + Sync {
    /// The outcomes of the profile's present generation.
    async fn coverage(
        &self,
        access: &ProfileAccess,
        query: &CoverageQuery,
    ) -> Result<Coverage, StoreError>;
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn row(
        key: &str,
        unattributed: Option<Unattributed>,
        outcomes: u64,
        synthetic: u64,
    ) -> CoverageRow {
        CoverageRow {
            conversion_key: key.to_owned(),
            unattributed,
            outcomes,
            synthetic,
        }
    }

    #[test]
    fn reasons_and_what_is_attributed_are_all_outcomes() {
        let day = date!(2026 - 03 - 01);
        let coverage = Coverage {
            period: Period::new(day, day).unwrap(),
            rows: vec![
                row("lead", Some(Unattributed::NoIdentity), 2, 0),
                row("sale", Some(Unattributed::PendingFx), 1, 0),
                row("call", None, 3, 1),
                row("sale", None, 2, 2),
                row("sale", Some(Unattributed::NoTouchInWindow), 1, 0),
            ],
            warnings: Vec::new(),
        };
        let total = coverage.total();
        let left: u64 = total.unattributed().map(|(_, outcomes)| outcomes).sum();
        assert_eq!((total.outcomes, total.attributed, left), (9, 5, 4));
        assert_eq!(total.synthetic, 3);
        assert_eq!(total.percent().to_string(), "55.555556");
        let keys = coverage.by_key();
        let told: Vec<_> = keys
            .iter()
            .map(|(key, sums)| (*key, sums.outcomes, sums.percent().to_string()))
            .collect();
        let expected = [("sale", 4, "50"), ("call", 3, "100"), ("lead", 2, "0")];
        assert_eq!(
            told,
            expected.map(|(key, outcomes, percent)| (key, outcomes, percent.to_owned()))
        );
        assert_eq!(total.of(Unattributed::NoIdentity), 2);
        assert_eq!(total.of(Unattributed::NotEligible), 0);
    }
}
