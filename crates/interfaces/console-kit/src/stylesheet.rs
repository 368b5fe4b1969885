//! The one stylesheet, under a name that changes with its content, so that it may be kept for ever.

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};

use super::error::PageError;

/// The stylesheet.
const SHEET: &str = include_str!("../assets/console.css");
/// Where it is served.
pub(crate) const ROUTE: &str = "/assets/{name}.css";

static NAME: LazyLock<String> = LazyLock::new(|| named("console", SHEET));

/// A name that changes with the content.
pub fn named(what: &str, content: &str) -> String {
    let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, content.as_bytes()).as_ref());
    let short: String = hash.chars().take(16).collect();
    format!("{what}-{short}")
}

/// The header of what has such a name.
pub const fn kept_for_ever() -> (HeaderName, &'static str) {
    (CACHE_CONTROL, "public, max-age=31536000, immutable")
}

/// The path under which pages link it.
pub fn path() -> String {
    format!("/assets/{}.css", *NAME)
}

/// The stylesheet, under its present name alone.
pub(crate) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    if request.match_info().get("name") != Some(NAME.as_str()) {
        return Err(PageError::NotFound);
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/css; charset=utf-8"))
        .insert_header(kept_for_ever())
        .body(SHEET))
}
