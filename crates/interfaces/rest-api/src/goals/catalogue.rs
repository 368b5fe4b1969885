//! `GET /api/v1/goals/definitions`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::ConversionDefinition;
use crate::outcome_definitions::body::OutcomeDefinitionBody;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Both catalogues of a profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefinitionCatalogues {
    /// Which event types are conversions, oldest first; at most 200.
    pub conversion_definitions: Vec<ConversionDefinition>,
    /// Labels of pipeline stages, by family and position; at most 1,000. They mean nothing for
    /// revenue or attribution.
    pub outcome_definitions: Vec<OutcomeDefinitionBody>,
}

/// List definitions
///
/// Both catalogues: what is a conversion, and what pipeline stages are called.
#[utoipa::path(
    operation_id = "listDefinitions",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    responses(
        (status = 200, description = "Both catalogues.",
            body = Envelope<DefinitionCatalogues, ProfileMeta>),
    )
)]
#[get("/api/v1/goals/definitions")]
pub(crate) async fn list_definitions(call: Scoped<GoalsWrite>) -> Result<HttpResponse, Problem> {
    let answer = definitions(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn definitions(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<DefinitionCatalogues, ProfileMeta>, Problem> {
    let profile_id = access.profile_id;
    let both = state.catalogues.catalogues(profile_id).await?;
    let conversions = both.conversion_definitions.into_iter();
    let outcomes = both.outcome_definitions.into_iter();
    Ok(Envelope {
        data: DefinitionCatalogues {
            conversion_definitions: conversions.map(ConversionDefinition::from).collect(),
            outcome_definitions: outcomes.map(OutcomeDefinitionBody::from).collect(),
        },
        meta: ProfileMeta::from(profile_id),
    })
}
