//! `/w/{workspace_id}/members`: who belongs to a workspace, what they may do, and who is invited.

use std::collections::BTreeSet;

use access_control::Role;
use access_control::ports::{Assignment, Invitation, Member, ReachableProfile};
use accounts::members::MembershipCommand;
use accounts::members::assign::assign;
use accounts::members::remove::remove;
use accounts::members::set_role::set_role;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::{Scope, TimeZone, UserId};

use super::chrome::{Chrome, Section};
use super::deletion::{self, Leaving};
use super::error::PageError;
use super::form::Form;
use super::format;
use super::page::{page, see_other};
use super::scopes::{self, Group};
use super::viewer::AtWorkspace;
use super::write::write;
use http_kit::extract::parse_uuid;

const PAGE: &str = "/w/{workspace_id}/members";

/// Registers the page and its forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(PAGE, web::get().to(show))
        .route(
            &format!("{PAGE}/deletion"),
            web::post().to(deletion::decide_workspace),
        )
        .route(
            &format!("{PAGE}/{{user_id}}/role"),
            web::post().to(change_role),
        )
        .route(&format!("{PAGE}/{{user_id}}/remove"), web::post().to(end))
        .route(
            &format!("{PAGE}/{{user_id}}/access"),
            web::post().to(give_access),
        );
}

#[derive(Template)]
#[template(path = "console/members.html")]
struct MembersPage {
    chrome: Chrome,
    path: String,
    workspace_path: String,
    token: String,
    /// Whether the reader manages members.
    manages: bool,
    members: Vec<Row>,
    invitations: Vec<Open>,
    /// Roles that the reader may give.
    roles: Vec<Role>,
    profiles: Vec<ReachableProfile>,
    groups: Vec<Group>,
    /// The link of an invitation that was made just now.
    link: Option<String>,
    leaving: Option<Leaving>,
}

struct Row {
    id: String,
    name: String,
    email: Option<String>,
    role: Role,
    is_self: bool,
    since: String,
    /// Whether the reader may change the membership.
    open: bool,
    reach: Vec<Reached>,
}

/// A profile with what a plain member may do there.
struct Reached {
    id: String,
    name: String,
    /// How many scopes.
    count: usize,
    groups: Vec<Group>,
}

struct Open {
    id: String,
    email: String,
    role: Role,
    profiles: Vec<String>,
    until: String,
}

/// The page.
async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    answer(&at, None).await
}

/// The page, with the link of a new invitation.
pub(super) async fn answer(
    at: &AtWorkspace,
    link: Option<String>,
) -> Result<HttpResponse, PageError> {
    let chrome = at.chrome("Members", Section::Members).await?;
    let internal = |error| PageError::internal(&error);
    let (readers, now) = (
        &at.viewer.state.console.members,
        at.viewer.state.clock.now(),
    );
    let members = readers.members(at.id).await.map_err(internal)?;
    let manages = at.reach.role.reaches_all();
    let invitations = if manages {
        readers.invitations(at.id, now).await.map_err(internal)?
    } else {
        Vec::new()
    };
    let named = chrome.places.iter().find(|place| place.id == at.id);
    let name = named.map(|place| place.name.clone()).unwrap_or_default();
    let leaving = deletion::of_workspace(at, name).await?;
    let places = chrome.places.iter().filter(|place| place.id == at.id);
    let profiles: Vec<_> = places.flat_map(|place| place.profiles.clone()).collect();
    let roles = Role::ALL.into_iter();
    let may_give = |role: &Role| *role != Role::Owner || at.reach.role == Role::Owner;
    Ok(page(&MembersPage {
        token: at.viewer.form_token(&at.members_path()).await?,
        path: at.members_path(),
        workspace_path: format!("/w/{}", at.id),
        leaving,
        manages,
        members: members
            .into_iter()
            .map(|member| row(member, at, &profiles))
            .collect(),
        invitations: invitations
            .into_iter()
            .map(|invitation| open(invitation, &profiles))
            .collect(),
        roles: roles.filter(may_give).collect(),
        groups: scopes::groups(&assignable(), &scopes::usual()),
        profiles,
        link,
        chrome,
    }))
}

