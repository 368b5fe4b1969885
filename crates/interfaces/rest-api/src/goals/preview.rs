//! `POST /api/v1/goals/definitions/preview`

use actix_web::{HttpResponse, post};
use conversion_definitions::{DefinitionDraft, DefinitionEdit};
use kernel::Date;
use profile_setup::definitions::preview::{PreviewPorts, PreviewQuery, preview};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::days::{Days, DaysMeta, Place, today};
use super::figures::{CapturedEvents, DefinitionConflict};
use super::profile_of;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::problem::refusals::definitions::fault;
use http_kit::state::AppState;

/// A definition that might be made, and the days to look at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PreviewDefinitionBody {
    /// The event types that it would claim.
    #[schema(min_items = 1, max_items = 50)]
    pub source_event_names: Vec<String>,
    /// Its key, to learn whether it is taken.
    #[schema(min_length = 1, max_length = 128)]
    pub conversion_key: Option<String>,
    /// Its label; it decides nothing.
    #[schema(min_length = 1, max_length = 128)]
    pub display_name: Option<String>,
    /// cash, pipeline or gross; it decides nothing here.
    pub revenue_type: Option<String>,
    /// Whether credit would be allowed; it decides nothing here.
    pub attribution_eligible: Option<bool>,
    /// First local day, YYYY-MM-DD; absent is 30 days in all.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last local day, YYYY-MM-DD; absent is today. At most 366 days in all.
    #[schema(format = Date)]
    pub date_to: Option<String>,
}

impl PreviewDefinitionBody {
    /// The query in a profile where it is `today`, or everything that is wrong.
    fn query(self, today: Date) -> Result<PreviewQuery, Problem> {
        let mut errors = Vec::new();
        let days = Days::of_body(
            self.date_from.as_deref(),
            self.date_to.as_deref(),
            &mut errors,
        );
        let draft = DefinitionDraft {
            conversion_key: self.conversion_key,
            display_name: self.display_name,
            source_event_names: Some(self.source_event_names),
            revenue_type: self.revenue_type,
            attribution_eligible: self.attribution_eligible,
        };
        let edit = DefinitionEdit::parse(draft)
            .map_err(|faults| errors.extend(faults.iter().map(fault)))
            .ok();
        let period = days
            .period(today, Place::Body)
            .map_err(|error| {
                if errors.is_empty() {
                    errors.push(error);
                }
            })
            .ok();
        match (edit, period) {
            (Some(edit), Some(period)) if errors.is_empty() => Ok(PreviewQuery {
                conversion_key: edit.conversion_key,
                source_event_names: edit.source_event_names.unwrap_or_default(),
                period,
            }),
            _ => Err(Problem::invalid(errors)),
        }
    }
}

/// What a definition would do.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefinitionPreview {
    /// The events that would be its conversions. Event types that another definition claims are
    /// counted as if they were taken from it.
    #[serde(flatten)]
    pub captured: CapturedEvents,
    /// Definitions that stand in its way: with one of them, creating it is answered with 409.
    pub overlaps: Vec<DefinitionConflict>,
}

/// Preview a conversion definition
///
/// How many events a candidate would capture, and worth how much. What it says is what the replay
/// after creating the definition shows for the same days. Nothing is written.
#[utoipa::path(
    operation_id = "previewDefinition",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    request_body(content = PreviewDefinitionBody, content_type = "application/json"),
    responses(
        (status = 200, description = "The figures.", body = Envelope<DefinitionPreview, DaysMeta>),
    )
)]
#[post("/api/v1/goals/definitions/preview")]
pub(crate) async fn preview_definition(
    call: Scoped<GoalsWrite, ApiJson<PreviewDefinitionBody>>,
) -> Result<HttpResponse, Problem> {
    let profile = profile_of(&call.state, call.access.profile_id).await?;
    let query = call.input.0.query(today(&call.state, &profile.timezone))?;
    let found = preview(ports(&call.state), &call.access, &profile, &query).await?;
    let conflicts = found.conflicts.into_iter();
    Ok(HttpResponse::Ok().json(Envelope {
        data: DefinitionPreview {
            captured: CapturedEvents::new(found.captured, &query.source_event_names),
            overlaps: conflicts.map(DefinitionConflict::from).collect(),
        },
        meta: DaysMeta::new(profile.id, query.period),
    }))
}

/// What previews and diffs read.
pub(super) fn ports(state: &AppState) -> PreviewPorts<'_> {
    PreviewPorts {
        catalogues: &*state.catalogues,
        outcomes: &*state.outcomes,
    }
}
