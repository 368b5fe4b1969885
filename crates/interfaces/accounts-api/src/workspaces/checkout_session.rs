//! `POST /api/v1/workspaces/{workspace_id}/checkout-session`

use accounts::workspaces::checkout::retry;
use actix_web::dev::Payload;
use actix_web::{HttpRequest, HttpResponse, post};
use kernel::{Scope, WorkspaceId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::{Checkout, WorkspaceMeta};
use http_kit::detached::detached;
use http_kit::envelope::Envelope;
use http_kit::extract::{Cost, WorkspaceRule, WorkspaceScoped, workspace_in_path};
use http_kit::problem::Problem;

/// The checkout of a workspace.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckoutSessionBody {
    /// The workspace.
    pub workspace_id: Uuid,
    /// Where it is paid for; null when no checkout can be opened.
    pub checkout: Option<Checkout>,
}

/// `workspaces:write` in the workspace of the path.
#[derive(Debug)]
pub enum PaysForWorkspace {}

impl WorkspaceRule for PaysForWorkspace {
    const SCOPE: Scope = Scope::WorkspacesWrite;
    const COST: Cost = Cost::Units(1);
    type Rest = ();
    type Input = ();

    async fn find(
        request: &HttpRequest,
        _: &mut Payload,
    ) -> Result<(WorkspaceId, Self::Rest), Problem> {
        Ok((workspace_in_path(request)?, ()))
    }

    fn read((): Self::Rest) -> Result<Self::Input, Problem> {
        Ok(())
    }
}

/// Open a workspace's checkout
///
/// Gives the checkout that waits for its human, or opens one; nothing else about the workspace
/// changes. When none can be opened, `checkout` is null and `meta.warnings` has
/// `checkout_unavailable`.
#[utoipa::path(
    operation_id = "createCheckoutSession",
    tag = "Workspaces",
    security(("user_token" = ["workspaces:write"])),
    params(("workspace_id" = Uuid, Path, description = "A workspace of the caller.")),
    responses(
        (status = 200, description = "The checkout, if one can be opened.",
            body = Envelope<CheckoutSessionBody, WorkspaceMeta>),
        (status = 409, description = "The plan costs nothing, or is paid already."),
    )
)]
#[post("/api/v1/workspaces/{workspace_id}/checkout-session")]
pub(crate) async fn create_checkout_session(
    call: WorkspaceScoped<PaysForWorkspace>,
) -> Result<HttpResponse, Problem> {
    let (state, user) = (call.state.into_inner(), call.person.user_id);
    let workspace_id = call.workspace_id;
    let (_, handoff) = detached(async move {
        Ok(retry(
            &*state.units,
            state.checkout(),
            &state.context(),
            (workspace_id, user),
        )
        .await?)
    })
    .await?;
    let checkout = handoff.as_ref().and_then(Checkout::of);
    let id = workspace_id.uuid();
    let meta = WorkspaceMeta::new(id, checkout.is_none());
    let data = CheckoutSessionBody {
        workspace_id: id,
        checkout,
    };
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
