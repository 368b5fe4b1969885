//! `DELETE /api/v1beta/connections/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, delete};
use conversion_export::connections::revoke::{self, RevokeError, give_back};
use http_kit::detached::detached;
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ids::kind;
use kernel::{ConnectionId, ProfileAccess};

/// Remove a connection
///
/// Its tokens are deleted, and the platform is told that they are not needed any more, unless the profile has
/// another connection with it. It stays on the list as `revoked`; connecting its account again brings it back under
/// the same id.
#[utoipa::path(
    operation_id = "deleteConnection",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G100"))),
    params(("id" = String, Path, format = Uuid, description = "The connection.")),
    responses((status = 204, description = "It is removed, or was before."))
)]
#[delete("/api/v1beta/connections/{id}")]
pub(crate) async fn delete_connection(
    call: Scoped<ExportsWrite, PathId<kind::Connection>>,
) -> Result<HttpResponse, Problem> {
    revoked(call.state.into_inner(), call.access, call.input.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes it, even if the caller goes away. Also for the console.
pub async fn revoked(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: ConnectionId,
) -> Result<(), Problem> {
    detached(async move {
        let input = (access, id);
        let revoked = state.write(&input, |work, context, (access, id)| {
            Box::pin(revoke::revoke(work, context, access, *id))
        });
        if let Some(unused) = revoked.await.map_err(refused)? {
            give_back(&*state.connections.authorization, &unused).await;
        }
        Ok(())
    })
    .await
}

fn refused(error: RevokeError) -> Problem {
    match error {
        RevokeError::NotFound => Problem::not_found(),
        RevokeError::Store(error) => error.into(),
    }
}
