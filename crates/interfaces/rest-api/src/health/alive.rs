//! `GET /healthz`

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of the service.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceStatus {
    /// Always `ok`.
    pub status: &'static str,
}

/// Whether the process is alive
///
/// Asks nothing else of the service: not the database either.
#[utoipa::path(
    operation_id = "getHealth",
    tag = "Service",
    extensions(("x-spec-gap" = json!("G29"))),
    responses((status = 200, description = "The process answers.", body = ServiceStatus))
)]
#[get("/healthz")]
pub(crate) async fn get_health() -> HttpResponse {
    HttpResponse::Ok().json(ServiceStatus { status: "ok" })
}
