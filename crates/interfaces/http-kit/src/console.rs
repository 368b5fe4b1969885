//! What the pages need beyond the ports of the API.

use std::sync::Arc;

use access_control::ports::{HandoffReader, KeyUses, MembersReader, ReachableWorkspacesReader};
use access_control::users::WebSessionStore;

use crate::key_uses::UsesOfKeys;

/// The ports behind the pages.
#[derive(Clone)]
pub struct Console {
    /// Who is signed in, and which forms are theirs.
    pub web_sessions: Arc<dyn WebSessionStore>,
    /// The workspaces and profiles that they may switch to.
    pub workspaces: Arc<dyn ReachableWorkspacesReader>,
    /// Who else belongs to a workspace.
    pub members: Arc<dyn MembersReader>,
    /// When API keys were used.
    pub key_uses: Arc<dyn KeyUses>,
    /// Where their uses are noted.
    pub uses: Arc<UsesOfKeys>,
    /// What waits for a human.
    pub handoffs: Arc<dyn HandoffReader>,
}
