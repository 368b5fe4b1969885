//! What the engine of all reports is asked, and in which form it answers.

use std::collections::BTreeMap;

use kernel::ProfileId;
use reporting::breakdown::BreakdownBy;
use reporting::figures::FigureSums;
use reporting::question::Question;
use reporting::timeseries::Interval;

use super::Memory;

/// What figures are added up by.
#[derive(Clone, Copy)]
pub(super) enum Grouping {
    /// Everything in one row.
    Whole,
    /// A row a value of the dimension, and one for all.
    By(BreakdownBy),
    /// A row a bucket in which something happened, named by its first day.
    Every(Interval),
}

/// Which rows of which profile and generation are asked for.
pub(super) struct Asked<'a> {
    pub(super) memory: &'a Memory,
    pub(super) profile_id: ProfileId,
    pub(super) seen: &'a super::Seen,
    pub(super) question: &'a Question,
}

/// Figures by key; those of everything have none.
pub(super) type Keyed = BTreeMap<Option<String>, FigureSums>;
