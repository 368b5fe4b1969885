//! Which outcome events are conversions, and as what.

pub mod body;
pub mod catalogue;
pub mod create;
pub mod create_goal;
pub mod days;
pub mod delete;
pub mod delete_goal;
pub mod diff;
pub mod figures;
pub mod list_goals;
pub mod outcome_counts;
pub mod preview;
pub mod suggestions;
pub mod update;
mod write;

use application::ports::Profile;
use kernel::ProfileId;
use utoipa_actix_web::service_config::ServiceConfig;

use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Registers the resource's endpoints. Fixed paths come before those with an id.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(catalogue::list_definitions)
        .service(create::create_definition)
        .service(preview::preview_definition)
        .service(diff::diff_definition)
        .service(suggestions::suggest_definitions)
        .service(update::update_definition)
        .service(delete::delete_definition)
        .service(outcome_counts::count_outcomes)
        .service(list_goals::list_goals)
        .service(create_goal::create_goal)
        .service(delete_goal::delete_goal);
}

/// The profile that the credential reaches.
async fn profile_of(state: &AppState, id: ProfileId) -> Result<Profile, Problem> {
    state
        .profiles
        .find(id)
        .await?
        .ok_or_else(Problem::not_found)
}
