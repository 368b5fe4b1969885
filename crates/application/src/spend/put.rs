//! Writes days of ad spend and the names of ads.

use kernel::{Actor, Amount, Currency, Date, StoreError};

use super::write::{Change, change};
use crate::context::Context;
use crate::ports::{AdRow, Profile};
use crate::transaction::Contended;
use crate::unit_of_work::UnitOfWork;

/// One day of one ad, as a caller reports it, or of the ad set, the campaign or the account whose
/// parts' ids are empty: then it is the total of its parts, named and unnamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpendDay {
    /// Local day of the account.
    pub date: Date,
    /// The ad, with whatever names are known.
    pub ad: AdRow,
    /// Cost of the day, not negative.
    pub amount: Amount,
    /// Its currency; `None` is the profile's.
    pub currency: Option<Currency>,
    /// Impressions, if told.
    pub impressions: Option<i64>,
    /// Clicks, if told.
    pub clicks: Option<i64>,
    /// `utm_source` of the traffic that it buys; `None` is what the platform stands for.
    pub utm_source: Option<String>,
    /// `utm_medium` of the traffic that it buys; `None` is what the platform stands for.
    pub utm_medium: Option<String>,
}

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
