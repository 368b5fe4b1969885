//! Callers of every kind, where what is asked for says whom it belongs to.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use kernel::{ProfileId, WorkspaceId};

use super::Input;
use super::bearer::authenticate;
use super::caller::Caller;
use super::scoped::{person_access, state_of};
use super::units::charge;
use crate::problem::Problem;
use crate::state::AppState;

/// A caller who still has to be asked whether they reach what they ask for: see [`reaches`].
pub struct ByAnybody<I = ()> {
    /// Who.
    pub caller: Caller,
    /// What the endpoint reads of the request.
    pub input: I,
    /// The ports.
    pub state: web::Data<AppState>,
}

impl<I: Input> ByAnybody<I> {
    async fn read(request: HttpRequest, mut payload: Payload) -> Result<Self, Problem> {
        let state = state_of(&request)?;
        let caller = authenticate(&request, &state).await?;
        charge(&request, &state, &caller, 1).await?;
        let input = I::read(&request, &mut payload).await?;
        Ok(Self {
            caller,
            input,
            state,
        })
    }
}

impl<I: Input + 'static> FromRequest for ByAnybody<I> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(Self::read(request.clone(), payload.take()))
    }
}

/// Whether the caller reaches what belongs to this profile or, without one, to this workspace. A
/// key reaches nothing but its profile.
pub async fn reaches(
    state: &AppState,
    caller: &Caller,
    (profile, workspace): (Option<ProfileId>, WorkspaceId),
) -> Result<bool, Problem> {
    let person = match caller.clone().split() {
        Ok(own) => return Ok(own.is_some_and(|own| Some(own.profile_id) == profile)),
        Err(person) => person,
    };
    if let Some(profile) = profile {
        return Ok(person_access(state, &person, profile).await?.is_some());
    }
    let found = state
        .access
        .reach
        .to_workspace(person.user_id, workspace)
        .await;
    let reach = found.map_err(|failure| Problem::internal(&failure))?;
    Ok(reach.is_some())
}
