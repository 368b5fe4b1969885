//! How breakdowns are written.

use kernel::{Currency, Exact, ProfileId};
use reporting::breakdown::{BreakdownRow as Row, Metric, RankKeyset};
use reporting::figures::Figures;
use reporting::question::Question;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;

use super::figures;
use crate::overview::goals::told_goals;
use http_kit::decimal::DecimalNumber;

/// One value of the dimension with its figures.
#[derive(Debug)]
pub struct BreakdownRow(Row);

impl Serialize for BreakdownRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { key, name, figures } = &self.0;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("key", &Some(key).filter(|key| !key.is_empty()))?;
        members.serialize_entry("name", name)?;
        for (metric, _) in Metric::ALL {
            figures::write(&mut members, metric, figures)?;
        }
        members.end()
    }
}

impl PartialSchema for BreakdownRow {
    fn schema() -> RefOr<Schema> {
        let text = |description| {
            ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .description(Some(description))
        };
        let object = ObjectBuilder::new()
            .description(Some(
                "The figures of one value of the dimension. Numbers are exact or, for ratios, rounded \
                 to six\ndecimals.",
            ))
            .property("key", text("The value; null for what is not known."))
            .property(
                "name",
                text("What the ads catalogue calls a campaign, an ad set or an ad; null for other dimensions."),
            );
        figures::describe(object, |_| None).into()
    }
}

impl ToSchema for BreakdownRow {
    fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
        figures::schemas(found);
    }
}

/// The figures over all rows of all pages, with what stands in no row.
#[derive(Debug)]
pub struct BreakdownTotal {
    figures: Figures,
    unattributed: Option<Exact>,
}

/// The one member of a total that is no figure of a row.
const UNATTRIBUTED: &str = "unattributed_conversions";

impl Serialize for BreakdownTotal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        for (metric, _) in Metric::ALL {
            figures::write(&mut members, metric, &self.figures)?;
            if metric == Metric::Conversions {
                members.serialize_entry(UNATTRIBUTED, &self.unattributed.map(DecimalNumber))?;
            }
        }
        members.end()
    }
}

impl PartialSchema for BreakdownTotal {
    fn schema() -> RefOr<Schema> {
        let unattributed = "Conversions that no touch is credited with, which stand in no row; null \
            under a filter.";
        let or_null = OneOfBuilder::new()
            .item(figures::exact(unattributed))
            .item(ObjectBuilder::new().schema_type(Type::Null));
        let object = ObjectBuilder::new()
            .description(Some(
                "The figures over all rows of all pages: what the overview says about the same \
                 question.",
            ))
            .property(UNATTRIBUTED, or_null);
        let own = |metric| match metric {
            Metric::Spend => Some(
                "Ad spend in the reporting currency; the whole of it, also where rows cannot tell \
                 their part.",
            ),
            Metric::Conversions => Some("Credited conversions; refunds not counted."),
            Metric::Visitors => Some(
                "Distinct anonymous ids. Who came in two ways stands in two rows and counts once here.",
            ),
            _ => None,
        };
        figures::describe(object, own).into()
    }
}

impl ToSchema for BreakdownTotal {
    fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
        figures::schemas(found);
    }
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
    /// `spend_has_no_<dimension>`; with `goal`, `spend_of_all_goals`; of accounts that are read, `spend_incomplete`
    /// and `spend_in_other_timezone`. Absent when there is nothing to say.
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
        Self(row)
    }
}

impl BreakdownTotal {
    /// The figures with what stands in no row.
    pub(super) const fn new(figures: Figures, unattributed: Option<Exact>) -> Self {
        Self {
            figures,
            unattributed,
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
