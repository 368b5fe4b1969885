//! Whether a caller has an answer already.

use actix_web::HttpRequest;
use actix_web::http::header::{EntityTag, Header, IF_NONE_MATCH, IfNoneMatch};

/// Whether `If-None-Match` names this very content.
pub fn is_current(request: &HttpRequest, etag: &EntityTag) -> bool {
    if !request.headers().contains_key(IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(etag)),
        Err(_) => false,
    }
}
