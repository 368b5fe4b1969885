//! Public tracking keys, and the script that uses them.

pub mod create_key;
pub mod list_keys;
pub mod script;

use event_intake::StoreFailure;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::http::problem::Problem;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(create_key::create_tracking_key)
        .service(list_keys::list_tracking_keys)
        .service(script::get_tracker_script);
}

/// The state of every key that these endpoints show.
const ACTIVE: &str = "active";

impl From<StoreFailure> for Problem {
    fn from(failure: StoreFailure) -> Self {
        Self::internal(&failure)
    }
}
