//! The three scripts: one copies text to the clipboard, one renews a part of a page, one presses buttons by single letters.
//! Only pages with something to be pasted elsewhere, something that changes while it is looked at, or a queue to be decided
//! load them, and only they may; without them one click selects the text, a link loads the page again, and access keys
//! press the buttons.

use std::sync::LazyLock;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse};

use super::error::PageError;
use super::stylesheet::{kept_for_ever, named};

/// The script that copies.
const COPY: &str = include_str!("../assets/copy.js");
/// The script that renews.
const LIVE: &str = include_str!("../assets/live.js");
/// The script that presses buttons.
const KEYS: &str = include_str!("../assets/keys.js");
/// Where they are served.
pub(crate) const ROUTE: &str = "/assets/{name}.js";

static COPY_NAME: LazyLock<String> = LazyLock::new(|| named("copy", COPY));
static LIVE_NAME: LazyLock<String> = LazyLock::new(|| named("live", LIVE));
static KEYS_NAME: LazyLock<String> = LazyLock::new(|| named("keys", KEYS));

/// The path under which pages load the one that copies.
pub fn path() -> String {
    format!("/assets/{}.js", *COPY_NAME)
}

/// The path under which pages load the one that renews.
pub fn live_path() -> String {
    format!("/assets/{}.js", *LIVE_NAME)
}

/// The path under which pages load the one that presses buttons.
pub fn keys_path() -> String {
    format!("/assets/{}.js", *KEYS_NAME)
}

/// The whole address of the one that copies, where the service is reached under this one.
pub fn address(base: &str) -> String {
    format!("{base}{}", path())
}

/// The whole address of the one that renews.
pub fn live_address(base: &str) -> String {
    format!("{base}{}", live_path())
}

/// The whole address of the one that presses buttons.
pub fn keys_address(base: &str) -> String {
    format!("{base}{}", keys_path())
}

/// A script, under its present name alone.
pub(crate) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let name = request.match_info().get("name").unwrap_or_default();
    let scripts = [
        (&*COPY_NAME, COPY),
        (&*LIVE_NAME, LIVE),
        (&*KEYS_NAME, KEYS),
    ];
    let mut found = scripts.into_iter().filter(|(own, _)| *own == name);
    let (_, script) = found.next().ok_or(PageError::NotFound)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/javascript; charset=utf-8"))
        .insert_header(kept_for_ever())
        .body(script))
}
