//! Every change of a reported figure: when, why, and what it was before.

use async_trait::async_trait;
use kernel::{
    Currency, Date, Exact, Limit, Model, ProfileAccess, RecomputeId, RestatementId, StoreError,
    TimeZone, Timestamp,
};

use crate::causes::{Cause, ChangeCause};

/// A value before and after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// As it was reported.
    pub before: Exact,
    /// As it is reported from then on.
    pub after: Exact,
}

/// One change of reported figures, without its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restatement {
    /// Its id.
    pub id: RestatementId,
    /// 1, 2, 3, … in the order in which figures changed.
    pub sequence: i64,
    /// When.
    pub restated_at: Timestamp,
    /// What all its causes have in common.
    pub cause: Cause,
    /// All causes, oldest first.
    pub causes: Vec<ChangeCause>,
    /// The full replay that brought it.
    pub recompute_id: Option<RecomputeId>,
    /// Currency of the figures before.
    pub currency_before: Currency,
    /// Currency of the figures after.
    pub currency_after: Currency,
    /// Time zone of the days before.
    pub timezone_before: TimeZone,
    /// Time zone of the days after.
    pub timezone_after: TimeZone,
    /// The first and the last local day whose figures changed; `None` when no number did, only the
    /// currency or the time zone.
    pub days: Option<(Date, Date)>,
    /// Changed figures, over all models, and of spend.
    pub lines: i64,
    /// What credited cash changed by under last touch; `None` across currencies.
    pub cash_change: Option<Exact>,
    /// What credited conversions changed by under last touch.
    pub conversions_change: Exact,
    /// What ad spend changed by; `None` across currencies.
    pub spend_change: Option<Exact>,
}

/// The figures of one day and channel that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatementLine {
    /// Local day of the conversions and of the spend.
    pub date: Date,
    /// The channel; `None` for what no touch is credited with.
    pub channel: Option<String>,
    /// What is credited under the model that was asked for; `None` when that did not change.
    pub credit: Option<CreditChange>,
    /// Ad spend; `None` when that did not change.
    pub spend: Option<Change>,
}

/// What is credited to one channel on one day, under one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreditChange {
    /// Credited cash, before in the currency before and after in the currency after.
    pub cash: Change,
    /// Credited conversions, refunds not counted.
    pub conversions: Change,
    /// Credited payments, refunds not counted.
    pub payments: Change,
}

/// Which part of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatementsQuery {
    /// Only those with one of these causes; empty is all.
    pub causes: Vec<Cause>,
    /// Rows a page.
    pub limit: Limit<100>,
    /// The sequence number of the previous page's last row.
    pub before: Option<i64>,
}

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatementsPage {
    /// The latest first.
    pub rows: Vec<Restatement>,
    /// The cursor of the next page, when there is one.
    pub next: Option<i64>,
}

/// Where a page of lines ended. Lines come by day and then by channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCursor {
    /// Day of the last line.
    pub date: Date,
    /// Its channel; empty for what no touch is credited with.
    pub channel: String,
}

/// Which lines of a restatement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinesQuery {
    /// Under which model.
    pub model: Model,
    /// Lines a page.
    pub limit: Limit<500>,
    /// Where the previous page ended.
    pub after: Option<LineCursor>,
}

/// A restatement with one page of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatementDetail {
    /// The change.
    pub restatement: Restatement,
    /// The earliest day first.
    pub lines: Vec<RestatementLine>,
    /// Where the next page begins, when there is one.
    pub next: Option<LineCursor>,
}

/// Reads the ledger.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait RestatementsReader: Send + Sync {
    /// One page of the profile's restatements.
    async fn restatements(
        &self,
        access: &ProfileAccess,
        query: &RestatementsQuery,
    ) -> Result<RestatementsPage, StoreError>;

    /// One restatement; `None` when it is not the profile's.
    async fn restatement(
        &self,
        access: &ProfileAccess,
        id: RestatementId,
        query: &LinesQuery,
    ) -> Result<Option<RestatementDetail>, StoreError>;
}
