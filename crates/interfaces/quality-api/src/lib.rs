//! The JSON operations of what is wrong with the data of a profile: one file an endpoint.
//!
//! Decides: what requests must look like, how they are answered, and what the `OpenAPI` document says of them.
//! Deliberately does not know: any rule of what is wrong and how bad that is (those are in `channel-classifier`, `reporting` and
//! `site-quality`).
//!
//! Reading order: [`score`] and [`trust`] (what all of it comes to), [`attribution`] (how outcomes are covered),
//! [`instrumentation`] (how the site is measured), [`utm`] (the links that bring visitors).

pub mod attribution;
pub mod instrumentation;
mod measure;
pub mod score;
pub mod trust;
pub mod utm;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(score::get_quality)
        .service(trust::get_trust)
        .service(attribution::get_attribution_quality)
        .service(instrumentation::get_instrumentation_health)
        .service(utm::health::get_utm_health)
        .service(utm::anomalies::list_utm_anomalies)
        .service(utm::refresh::refresh_utm_health)
        .service(utm::findings::list_utm_findings)
        .service(utm::history::list_utm_history)
        .service(utm::mute::mute_utm_finding)
        .service(utm::check::check_utm_links);
}
