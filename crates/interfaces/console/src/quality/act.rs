//! Its forms.

use access_control::Counted;
use actix_web::HttpRequest;
use actix_web::web::Bytes;
use http_kit::detached::detached;
use http_kit::extract::scopes::UtmScan;
use http_kit::extract::{Caller, hourly_bucket};
use kernel::Scope;
use kernel::timestamp::seconds_rounded_up;
use quality_api::utm::mute::{UtmMuteBody, muted};
use quality_api::utm::refresh::refreshed;

use super::{Answered, path};
use crate::error::PageError;
use crate::form::Form;
use crate::page::see_other;
use crate::viewer::AtProfile;

/// Looks at the links now.
pub(super) async fn look(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AnalyticsRead).await?;
    let path = path(&at);
    Form::accept(&request, &body, &at.viewer, &path).await?;
    count(&at).await?;
    let state = at.viewer.state.clone().into_inner();
    refreshed(state, at.access.clone()).await?;
    Ok(see_other(&path))
}

/// Counts a look where those of the same person by the API are counted.
async fn count(at: &AtProfile) -> Result<(), PageError> {
    let caller = Caller::Session(at.viewer.who.user_id);
    let bucket = hourly_bucket(UtmScan::COUNTED, &caller);
    let calls = &at.viewer.state.access.calls;
    let counted = calls.count(&bucket, UtmScan::AN_HOUR).await;
    match counted.map_err(|error| PageError::internal(&error))? {
        Counted::Passed { .. } => Ok(()),
        Counted::Refused { retry_after } => {
            let seconds = seconds_rounded_up(retry_after);
            Err(PageError::TooMany(seconds.max(1)))
        }
    }
}

/// Lets a fault be, or tells it again.
pub(super) async fn mute(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let path = path(&at);
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let reason = match form.one("what") {
        Some("mute") => Some(form.one("reason").unwrap_or_default().to_owned()),
        Some("tell") => None,
        _ => return Err(PageError::Form),
    };
    let category = request.match_info().get("category").unwrap_or_default();
    let category = category.to_owned();
    let change = UtmMuteBody::new(reason);
    let state = at.viewer.state.clone().into_inner();
    let profile = at.access.profile_id;
    let done = detached(async move { muted(&state, profile, (&category, change)).await });
    Ok(see_other(&format!("{path}#{}", done.await?.category)))
}
