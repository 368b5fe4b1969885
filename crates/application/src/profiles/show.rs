//! Shows a profile's settings.

use kernel::{ProfileId, StoreError};

use crate::ports::ProfileSettings;
use crate::unit_of_work::{UnitsOfWork, settle};

/// The settings and whether a replay is pending, from one snapshot; `None` when there is no such
/// profile.
pub async fn show(
    units: &dyn UnitsOfWork,
    profile_id: ProfileId,
) -> Result<Option<ProfileSettings>, StoreError> {
    let mut work = units.begin().await?;
    let found = work.settings().read(profile_id).await;
    settle(work, found).await
}
