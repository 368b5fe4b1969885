//! `DELETE /api/v1/goals/definitions/{id}`

use actix_web::{HttpResponse, delete};
use kernel::ids::kind;

use super::write::{Change, write};
use http_kit::documented::TooManyWrites;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;

/// Delete a conversion definition
///
/// Its conversions go with the full replay that is queued. Stamps an audit event.
#[utoipa::path(
    operation_id = "deleteDefinition",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    params(("id" = Uuid, Path, description = "The definition.")),
    responses(
        (status = 204, description = "The definition is gone."),
        TooManyWrites,
    )
)]
#[delete("/api/v1/goals/definitions/{id}")]
pub(crate) async fn delete_definition(
    call: Scoped<GoalsWrite, PathId<kind::Definition>>,
) -> Result<HttpResponse, Problem> {
    write(call.state, call.access, Change::Delete(call.input.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}
