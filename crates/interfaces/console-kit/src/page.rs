//! From a template to an answer, with the headers of every page.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, LOCATION, REFERRER_POLICY,
    X_FRAME_OPTIONS,
};
use askama::Template;

/// The stylesheet and nothing else; no script, no frame around it. There is no `form-action`: it
/// would also be applied to where a form's answer redirects.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for a page that loads the service's own script, and none that stands in the page.
const SCRIPT_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
    frame-ancestors 'none'; script-src 'self'";

/// The page, 200, with the script that copies a secret. No page that shows what a stranger wrote may have it.
pub fn page_with_script(template: &impl Template) -> HttpResponse {
    let mut response = page(template);
    let policy = HeaderValue::from_static(SCRIPT_POLICY);
    response
        .headers_mut()
        .insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// The same answer, whose page may load this one script, by its whole address, and no other file of this service: what a
/// stranger wrote may be on the page. A browser that came by another address than the service's own only lacks what it does.
pub fn scripted(response: HttpResponse, script: &str) -> HttpResponse {
    allowing(response, &format!("script-src {script}"))
}

/// The same for a page that also loads the script that renews a part of it, from this one address.
pub fn renewing(response: HttpResponse, scripts: [&str; 2], part: &str) -> HttpResponse {
    let [copy, live] = scripts;
    let more = format!("script-src {copy} {live}; connect-src {part}");
    allowing(response, &more)
}

fn allowing(mut response: HttpResponse, more: &str) -> HttpResponse {
    let policy = format!("{POLICY}; {more}");
    if let Ok(policy) = HeaderValue::try_from(policy) {
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// The page, 200.
pub fn page(template: &impl Template) -> HttpResponse {
    answer(StatusCode::OK, template)
}

/// The page under another status. With `Referrer-Policy: no-referrer` browsers would send forms
/// with `Origin: null`.
pub fn answer(status: StatusCode, template: &impl Template) -> HttpResponse {
    let (status, body) = match template.render() {
        Ok(body) => (status, body),
        Err(error) => {
            tracing::error!(error = %error, "a template failed: {error}");
            let words = "The service failed to answer. Try again in a moment.";
            (StatusCode::INTERNAL_SERVER_ERROR, words.to_owned())
        }
    };
    HttpResponse::build(status)
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((X_FRAME_OPTIONS, "DENY"))
        .insert_header((REFERRER_POLICY, "same-origin"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(body)
}

/// Where a form leads that was accepted: a path of this service.
pub fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((LOCATION, path))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((REFERRER_POLICY, "same-origin"))
        .finish()
}
