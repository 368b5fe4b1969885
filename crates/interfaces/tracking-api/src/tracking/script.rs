//! `GET /tracker.js`

use std::io::Write;
use std::sync::LazyLock;

use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, ContentEncoding, ETAG, Encoding, EntityTag, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use ring::digest::{SHA256, digest};

use super::versions::{MARK, version};
use http_kit::etag::is_current;

/// The tracker, minified, without its version.
const SCRIPT: &str = include_str!("../../assets/tracker.min.js");

/// What the tracker calls its version.
pub static VERSION: LazyLock<String> = LazyLock::new(|| version(SCRIPT));

/// The tracker as it is served.
static SERVED: LazyLock<String> = LazyLock::new(|| SCRIPT.replace(MARK, &VERSION));

/// The same as most browsers get it: every first page view of a site waits for it, so it is made as small as can be,
/// once.
static ZIPPED: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(SERVED.as_bytes()).ok()?;
    encoder.finish().ok()
});

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
    let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, SERVED.as_bytes()).as_ref());
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
    response.content_type("text/javascript; charset=utf-8");
    match ZIPPED.as_deref().filter(|_| takes_gzip(&request)) {
        Some(zipped) => response
            .insert_header((VARY, "accept-encoding"))
            .insert_header(ContentEncoding::Gzip)
            .body(Bytes::from_static(zipped)),
        None => response.body(SERVED.as_str()),
    }
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    let accepted = request.get_header::<AcceptEncoding>();
    accepted.is_some_and(|it| it.negotiate(offered.iter()) == Some(Encoding::gzip()))
}
