//! `PATCH /api/v1/goals/definitions/{id}`

use actix_web::{HttpResponse, patch};
use kernel::ids::kind;

use super::body::{ConversionDefinition, DefinitionMeta, UpdateDefinitionBody, unless};
use super::write::{Change, left, write};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::problem::Problem;

/// Update a conversion definition
///
/// Changes the fields that are sent. Stamps an audit event and queues one full replay, so that past
/// periods change too; when nothing changes, it does neither.
#[utoipa::path(
    operation_id = "updateDefinition",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    params(("id" = Uuid, Path, description = "The definition.")),
    request_body(content = UpdateDefinitionBody, content_type = "application/json"),
    responses(
        (status = 200, description = "The definition as it is now.",
            body = Envelope<ConversionDefinition, DefinitionMeta>),
        (status = 409, description = "Another definition has the key or claims some of the event \
            types; `errors` names it, and them."),
        TooManyWrites,
    )
)]
#[patch("/api/v1/goals/definitions/{id}")]
pub(crate) async fn update_definition(
    call: Scoped<GoalsWrite, (PathId<kind::Definition>, ApiJson<UpdateDefinitionBody>)>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let (PathId(id), ApiJson(body)) = call.input;
    let mut errors = Vec::new();
    let edit = body.edit(&mut errors);
    let change = unless(errors, Change::Update(id, edit))?;
    let changed = left(write(call.state, call.access, change).await?)?;
    let meta = DefinitionMeta::of(profile_id, &changed);
    Ok(HttpResponse::Ok().json(Envelope {
        data: ConversionDefinition::from(changed.stored),
        meta,
    }))
}
