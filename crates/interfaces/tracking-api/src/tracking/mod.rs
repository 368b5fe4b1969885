//! Public tracking keys, the script that uses them and how it gets into pages, what is stored of what
//! it sends, and which of it counts.

pub mod create_key;
pub mod exclusions;
pub mod installers;
pub mod list_keys;
pub mod script;
pub mod settings;
pub mod snippet;
pub mod verification;
mod versions;

use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(create_key::create_tracking_key)
        .service(list_keys::list_tracking_keys)
        .service(script::get_tracker_script)
        .service(snippet::get_tracking_snippet)
        .service(installers::gtm::get_tag_manager_container)
        .service(installers::shopify_pixel::get_store_pixel)
        .service(verification::get_tracking_verification)
        .service(settings::get_tracking_settings)
        .service(settings::update_tracking_settings)
        .service(exclusions::list::list_tracking_exclusions)
        .service(exclusions::create::create_tracking_exclusion)
        .service(exclusions::preview::preview_tracking_exclusion)
        .service(exclusions::delete::delete_tracking_exclusion);
}

/// The state of every key that these endpoints show.
const ACTIVE: &str = "active";
