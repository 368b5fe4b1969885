//! What a profile decides about itself.

use async_trait::async_trait;
use attribution_models::Windows;
use kernel::{Currency, ProfileId, StoreError, TimeZone, Timestamp, WorkspaceId};
use reporting::masking::PiiMode;

use super::profiles::TrackingSettings;

/// A profile with everything that its settings show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileSettings {
    /// Its id.
    pub id: ProfileId,
    /// The workspace that it belongs to.
    pub workspace_id: WorkspaceId,
    /// Its name, 1 to 160 characters.
    pub name: String,
    /// Reporting currency.
    pub currency: Currency,
    /// Where its days begin.
    pub timezone: TimeZone,
    /// Attribution windows.
    pub windows: Windows,
    /// Whether what people were shown takes credit.
    pub credits_views: bool,
    /// Whether names and addresses of customers are shown.
    pub pii_mode: PiiMode,
    /// Whether a person pressed Finish in the setup wizard; no evidence that any step is done.
    pub onboarding_completed: bool,
    /// When it was created.
    pub created_at: Timestamp,
    /// Whether a full replay waits or runs: until it is published, readers see results of earlier
    /// settings.
    pub replay_pending: bool,
}

/// Settings inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait SettingsStore: Send {
    /// The profile as it is inside this transaction; `None` when there is no such profile.
    async fn read(&mut self, profile_id: ProfileId) -> Result<Option<ProfileSettings>, StoreError>;

    /// Writes name, currency, time zone, windows, privacy and onboarding. Who changes one of the
    /// first four holds the profile's attribution lock.
    async fn write(&mut self, settings: &ProfileSettings) -> Result<(), StoreError>;

    /// What the profile decides about what browsers send; `None` when there is no such profile.
    async fn tracking(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Option<TrackingSettings>, StoreError>;

    /// Writes what it decides from now on.
    async fn write_tracking(
        &mut self,
        profile_id: ProfileId,
        settings: &TrackingSettings,
    ) -> Result<(), StoreError>;

    /// Whether an amount or a day of spend in another currency has no rate into `to` on its day.
    /// Days are taken in UTC, which is near enough for a warning.
    async fn lacks_rates(
        &mut self,
        profile_id: ProfileId,
        to: Currency,
    ) -> Result<bool, StoreError>;
}
