//! Asks people to connect an account.

use access_control::ports::StoredHandoff;
use access_control::{Handoff, HandoffStatus};
use application::{Contended, Context, UnitOfWork};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Actor, ProfileAccess, StoreError, WorkspaceId};
use platform_connections::ports::Ways;
use platform_connections::{MAX_CONNECTIONS, PlatformProvider};
use serde_json::{Value, json};

use super::stamp;

/// A hand-off waits this long for its human: a day.
const PATIENCE: i64 = MICROS_PER_DAY;

/// What is to be connected.
#[derive(Clone, Copy, Debug)]
pub struct AskForConnection {
    /// The platform.
    pub provider: PlatformProvider,
    /// How it can be connected here.
    pub ways: Ways,
    /// The profile's workspace.
    pub workspace_id: WorkspaceId,
}

/// Why nobody was asked.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The operator has no client at the platform, and it takes nothing else.
    #[error("{} cannot be connected: no client of the platform is configured", .0.as_str())]
    NotConfigured(PlatformProvider),
    /// There are as many as there may be.
    #[error("a profile has at most {MAX_CONNECTIONS} connections")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for AskError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Leaves a hand-off, which an owner or admin of the workspace can finish in a browser; its page is `/h/{id}`.
pub async fn ask(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: AskForConnection,
) -> Result<Handoff, AskError> {
    if !command.ways.any() {
        return Err(AskError::NotConfigured(command.provider));
    }
    let profile_id = access.profile_id;
    let known = work.connections();
    // An account that is known may be connected again, which needs no room. Which account it will be is not known yet.
    let is_full = known.count(profile_id).await? >= MAX_CONNECTIONS;
    if is_full && !known.knows(profile_id, command.provider).await? {
        return Err(AskError::TooMany);
    }
    let now = context.clock.now();
    let provider = command.provider.as_str();
    let stored = StoredHandoff {
        handoff: Handoff {
            id: context.ids.new_id().into(),
            workspace_id: command.workspace_id,
            profile_id: Some(profile_id),
            kind: Handoff::CONNECTION.to_owned(),
            status: HandoffStatus::Pending,
            url: None,
            created_by: match access.actor {
                Actor::User(user) => Some(user),
                Actor::ApiKey(_) | Actor::Operator | Actor::System => None,
            },
            created_at: now,
            expires_at: now.plus_micros(PATIENCE),
            completed_at: None,
        },
        detail: json!({"provider": provider}),
        result: None,
    };
    work.handoffs().insert(&stored).await?;
    let deed = (
        "connection.requested",
        stored.handoff.id.uuid(),
        json!({"provider": provider}),
    );
    stamp(work, context, (profile_id, access.actor), deed).await?;
    Ok(stored.handoff)
}

/// The platform that a hand-off of this kind is about; `None` for one of another kind.
pub fn asked_for(stored: &StoredHandoff) -> Option<PlatformProvider> {
    let is_of_kind = stored.handoff.kind == Handoff::CONNECTION;
    let provider = stored.detail.get("provider").and_then(Value::as_str);
    provider
        .filter(|_| is_of_kind)
        .and_then(PlatformProvider::parse)
}
