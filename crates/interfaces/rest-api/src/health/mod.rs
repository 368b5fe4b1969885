//! For whoever operates the service: is the process alive, can it do its work.

pub mod alive;
pub mod ready;

use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(alive::get_health)
        .service(ready::get_readiness);
}
