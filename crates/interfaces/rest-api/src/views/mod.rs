//! Pictures in mails and banners, and tokens for those whom they are sent to.

pub mod picture;
pub mod recipients;

use utoipa_actix_web::service_config::ServiceConfig;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(picture::get_view_picture)
        .service(recipients::issue_view_recipients);
}
