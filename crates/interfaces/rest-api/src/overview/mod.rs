//! The overview of a profile.

mod documented;
pub mod get;
pub mod goals;
mod query;

pub use documented::QuestionParameters;
pub use query::{OverviewParameters, read_filters, read_question, refuse_as_of};

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(get::get_overview);
}
