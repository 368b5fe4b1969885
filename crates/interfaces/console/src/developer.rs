//! `/p/{profile_id}/settings/developer`: API keys, the tracking key and its snippet.
//!
//! Keys outlive whoever made them, so only owners and admins make them, with scopes that they hold
//! themselves. The answer to the form is the only place where a secret is ever shown: it is not
//! kept anywhere, and sending the form again is refused.

use std::collections::HashMap;

use access_control::{ApiKey, ApiKeySecret};
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use application::keys::create::CreateKey;
use application::keys::issue::issue;
use application::keys::revoke::revoke;
use askama::Template;
use kernel::{ApiKeyId, Scope, TimeZone, Timestamp};
use profile_setup::tracking::settings::update;

mod exclusions;
mod heard;
mod install;
mod retention;

use super::addresses::{self, Addresses};
use super::chrome::{Chrome, Section};
use super::deletion::{self, Leaving};
use super::error::PageError;
use super::form::Form;
use super::format;
use super::page::{page, see_other};
use super::scopes::{self, Group};
use super::spend;
use super::tracking::{Tracking, active};
use super::viewer::AtProfile;
use super::views;
use super::write::write;
use exclusions::{Exclusions, Tried};
use http_kit::extract::parse_uuid;
use retention::Kept;
use tracking_api::tracking::create_key::active_or_new;

const PAGE: &str = "/p/{profile_id}/settings/developer";
/// The longest name of a key, in characters.
const LONGEST_NAME: usize = 80;

/// Registers the page and its forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(PAGE, web::get().to(show))
        .route(&format!("{PAGE}/install"), web::get().to(install::show))
        .route(&format!("{PAGE}/install/heard"), web::get().to(heard::show))
        .route(
            &format!("{PAGE}/install/tributary-gtm.json"),
            web::get().to(install::download),
        )
        .route(&format!("{PAGE}/keys"), web::post().to(create))
        .route(
            &format!("{PAGE}/keys/{{key_id}}/revoke"),
            web::post().to(end),
        )
        .route(&format!("{PAGE}/tracking-key"), web::post().to(track))
        .route(
            &format!("{PAGE}/deletion"),
            web::post().to(deletion::decide_profile),
        )
        .route(&format!("{PAGE}/retention"), web::post().to(retention::put))
        .route(&format!("{PAGE}/addresses"), web::post().to(keep))
        .route(
            &format!("{PAGE}/exclusions"),
            web::post().to(exclusions::put),
        )
        .route(
            &format!("{PAGE}/exclusions/{{exclusion_id}}/remove"),
            web::post().to(exclusions::take_back),
        );
}

#[derive(Template)]
#[template(path = "console/developer.html")]
struct DeveloperPage {
    chrome: Chrome,
    path: String,
    token: String,
    /// Whether the reader manages keys.
    manages: bool,
    /// Whether they may issue the tracking key.
    tracks: bool,
    keys: Vec<Key>,
    fresh: Option<FreshKey>,
    groups: Vec<Group>,
    tracking: Option<Tracking>,
    /// Where what to paste elsewhere than into pages is.
    install: String,
    addresses: Addresses,
    exclusions: Exclusions,
    kept: Option<Kept>,
    leaving: Option<Leaving>,
    /// Where exports are, for those who may see them.
    exports: Option<String>,
    /// Where spend is that comes in by itself, for those who may see it.
    spend: Option<String>,
    /// What people were shown, for those who may see it.
    views: Option<String>,
    /// Where webhooks are, for those who may see them.
    webhooks: Option<String>,
    base_url: String,
    profile_id: String,
}

/// A key as it is listed: never its secret.
struct Key {
    id: String,
    name: String,
    shown: String,
    scopes: Vec<&'static str>,
    created: String,
    used: Option<String>,
    revoked: Option<String>,
}

/// A key that was made just now.
struct FreshKey {
    name: String,
    secret: String,
}

/// The page.
async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = enter(&request).await?;
    answer(&at, None, Tried::default()).await
}

async fn enter(request: &HttpRequest) -> Result<AtProfile, PageError> {
    let at = AtProfile::enter(request).await?;
    if at.manages() || at.access.allows(Scope::TrackingWrite) {
        Ok(at)
    } else {
        Err(PageError::Scope(Scope::TrackingWrite))
    }
}

async fn answer(
    at: &AtProfile,
    fresh: Option<(ApiKey, ApiKeySecret)>,
    tried: Tried,
) -> Result<HttpResponse, PageError> {
    let path = at.developer_path();
    let keys = if at.manages() {
        keys(at).await?
    } else {
        Vec::new()
    };
    Ok(page(&DeveloperPage {
        chrome: at.chrome("Developer", Section::Developer).await?,
        token: at.viewer.form_token(&path).await?,
        path,
        manages: at.manages(),
        tracks: at.access.allows(Scope::TrackingWrite),
        keys,
        fresh: fresh.map(|(key, secret)| FreshKey {
            name: key.name,
            secret: secret.reveal().to_owned(),
        }),
        groups: scopes::groups(&at.access.scopes, &scopes::usual()),
        tracking: active(at).await?,
        install: install::path(at),
        addresses: addresses::stored(at).await?,
        exclusions: exclusions::shown(at, tried).await?,
        kept: retention::shown(at).await?,
        leaving: deletion::of_profile(at).await?,
        exports: at
            .access
            .allows(Scope::ExportsRead)
            .then(|| at.exports_path()),
        spend: spend::opened(at),
        views: views::opened(at),
        webhooks: at
            .access
            .allows(Scope::ExportsRead)
            .then(|| at.webhooks_path()),
        base_url: at.viewer.state.addresses.base().to_owned(),
        profile_id: at.access.profile_id.to_string(),
    }))
}

