//! The interface describes itself: the `OpenAPI` document, and a page to read it with.

pub mod document;

use actix_web::{HttpResponse, web};
use http_kit::content_security;
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// What changed, from release to release.
const CHANGELOG: &str = include_str!("../../../../../CHANGELOG.md");

async fn changelog() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .body(CHANGELOG)
}

/// The tracker's manual, for whoever puts it on a page.
async fn tracker_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/tracker.md"))
}

/// How to connect ad platforms.
async fn exports_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/exports.md"))
}

/// How spend comes in.
async fn spend_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/spend.md"))
}

/// How to receive webhooks.
async fn webhooks_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/webhooks.md"))
}

/// What customers are, and who says so.
async fn identity_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/identity.md"))
}

/// What is wrong with links, and how it is mended.
async fn data_quality_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/data-quality.md"))
}

/// What to paste so that the tracker runs.
async fn installing_manual() -> HttpResponse {
    plain(include_str!("../../../../../docs/installing.md"))
}

fn plain(manual: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(manual)
}

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(document::get_openapi_document);
    config.map(|plain| {
        let plain = plain.route("/docs/changelog", web::get().to(changelog));
        let plain = plain.route("/docs/tracker.md", web::get().to(tracker_manual));
        let plain = plain.route("/docs/webhooks.md", web::get().to(webhooks_manual));
        let plain = plain.route("/docs/exports.md", web::get().to(exports_manual));
        let plain = plain.route("/docs/spend.md", web::get().to(spend_manual));
        let plain = plain.route("/docs/identity.md", web::get().to(identity_manual));
        let plain = plain.route("/docs/data-quality.md", web::get().to(data_quality_manual));
        let plain = plain.route("/docs/installing.md", web::get().to(installing_manual));
        let page = SwaggerUi::new(content_security::READING_PAGE)
            .config(Config::from("/api/v1/openapi.json"));
        plain.service(page)
    });
}
