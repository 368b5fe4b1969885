//! Rows as stores hand them over.

use attribution_models::Windows;
use kernel::{Currency, TimeZone};
use reporting::masking::PiiMode;

use super::{noon, profile, workspace};
use crate::ports::{AttributionState, ProfileSettings, Seen};

/// A profile in euros and UTC.
pub(super) fn settings() -> ProfileSettings {
    ProfileSettings {
        id: profile(),
        workspace_id: workspace(),
        name: "Mine".to_owned(),
        currency: Currency::parse("EUR").unwrap(),
        timezone: TimeZone::utc(),
        windows: Windows::default(),
        pii_mode: PiiMode::Visible,
        onboarding_completed: false,
        created_at: noon(),
        replay_pending: false,
    }
}

/// Results that nobody builds.
pub(super) fn state() -> AttributionState {
    AttributionState {
        generation: 1,
        building: None,
        seen: Seen {
            currency: settings().currency,
            timezone: settings().timezone,
        },
        revision: 1,
    }
}
