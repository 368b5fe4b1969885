//! The ledger: every change of a reported figure.

pub mod body;
pub mod list;
pub mod show;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_restatements)
        .service(show::get_restatement);
}
