//! The three scripts: one copies text to the clipboard, one renews a part of a page, one presses buttons by single letters.
//! Only pages with something to be pasted elsewhere, something that changes while it is looked at, or a queue to be decided
//! load them, and only they may; without them one click selects the text, a link loads the page again, and access keys
//! press the buttons.

use std::sync::LazyLock;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse};

use super::error::PageError;
use super::stylesheet::{kept_for_ever, named};

/// A script that the service has of its own.
pub struct Script {
    /// Under which it is served: it says what it has.
    name: LazyLock<String>,
    text: &'static str,
}

/// The script that copies.
pub static COPY: Script = Script {
    name: LazyLock::new(|| named("copy", COPY.text)),
    text: include_str!("../assets/copy.js"),
};

/// The script that renews.
pub static LIVE: Script = Script {
    name: LazyLock::new(|| named("live", LIVE.text)),
    text: include_str!("../assets/live.js"),
};

/// The script that presses buttons.
pub static KEYS: Script = Script {
    name: LazyLock::new(|| named("keys", KEYS.text)),
    text: include_str!("../assets/keys.js"),
};

/// Where they are served.
pub(crate) const ROUTE: &str = "/assets/{name}.js";

impl Script {
    /// The path under which pages load it.
    pub fn path(&self) -> String {
        format!("/assets/{}.js", *self.name)
    }

    /// Its whole address, where the service is reached under this one.
    pub fn address(&self, base: &str) -> String {
        format!("{base}{}", self.path())
    }
}

/// A script, under its present name alone.
pub(crate) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let name = request.match_info().get("name").unwrap_or_default();
    let mut scripts = [&COPY, &LIVE, &KEYS].into_iter();
    let script = scripts.find(|script| *script.name == name);
    let script = script.ok_or(PageError::NotFound)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/javascript; charset=utf-8"))
        .insert_header(kept_for_ever())
        .body(script.text))
}
