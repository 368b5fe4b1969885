//! What the pages need beyond the ports of the API.

use std::sync::Arc;

use access_control::{ReachReader, StoreFailure};
use application::ports::{HandoffReader, KeyUses, MembersReader, PlacesReader};
use async_trait::async_trait;
use kernel::{UserId, WebSessionId};

/// The ports behind the pages.
#[derive(Clone)]
pub struct Console {
    /// Who is signed in, and which forms are theirs.
    pub door: Arc<dyn Door>,
    /// What they reach.
    pub reach: Arc<dyn ReachReader>,
    /// The workspaces and profiles that they may switch to.
    pub places: Arc<dyn PlacesReader>,
    /// Who else belongs to a workspace.
    pub members: Arc<dyn MembersReader>,
    /// When API keys were used.
    pub key_uses: Arc<dyn KeyUses>,
    /// What waits for a human.
    pub handoffs: Arc<dyn HandoffReader>,
}

/// Somebody in a browser in which they signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// Who.
    pub user_id: UserId,
    /// The browser.
    pub session_id: WebSessionId,
}

/// Lets people in, and takes the forms that were given to them.
#[async_trait]
pub trait Door: Send + Sync {
    /// Whom this `Cookie` header signs in; `None` for everybody else.
    async fn signed_in(&self, cookies: Option<&str>) -> Result<Option<SignedIn>, StoreFailure>;

    /// A token for one form of one page.
    async fn issue(&self, who: &SignedIn, purpose: &str) -> Result<String, StoreFailure>;

    /// Whether the token was issued for this browser and purpose, and was not spent yet. It is now.
    async fn spend(&self, who: &SignedIn, purpose: &str, token: &str)
    -> Result<bool, StoreFailure>;

    /// Scheme, host and port under which people see this service, without a slash at the end.
    fn base_url(&self) -> &str;
}
