//! A section of the Developer page: how long personal text is kept.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use application::ports::{Keep, RetentionDays};
use personal_data::retention::change::RetentionChange;

use crate::error::PageError;
use crate::form::Form;
use crate::page::see_other;
use crate::viewer::AtProfile;
use accounts_api::retention::{decide, found};

/// What the section shows; empty is for ever.
pub(super) struct Kept {
    /// Days of browser events.
    pub tracker_days: String,
    /// Days of outcome events and customers.
    pub personal_days: String,
}

/// For those who may change it.
pub(super) async fn shown(at: &AtProfile) -> Result<Option<Kept>, PageError> {
    if !at.manages() {
        return Ok(None);
    }
    let settings = found(&at.viewer.state, at.access.profile_id).await?;
    let text =
        |days: Option<RetentionDays>| days.map(|days| days.get().to_string()).unwrap_or_default();
    Ok(Some(Kept {
        tracker_days: text(settings.tracker_days),
        personal_days: text(settings.personal_days),
    }))
}

/// Changes it.
pub(super) async fn put(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtProfile::enter(&request).await?;
    if !at.manages() {
        return Err(PageError::Role(
            "Only owners and admins decide how long things are kept.",
        ));
    }
    let path = at.developer_path();
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let (tracker_days, personal_days) = (
        days(&form, "tracker_days", "Visits"),
        days(&form, "personal_days", "Outcomes and people"),
    );
    let change = match (tracker_days, personal_days) {
        (Ok(tracker), Ok(personal)) => RetentionChange {
            tracker_days: Some(tracker),
            personal_days: Some(personal),
        },
        (tracker, personal) => {
            let wrong = [tracker.err(), personal.err()];
            return Err(PageError::Invalid(wrong.into_iter().flatten().collect()));
        }
    };
    let (state, user) = (&at.viewer.state, at.viewer.who.user_id);
    decide(state, at.access.profile_id, user, change).await?;
    Ok(see_other(&format!("{path}#retention")))
}

fn days(form: &Form, field: &str, what: &str) -> Result<Keep, String> {
    let text = form.one(field).unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(Keep::ForEver);
    }
    let days = text.parse().ok().and_then(RetentionDays::new);
    let wrong = || format!("{what}: must be 30 to 3650 whole days, or empty.");
    days.map(Keep::Days).ok_or_else(wrong)
}
