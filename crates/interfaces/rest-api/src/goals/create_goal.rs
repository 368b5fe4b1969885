//! `POST /api/v1/goals`, which `POST /api/v1/goals/definitions` supersedes.

use actix_web::{HttpResponse, post};
use conversion_definitions::{DefinitionDraft, DefinitionFault, Field, NewDefinition};
use kernel::RevenueType;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::list_goals::Goal;
use super::write::{Change, left, write};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::refusals::definitions::fault;
use http_kit::problem::{FieldError, Problem};

/// A new goal.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateGoalBody {
    /// Its label.
    #[schema(min_length = 1, max_length = 128)]
    pub name: String,
    /// The one event type that it claims; also its key, verbatim.
    #[schema(min_length = 1, max_length = 128)]
    pub event_name: String,
    /// cash, pipeline or gross; pipeline when absent, which never counts toward ROAS.
    pub revenue_type: Option<String>,
}

/// What the creation of a goal is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoalMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// The full replay after which reports show the goal; several changes may share one.
    pub recompute_id: Option<Uuid>,
    /// `revenue_type_is_pipeline`: none was sent, so what its events are worth is pipeline, which counts
    /// neither as revenue nor toward ROAS. For payments send `cash`.
    pub warnings: Vec<&'static str>,
}

const PIPELINE: &str = "revenue_type_is_pipeline";

impl CreateGoalBody {
    fn definition(self) -> Result<NewDefinition, Problem> {
        let draft = DefinitionDraft {
            conversion_key: Some(self.event_name.clone()),
            display_name: Some(self.name),
            source_event_names: Some(vec![self.event_name]),
            revenue_type: Some(
                self.revenue_type
                    .unwrap_or_else(|| RevenueType::Pipeline.as_str().to_owned()),
            ),
            attribution_eligible: None,
        };
        NewDefinition::parse(draft).map_err(|faults| Problem::invalid(errors(&faults)))
    }
}

/// Faults in terms of a goal. The event name is read twice; what is wrong with it is told once.
fn errors(faults: &[DefinitionFault]) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = Vec::new();
    for wrong in faults {
        let pointer = match wrong.field {
            Field::DisplayName => "/name",
            Field::RevenueType => "/revenue_type",
            Field::ConversionKey | Field::SourceEventNames | Field::SourceEventName(_) => {
                "/event_name"
            }
        };
        if errors
            .iter()
            .all(|error| error.pointer.as_deref() != Some(pointer))
        {
            let mut error = fault(wrong);
            error.pointer = Some(pointer.to_owned());
            errors.push(error);
        }
    }
    errors
}

/// Create a goal
///
/// Creates a conversion definition of one event type. Deprecated: create a definition instead.
#[utoipa::path(
    operation_id = "createGoal",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    request_body(content = CreateGoalBody, content_type = "application/json"),
    responses(
        (status = 201, description = "The goal is created.", body = Envelope<Goal, GoalMeta>),
        (status = 409, description = "A definition has the event name as its key or among its \
            event types, or the profile has 200 definitions."),
        TooManyWrites,
    )
)]
#[post("/api/v1/goals")]
pub(crate) async fn create_goal(
    call: Scoped<GoalsWrite, ApiJson<CreateGoalBody>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let is_assumed = call.input.0.revenue_type.is_none();
    let new = call.input.0.definition()?;
    let changed = left(
        write(call.state, call.access, Change::Create(new))
            .await
            .map_err(|problem| problem.renamed(&POINTERS))?,
    )?;
    let meta = GoalMeta {
        profile_id: profile_id.uuid(),
        recompute_id: changed.recompute_id.map(kernel::Id::uuid),
        warnings: is_assumed.then_some(PIPELINE).into_iter().collect(),
    };
    Ok(HttpResponse::Created().json(Envelope {
        data: Goal::from(changed.stored),
        meta,
    }))
}

/// What the fields of a definition are called here.
const POINTERS: [(&str, &str); 2] = [
    ("/conversion_key", "/event_name"),
    ("/source_event_names", "/event_name"),
];
