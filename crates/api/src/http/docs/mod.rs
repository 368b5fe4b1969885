//! The interface describes itself: the `OpenAPI` document, and a page to read it with.

pub mod document;

use actix_web::{HttpResponse, web};
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// What the reading page may load: only its own files, which are part of this program.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// What changed, from release to release.
const CHANGELOG: &str = include_str!("../../../../../CHANGELOG.md");

async fn changelog() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .body(CHANGELOG)
}

/// The tracker's manual, for whoever puts it on a page.
async fn tracker_manual() -> HttpResponse {
    let manual = include_str!("../../../../../docs/tracker.md");
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(manual)
}

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(document::get_openapi_document);
    config.map(|plain| {
        let plain = plain.route("/docs/changelog", web::get().to(changelog));
        let plain = plain.route("/docs/tracker.md", web::get().to(tracker_manual));
        let page = SwaggerUi::new("/docs/{_:.*}").config(Config::from("/api/v1/openapi.json"));
        plain.service(page)
    });
}

/// The content security policy of a path; `None` is the one of every other answer.
pub(super) fn content_security_policy(pattern: Option<&str>) -> Option<&'static str> {
    (pattern == Some("/docs/{_:.*}")).then_some(PAGE_POLICY)
}
