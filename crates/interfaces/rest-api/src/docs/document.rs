//! `GET /api/v1/openapi.json`

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};

use http_kit::etag::is_current;

use crate::openapi::Document;
use http_kit::problem::{Code, Problem};

/// This document
///
/// It needs no credential. Choices that are this service's own carry `x-spec-gap` with
/// the id of their row in the gap register.
#[utoipa::path(
    operation_id = "getOpenApiDocument",
    tag = "Service",
    responses(
        (status = 200, description = "The document.", body = Object,
            headers(("etag" = String, description = "Changes with the document."))),
        (status = 304, description = "The caller's copy, named by If-None-Match, is current."),
    )
)]
#[get("/api/v1/openapi.json")]
pub(crate) async fn get_openapi_document(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let document = request
        .app_data::<web::Data<Document>>()
        .ok_or_else(|| Problem::new(Code::InternalError, "the service is not configured"))?;
    let etag = EntityTag::new_strong(document.digest.clone());
    let mut response = if is_current(&request, &etag) {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response.insert_header((ETAG, etag.to_string()));
    response.insert_header((
        CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=300"),
    ));
    if is_current(&request, &etag) {
        return Ok(response.finish());
    }
    Ok(response
        .content_type("application/json")
        .body(document.json.clone()))
}