/// Those that count first, then by age, the newest first.
async fn keys(at: &AtProfile) -> Result<Vec<Key>, PageError> {
    let state = &at.viewer.state;
    let profile = at.access.profile_id;
    let found = state.api_keys.list(profile).await;
    let mut found = found.map_err(|error| PageError::internal(&error))?;
    let last_uses = state.console.key_uses.of_profile(profile).await;
    let last_uses = last_uses.map_err(|error| PageError::internal(&error))?;
    let last_uses: HashMap<ApiKeyId, Timestamp> = last_uses.into_iter().collect();
    found.sort_by_key(|key| (key.revoked_at.is_some(), std::cmp::Reverse(key.created_at)));
    let zone = &at.profile.timezone;
    let rows = found.into_iter().map(|key| {
        let last_use = last_uses.get(&key.id).copied();
        row(key, last_use, zone)
    });
    Ok(rows.collect())
}

fn row(key: ApiKey, used: Option<Timestamp>, zone: &TimeZone) -> Key {
    Key {
        id: key.id.to_string(),
        name: key.name,
        shown: format!("{}…{}", key.prefix, key.last4),
        scopes: key.scopes.iter().map(|scope| scope.as_str()).collect(),
        created: format::day(zone.local_date(key.created_at)),
        used: used.map(|at| format::instant(at, zone)),
        revoked: key.revoked_at.map(|at| format::day(zone.local_date(at))),
    }
}

/// Makes a key and shows its secret, this once.
async fn create(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = managed(&request).await?;
    let form = Form::accept(&request, &body, &at.viewer, &at.developer_path()).await?;
    let command = CreateKey {
        profile_id: at.access.profile_id,
        name: name(&form)?,
        scopes: scopes::chosen(&form)?,
        random: at.viewer.state.randomness.bytes32(),
    };
    if command.scopes.is_empty() {
        let words = "Choose at least one scope: a key without any can do nothing.";
        return Err(PageError::Invalid(vec![words.to_owned()]));
    }
    let access = at.access.clone();
    let input = (access, command);
    let made = write(
        &at.viewer.state,
        input,
        |work, context, (access, command)| Box::pin(issue(work, context, access, command.clone())),
    );
    let made = made.await?;
    answer(&at, Some(made), Tried::default()).await
}

/// Someone who manages keys.
async fn managed(request: &HttpRequest) -> Result<AtProfile, PageError> {
    let at = AtProfile::enter(request).await?;
    if at.manages() {
        Ok(at)
    } else {
        let words = "Only owners and admins of the workspace make and revoke API keys.";
        Err(PageError::Role(words))
    }
}

fn name(form: &Form) -> Result<String, PageError> {
    let name = form.one("name").unwrap_or_default();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    if fits && !name.chars().any(char::is_control) {
        return Ok(name.to_owned());
    }
    let words = format!("The name of a key has 1 to {LONGEST_NAME} characters.");
    Err(PageError::Invalid(vec![words]))
}

/// Revokes a key.
async fn end(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = managed(&request).await?;
    let path = at.developer_path();
    Form::accept(&request, &body, &at.viewer, &path).await?;
    let id = request.match_info().get("key_id").unwrap_or_default();
    let id: ApiKeyId = parse_uuid(id).ok_or(PageError::NotFound)?.into();
    let access = at.access.clone();
    let revoked = write(
        &at.viewer.state,
        (access, id),
        |work, context, (access, id)| Box::pin(revoke(work, context, access, *id)),
    );
    if revoked.await? {
        Ok(see_other(&format!("{path}#keys")))
    } else {
        Err(PageError::NotFound)
    }
}

/// Changes what of addresses is stored.
async fn keep(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let path = at.developer_path();
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let change = addresses::read(&form)?;
    let access = at.access.clone();
    let input = (access, change);
    let changed = write(
        &at.viewer.state,
        input,
        |work, context, (access, change)| Box::pin(update(work, context, access, change.clone())),
    );
    changed.await?.ok_or(PageError::NotFound)?;
    Ok(see_other(&format!("{path}#addresses")))
}

/// Issues the tracking key, when there is none yet.
async fn track(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let path = at.developer_path();
    Form::accept(&request, &body, &at.viewer, &path).await?;
    let issued = active_or_new(&at.viewer.state, at.access.profile_id).await;
    issued.map_err(|error| PageError::internal(&error))?;
    Ok(see_other(&format!("{path}#tracking")))
}
