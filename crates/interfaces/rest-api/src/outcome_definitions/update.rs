//! `PATCH /api/v1/outcome-definitions/{id}`

use actix_web::{HttpResponse, patch};
use conversion_definitions::{DefinitionError, DefinitionText, OutcomeDefinition};
use kernel::ids::kind;
use kernel::{OutcomeDefinitionId, ProfileAccess};
use profile_setup::outcome_definitions::update::{LabelEdit, UpdateLabelError, update};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::OutcomeDefinitionBody;
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::patch::{Patch, sent};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// New values for some fields of an outcome definition; what is absent stays.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateOutcomeDefinitionBody {
    /// The raw event type that is counted under it; unique in its family.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 128)]
    pub event_key: Patch,
    /// The label for people.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 128)]
    pub display_name: Patch,
}

impl UpdateOutcomeDefinitionBody {
    fn edit(&self) -> Result<LabelEdit, Problem> {
        let mut errors = Vec::new();
        let event_key = read(
            (&self.event_key, "event_key"),
            DefinitionText::event_type,
            &mut errors,
        );
        let display_name = read(
            (&self.display_name, "display_name"),
            DefinitionText::new,
            &mut errors,
        );
        if errors.is_empty() {
            Ok(LabelEdit {
                event_key,
                display_name,
            })
        } else {
            Err(Problem::invalid(errors))
        }
    }
}

fn read(
    (field, name): (&Patch, &str),
    parse: fn(&str) -> Result<DefinitionText, DefinitionError>,
    errors: &mut Vec<FieldError>,
) -> Option<DefinitionText> {
    let text: String = sent(field, name, errors)?;
    parse(&text)
        .map_err(|error| {
            let at = format!("/{name}");
            errors.push(FieldError::pointer(
                at,
                FieldCode::Malformed,
                error.to_string(),
            ));
        })
        .ok()
}

/// Update an outcome definition
///
/// Changes its event key or its label. Stamps an audit event; nothing is replayed, because labels
/// mean nothing for attribution.
#[utoipa::path(
    operation_id = "updateOutcomeDefinition",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    params(("id" = Uuid, Path, description = "The outcome definition.")),
    request_body(content = UpdateOutcomeDefinitionBody, content_type = "application/json"),
    responses(
        (status = 200, description = "The outcome definition as it is now.",
            body = Envelope<OutcomeDefinitionBody, ProfileMeta>),
        (status = 409, description = "Another label of the family has the event key."),
        TooManyWrites,
    )
)]
#[patch("/api/v1/outcome-definitions/{id}")]
pub(crate) async fn update_outcome_definition(
    call: Scoped<
        GoalsWrite,
        (
            PathId<kind::OutcomeDefinition>,
            ApiJson<UpdateOutcomeDefinitionBody>,
        ),
    >,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let (PathId(id), ApiJson(body)) = call.input;
    let edit = body.edit()?;
    let (state, access) = (call.state.into_inner(), call.access);
    let changed = detached(async move { Ok(write(&state, &access, id, edit).await?) }).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: OutcomeDefinitionBody::from(changed),
        meta: ProfileMeta::from(profile_id),
    }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    id: OutcomeDefinitionId,
    edit: LabelEdit,
) -> Result<OutcomeDefinition, UpdateLabelError> {
    let input = (access, id, edit);
    let updated = state.write(&input, |work, context, (access, id, edit)| {
        Box::pin(update(work, context, access, *id, edit.clone()))
    });
    updated.await
}
