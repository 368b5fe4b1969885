//! What is pasted, as text. Nothing here asks who may have it, and whatever a value holds, it stays a value.

use std::sync::LazyLock;

use super::escape::{attribute, fill, js_text};
use crate::tracking::versions::{MARK, version};

/// Meta's pixel behind the tracker's consent.
const SOCIAL_PIXEL: &str = include_str!("../../../assets/social_pixel.js");
/// A custom pixel for a Shopify store.
const STORE_PIXEL: &str = include_str!("../../../assets/shopify_pixel.js");

/// What the store's pixel calls its version.
pub static PIXEL_VERSION: LazyLock<String> = LazyLock::new(|| version(STORE_PIXEL));

/// Where events go, as in the tracker.
const COLLECT: &str = "/api/v1beta/collect";

/// Whose pages are measured, and where their events go.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Where the service is reached from outside, without a trailing slash.
    pub address: &'a str,
    /// The public tracking key.
    pub key: &'a str,
}

/// What happens before the visitor was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consent {
    /// Whatever the tracker does when nobody says anything.
    #[default]
    Unasked,
    /// Nothing is sent and nothing stored.
    Required,
}

impl Site<'_> {
    fn script(&self) -> String {
        format!("{}/tracker.js", self.address)
    }
}

/// The tag of the tracker for the `<head>` of pages: one line, and the social network's pixel in a second tag where one
/// is named.
pub fn snippet(site: Site<'_>, consent: Consent, social_pixel_id: Option<&str>) -> String {
    let source = attribute(&site.script());
    let key = attribute(site.key);
    let asks = match consent {
        Consent::Unasked => "",
        Consent::Required => " data-consent=\"required\"",
    };
    let tag = format!("<script defer src=\"{source}\" data-key=\"{key}\"{asks}></script>\n");
    let Some(pixel) = social_pixel_id else {
        return tag;
    };
    let asks_first = (consent == Consent::Required).to_string();
    let values = [
        ("\"__ASKS_FIRST__\"", asks_first.as_str()),
        ("\"__PIXEL_ID__\"", &js_text(pixel)),
    ];
    let code = fill(SOCIAL_PIXEL, &values);
    format!("{tag}<script>\n{code}</script>\n")
}

/// The markup of a tag in Google Tag Manager. It takes `data-` attributes off the script tags that it is given, so the
/// element is made by code, in the language of its compiler.
pub fn tag(site: Site<'_>, consent: Consent) -> String {
    let source = js_text(&site.script());
    let key = js_text(site.key);
    let asks = match consent {
        Consent::Unasked => "",
        Consent::Required => "  script.setAttribute(\"data-consent\", \"required\");\n",
    };
    format!(
        "<script>\n\
         (function () {{\n\
         \x20 var script = document.createElement(\"script\");\n\
         \x20 script.async = true;\n\
         \x20 script.src = {source};\n\
         \x20 script.setAttribute(\"data-key\", {key});\n\
         \x20 script.setAttribute(\"data-way\", \"gtm\");\n\
         {asks}\
         \x20 document.head.appendChild(script);\n\
         }})();\n\
         </script>\n"
    )
}

/// The code of a custom pixel for a Shopify store.
pub fn store_pixel(site: Site<'_>) -> String {
    let endpoint = format!("{}{COLLECT}", site.address);
    let values = [
        ("\"__ENDPOINT__\"", &*js_text(&endpoint)),
        ("\"__KEY__\"", &js_text(site.key)),
        (MARK, &PIXEL_VERSION),
    ];
    fill(STORE_PIXEL, &values)
}

#[cfg(test)]
#[path = "render_tests.rs"]
mod tests;
