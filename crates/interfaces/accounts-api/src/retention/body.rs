//! Retention on the wire.

use application::ports::{Keep, RetentionDays, RetentionSettings};
use personal_data::retention::change::RetentionChange;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use http_kit::patch::{Patch, PatchReader, Wrong};
use http_kit::problem::{FieldCode, Problem};

/// After how many days facts of a profile lose what is personal; null is never.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Retention)]
pub struct RetentionBody {
    /// After how many days events of browsers lose titles, properties, names, parameters of addresses that
    /// no figure is made of and the names of their senders, and browsers that have been silent for so long
    /// and belong to nobody the ids by which they are known.
    #[schema(required, minimum = 30, maximum = 3650)]
    pub tracker_days: Option<u16>,
    /// After how many days outcome events lose properties, names and such parameters, and customers of whom
    /// nothing was heard for so long their names.
    #[schema(required, minimum = 30, maximum = 3650)]
    pub personal_days: Option<u16>,
}

impl From<RetentionSettings> for RetentionBody {
    fn from(settings: RetentionSettings) -> Self {
        Self {
            tracker_days: settings.tracker_days.map(RetentionDays::get),
            personal_days: settings.personal_days.map(RetentionDays::get),
        }
    }
}

/// What is to change; what is left out stays, null is never.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RetentionChange)]
pub struct RetentionPatch {
    /// Of browser events and silent browsers: 30 to 3,650 days, and no fewer than the longest attribution
    /// window.
    #[serde(default)]
    #[schema(value_type = Option<u16>, minimum = 30, maximum = 3650)]
    tracker_days: Patch,
    /// Of outcome events and customers: 30 to 3,650 days.
    #[serde(default)]
    #[schema(value_type = Option<u16>, minimum = 30, maximum = 3650)]
    personal_days: Patch,
}

impl TryFrom<RetentionPatch> for RetentionChange {
    type Error = Problem;

    fn try_from(body: RetentionPatch) -> Result<Self, Problem> {
        let mut reader = PatchReader::default();
        let tracker_days = reader.or_null("tracker_days", &body.tracker_days, Keep::ForEver, days);
        let personal_days =
            reader.or_null("personal_days", &body.personal_days, Keep::ForEver, days);
        let change = || {
            Ok(Self {
                tracker_days: tracker_days?,
                personal_days: personal_days?,
            })
        };
        let change = change();
        reader.finish(change)
    }
}

fn days(sent: i64) -> Result<Keep, Wrong> {
    let days = u16::try_from(sent).ok().and_then(RetentionDays::new);
    days.map(Keep::Days).ok_or((
        FieldCode::OutOfRange,
        "must be 30 to 3650 days, or null".into(),
    ))
}
