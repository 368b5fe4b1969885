//! Who did something, as it is told.

use kernel::Actor;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Who did something.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Actor)]
pub struct ActorBody {
    /// `api_key`, `operator` (somebody at the service's command line) or `system`.
    pub kind: &'static str,
    /// The API key; null for others.
    pub id: Option<Uuid>,
}

impl From<Actor> for ActorBody {
    fn from(actor: Actor) -> Self {
        Self {
            kind: actor.kind(),
            id: actor.id(),
        }
    }
}
