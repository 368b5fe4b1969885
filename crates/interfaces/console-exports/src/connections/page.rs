//! The page on which it is decided how an account is connected.

use access_control::HandoffStatus;
use actix_web::HttpResponse;
use askama::Template;
use kernel::TimeZone;
use platform_connections::ports::Ways;

use super::{AtConnection, name_of};
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::format;
use crate::page::page;

#[derive(Template)]
#[template(path = "console/connections/handoff.html")]
struct ConnectionPage {
    chrome: Chrome,
    action: String,
    /// A token while it can be finished.
    token: Option<String>,
    platform: &'static str,
    profile: String,
    ways: Ways,
    status: HandoffStatus,
    until: String,
    decided: Option<String>,
}

/// What can be done, or how it was finished.
pub(super) async fn show(at: &AtConnection) -> Result<HttpResponse, PageError> {
    let state = &at.viewer.state;
    let status = at.status();
    let token = if status == HandoffStatus::Pending {
        Some(at.viewer.form_token(&at.path()).await?)
    } else {
        None
    };
    let profile = state.profiles.find(at.profile_id).await;
    let profile = profile.map_err(|error| PageError::internal(&error))?;
    let zone = TimeZone::utc();
    let handoff = &at.stored.handoff;
    let platform = name_of(at.provider);
    Ok(page(&ConnectionPage {
        chrome: at.viewer.chrome(&format!("Connect {platform}")).await?,
        action: at.path(),
        token,
        platform,
        profile: profile.ok_or(PageError::NotFound)?.name,
        ways: state.connections.authorization.ways(at.provider),
        status,
        until: format::instant(handoff.expires_at, &zone),
        decided: handoff.completed_at.map(|at| format::instant(at, &zone)),
    }))
}
