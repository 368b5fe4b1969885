//! Finds accounts that are to be read.

use application::{Context, UnitOfWork};
use kernel::{ConnectionId, ProfileId, StoreError};

/// At most so many, those that have waited longest first.
pub async fn due(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    most: usize,
) -> Result<Vec<(ProfileId, ConnectionId)>, StoreError> {
    work.spend_syncs().due(context.clock.now(), most).await
}
