//! `whoami`

use access_control::{AccountProfile, AccountWorkspace, UserToken};
use kernel::Scope;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{CallerCall, Subject, Tool, json_schema, written};
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::problem::Problem;

/// Workspaces and profiles of one answer.
const LIMIT: u32 = 500;

/// Whose token it is, what it may do, and where.
#[derive(Debug, Serialize, ToSchema)]
struct Whoami {
    /// Who approved the token.
    person: Person,
    /// The application that the token was given to; null for a token without one.
    client_id: Option<String>,
    /// What was approved: `mcp:read`, `mcp:read_pii`, `mcp:write`.
    grants: Vec<&'static str>,
    /// What those grants stand for. In a profile, the person's own rights may allow less.
    scopes: Vec<&'static str>,
    /// Rate units a minute.
    units_per_minute: u32,
    /// The person's workspaces with the profiles that they reach, by name.
    workspaces: Vec<Workspace>,
    /// Whether there are more workspaces or profiles than are listed.
    truncated: bool,
}

/// A person.
#[derive(Debug, Serialize, ToSchema)]
struct Person {
    /// Names the person.
    id: Uuid,
    /// What they are called.
    name: String,
}

/// A workspace.
#[derive(Debug, Serialize, ToSchema)]
struct Workspace {
    /// Names the workspace.
    id: Uuid,
    /// What it is called.
    name: String,
    /// The person's role: owner, admin or member.
    role: &'static str,
    /// The profiles that they reach.
    profiles: Vec<Profile>,
}

/// A profile.
#[derive(Debug, Serialize, ToSchema)]
struct Profile {
    /// The `profile_id` of the other tools.
    id: Uuid,
    /// What it is called.
    name: String,
    /// ISO 4217 code of its figures.
    currency: String,
    /// IANA time zone in which its days begin.
    timezone: String,
    /// What the token may do there.
    scopes: Vec<&'static str>,
}

pub(super) fn tool() -> Tool {
    Tool {
        name: "whoami",
        title: "Who am I",
        description: "Whose token this is, what it may do, and the workspaces and profiles that it \
            reaches, with the profile_id that every other tool needs. Call it first. Costs nothing.",
        arguments: Vec::new(),
        units: 0,
        subject: Subject::Caller(|call| Box::pin(run(call))),
        output: json_schema::envelope::<Whoami, NoMeta>(),
    }
}

async fn run(call: CallerCall<'_>) -> Result<Box<RawValue>, Problem> {
    let family = &call.token.family;
    let accounts = &call.state.tool_server.accounts;
    let account = accounts.account(family.user_id, LIMIT).await;
    let account = account
        .map_err(|failure| Problem::internal(&failure))?
        .ok_or_else(Problem::not_found)?;
    let workspaces = account.workspaces.into_iter();
    let data = Whoami {
        person: Person {
            id: account.user_id.uuid(),
            name: account.name,
        },
        client_id: family.client_id.clone(),
        grants: call
            .token
            .grants
            .iter()
            .map(|grant| grant.as_str())
            .collect(),
        scopes: names(&call.token.scopes),
        units_per_minute: family.units_per_minute,
        workspaces: workspaces.map(|each| workspace(call.token, each)).collect(),
        truncated: account.is_truncated,
    };
    written(&Envelope {
        data,
        meta: NoMeta {},
    })
}

fn names<'a>(scopes: impl IntoIterator<Item = &'a Scope>) -> Vec<&'static str> {
    scopes.into_iter().map(|scope| scope.as_str()).collect()
}

fn workspace(token: &UserToken, found: AccountWorkspace) -> Workspace {
    let profile = |found: AccountProfile| Profile {
        id: found.id.uuid(),
        name: found.name,
        currency: found.currency,
        timezone: found.timezone,
        scopes: names(&token.scopes_within(&found.reach.scopes())),
    };
    Workspace {
        id: found.id.uuid(),
        name: found.name,
        role: found.role.as_str(),
        profiles: found.profiles.into_iter().map(profile).collect(),
    }
}
