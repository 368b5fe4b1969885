//! Profiles and workspaces are deleted: by a person in person, who types the name, and after a week.

pub mod body;
pub mod of_profile;
pub mod of_workspace;

use access_control::Role;
use accounts::workspaces::deletion::{request, withdraw};
use actix_web::HttpResponse;
use application::ports::{Deletion, DeletionTarget};
use kernel::{Actor, ProfileId, Scope, UserId, WorkspaceId};
use utoipa_actix_web::service_config::ServiceConfig;

use self::body::DeletionBody;
use http_kit::challenge::insufficient_scope;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(of_profile::get_profile_deletion)
        .service(of_profile::request_profile_deletion)
        .service(of_profile::withdraw_profile_deletion)
        .service(of_workspace::get_workspace_deletion)
        .service(of_workspace::request_workspace_deletion)
        .service(of_workspace::withdraw_workspace_deletion);
}

/// What is deleted, and where it is.
pub type Deletable = (WorkspaceId, DeletionTarget);

/// A profile in a workspace that the person owns or administrates.
pub async fn managed(state: &AppState, user: UserId, id: ProfileId) -> Result<Deletable, Problem> {
    let reach = state.access.reach.to_profile(user, id).await;
    let reach = reach.map_err(|failure| Problem::internal(&failure))?;
    let reach = reach.ok_or_else(Problem::not_found)?;
    if !reach.role.reaches_all() {
        return Err(insufficient_scope(&state.addresses, Scope::ProfilesWrite));
    }
    Ok((reach.workspace_id, DeletionTarget::Profile(id)))
}

/// A workspace that the person owns.
async fn workspace(state: &AppState, user: UserId, id: WorkspaceId) -> Result<Deletable, Problem> {
    let reach = state.access.reach.to_workspace(user, id).await;
    let reach = reach.map_err(|failure| Problem::internal(&failure))?;
    let reach = reach.ok_or_else(Problem::not_found)?;
    if reach.role != Role::Owner {
        let detail = "only an owner of the workspace may delete it";
        return Err(Problem::new(Code::InsufficientScope, detail));
    }
    Ok((id, DeletionTarget::Workspace))
}

/// Whether it is to be deleted. Also for the console.
pub async fn found(state: &AppState, place: Deletable) -> Result<Option<Deletion>, Problem> {
    let found = state.read(&place, |work, _, place| {
        Box::pin(async move { work.deletions().find(place.0, place.1).await })
    });
    Ok(found.await?)
}

/// Has it deleted. Also for the console.
pub async fn ask(
    state: &AppState,
    place: Deletable,
    user: UserId,
    typed: &str,
) -> Result<Deletion, Problem> {
    let input = (place, Actor::User(user), typed);
    let asked = state.write(&input, |work, context, (place, actor, typed)| {
        Box::pin(request(work, context, *place, *actor, typed))
    });
    Ok(asked.await?)
}

/// Keeps it. Also for the console.
pub async fn keep(state: &AppState, place: Deletable, user: UserId) -> Result<(), Problem> {
    let input = (place, Actor::User(user));
    let kept = state.write(&input, |work, context, (place, actor)| {
        Box::pin(withdraw(work, context, *place, *actor))
    });
    Ok(kept.await?)
}

async fn shown(state: &AppState, place: Deletable) -> Result<HttpResponse, Problem> {
    let deletion = found(state, place).await?.ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Ok().json(envelope(deletion)))
}

fn envelope(deletion: Deletion) -> Envelope<DeletionBody, NoMeta> {
    Envelope {
        data: DeletionBody::from(deletion),
        meta: NoMeta {},
    }
}
