//! Workspaces: what people own, and what is paid for.

pub mod checkout_session;
pub mod create;
pub mod list;
pub mod wire;

use utoipa_actix_web::service_config::ServiceConfig;

pub use create::read_name;
pub use wire::{Checkout, WorkspaceMeta};

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config.service(list::list_workspaces);
    config.service(create::create_workspace);
    config.service(checkout_session::create_checkout_session);
}
