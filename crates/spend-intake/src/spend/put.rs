//! Writes days of ad spend and the names of ads.

use ad_spend::SpendDay;
use kernel::{Actor, StoreError};

use super::write::{Change, change};
use application::context::Context;
use application::ports::Profile;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpendWritten {
    /// Days of spend, new or replaced.
    pub days: usize,
    /// Ads in the catalogue, new or renamed.
    pub ads: usize,
    /// Days of spend that are no longer there.
    pub removed: usize,
    /// Whether, on one of these days, parts of some whole come to more than the whole.
    pub exceeds: bool,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum PutError {
    /// These of the given days, by position, would leave an account with two currencies on a day.
    #[error("an account has one currency a day")]
    Currencies(Vec<usize>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for PutError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Writes all days or none. A day that is given twice counts as given last. What reports said of
/// these days before goes into the ledger: platforms correct their figures for weeks.
pub async fn put(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    days: &[SpendDay],
    actor: Actor,
) -> Result<SpendWritten, PutError> {
    let whole = Change {
        days,
        replaced: None,
        actor,
    };
    change(work, context, profile, whole).await
}
