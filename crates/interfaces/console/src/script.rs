//! The one script: it copies text to the clipboard. Only pages with something to be pasted elsewhere load it, and only
//! they may; without it, one click selects the text.

use std::sync::LazyLock;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse};

use super::error::PageError;
use super::stylesheet::{kept_for_ever, named};

/// The script.
const SCRIPT: &str = include_str!("../assets/copy.js");
/// Where it is served.
pub(super) const ROUTE: &str = "/assets/{name}.js";

static NAME: LazyLock<String> = LazyLock::new(|| named("copy", SCRIPT));

/// The path under which pages load it.
pub(super) fn path() -> String {
    format!("/assets/{}.js", *NAME)
}

/// The whole address, where the service is reached under this one.
pub(super) fn address(base: &str) -> String {
    format!("{base}{}", path())
}

/// The script, under its present name alone.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    if request.match_info().get("name") != Some(NAME.as_str()) {
        return Err(PageError::NotFound);
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/javascript; charset=utf-8"))
        .insert_header(kept_for_ever())
        .body(SCRIPT))
}
