//! Restatements on the wire.

use kernel::{Date, Model};
use reporting::restatements::{Change, CreditChange, Restatement, RestatementLine};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::attribution::body::CauseBody;
use http_kit::decimal::DecimalNumber;

/// One change of reported figures.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Restatement)]
pub struct RestatementBody {
    /// Names the restatement.
    pub id: Uuid,
    /// 1, 2, 3, … in the order in which figures changed.
    pub sequence: i64,
    /// When.
    #[schema(format = DateTime)]
    pub restated_at: String,
    /// The word of all its causes; `several` when they differ.
    pub cause: &'static str,
    /// All causes, oldest first.
    pub causes: Vec<CauseBody>,
    /// The full replay that brought it; null when facts of single people did.
    pub recompute_id: Option<Uuid>,
    /// Currency of the figures before, ISO 4217.
    pub currency_before: String,
    /// Currency of the figures after, ISO 4217.
    pub currency_after: String,
    /// Time zone of the days before.
    pub timezone_before: String,
    /// Time zone of the days after.
    pub timezone_after: String,
    /// The local days whose figures changed; null when no number did, only the currency or the time
    /// zone.
    pub days: Option<RestatedDays>,
    /// Figures that changed: one a day, channel and model, and one a day and channel for spend.
    pub lines: i64,
    /// What credited cash changed by under `last_touch`; null when the currency changed.
    pub cash_change: Option<DecimalNumber>,
    /// What credited conversions changed by under `last_touch`.
    pub conversions_change: DecimalNumber,
    /// What ad spend changed by; null when the currency changed.
    pub spend_change: Option<DecimalNumber>,
}

/// First and last day, both inclusive.
#[derive(Debug, Serialize, ToSchema)]
pub struct RestatedDays {
    /// First day.
    #[schema(format = Date)]
    pub from: String,
    /// Last day.
    #[schema(format = Date)]
    pub to: String,
}

/// The figures of one day and channel that changed; those that did not are null.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RestatementLine)]
pub struct LineBody {
    /// Local day of the conversions and of the spend.
    #[schema(format = Date)]
    pub date: String,
    /// The channel; null for what no touch is credited with.
    pub channel: Option<String>,
    /// The model that credits.
    pub model: &'static str,
    /// Credited cash, refunds subtracted; before in the currency before, after in the currency
    /// after.
    pub cash: Option<ChangeBody>,
    /// Credited conversions, refunds not counted.
    pub conversions: Option<ChangeBody>,
    /// Credited cash payments, refunds not counted.
    pub payments: Option<ChangeBody>,
    /// Ad spend; before in the currency before, after in the currency after.
    pub spend: Option<ChangeBody>,
}

/// A figure before and after.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FigureChange)]
pub struct ChangeBody {
    /// As it was reported.
    pub before: DecimalNumber,
    /// As it is reported from then on.
    pub after: DecimalNumber,
}

impl From<Restatement> for RestatementBody {
    fn from(restatement: Restatement) -> Self {
        let days = |(from, to): (Date, Date)| RestatedDays {
            from: from.to_string(),
            to: to.to_string(),
        };
        Self {
            id: restatement.id.uuid(),
            sequence: restatement.sequence,
            restated_at: restatement.restated_at.to_string(),
            cause: restatement.cause.as_str(),
            causes: restatement
                .causes
                .into_iter()
                .map(CauseBody::from)
                .collect(),
            recompute_id: restatement.recompute_id.map(kernel::Id::uuid),
            currency_before: restatement.currency_before.code().to_owned(),
            currency_after: restatement.currency_after.code().to_owned(),
            timezone_before: restatement.timezone_before.name().to_owned(),
            timezone_after: restatement.timezone_after.name().to_owned(),
            days: restatement.days.map(days),
            lines: restatement.lines,
            cash_change: restatement.cash_change.map(DecimalNumber),
            conversions_change: DecimalNumber(restatement.conversions_change),
            spend_change: restatement.spend_change.map(DecimalNumber),
        }
    }
}

impl LineBody {
    /// A line that was read under the model.
    pub(super) fn new(model: Model, line: RestatementLine) -> Self {
        let change = |of: fn(CreditChange) -> Change| line.credit.map(of).map(ChangeBody::from);
        Self {
            date: line.date.to_string(),
            model: model.as_str(),
            cash: change(|credit| credit.cash),
            conversions: change(|credit| credit.conversions),
            payments: change(|credit| credit.payments),
            spend: line.spend.map(ChangeBody::from),
            channel: line.channel,
        }
    }
}

impl From<Change> for ChangeBody {
    fn from(change: Change) -> Self {
        Self {
            before: DecimalNumber(change.before),
            after: DecimalNumber(change.after),
        }
    }
}
