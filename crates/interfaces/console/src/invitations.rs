//! Invitations: made and ended on the members page, accepted on a page of their own, whose address
//! is the secret.

use std::collections::BTreeSet;

use access_control::Role;
use access_control::ports::InvitationCard;
use accounts::invitations::accept::{accept, is_for};
use accounts::invitations::create::{CreateInvitation, create};
use accounts::invitations::revoke::revoke;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use application::keys::create::sha256;
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{InvitationId, ProfileId, TimeZone};

use super::chrome::{Chrome, role_name};
use super::error::PageError;
use super::form::Form;
use super::format;
use super::members::answer;
use super::page::{page, see_other};
use super::scopes;
use super::viewer::{AtWorkspace, Viewer};
use super::write::write;
use http_kit::extract::parse_uuid;

/// The longest e-mail address, in characters.
const LONGEST_EMAIL: usize = 254;
/// Profiles that an invitation may name.
const MOST_PROFILES: usize = 100;

/// Registers the pages and forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/w/{workspace_id}/invitations", web::post().to(invite))
        .route(
            "/w/{workspace_id}/invitations/{invitation_id}/revoke",
            web::post().to(end),
        )
        .route("/invitations/{secret}", web::get().to(show))
        .route("/invitations/{secret}", web::post().to(join));
}

/// Invites somebody and shows the link, this once.
async fn invite(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    let form = Form::accept(&request, &body, &at.viewer, &at.members_path()).await?;
    let chrome = at.viewer.chrome("Members").await?;
    let own = chrome.places.iter().filter(|place| place.id == at.id);
    let own: Vec<_> = own
        .flat_map(|place| &place.profiles)
        .map(|own| own.id)
        .collect();
    let command = read(&form, &at, &own)?;
    let secret = URL_SAFE_NO_PAD.encode(at.viewer.state.randomness.bytes32());
    let hash = sha256(secret.as_bytes());
    write(
        &at.viewer.state,
        (command, hash),
        |work, context, (command, hash)| Box::pin(create(work, context, command.clone(), hash)),
    )
    .await?;
    let base_url = at.viewer.state.addresses.base();
    answer(&at, Some(format!("{base_url}/invitations/{secret}"))).await
}

fn read(form: &Form, at: &AtWorkspace, own: &[ProfileId]) -> Result<CreateInvitation, PageError> {
    let mut wrong = Vec::new();
    let email = form.one("email").unwrap_or_default();
    let (local, domain) = email.split_once('@').unwrap_or_default();
    let is_text = !email
        .chars()
        .any(|letter| letter.is_control() || letter.is_whitespace());
    if local.is_empty() || domain.is_empty() || !is_text || email.chars().count() > LONGEST_EMAIL {
        wrong.push("Write the e-mail address of the person to invite.".to_owned());
    }
    let role = form.one("role").and_then(Role::parse);
    let role = role.filter(|role| *role != Role::Owner);
    if role.is_none() {
        wrong.push("Choose a role: admin or member.".to_owned());
    }
    let named: Option<Vec<ProfileId>> = form
        .all("profile_id")
        .map(|id| {
            parse_uuid(id)
                .map(ProfileId::new)
                .filter(|id| own.contains(id))
        })
        .collect();
    let named = named.filter(|named| named.len() <= MOST_PROFILES);
    if named.is_none() {
        wrong.push("Choose profiles of this workspace.".to_owned());
    }
    let scopes = scopes::chosen(form)?;
    match (role, named) {
        (Some(role), Some(profile_ids)) if wrong.is_empty() => {
            let plain = role == Role::Member;
            Ok(CreateInvitation {
                workspace_id: at.id,
                actor: at.viewer.who.user_id,
                email: email.to_owned(),
                role,
                profile_ids: if plain { profile_ids } else { Vec::new() },
                scopes: if plain { scopes } else { BTreeSet::new() },
            })
        }
        _ => Err(PageError::Invalid(wrong)),
    }
}

/// Ends an invitation.
async fn end(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    Form::accept(&request, &body, &at.viewer, &at.members_path()).await?;
    let id = request
        .match_info()
        .get("invitation_id")
        .unwrap_or_default();
    let id: InvitationId = parse_uuid(id).ok_or(PageError::NotFound)?.into();
    let place = (at.id, at.viewer.who.user_id);
    write(
        &at.viewer.state,
        (place, id),
        |work, context, (place, id)| Box::pin(revoke(work, context, *place, *id)),
    )
    .await?;
    Ok(see_other(&at.members_path()))
}

#[derive(Template)]
#[template(path = "console/invitation.html")]
struct InvitationPage {
    chrome: Chrome,
    action: String,
    token: String,
    workspace: String,
    inviter: Option<String>,
    role: &'static str,
    email: String,
    until: String,
    is_for_reader: bool,
}

/// A link that counts.
struct Opened {
    viewer: Viewer,
    action: String,
    hash: [u8; 32],
    card: InvitationCard,
}

impl Opened {
    async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        let secret = request.match_info().get("secret").unwrap_or_default();
        let hash = sha256(secret.as_bytes());
        let state = &viewer.state;
        let found = state
            .console
            .members
            .invitation(&hash, state.clock.now())
            .await;
        let found = found.map_err(|error| PageError::internal(&error))?;
        Ok(Self {
            card: found.ok_or(PageError::NotFound)?,
            action: request.path().to_owned(),
            viewer,
            hash,
        })
    }

    /// The form's token does not carry the link's secret into the store.
    fn purpose(&self) -> String {
        format!("/invitations#{}", self.card.invitation.id)
    }
}

/// What the link leads to.
async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let opened = Opened::of(&request).await?;
    let chrome = opened.viewer.chrome("Invitation").await?;
    let invitation = &opened.card.invitation;
    let until = TimeZone::utc().local_date(invitation.expires_at);
    Ok(page(&InvitationPage {
        token: opened.viewer.form_token(&opened.purpose()).await?,
        is_for_reader: is_for(invitation, chrome.email.as_deref()),
        chrome,
        role: role_name(invitation.role),
        email: invitation.email.clone(),
        until: format::day(until),
        action: opened.action,
        workspace: opened.card.workspace_name,
        inviter: opened.card.inviter,
    }))
}

/// Makes the reader a member.
async fn join(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let opened = Opened::of(&request).await?;
    Form::accept(&request, &body, &opened.viewer, &opened.purpose()).await?;
    let (person, _) = opened.viewer.surroundings().await?;
    let (user, hash) = (opened.viewer.who.user_id, opened.hash);
    let input = (user, person.email, hash);
    let workspace = write(
        &opened.viewer.state,
        input,
        |work, context, (user, email, hash)| {
            Box::pin(accept(work, context, (*user, email.as_deref()), hash))
        },
    );
    Ok(see_other(&format!("/w/{}", workspace.await?)))
}
