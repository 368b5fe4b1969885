//! The ledger of reported figures: what was credited to which channel on which day, and every
//! change of it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{Date, Exact, Model, ProfileId, RecomputeId, RestatementId, StoreError, Timestamp};
use reporting::causes::{Cause, ChangeCause};

use super::attribution::Seen;

/// What one figure is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Local day of the conversions, or of the spend.
    pub date: Date,
    /// The channel that is credited or bought; empty for what no touch is credited with.
    pub channel: String,
    /// Under which model; `None` for spend, which is no credit.
    pub model: Option<Model>,
}

/// The figures of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Credited cash in the reporting currency, refunds subtracted.
    pub cash: Exact,
    /// Credited conversions in billionths, refunds not counted.
    pub conversions: i64,
    /// Credited payments in billionths, refunds not counted.
    pub payments: i64,
    /// Ad spend in the reporting currency; zero under a model.
    pub spend: Exact,
}

/// Figures by cell; a cell that is not there is all zero.
pub type Book = BTreeMap<Cell, Figures>;

/// Whose figures are asked for.
#[derive(Clone, Copy, Debug)]
pub enum FigureScope<'a> {
    /// Everybody's.
    Everything,
    /// What is credited to touches with some signatures, and what was spent on them; nothing of
    /// what is not credited.
    Signatures(&'a [i64]),
    /// Spend alone: of some days, or of all.
    Spend(Option<&'a [Date]>),
}

/// A cell whose figures changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatedCell {
    /// The cell.
    pub cell: Cell,
    /// As they were reported.
    pub before: Figures,
    /// As they are reported now.
    pub after: Figures,
}

/// One change of reported figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRestatement {
    /// Its id.
    pub id: RestatementId,
    /// When.
    pub at: Timestamp,
    /// What all causes have in common.
    pub cause: Cause,
    /// All causes.
    pub causes: Vec<ChangeCause>,
    /// The full replay that brought it.
    pub recompute_id: Option<RecomputeId>,
    /// How the figures before were reported.
    pub seen_before: Seen,
    /// How the figures after are reported.
    pub seen_after: Seen,
    /// What changed; empty when only the currency or the time zone did.
    pub cells: Vec<RestatedCell>,
}

/// The ledger inside a transaction that holds the profile's attribution lock.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait LedgerStore: Send {
    /// The figures that a generation's results come to, channels as the rules name them now.
    async fn figures<'a>(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        scope: FigureScope<'a>,
    ) -> Result<Book, StoreError>;

    /// The figures as the ledger has them: of some cells, or of all.
    async fn reported<'a>(
        &mut self,
        profile_id: ProfileId,
        cells: Option<&'a [Cell]>,
    ) -> Result<Book, StoreError>;

    /// Adds a restatement under the profile's next sequence number.
    async fn append(
        &mut self,
        profile_id: ProfileId,
        restatement: &NewRestatement,
    ) -> Result<(), StoreError>;
}
