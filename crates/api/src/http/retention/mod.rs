//! After how many days facts of a profile lose what is personal: decided by a person in person.

pub mod body;
pub mod get;
pub mod update;

use application::ports::RetentionSettings;
use application::retention::change::{RetentionChange, RetentionError, change};
use application::settle;
use kernel::{Actor, ProfileId, UserId};
use utoipa_actix_web::service_config::ServiceConfig;

use self::body::RetentionBody;
use crate::http::envelope::{Envelope, NoMeta};
use crate::http::problem::{FieldCode, FieldError, Problem};
use crate::state::AppState;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(get::get_profile_retention)
        .service(update::update_profile_retention);
}

impl From<RetentionError> for Problem {
    fn from(error: RetentionError) -> Self {
        match error {
            RetentionError::NotFound => Self::not_found(),
            RetentionError::WithinWindow(_) => {
                let words = error.to_string();
                let (at, code) = ("/tracker_days", FieldCode::OutOfRange);
                Self::invalid_field(FieldError::pointer(at, code, words))
            }
            RetentionError::Store(failure) => failure.into(),
        }
    }
}

/// What the profile decides. Also for the console.
pub(crate) async fn found(
    state: &AppState,
    profile_id: ProfileId,
) -> Result<RetentionSettings, Problem> {
    let mut work = state.units.begin().await?;
    let found = work.retention().settings(profile_id).await;
    settle(work, found).await?.ok_or_else(Problem::not_found)
}

/// Changes it. Also for the console.
pub(crate) async fn decide(
    state: &AppState,
    profile_id: ProfileId,
    user: UserId,
    wanted: RetentionChange,
) -> Result<RetentionSettings, Problem> {
    let mut work = state.units.begin().await?;
    let (context, actor) = (state.context(), Actor::User(user));
    let changed = change(&mut *work, &context, profile_id, actor, wanted).await;
    Ok(settle(work, changed).await?)
}

fn envelope(settings: RetentionSettings) -> Envelope<RetentionBody, NoMeta> {
    Envelope {
        data: RetentionBody::from(settings),
        meta: NoMeta {},
    }
}
