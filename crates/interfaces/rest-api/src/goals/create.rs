//! `POST /api/v1/goals/definitions`

use actix_web::{HttpResponse, post};
use conversion_definitions::NewDefinition;

use super::body::{ConversionDefinition, CreateDefinitionBody, DefinitionMeta};
use super::write::{Change, left, write};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::problem::refusals::definitions::invalid;

/// Create a conversion definition
///
/// Gives event types a meaning. The key is taken verbatim. Stamps an audit event and queues one
/// full replay, so that past periods change too; changes made while a replay waits share it.
#[utoipa::path(
    operation_id = "createDefinition",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    request_body(content = CreateDefinitionBody, content_type = "application/json"),
    responses(
        (status = 201, description = "The definition is created.",
            body = Envelope<ConversionDefinition, DefinitionMeta>),
        (status = 409, description = "Another definition has the key or claims some of the event \
            types (`errors` names it, and them), or the profile has 200 definitions."),
        TooManyWrites,
    )
)]
#[post("/api/v1/goals/definitions")]
pub(crate) async fn create_definition(
    call: Scoped<GoalsWrite, ApiJson<CreateDefinitionBody>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let new = NewDefinition::parse(call.input.0.into()).map_err(|faults| invalid(&faults))?;
    let changed = left(write(call.state, call.access, Change::Create(new)).await?)?;
    let meta = DefinitionMeta::of(profile_id, &changed);
    Ok(HttpResponse::Created().json(Envelope {
        data: ConversionDefinition::from(changed.stored),
        meta,
    }))
}
