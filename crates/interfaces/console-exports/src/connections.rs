//! A hand-off of kind `connection`: an owner or admin connects an account at an ad platform.
//!
//! The page offers the ways that there are ([`page`]). A browser is sent to the platform ([`leave`](mod@leave)) and
//! comes back ([`come_back`](mod@come_back)), or a token is pasted ([`paste`](mod@paste)); then the person picks one of
//! the accounts ([`choose`](mod@choose)). [`decline`](mod@decline) is the other answer. What belongs to one way there
//! and back is kept sealed, for some minutes, counts once, and in the browser alone that it was made for.

mod choose;
mod come_back;
mod decline;
mod failure;
mod leave;
mod page;
mod paste;

use access_control::ports::StoredHandoff;
use access_control::{Handoff, HandoffStatus};
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use conversion_export::connections::Platforms;
use conversion_export::connections::ask::asked_for;
use exports_api::list::connections;
use http_kit::extract::parse_uuid;
use http_kit::keyset_pages::PageQuery;
use http_kit::state::AppState;
use kernel::{HandoffId, Limit, ProfileId};
use platform_connections::{Connection, ConnectionState, PlatformProvider};

use super::error::PageError;
use super::viewer::{AtProfile, Viewer};

/// Registers what the page's forms and the platform lead to; the page itself is a hand-off's.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/h/{handoff_id}/authorize", web::post().to(leave::leave))
        .route("/h/{handoff_id}/token", web::post().to(paste::paste))
        .route("/h/{handoff_id}/account", web::post().to(choose::choose))
        .route("/h/{handoff_id}/decline", web::post().to(decline::decline))
        .route(
            "/auth/connections/callback",
            web::get().to(come_back::come_back),
        );
}

/// Whether it is one of these.
pub fn is_connection(handoff: &Handoff) -> bool {
    handoff.kind == Handoff::CONNECTION
}

/// The page of a hand-off that the viewer reaches.
pub async fn show(viewer: Viewer, stored: StoredHandoff) -> Result<HttpResponse, PageError> {
    page::show(&AtConnection::judge(viewer, stored).await?).await
}

/// Somebody who may finish a hand-off of a connection.
struct AtConnection {
    viewer: Viewer,
    stored: StoredHandoff,
    provider: PlatformProvider,
    profile_id: ProfileId,
}

impl AtConnection {
    /// At the hand-off of the path.
    async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        let id = request.match_info().get("handoff_id").unwrap_or_default();
        let id: HandoffId = parse_uuid(id).ok_or(PageError::NotFound)?.into();
        Self::at(viewer, id).await
    }

    async fn at(viewer: Viewer, id: HandoffId) -> Result<Self, PageError> {
        let found = viewer.state.console.handoffs.find(id).await;
        let found = found.map_err(|error| PageError::internal(&error))?;
        Self::judge(viewer, found.ok_or(PageError::NotFound)?).await
    }

    /// Owners and admins alone: what is connected spends the workspace's money and gets its customers' data.
    async fn judge(viewer: Viewer, stored: StoredHandoff) -> Result<Self, PageError> {
        let provider = asked_for(&stored).ok_or(PageError::NotFound)?;
        let profile_id = stored.handoff.profile_id.ok_or(PageError::NotFound)?;
        let user = viewer.who.user_id;
        let reach = viewer.state.access.reach.to_profile(user, profile_id).await;
        let reach = reach.map_err(|error| PageError::internal(&error))?;
        let reach = reach.ok_or(PageError::NotFound)?;
        if !reach.role.reaches_all() {
            return Err(PageError::Role(
                "Only an owner or admin of the workspace connects platforms. Send them this page's address.",
            ));
        }
        Ok(Self {
            viewer,
            stored,
            provider,
            profile_id,
        })
    }

    fn id(&self) -> HandoffId {
        self.stored.handoff.id
    }

    /// Where its page is; its forms' tokens are named after it.
    fn path(&self) -> String {
        format!("/h/{}", self.id())
    }

    fn status(&self) -> HandoffStatus {
        self.stored.handoff.status_at(self.viewer.state.clock.now())
    }

    /// Nothing is begun for a hand-off that cannot be finished.
    fn waits(&self) -> Result<(), PageError> {
        match self.status() {
            HandoffStatus::Pending => Ok(()),
            _ => Err(PageError::Conflict(console_kit::refusals::OVER)),
        }
    }
}

/// What people call the platform.
pub const fn name_of(provider: PlatformProvider) -> &'static str {
    match provider {
        PlatformProvider::SocialAds => "Meta",
        PlatformProvider::SearchAds => "Google Ads",
    }
}

fn platforms(state: &AppState) -> Platforms<'_> {
    Platforms {
        authorization: &*state.connections.authorization,
        pending: &*state.connections.pending,
    }
}

/// 43 characters that nobody can guess.
fn secret(state: &AppState) -> String {
    URL_SAFE_NO_PAD.encode(state.randomness.bytes32())
}

/// Connections that are not removed, the latest first: as many as a profile may have.
pub async fn connected(at: &AtProfile) -> Result<Vec<Connection>, PageError> {
    let limit = Limit::new(100).ok_or(PageError::Internal)?;
    let (mut connected, mut after) = (Vec::new(), None);
    loop {
        let query = PageQuery { limit, after };
        let (rows, next) = connections(&at.viewer.state, &at.access, query).await?;
        let there = rows.into_iter();
        connected.extend(there.filter(|row| row.state != ConnectionState::Revoked));
        after = next;
        if after.is_none() || connected.len() >= 100 {
            return Ok(connected);
        }
    }
}

/// An account by its name and the platform's id.
pub fn called(connection: &Connection) -> String {
    let account = &connection.account;
    match &account.name {
        Some(name) => format!("{name} ({})", account.id),
        None => account.id.clone(),
    }
}
