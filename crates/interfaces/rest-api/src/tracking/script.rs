//! `GET /tracker.js`

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag};
use actix_web::{HttpRequest, HttpResponse, get};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};

use http_kit::etag::is_current;

/// The tracker, minified.
const SCRIPT: &str = include_str!("../../assets/tracker.min.js");

/// The tracker script
///
/// For a script tag on the pages to be measured. Cacheable for an hour; pages of any origin may
/// load it.
#[utoipa::path(
    operation_id = "getTrackerScript",
    tag = "Ingest",
    extensions(("x-spec-gap" = json!("G33"))),
    responses(
        (status = 200, description = "JavaScript.", body = String,
            content_type = "text/javascript", headers(("etag" = String))),
        (status = 304, description = "The caller's copy, named by If-None-Match, is current."),
    )
)]
#[get("/tracker.js")]
pub(crate) async fn get_tracker_script(request: HttpRequest) -> HttpResponse {
    let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, SCRIPT.as_bytes()).as_ref());
    let etag = EntityTag::new_strong(hash);
    let current = is_current(&request, &etag);
    let mut response = if current {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response.insert_header((ETAG, etag.to_string()));
    response.insert_header((CACHE_CONTROL, "public, max-age=3600"));
    response.insert_header(("cross-origin-resource-policy", "cross-origin"));
    if current {
        return response.finish();
    }
    response
        .content_type("text/javascript; charset=utf-8")
        .body(SCRIPT)
}
