//! Full replays: asked for, and followed.

pub mod body;
pub mod create;
pub mod list;
pub mod show;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(create::create_recompute)
        .service(list::list_recomputes)
        .service(show::get_recompute);
}
