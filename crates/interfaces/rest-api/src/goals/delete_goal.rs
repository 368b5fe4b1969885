//! `DELETE /api/v1/goals`

use actix_web::{HttpResponse, delete};
use kernel::DefinitionId;

use super::write::{Change, write};
use http_kit::documented::TooManyWrites;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, parse_uuid};
use http_kit::problem::{FieldCode, Problem};

/// Which goal.
#[derive(Debug)]
pub struct Named(DefinitionId);

impl FromQuery for Named {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let id = query.required("id", |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        Ok(Self(id?.into()))
    }
}

/// Delete a goal
///
/// Deletes the conversion definition; its conversions go with the full replay that is queued.
#[utoipa::path(
    operation_id = "deleteGoal",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    params(
        ("id" = Uuid, Query, description = "The goal.", extensions(("x-spec-gap" = json!("G13")))),
    ),
    responses(
        (status = 204, description = "The goal is gone."),
        TooManyWrites,
    )
)]
#[delete("/api/v1/goals")]
pub(crate) async fn delete_goal(
    call: Scoped<GoalsWrite, ApiQuery<Named>>,
) -> Result<HttpResponse, Problem> {
    write(call.state, call.access, Change::Delete(call.input.0.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}
