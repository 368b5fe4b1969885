//! `GET /api/v1beta/profiles/{id}/retention`

use actix_web::{HttpResponse, get};
use kernel::ids::kind;

use super::body::RetentionBody;
use super::{envelope, found};
use crate::deletions::managed;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{InPerson, PathId};
use http_kit::problem::Problem;

/// How long personal text of a profile is kept
#[utoipa::path(
    operation_id = "getProfileRetention",
    tag = "Workspaces",
    security(("session_token" = [])),
    extensions(("x-spec-gap" = json!("G137"))),
    params(("id" = String, Path, format = Uuid, description = "The profile.")),
    responses(
        (status = 200, description = "What is decided.", body = Envelope<RetentionBody, NoMeta>),
        (status = 404, description = "There is no such profile."),
    )
)]
#[get("/api/v1beta/profiles/{id}/retention")]
pub(crate) async fn get_profile_retention(
    call: InPerson<PathId<kind::Profile>>,
) -> Result<HttpResponse, Problem> {
    let id = call.input.0;
    managed(&call.state, call.person.user_id, id).await?;
    let settings = found(&call.state, id).await?;
    Ok(HttpResponse::Ok().json(envelope(settings)))
}
