//! Authority over a profile first, input second.

use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use kernel::{ProfileAccess, ProfileId};
use uuid::Uuid;

use super::bearer::authenticate;
use super::caller::{Caller, Person};
use super::personal::pay;
use super::query::QueryReader;
use super::{Input, RequiredScope};
use crate::challenge;
use crate::problem::{Code, FieldCode, Problem};
use crate::state::AppState;

/// A caller who holds the scope `S` on the profile in `access`, the ports, and what the endpoint
/// reads. It is the only argument of a handler on profile data.
pub struct Scoped<S, I = ()> {
    /// The profile and what the caller may do there.
    pub access: ProfileAccess,
    /// What the endpoint reads of the request.
    pub input: I,
    /// The ports.
    pub state: web::Data<AppState>,
    scope: PhantomData<fn() -> S>,
}

impl<S: RequiredScope, I: Input> Scoped<S, I> {
    async fn read(request: HttpRequest, mut payload: Payload) -> Result<Self, Problem> {
        let state = state_of(&request)?;
        let caller = authenticate(&request, &state).await?;
        pay(&request, &state, &caller, S::COST).await?;
        let access = access_of(&request, &state, caller).await?;
        if !access.allows(S::SCOPE) {
            return Err(challenge::insufficient_scope(&state.addresses, S::SCOPE));
        }
        let input = I::read(&request, &mut payload).await?;
        Ok(Self {
            access,
            input,
            state,
            scope: PhantomData,
        })
    }
}

impl<S: RequiredScope + 'static, I: Input + 'static> FromRequest for Scoped<S, I> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(Self::read(request.clone(), payload.take()))
    }
}

/// The ports, as the server put them into the application.
pub fn state_of(request: &HttpRequest) -> Result<web::Data<AppState>, Problem> {
    request
        .app_data::<web::Data<AppState>>()
        .cloned()
        .ok_or_else(|| Problem::new(Code::InternalError, "the service is not configured"))
}

async fn access_of(
    request: &HttpRequest,
    state: &AppState,
    caller: Caller,
) -> Result<ProfileAccess, Problem> {
    match caller.split() {
        Ok(own) => own_profile(request, own),
        Err(person) => reached_profile(request, state, &person).await,
    }
}

/// A key may leave `profile_id` out; another profile than its own looks like none at all.
fn own_profile(
    request: &HttpRequest,
    own: Option<ProfileAccess>,
) -> Result<ProfileAccess, Problem> {
    let mut query = QueryReader::of(request);
    let asked = query.optional("profile_id", uuid);
    match asked {
        Ok(asked) => own
            .filter(|own| asked.is_none_or(|asked| asked == own.profile_id.uuid()))
            .ok_or_else(Problem::not_found),
        Err(_) => Err(Problem::invalid(query.into_errors())),
    }
}

/// A person names the profile. What cannot be reached and what does not exist are one question to
/// the store and one answer.
async fn reached_profile(
    request: &HttpRequest,
    state: &AppState,
    person: &Person,
) -> Result<ProfileAccess, Problem> {
    let mut query = QueryReader::of(request);
    let asked = query.required("profile_id", uuid);
    let Ok(asked) = asked else {
        return Err(Problem::invalid(query.into_errors()));
    };
    let profile_id = ProfileId::new(asked);
    person_access(state, person, profile_id)
        .await?
        .ok_or_else(Problem::not_found)
}

/// What a person may do on a profile; `None` when it cannot be reached or does not exist.
pub async fn person_access(
    state: &AppState,
    person: &Person,
    profile_id: ProfileId,
) -> Result<Option<ProfileAccess>, Problem> {
    let found = state
        .access
        .reach
        .to_profile(person.user_id, profile_id)
        .await;
    let reach = found.map_err(|failure| Problem::internal(&failure))?;
    Ok(reach.map(|reach| ProfileAccess {
        profile_id,
        scopes: person.narrowed(reach.scopes()),
        actor: person.actor(),
    }))
}

pub(super) fn uuid(text: &str) -> Result<Uuid, (FieldCode, &'static str)> {
    super::path::parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
}
