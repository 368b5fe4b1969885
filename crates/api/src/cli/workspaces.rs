//! `tributary workspaces`.

use access_control::Plan;
use access_control::ports::NoPayments;
use access_control::users::{BUILT_IN_ISSUER, EmailAddress, UserStore};
use accounts::members::add_owner::add_owner;
use accounts::workspaces::checkout::CheckoutPorts;
use accounts::workspaces::create::{CreateWorkspace, create};
use application::ports::DeletionTarget;
use application::profiles::update::ProfileName;
use kernel::{StoreError, UserId, WorkspaceId};
use serde_json::json;

use super::deletion::{delete, keep};
use super::{Failure, print};
use crate::composition::Environment;
use crate::config::{Owner, Workspaces};

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: Workspaces) -> Result<(), Failure> {
    match command {
        Workspaces::Create { name, owner, json } => {
            create_for(environment, &name, &owner, json).await
        }
        Workspaces::Delete { workspace, confirm } => {
            let place = (named(&workspace)?, DeletionTarget::Workspace);
            delete(environment, place, &confirm).await
        }
        Workspaces::Keep { workspace } => {
            let place = (named(&workspace)?, DeletionTarget::Workspace);
            keep(environment, place).await
        }
        Workspaces::AddOwner { workspace, owner } => join(environment, &workspace, &owner).await,
    }
}

async fn create_for(
    environment: &Environment,
    name: &str,
    owner: &Owner,
    json: bool,
) -> Result<(), Failure> {
    let Some(name) = ProfileName::parse(name) else {
        let why = "--name must have 1 to 160 characters, none of them a control character";
        return Err(Failure::usage(why));
    };
    let name = name.as_str().to_owned();
    let command = CreateWorkspace {
        user_id: person(environment, owner).await?,
        name,
        plan: Plan::Starter,
        trial_days: None,
    };
    let till = CheckoutPorts {
        provider: &NoPayments,
        base_url: "",
    };
    let made = create(&*environment.units, till, &environment.context(), command).await?;
    let id = made.workspace.id;
    if json {
        let body = json!({
            "workspace_id": id.to_string(),
            "name": made.workspace.name,
            "created": made.created,
        });
        print(&body.to_string());
    } else {
        print(&format!("{id}  {}", made.workspace.name));
    }
    Ok(())
}

/// The workspace that an option names.
fn named(workspace: &str) -> Result<WorkspaceId, Failure> {
    workspace.parse().map_err(|_| unknown(workspace))
}

fn unknown(workspace: &str) -> Failure {
    Failure::usage(format!("--workspace {workspace}: there is none like that"))
}

async fn join(environment: &Environment, workspace: &str, owner: &Owner) -> Result<(), Failure> {
    let nothing = || unknown(workspace);
    let id = named(workspace)?;
    let user = person(environment, owner).await?;
    let input = (id, user);
    let joined = environment.write(&input, |work, context, (id, user)| {
        Box::pin(async move {
            match work.workspaces().lock(*id).await? {
                Some(_) => add_owner(work, context, *id, *user).await.map(Some),
                None => Ok(None),
            }
        })
    });
    joined.await?.ok_or_else(nothing)
}

/// The person with this id or, at this service's own identity provider, this address.
async fn person(environment: &Environment, owner: &Owner) -> Result<UserId, Failure> {
    let Owner { owner, owner_id } = owner;
    match (owner, owner_id) {
        (_, Some(id)) => of_id(environment, id).await,
        (Some(address), None) => of_address(environment, address).await,
        (None, None) => Err(Failure::usage("--owner or --owner-id: one is needed")),
    }
}

async fn of_id(environment: &Environment, id: &str) -> Result<UserId, Failure> {
    let nobody = || Failure::usage(format!("--owner-id {id}: there is nobody like that"));
    let id = id.parse().map_err(|_| nobody())?;
    let found = environment.users().find(id).await.map_err(failed)?;
    found.map(|user| user.id).ok_or_else(nobody)
}

async fn of_address(environment: &Environment, text: &str) -> Result<UserId, Failure> {
    let nobody = || Failure::usage(format!("--owner {text}: there is nobody like that"));
    let address = EmailAddress::parse(text).ok_or_else(nobody)?;
    let users = environment.users();
    let found = users.find_by_email(BUILT_IN_ISSUER, &address).await;
    let (user, _) = found.map_err(failed)?.ok_or_else(nobody)?;
    if user.is_vouched {
        return Ok(user.id);
    }
    Err(Failure::usage(format!(
        "--owner {text}: whoever made that account on {} wrote the address there, and nobody has \
         verified it; when you know that it is theirs, give --owner-id {}",
        user.created_at, user.id
    )))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn failed(error: StoreError) -> Failure {
    Failure::usage(error.to_string())
}
