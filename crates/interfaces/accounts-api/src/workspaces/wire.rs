//! What the endpoints of workspaces share.

use access_control::Handoff;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A hand-off to a checkout.
#[derive(Debug, Serialize, ToSchema)]
pub struct Checkout {
    /// Names it; poll `GET /api/v1/handoffs/{id}`.
    pub id: Uuid,
    /// Where the human pays.
    pub url: String,
    /// Until when.
    #[schema(format = DateTime)]
    pub expires_at: String,
}

impl Checkout {
    /// Of a hand-off that has an address.
    pub(super) fn of(handoff: &Handoff) -> Option<Self> {
        Some(Self {
            id: handoff.id.uuid(),
            url: handoff.url.clone()?,
            expires_at: handoff.expires_at.to_string(),
        })
    }
}

/// What an answer about a workspace is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkspaceMeta {
    /// The workspace.
    pub workspace_id: Uuid,
    /// `checkout_unavailable` when a checkout was due and could not be opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<&'static str>,
}

impl WorkspaceMeta {
    pub(super) fn new(workspace_id: Uuid, lacks_checkout: bool) -> Self {
        Self {
            workspace_id,
            warnings: lacks_checkout
                .then_some("checkout_unavailable")
                .into_iter()
                .collect(),
        }
    }
}
