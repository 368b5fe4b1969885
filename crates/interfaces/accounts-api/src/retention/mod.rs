//! After how many days facts of a profile lose what is personal: decided by a person in person.

pub mod body;
pub mod get;
pub mod update;

use application::ports::RetentionSettings;
use kernel::{Actor, ProfileId, UserId};
use personal_data::retention::change::{RetentionChange, change};
use utoipa_actix_web::service_config::ServiceConfig;

use self::body::RetentionBody;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(get::get_profile_retention)
        .service(update::update_profile_retention);
}

/// What the profile decides. Also for the console.
pub async fn found(state: &AppState, profile_id: ProfileId) -> Result<RetentionSettings, Problem> {
    let found = state.read(&profile_id, |work, _, profile_id| {
        Box::pin(async move { work.retention().settings(*profile_id).await })
    });
    found.await?.ok_or_else(Problem::not_found)
}

/// Changes it. Also for the console.
pub async fn decide(
    state: &AppState,
    profile_id: ProfileId,
    user: UserId,
    wanted: RetentionChange,
) -> Result<RetentionSettings, Problem> {
    let input = (profile_id, Actor::User(user), wanted);
    let changed = state.write(&input, |work, context, (profile_id, actor, wanted)| {
        Box::pin(change(work, context, *profile_id, *actor, *wanted))
    });
    Ok(changed.await?)
}

fn envelope(settings: RetentionSettings) -> Envelope<RetentionBody, NoMeta> {
    Envelope {
        data: RetentionBody::from(settings),
        meta: NoMeta {},
    }
}
