//! Authority first, input second.

use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use kernel::{ProfileAccess, ProfileId};

use super::bearer::authenticate;
use super::query::QueryReader;
use super::{Input, RequiredScope};
use crate::http::problem::{Code, FieldCode, Problem};
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
        let access = authenticate(&request, &state).await?;
        check_profile(&request, access.profile_id)?;
        if !access.allows(S::SCOPE) {
            return Err(Problem::insufficient_scope(S::SCOPE));
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
pub(crate) fn state_of(request: &HttpRequest) -> Result<web::Data<AppState>, Problem> {
    request
        .app_data::<web::Data<AppState>>()
        .cloned()
        .ok_or_else(|| Problem::new(Code::InternalError, "the service is not configured"))
}

/// `profile_id` may be absent; another profile than the key's looks like none at all.
fn check_profile(request: &HttpRequest, own: ProfileId) -> Result<(), Problem> {
    let mut query = QueryReader::of(request);
    let asked = query.optional("profile_id", |text| {
        super::path::parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
    });
    match asked {
        Ok(None) => Ok(()),
        Ok(Some(uuid)) if uuid == own.uuid() => Ok(()),
        Ok(Some(_)) => Err(Problem::not_found()),
        Err(_) => Err(Problem::invalid(query.into_errors())),
    }
}
