//! What is told.

pub mod create;
pub mod dry_run;
pub mod list;
pub mod preview;
pub mod record;
mod refused;
pub mod show;
pub mod update;
mod write;

use utoipa_actix_web::service_config::ServiceConfig;

pub use write::RuleWrite;

/// Registers the endpoints.
pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_export_rules)
        .service(create::create_export_rule)
        .service(show::get_export_rule)
        .service(update::update_export_rule)
        .service(preview::preview_export_rule)
        .service(dry_run::dry_run_export_rule);
}
