//! What the pages need beyond the ports of the API.

use std::sync::Arc;

use access_control::people::BrowserStore;
use access_control::ports::{HandoffReader, KeyUses, MembersReader, PlacesReader};

use crate::key_uses::UsesOfKeys;

/// The ports behind the pages.
#[derive(Clone)]
pub struct Console {
    /// Who is signed in, and which forms are theirs.
    pub browsers: Arc<dyn BrowserStore>,
    /// The workspaces and profiles that they may switch to.
    pub places: Arc<dyn PlacesReader>,
    /// Who else belongs to a workspace.
    pub members: Arc<dyn MembersReader>,
    /// When API keys were used.
    pub key_uses: Arc<dyn KeyUses>,
    /// Where their uses are noted.
    pub uses: Arc<UsesOfKeys>,
    /// What waits for a human.
    pub handoffs: Arc<dyn HandoffReader>,
}
