//! What of an address of a page may be told.

use url::Url;

use crate::filter::{Filter, Filters};
use crate::personal_text::PersonalTexts;
use crate::policy::{Part, Parts};

/// Parameters of a page that name campaigns and clicks; every other one is cut.
const PARAMETERS: [&str; 9] = [
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "gclid",
    "gbraid",
    "wbraid",
    "fbclid",
];

/// The page as it may be told: without fragment, user and password always; with its path and the parameters
/// of [`PARAMETERS`], or its origin alone. What names somebody is cut in any case. `None` when nothing may.
pub(crate) fn page(
    text: &str,
    open: Parts,
    personal: &PersonalTexts,
    filters: &mut Filters,
) -> Option<String> {
    let Some(mut url) = address(text) else {
        filters.note(Filter::UrlDropped);
        return None;
    };
    if !open.allow(Part::PageOrigin) || url.host_str().is_some_and(|host| personal.name(host)) {
        filters.note(Filter::UrlDropped);
        return None;
    }
    if open.allow(Part::Page) {
        cut_path(&mut url, personal, filters);
        cut_query(&mut url, open, personal, filters);
    } else {
        if url.path() != "/" {
            filters.note(Filter::UrlPathStripped);
        }
        if url.query().is_some() {
            filters.note(Filter::UrlQueryStripped);
        }
        url.set_path("/");
        url.set_query(None);
    }
    Some(url.into())
}

/// Where the visitor came from: origin and path of another page, never its parameters.
pub(crate) fn referrer(
    text: &str,
    open: Parts,
    personal: &PersonalTexts,
    filters: &mut Filters,
) -> Option<String> {
    let url = address(text).filter(|url| {
        let is_personal = url.host_str().is_some_and(|host| personal.name(host));
        open.allow(Part::Referrer) && !is_personal
    });
    let Some(mut url) = url else {
        filters.note(Filter::ReferrerDropped);
        return None;
    };
    url.set_query(None);
    cut_path(&mut url, personal, &mut Filters::default());
    Some(url.into())
}

/// An absolute web address without fragment, user and password.
fn address(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(())?;
    url.set_fragment(None);
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    Some(url)
}

/// Cuts the path before the first segment that names somebody.
fn cut_path(url: &mut Url, personal: &PersonalTexts, filters: &mut Filters) {
    // Somebody's name may stand across segments: /555/123/4567.
    let segments: Vec<_> = url.path().split('/').skip(1).map(str::to_owned).collect();
    let clean = segments
        .iter()
        .take_while(|segment| !personal.name(segment));
    let mut kept: Vec<&str> = clean.map(String::as_str).collect();
    while personal.name(&kept.join("/")) {
        kept.pop();
    }
    if kept.len() < segments.len() {
        filters.note(Filter::UrlPathStripped);
        let path = format!("/{}", kept.join("/"));
        url.set_path(&path);
    }
}

fn cut_query(url: &mut Url, open: Parts, personal: &PersonalTexts, filters: &mut Filters) {
    let Some(query) = url.query() else { return };
    let pairs: Vec<_> = query.split('&').filter(|pair| !pair.is_empty()).collect();
    let may_stay = |pair: &&&str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let is_click = !key.starts_with("utm_");
        // A click id is opaque and long: digits in it are no telephone.
        let is_clean = if is_click {
            open.allow(Part::ClickIds) && value.bytes().all(is_opaque)
        } else {
            !personal.name(value)
        };
        PARAMETERS.contains(&key) && is_clean
    };
    let kept: Vec<_> = pairs.iter().filter(may_stay).copied().collect();
    if kept.len() < pairs.len() {
        filters.note(Filter::UrlQueryStripped);
    }
    let query = kept.join("&");
    url.set_query((!query.is_empty()).then_some(query.as_str()));
}

/// The letters of URL-safe base64 and of numbers.
fn is_opaque(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~')
}

#[cfg(test)]
mod tests;
