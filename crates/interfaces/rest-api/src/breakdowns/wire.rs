//! How breakdowns are written.

use kernel::{Currency, Exact, ProfileId};
use reporting::breakdown::{BreakdownRow as Row, RankKeyset};
use reporting::figures::Figures;
use reporting::question::Question;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::overview::goals::told_goals;
use http_kit::decimal::DecimalNumber;

/// The figures of one value of the dimension. Numbers are exact or, for ratios, rounded to six
/// decimals.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownRow {
    /// The value; null for what is not known.
    pub key: Option<String>,
    /// What the ads catalogue calls an ad or an ad set; null for other dimensions.
    pub name: Option<String>,
    /// Ad spend in the reporting currency.
    pub spend: DecimalNumber,
    /// Cash credited to touches.
    pub revenue: DecimalNumber,
    /// Revenue divided by spend; 0 without spend.
    pub roas: DecimalNumber,
    /// Credited conversions, a sum of shares; refunds not counted.
    pub conversions: DecimalNumber,
    /// Distinct anonymous ids.
    pub visitors: i64,
    /// Sessions with at least one page view.
    pub sessions: i64,
    /// Sessions with a single page view, in percent.
    pub bounce_rate: DecimalNumber,
}

/// The figures over all rows of all pages: what the overview says about the same question.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownTotal {
    /// Ad spend in the reporting currency; the whole of it, also where rows cannot tell their part.
    pub spend: DecimalNumber,
    /// Cash credited to touches.
    pub revenue: DecimalNumber,
    /// Revenue divided by spend; 0 without spend.
    pub roas: DecimalNumber,
    /// Credited conversions; refunds not counted.
    pub conversions: DecimalNumber,
    /// Conversions that no touch is credited with, which stand in no row; null under a filter.
    pub unattributed_conversions: Option<DecimalNumber>,
    /// Distinct anonymous ids. Who came in two ways stands in two rows and counts once here.
    pub visitors: i64,
    /// Sessions with at least one page view.
    pub sessions: i64,
    /// Sessions with a single page view, in percent.
    pub bounce_rate: DecimalNumber,
}

/// One page, and the figures over all pages.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownData {
    /// In the order that was asked for; equals by key.
    pub rows: Vec<BreakdownRow>,
    /// Over all rows.
    pub total: BreakdownTotal,
}

/// Where a ranked list goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct RankedPagination {
    /// Whether there is another page.
    pub has_next: bool,
    /// `value|key` of the last row: send it as `cursor`. Empty on the last page.
    pub cursor: String,
}

/// A breakdown.
#[derive(Debug, Serialize, ToSchema)]
pub struct BreakdownAnswer {
    /// The figures.
    pub data: BreakdownData,
    /// What they are about.
    pub meta: FiguresMeta,
    /// Where the list goes on.
    pub pagination: RankedPagination,
}

/// What figures are about.
#[derive(Debug, Serialize, ToSchema)]
pub struct FiguresMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// The attribution model.
    pub model: &'static str,
    /// The day on which credit counts: `conversion_date` or `touch_date`.
    pub accounting: &'static str,
    /// ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
    /// profile's own yet.
    #[schema(extensions(("x-spec-gap" = json!("G125"))))]
    pub reporting_currency: String,
    /// `replay_pending`: a full replay waits or runs, and the figures are those of before it. What was left
    /// out of them: `spend_without_fx_rate`, `spend_parts_exceed_total`, `conversions_pending_fx`,
    /// `spend_has_no_<dimension>`; with `goal`, `spend_of_all_goals`. Absent when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, extensions(("x-spec-gap" = json!("G40"))))]
    pub warnings: Vec<String>,
    /// The conversion keys that count, separated by commas; only when `goal` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, extensions(("x-spec-gap" = json!("G130"))))]
    pub goal: Option<String>,
}

impl FiguresMeta {
    /// About the question.
    pub fn new(
        profile_id: ProfileId,
        question: &Question,
        (currency, warnings): (Currency, Vec<String>),
    ) -> Self {
        Self {
            date_from: question.period.from().to_string(),
            date_to: question.period.to().to_string(),
            profile_id: profile_id.uuid(),
            model: question.model.as_str(),
            accounting: question.accounting.as_str(),
            reporting_currency: currency.code().to_owned(),
            warnings,
            goal: told_goals(&question.goals),
        }
    }
}

impl From<Row> for BreakdownRow {
    fn from(row: Row) -> Self {
        let figures = row.figures;
        Self {
            key: Some(row.key).filter(|key| !key.is_empty()),
            name: row.name,
            spend: DecimalNumber(figures.spend),
            revenue: DecimalNumber(figures.revenue),
            roas: DecimalNumber(figures.roas),
            conversions: DecimalNumber(figures.conversions),
            visitors: figures.visitors,
            sessions: figures.sessions,
            bounce_rate: DecimalNumber(figures.bounce_rate),
        }
    }
}

impl BreakdownTotal {
    /// The figures with what stands in no row.
    pub(super) fn new(figures: Figures, unattributed: Option<Exact>) -> Self {
        Self {
            spend: DecimalNumber(figures.spend),
            revenue: DecimalNumber(figures.revenue),
            roas: DecimalNumber(figures.roas),
            conversions: DecimalNumber(figures.conversions),
            unattributed_conversions: unattributed.map(DecimalNumber),
            visitors: figures.visitors,
            sessions: figures.sessions,
            bounce_rate: DecimalNumber(figures.bounce_rate),
        }
    }
}

impl From<Option<RankKeyset>> for RankedPagination {
    fn from(next: Option<RankKeyset>) -> Self {
        Self {
            has_next: next.is_some(),
            cursor: next.map(|next| next.to_string()).unwrap_or_default(),
        }
    }
}
