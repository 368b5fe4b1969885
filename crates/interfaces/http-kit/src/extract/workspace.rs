//! Authority over a workspace first, input second.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use kernel::{Scope, WorkspaceId};

use super::caller::Person;
use super::personal::{Cost, person_of};
use super::query::QueryReader;
use super::scoped::{state_of, uuid};
use crate::challenge;
use crate::problem::{FieldCode, FieldError, Problem};
use crate::state::AppState;

/// What a workspace route needs, and what it reads of the request.
pub trait WorkspaceRule: Sized {
    /// The scope.
    const SCOPE: Scope;
    /// How a call is paid for.
    const COST: Cost;
    /// What is left to be read once the workspace is known.
    type Rest: 'static;
    /// What the endpoint reads.
    type Input: 'static;

    /// Which workspace the request is about: from its path, its query or its body.
    fn find(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<(WorkspaceId, Self::Rest), Problem>>;

    /// Reads the rest, when the caller's right is clear.
    fn read(rest: Self::Rest) -> Result<Self::Input, Problem>;
}

/// A member of a workspace who holds the rule's scope in it.
pub struct WorkspaceScoped<R: WorkspaceRule> {
    /// Who.
    pub person: Person,
    /// The workspace.
    pub workspace_id: WorkspaceId,
    /// What may be done there.
    pub scopes: BTreeSet<Scope>,
    /// What the endpoint reads of the request.
    pub input: R::Input,
    /// The ports.
    pub state: web::Data<AppState>,
    rule: PhantomData<fn() -> R>,
}

impl<R: WorkspaceRule> WorkspaceScoped<R> {
    async fn of(request: HttpRequest, mut payload: Payload) -> Result<Self, Problem> {
        let state = state_of(&request)?;
        let person = person_of(&request, &state, R::COST).await?;
        let (workspace_id, rest) = R::find(&request, &mut payload).await?;
        let found = state
            .access
            .reach
            .to_workspace(person.user_id, workspace_id)
            .await;
        let reach = found.map_err(|failure| Problem::internal(&failure))?;
        let reach = reach.ok_or_else(Problem::not_found)?;
        let scopes = person.narrowed(reach.scopes());
        if !scopes.contains(&R::SCOPE) {
            return Err(challenge::insufficient_scope(&state.addresses, R::SCOPE));
        }
        Ok(Self {
            person,
            workspace_id,
            scopes,
            input: R::read(rest)?,
            state,
            rule: PhantomData,
        })
    }
}

impl<R: WorkspaceRule + 'static> FromRequest for WorkspaceScoped<R> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(Self::of(request.clone(), payload.take()))
    }
}

/// The `{workspace_id}` of the path.
pub fn workspace_in_path(request: &HttpRequest) -> Result<WorkspaceId, Problem> {
    request
        .match_info()
        .get("workspace_id")
        .and_then(super::path::parse_uuid)
        .map(WorkspaceId::new)
        .ok_or_else(|| {
            let why = "is not a UUID";
            Problem::invalid_field(FieldError::parameter(
                "workspace_id",
                FieldCode::Malformed,
                why,
            ))
        })
}

/// `?workspace_id=`, where the path has none.
pub fn workspace_in_query(request: &HttpRequest) -> Result<Option<WorkspaceId>, Problem> {
    let mut query = QueryReader::of(request);
    match query.optional("workspace_id", uuid) {
        Ok(found) => Ok(found.map(WorkspaceId::new)),
        Err(_) => Err(Problem::invalid(query.into_errors())),
    }
}
