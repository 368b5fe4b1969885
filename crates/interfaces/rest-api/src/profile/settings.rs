//! Settings on the wire.

use application::ports::ProfileSettings;
use attribution_models::Windows;
use kernel::{ProfileId, RecomputeId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What this deployment serves, in one word each.
const ENTITLEMENTS: [&str; 5] = [
    "attribution",
    "breakdowns",
    "channel_rules",
    "conversion_definitions",
    "restatements",
];

/// Until a full replay is published, readers see results of earlier settings.
const REPLAY_PENDING: &str = "replay_pending";
/// Some amounts cannot be converted into the new currency yet.
const RATES_MISSING: &str = "rates_missing";

/// What a client needs to show a profile.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Profile)]
pub struct ProfileBody {
    /// The profile.
    pub id: Uuid,
    /// The workspace that it belongs to.
    pub workspace_id: Uuid,
    /// Its name.
    pub name: String,
    /// Reporting currency, ISO 4217.
    #[schema(min_length = 3, max_length = 3)]
    pub currency: String,
    /// Where its days begin: a name of the IANA time zone database.
    pub timezone: String,
    /// `visible`: names and addresses of customers are shown; `masked`: they are mostly starred.
    pub pii_mode: &'static str,
    /// What this deployment serves: `attribution`, `breakdowns`, `channel_rules`,
    /// `conversion_definitions`, `restatements`.
    pub entitlements: Vec<&'static str>,
    /// Whether a person pressed Finish in the setup wizard. It is no evidence that any step is
    /// done.
    pub onboarding_completed: bool,
    /// When it was created.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<ProfileSettings> for ProfileBody {
    fn from(settings: ProfileSettings) -> Self {
        Self {
            id: settings.id.uuid(),
            workspace_id: settings.workspace_id.uuid(),
            name: settings.name,
            currency: settings.currency.code().to_owned(),
            timezone: settings.timezone.name().to_owned(),
            pii_mode: settings.pii_mode.as_str(),
            entitlements: ENTITLEMENTS.to_vec(),
            onboarding_completed: settings.onboarding_completed,
            created_at: settings.created_at.to_string(),
        }
    }
}

/// Attribution windows in whole days; 0 turns one off.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttributionSettings {
    /// Visits before a conversion that is not cash.
    #[schema(maximum = 365)]
    pub click_window_days: u16,
    /// Ad impressions before any conversion.
    #[schema(maximum = 365)]
    pub view_through_window_days: u16,
    /// Visits under the first-touch model.
    #[schema(maximum = 365)]
    pub first_touch_window_days: u16,
    /// Visits before a cash conversion.
    #[schema(maximum = 365)]
    pub cash_window_days: u16,
}

impl From<Windows> for AttributionSettings {
    fn from(windows: Windows) -> Self {
        Self {
            click_window_days: windows.click_days.get(),
            view_through_window_days: windows.view_through_days.get(),
            first_touch_window_days: windows.first_touch_days.get(),
            cash_window_days: windows.cash_days.get(),
        }
    }
}

/// What an answer about settings is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// The full replay that brings the change to readers; absent when none is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub recompute_id: Option<Uuid>,
    /// `replay_pending`: a full replay waits or runs, and reports may show results of earlier
    /// settings until it is complete; `rates_missing`: some amounts have no exchange rate into the
    /// new currency and are left out of money figures until rates are imported. Absent when there is
    /// nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<&'static str>,
}

impl SettingsMeta {
    /// About a profile whose results may be behind its settings.
    pub(super) fn new(
        profile_id: ProfileId,
        recompute: Option<RecomputeId>,
        replay_pending: bool,
    ) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            recompute_id: recompute.map(RecomputeId::uuid),
            warnings: if replay_pending {
                vec![REPLAY_PENDING]
            } else {
                Vec::new()
            },
        }
    }

    /// Also says that rates are missing.
    #[must_use]
    pub(super) fn with_rates_missing(mut self, missing: bool) -> Self {
        if missing {
            self.warnings.push(RATES_MISSING);
        }
        self
    }
}
