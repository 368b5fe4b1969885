//! `GET /api/v1/goals`

use actix_web::{HttpResponse, get};
use conversion_definitions::ports::StoredDefinition;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::names;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::GoalsWrite;
use http_kit::problem::Problem;

/// A conversion definition, told as a goal.
#[derive(Debug, Serialize, ToSchema)]
pub struct Goal {
    /// The definition.
    pub id: Uuid,
    /// Its label.
    pub name: String,
    /// Its key.
    pub key: String,
    /// The raw event types that it claims.
    pub event_names: Vec<String>,
    /// cash, pipeline or gross.
    pub revenue_type: &'static str,
    /// Whether its conversions may be credited to a touch.
    pub attribution_eligible: bool,
}

impl From<StoredDefinition> for Goal {
    fn from(stored: StoredDefinition) -> Self {
        let definition = stored.definition;
        Self {
            id: definition.id.uuid(),
            name: definition.display_name.as_str().to_owned(),
            key: definition.conversion_key.as_str().to_owned(),
            event_names: names(&definition),
            revenue_type: definition.revenue_type.as_str(),
            attribution_eligible: definition.attribution_eligible,
        }
    }
}

/// List goals
///
/// The conversion definitions of the profile, oldest first; at most 200.
#[utoipa::path(
    operation_id = "listGoals",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    responses(
        (status = 200, description = "The goals.", body = Envelope<Vec<Goal>, ProfileMeta>),
    )
)]
#[get("/api/v1/goals")]
pub(crate) async fn list_goals(call: Scoped<GoalsWrite>) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let both = call.state.catalogues.catalogues(profile_id).await?;
    let goals = both.conversion_definitions.into_iter().map(Goal::from);
    Ok(HttpResponse::Ok().json(Envelope {
        data: goals.collect::<Vec<_>>(),
        meta: ProfileMeta::from(profile_id),
    }))
}
