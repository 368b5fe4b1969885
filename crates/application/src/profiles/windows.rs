//! Sets the attribution windows. Every change replays everybody, also when the windows are the same:
//! whoever saves settings expects figures that follow from them.

use attribution_models::{WindowDays, Windows};
use kernel::{ProfileAccess, RecomputeId, StoreError};
use reporting::causes::Cause;
use serde_json::{Value, json};

use crate::attribution::recomputes::{self, ReplayRequest};
use crate::context::Context;
use crate::ports::{AuditEvent, ProfileSettings};
use crate::unit_of_work::UnitOfWork;

/// The windows to set; `None` stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowsChange {
    /// For visits before a conversion that is not cash.
    pub click_days: Option<WindowDays>,
    /// For views of mails and banners.
    pub view_through_days: Option<WindowDays>,
    /// For visits under the first-touch model.
    pub first_touch_days: Option<WindowDays>,
    /// For visits before a cash conversion.
    pub cash_days: Option<WindowDays>,
}

impl WindowsChange {
    fn of(self, windows: Windows) -> Windows {
        Windows {
            click_days: self.click_days.unwrap_or(windows.click_days),
            view_through_days: self.view_through_days.unwrap_or(windows.view_through_days),
            first_touch_days: self.first_touch_days.unwrap_or(windows.first_touch_days),
            cash_days: self.cash_days.unwrap_or(windows.cash_days),
        }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowsSet {
    /// The windows from the next replay on.
    pub windows: Windows,
    /// That replay.
    pub recompute: RecomputeId,
}

/// Sets the windows in one transaction with the audit row and the full replay. `None` when there is
/// no such profile.
pub async fn set_windows(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    change: WindowsChange,
) -> Result<Option<WindowsSet>, StoreError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    let Some(before) = work.settings().read(profile_id).await? else {
        return Ok(None);
    };
    let windows = change.of(before.windows);
    let was = before.windows;
    if windows != was {
        let after = ProfileSettings { windows, ..before };
        work.settings().write(&after).await?;
    }
    let request = ReplayRequest {
        cause: Cause::WindowsChanged,
        subject: None,
        actor: access.actor,
    };
    let queued = recomputes::request(work, context, profile_id, request).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "attribution_settings.updated".to_owned(),
        actor: access.actor,
        subject: Some(profile_id.uuid()),
        detail: json!({
            "before": days(was),
            "after": days(windows),
            "recompute_id": queued.id.uuid(),
        }),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(Some(WindowsSet {
        windows,
        recompute: queued.id,
    }))
}

fn days(windows: Windows) -> Value {
    json!({
        "click_window_days": windows.click_days.get(),
        "view_through_window_days": windows.view_through_days.get(),
        "first_touch_window_days": windows.first_touch_days.get(),
        "cash_window_days": windows.cash_days.get(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_stays() {
        let change = WindowsChange {
            cash_days: WindowDays::new(0),
            ..WindowsChange::default()
        };
        let windows = change.of(Windows::defaults());
        assert_eq!(
            days(windows),
            json!({
                "click_window_days": 30,
                "view_through_window_days": 1,
                "first_touch_window_days": 90,
                "cash_window_days": 0,
            })
        );
    }
}
