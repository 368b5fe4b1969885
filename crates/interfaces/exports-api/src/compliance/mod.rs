//! What a profile decides for all of its exports.

pub mod record;
pub mod show;
pub mod update;

use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;
use kernel::ProfileId;
use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(show::get_export_compliance)
        .service(update::update_export_compliance);
}

/// 403: more would leave, and whoever asks cannot decide that. It names where somebody can.
pub(crate) fn loosens(state: &AppState, profile: ProfileId) -> Problem {
    let base = state.addresses.base();
    Problem::new(
        Code::InsufficientScope,
        format!(
            "more of people's data would leave by this: an owner or admin of the workspace decides that, signed in in a \
             browser, at {base}/p/{profile}/settings/developer/exports"
        ),
    )
}
