//! Pictures in mails and banners: tokens for those whom they are sent to, what was shown, and whether it takes credit.

pub mod credit;
pub mod picture;
pub mod recipients;
pub mod report;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(picture::get_view_picture)
        .service(recipients::issue_view_recipients)
        .service(report::get_views)
        .service(credit::update_view_credit);
}
