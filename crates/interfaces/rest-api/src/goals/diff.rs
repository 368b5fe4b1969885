//! `POST /api/v1/goals/definitions/diff`

use actix_web::{HttpResponse, post};
use conversion_definitions::Definition;
use kernel::{Date, Exact, RevenueType};
use profile_setup::definitions::diff::{DiffQuery, Difference, diff};
use reporting::outcomes::Captured;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{UpdateDefinitionBody, text};
use super::days::{Days, DaysMeta, Place, today};
use super::figures::{CapturedEvents, DefinitionConflict};
use super::preview::ports;
use super::profile_of;
use http_kit::decimal::DecimalString;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, Scoped, parse_uuid};
use http_kit::patch::Patch;
use http_kit::problem::{FieldCode, FieldError, Problem};

/// An edit that might be made, and the days to look at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DiffDefinitionBody {
    /// The definition.
    #[schema(format = Uuid)]
    pub definition_id: String,
    /// A new key; absent keeps the present one.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 128)]
    pub conversion_key: Patch,
    /// A new label; absent keeps the present one.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 128)]
    pub display_name: Patch,
    /// The whole new list of event types; absent keeps the present one.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 1, max_items = 50)]
    pub source_event_names: Patch,
    /// cash, pipeline or gross; absent keeps the present one.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    pub revenue_type: Patch,
    /// Whether credit is allowed; absent keeps the present answer.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    pub attribution_eligible: Patch,
    /// First local day, YYYY-MM-DD; absent is 30 days in all.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last local day, YYYY-MM-DD; absent is today. At most 366 days in all.
    #[schema(format = Date)]
    pub date_to: Option<String>,
}

impl DiffDefinitionBody {
    /// The query in a profile where it is `today`, or everything that is wrong.
    fn query(self, today: Date) -> Result<DiffQuery, Problem> {
        let mut errors = Vec::new();
        let definition_id = parse_uuid(&self.definition_id);
        if definition_id.is_none() {
            let at = "/definition_id";
            errors.push(FieldError::pointer(
                at,
                FieldCode::Malformed,
                "is not a UUID",
            ));
        }
        let edit = UpdateDefinitionBody {
            conversion_key: self.conversion_key,
            display_name: self.display_name,
            source_event_names: self.source_event_names,
            revenue_type: self.revenue_type,
            attribution_eligible: self.attribution_eligible,
        }
        .edit(&mut errors);
        let days = Days::of_body(
            self.date_from.as_deref(),
            self.date_to.as_deref(),
            &mut errors,
        );
        let period = days.period(today, Place::Body);
        match (definition_id, period) {
            (Some(id), Ok(period)) if errors.is_empty() => Ok(DiffQuery {
                definition_id: id.into(),
                edit,
                period,
            }),
            (_, Err(error)) if errors.is_empty() => Err(Problem::invalid_field(error)),
            _ => Err(Problem::invalid(errors)),
        }
    }
}

/// A definition beside what it would be after the edit.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefinitionDiff {
    /// The definition.
    pub definition_id: Uuid,
    /// What it captures now.
    pub current: CapturedEvents,
    /// What it would capture.
    pub proposed: CapturedEvents,
    /// `proposed` less `current`.
    pub delta: FigureDelta,
    /// Event types that the edit adds.
    pub added_event_names: Vec<String>,
    /// Event types that the edit drops.
    pub removed_event_names: Vec<String>,
    /// The names of the fields that would change.
    pub changes: Vec<&'static str>,
    /// Definitions that stand in the way: with one of them, the edit is answered with 409.
    pub conflicts: Vec<DefinitionConflict>,
}

/// How figures would change.
#[derive(Debug, Serialize, ToSchema)]
pub struct FigureDelta {
    /// More events, or fewer.
    pub event_count: i64,
    /// More money, or less, whatever its currency.
    pub revenue_sum: DecimalString,
    /// More events that count as cash, or fewer: those of a definition whose revenue type is cash.
    pub cash_event_count: i64,
    /// More of their money, or less, whatever its currency.
    pub cash_sum: DecimalString,
    /// More events that a touch may be credited with, or fewer.
    pub creditable_event_count: i64,
}

/// What a state of the definition lets its events count as: cash, their money, and creditable ones.
fn counted(definition: &Definition, captured: &Captured) -> (i64, Exact, i64) {
    let events = captured.event_count;
    let (cash, sum) = match definition.revenue_type {
        RevenueType::Cash => (events, captured.revenue_sum),
        RevenueType::Pipeline | RevenueType::Gross => (0, Exact::ZERO),
    };
    let creditable = if definition.attribution_eligible {
        events
    } else {
        0
    };
    (cash, sum, creditable)
}

impl From<Difference> for DefinitionDiff {
    fn from(found: Difference) -> Self {
        let (current, proposed) = (&found.current, &found.proposed);
        let now = counted(&found.before, current);
        let then = counted(&found.after, proposed);
        Self {
            definition_id: found.before.id.uuid(),
            delta: FigureDelta {
                event_count: proposed.event_count - current.event_count,
                revenue_sum: DecimalString(proposed.revenue_sum - current.revenue_sum),
                cash_event_count: then.0 - now.0,
                cash_sum: DecimalString(then.1 - now.1),
                creditable_event_count: then.2 - now.2,
            },
            added_event_names: found.added().into_iter().map(text).collect(),
            removed_event_names: found.removed().into_iter().map(text).collect(),
            changes: found.before.changes(&found.after),
            current: CapturedEvents::new(found.current, &found.before.source_event_names),
            proposed: CapturedEvents::new(found.proposed, &found.after.source_event_names),
            conflicts: found.conflicts.into_iter().map(Into::into).collect(),
        }
    }
}

/// Compare a conversion definition with an edit
///
/// What it captures, and what it would capture after the edit, over the same days. Nothing is
/// written.
#[utoipa::path(
    operation_id = "diffDefinition",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    request_body(content = DiffDefinitionBody, content_type = "application/json"),
    responses(
        (status = 200, description = "The figures of both.",
            body = Envelope<DefinitionDiff, DaysMeta>),
    )
)]
#[post("/api/v1/goals/definitions/diff")]
pub(crate) async fn diff_definition(
    call: Scoped<GoalsWrite, ApiJson<DiffDefinitionBody>>,
) -> Result<HttpResponse, Problem> {
    let profile = profile_of(&call.state, call.access.profile_id).await?;
    let query = call.input.0.query(today(&call.state, &profile.timezone))?;
    let period = query.period;
    let found = diff(ports(&call.state), &call.access, &profile, query).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: DefinitionDiff::from(found),
        meta: DaysMeta::new(profile.id, period),
    }))
}
