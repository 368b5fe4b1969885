//! The profile: what it is called, how it reports, how fresh its figures are, what of its messages no ad is known of,
//! who did what to it.

pub mod audit_events;
pub mod dark_messaging_spend;
pub mod freshness;
pub mod get;
pub mod readiness;
pub mod settings;
pub mod update;
pub mod update_windows;
pub mod windows;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(get::get_profile)
        .service(update::update_profile)
        .service(windows::get_attribution_settings)
        .service(update_windows::update_attribution_settings)
        .service(freshness::get_freshness)
        .service(readiness::get_readiness)
        .service(dark_messaging_spend::get_dark_messaging_spend)
        .service(audit_events::create_audit_event);
}