/// What a plain member may be given on a profile.
fn assignable() -> BTreeSet<Scope> {
    let all = Scope::ALL.into_iter().map(|(scope, _)| scope);
    all.filter(|scope| ![Scope::ProfilesWrite, Scope::WorkspacesWrite].contains(scope))
        .collect()
}

fn row(member: Member, at: &AtWorkspace, profiles: &[ReachableProfile]) -> Row {
    let manages = at.reach.role.reaches_all();
    let is_self = member.user_id == at.viewer.who.user_id;
    // Whoever was let into the workspace and has been given nothing there yet needs nobody's address.
    let sees_addresses = manages || is_self || !profiles.is_empty();
    let reached = |profile: &ReachableProfile| {
        let mut assignments = member.assignments.iter();
        let found = assignments.find(|assignment| assignment.profile_id == profile.id);
        let scopes = found.map(|found| found.scopes.clone()).unwrap_or_default();
        Reached {
            id: profile.id.to_string(),
            name: profile.name.clone(),
            count: scopes.len(),
            groups: scopes::groups(&assignable(), &scopes),
        }
    };
    let plain = member.role == Role::Member;
    Row {
        reach: profiles
            .iter()
            .filter(|_| plain && manages)
            .map(reached)
            .collect(),
        id: member.user_id.to_string(),
        is_self,
        name: member.person.name,
        email: member.person.email.filter(|_| sees_addresses),
        role: member.role,
        since: format::day(TimeZone::utc().local_date(member.since)),
        open: manages && (member.role != Role::Owner || at.reach.role == Role::Owner),
    }
}

fn open(invitation: Invitation, profiles: &[ReachableProfile]) -> Open {
    let of = profiles
        .iter()
        .filter(|profile| invitation.profile_ids.contains(&profile.id));
    Open {
        id: invitation.id.to_string(),
        profiles: of.map(|profile| profile.name.clone()).collect(),
        email: invitation.email,
        role: invitation.role,
        until: format::day(TimeZone::utc().local_date(invitation.expires_at)),
    }
}

/// Reads the form, and whose membership it is about.
async fn accept(
    request: &HttpRequest,
    body: &Bytes,
) -> Result<(AtWorkspace, Form, MembershipCommand), PageError> {
    let at = AtWorkspace::enter(request).await?;
    let form = Form::accept(request, body, &at.viewer, &at.members_path()).await?;
    let target = request.match_info().get("user_id").unwrap_or_default();
    let target: UserId = parse_uuid(target).ok_or(PageError::NotFound)?.into();
    let command = MembershipCommand {
        workspace_id: at.id,
        actor: at.viewer.who.user_id,
        target,
    };
    Ok((at, form, command))
}

/// Gives a member another role.
async fn change_role(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let (at, form, command) = accept(&request, &body).await?;
    let role = form.one("role").and_then(Role::parse);
    let role = role.ok_or_else(|| PageError::Invalid(vec!["Choose a role.".to_owned()]))?;
    write(
        &at.viewer.state,
        (command, role),
        |work, context, (command, role)| Box::pin(set_role(work, context, *command, *role)),
    )
    .await?;
    Ok(see_other(&at.members_path()))
}

/// Ends a membership. Whoever ended their own has nothing to come back to.
async fn end(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let (at, _, command) = accept(&request, &body).await?;
    write(&at.viewer.state, command, |work, context, command| {
        Box::pin(remove(work, context, *command))
    })
    .await?;
    if command.actor == command.target {
        Ok(see_other("/"))
    } else {
        Ok(see_other(&at.members_path()))
    }
}

/// Says what a member may do on a profile.
async fn give_access(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let (at, form, command) = accept(&request, &body).await?;
    let profile = form.one("profile_id").and_then(parse_uuid);
    let assignment = Assignment {
        profile_id: profile.ok_or(PageError::NotFound)?.into(),
        scopes: scopes::chosen(&form)?,
    };
    if !assignment.scopes.is_subset(&assignable()) {
        let words = "Members never create profiles.".to_owned();
        return Err(PageError::Invalid(vec![words]));
    }
    let input = (command, assignment);
    write(
        &at.viewer.state,
        input,
        |work, context, (command, assignment)| {
            Box::pin(assign(work, context, *command, assignment))
        },
    )
    .await?;
    Ok(see_other(&at.members_path()))
}
