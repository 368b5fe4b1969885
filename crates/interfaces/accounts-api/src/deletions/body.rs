//! Deletions on the wire.

use application::ports::{Deletion, DeletionTarget};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// What has to be typed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DeletionRequest)]
pub struct DeletionRequestBody {
    /// The name of what is to be deleted, as it is written.
    #[schema(example = "My shop")]
    pub confirm: String,
}

/// Something that is to be deleted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Deletion)]
pub struct DeletionBody {
    /// The workspace.
    pub workspace_id: Uuid,
    /// The profile; null when the workspace is deleted with all its profiles.
    #[schema(required)]
    pub profile_id: Option<Uuid>,
    /// When it was asked for.
    #[schema(format = DateTime)]
    pub requested_at: String,
    /// From when on it cannot be taken back; until then everything goes on as before.
    #[schema(format = DateTime)]
    pub due_at: String,
}

impl From<Deletion> for DeletionBody {
    fn from(deletion: Deletion) -> Self {
        Self {
            workspace_id: deletion.workspace_id.uuid(),
            profile_id: match deletion.target {
                DeletionTarget::Profile(id) => Some(id.uuid()),
                DeletionTarget::Workspace => None,
            },
            requested_at: deletion.requested_at.to_string(),
            due_at: deletion.due_at.to_string(),
        }
    }
}
