//! What became of requests that a platform takes first and works on later.

use async_trait::async_trait;

use crate::confirmation::RequestStatus;
use kernel::AccessToken;

/// Asks a search engine what it made of what it took.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SearchRequests: Send + Sync {
    /// What became of one request, by the id under which it was accepted (the trace id of its attempt). There is no
    /// error that is not a status.
    async fn status(&self, access: &AccessToken, request_id: &str) -> RequestStatus;
}
