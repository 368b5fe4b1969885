//! `POST /api/v1beta/connections/{id}/sync`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ids::kind;
use kernel::{ConnectionId, ProfileAccess};
use spend_intake::syncs::ask::ask;

use crate::connection::{ConnectionBody, shown};
use crate::update::refused;

/// Read an account's spend now
///
/// Has the last thirty days of the account and the names of its ads read anew, within seconds unless the account is
/// being read. What it came to is in `last_sync`.
#[utoipa::path(
    operation_id = "syncConnection",
    tag = "Spend",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G100"))),
    params(("id" = String, Path, format = Uuid, description = "The connection.")),
    responses(
        (status = 202, description = "The connection as it is now; it will be read.",
            body = Envelope<ConnectionBody, ProfileMeta>),
        (status = 409, description = "The account's spend is not read."),
    )
)]
#[post("/api/v1beta/connections/{id}/sync")]
pub(crate) async fn sync_connection(
    call: Scoped<AttributionWrite, PathId<kind::Connection>>,
) -> Result<HttpResponse, Problem> {
    let (state, access, id) = (call.state.into_inner(), call.access, call.input.0);
    asked(Arc::clone(&state), access.clone(), id).await?;
    let now = shown(&state, &access, id).await?;
    Ok(HttpResponse::Accepted().json(now))
}

/// Asks for it, even if the caller goes away. Also for the console.
pub async fn asked(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: ConnectionId,
) -> Result<(), Problem> {
    detached(async move {
        let input = (access.profile_id, id);
        let asked = state.write(&input, |work, context, place| {
            Box::pin(ask(work, context, *place))
        });
        asked.await.map_err(refused)?;
        Ok(())
    })
    .await
}
