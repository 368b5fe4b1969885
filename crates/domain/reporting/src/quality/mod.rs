//! What figures are worth: whether feeds still come, whether what comes is usable, and what a
//! reader has to know before believing a number.
//!
//! Decides: which days are unusual ([`surveillance`]), the score ([`score`]), the signals of trust
//! ([`trust`]), when one of them is told and since when it is so ([`alerts`]), the checks of
//! instrumentation ([`checks`]), how many outcomes are credited at all ([`coverage`]), what is
//! credited to advertisements that nobody knows ([`dangling`]), and where the tracker is installed
//! ([`verification`]), from numbers that others measured.
//! Reading order as here. The score is an index of evidence and no accuracy: a report whose every
//! component is whole can still be wrong.

pub mod alerts;
pub mod checks;
pub mod coverage;
pub mod dangling;
pub mod feeds;
pub mod instrumentation;
pub mod measured;
pub mod score;
pub mod standing;
pub mod surveillance;
pub mod trust;
pub mod verification;

use kernel::Exact;

/// A part of a whole, both in the same unit: outcomes, touches, feeds, or cash in the reporting
/// currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The part.
    pub part: Exact,
    /// The whole.
    pub of: Exact,
}

impl Share {
    /// A share of things that are counted.
    pub fn counted(part: u64, of: u64) -> Self {
        Self {
            part: whole(part),
            of: whole(of),
        }
    }
}

impl Share {
    /// The part in percent of the whole, one decimal, half away from zero; `None` when there is no whole.
    pub fn percent(&self) -> Option<Exact> {
        percent_to_a_tenth(self.part, self.of)
    }
}

/// A count as an exact number.
fn whole(count: u64) -> Exact {
    Exact::whole(i64::try_from(count).unwrap_or(i64::MAX))
}

/// `part` in percent of `of`, one decimal, half away from zero; `None` when there is nothing to
/// divide by.
fn percent_to_a_tenth(part: Exact, of: Exact) -> Option<Exact> {
    let hundredfold = Exact::from_units(part.units().saturating_mul(100));
    hundredfold.divide(of, 1)
}
