//! How a platform is told to change something.

use async_trait::async_trait;
use kernel::{AccessToken, Currency};

use crate::change::Change;
use crate::decision::State;
use crate::failure::ExecutorFailure;
use crate::intent::IntentId;
use crate::target::Target;

/// The account that everything is in, and what lets in there.
#[derive(Clone)]
pub struct AccountPlace {
    /// The token.
    pub access: AccessToken,
    /// The platform's id of the account: what belongs to another one is refused.
    pub account_id: String,
    /// What it is billed in, if the platform said so.
    pub currency: Option<Currency>,
}

/// Reads and changes things at one platform. It decides nothing: whoever calls it has read before it writes.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait AdExecutor: Send + Sync {
    /// What the platform says of it now. What is not in the account is
    /// [`Refused`](ExecutorFailure::Refused).
    async fn read(&self, place: &AccountPlace, target: &Target) -> Result<State, ExecutorFailure>;

    /// Has the platform change it, once; nothing is sent twice by itself. What is not in the account, and a budget that
    /// others share, is refused and not written. After [`TryLater`](ExecutorFailure::TryLater) nobody knows whether
    /// it was. `key` names the change for platforms that know one again.
    async fn write(
        &self,
        place: &AccountPlace,
        target: &Target,
        change: Change,
        key: IntentId,
    ) -> Result<(), ExecutorFailure>;
}
