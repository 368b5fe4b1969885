//! Changes after how many days facts of a profile lose what is personal.

use attribution_models::WindowDays;
use kernel::{Actor, ProfileId, StoreError};
use serde_json::{Value, json};

use application::context::Context;
use application::ports::{AuditEvent, Keep, RetentionDays, RetentionSettings};
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// What is to change; `None` stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RetentionChange {
    /// Of browser events.
    pub tracker_days: Option<Keep>,
    /// Of outcome events and customers.
    pub personal_days: Option<Keep>,
}

/// Why nothing changes.
#[derive(Debug, thiserror::Error)]
pub enum RetentionError {
    /// There is no such profile.
    #[error("there is no such profile")]
    NotFound,
    /// A browser would be called otherwise while its visits may still be credited.
    #[error("must be at least {} days, the longest attribution window", .0.get())]
    WithinWindow(WindowDays),
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RetentionError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Changes it in one transaction with the audit row. What facts have lost does not come back.
pub async fn change(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    actor: Actor,
    change: RetentionChange,
) -> Result<RetentionSettings, RetentionError> {
    // Windows do not change meanwhile.
    if work.attribution().lock(profile_id).await?.is_none() {
        return Err(RetentionError::NotFound);
    }
    let Some(before) = work.retention().settings(profile_id).await? else {
        return Err(RetentionError::NotFound);
    };
    let after = RetentionSettings {
        tracker_days: change.tracker_days.map_or(before.tracker_days, Keep::days),
        personal_days: change
            .personal_days
            .map_or(before.personal_days, Keep::days),
    };
    if after == before {
        return Ok(after);
    }
    let profile = work.settings().read(profile_id).await?;
    let profile = profile.ok_or(RetentionError::NotFound)?;
    let longest = profile.windows.longest();
    if after.tracker_days != before.tracker_days
        && after
            .tracker_days
            .is_some_and(|days| days.get() < longest.get())
    {
        return Err(RetentionError::WithinWindow(longest));
    }
    let now = context.clock.now();
    work.retention().write(profile_id, after, now).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: now,
        action: "retention.updated".to_owned(),
        actor,
        subject: Some(profile_id.uuid()),
        detail: json!({"before": told(before), "after": told(after)}),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(after)
}

fn told(settings: RetentionSettings) -> Value {
    json!({
        "tracker_days": settings.tracker_days.map(RetentionDays::get),
        "personal_days": settings.personal_days.map(RetentionDays::get),
    })
}
