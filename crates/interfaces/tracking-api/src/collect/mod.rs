//! Browser events, from any page that knows a public tracking key.

mod body;
pub mod create;
mod heard;
mod sender;

pub use sender::country;
use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(create::collect_events);
}
