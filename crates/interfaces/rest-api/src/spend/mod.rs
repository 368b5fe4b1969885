//! Ad spend that no connector brings.

mod columns;
mod csv;
pub mod platforms;
pub mod put;
mod query;
mod rows;

use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(put::put_spend)
        .service(platforms::list_platforms)
        .service(platforms::replace_platforms);
}
