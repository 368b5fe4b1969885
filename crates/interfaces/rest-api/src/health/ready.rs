//! `GET /readyz`

use actix_web::{HttpResponse, get, web};

use super::alive::ServiceStatus;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Whether requests can be served
///
/// The database answers within two seconds, takes what is written, and its migrations are done.
#[utoipa::path(
    operation_id = "getReadiness",
    tag = "Service",
    extensions(("x-spec-gap" = json!("G29"))),
    responses(
        (status = 200, description = "Requests can be served.", body = ServiceStatus),
        (status = 503, description = "Something that is needed is missing; `detail` names it."),
    )
)]
#[get("/readyz")]
pub(crate) async fn get_readiness(state: web::Data<AppState>) -> Result<HttpResponse, Problem> {
    match state.readiness.check().await {
        Ok(()) => Ok(HttpResponse::Ok().json(ServiceStatus { status: "ok" })),
        Err(missing) => Err(Problem::unavailable_because(missing.to_string())),
    }
}
