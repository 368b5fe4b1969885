//! Routes of people, that are about no profile: API keys are turned away here.

use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use kernel::Scope;

use super::Input;
use super::bearer::authenticate;
use super::caller::{Caller, Person};
use super::scoped::state_of;
use super::units::{charge, count};
use crate::challenge;
use crate::problem::Problem;
use crate::state::AppState;

/// What a key is told where only people get on.
const NOT_FOR_KEYS: &str = "an API key belongs to one profile and cannot use workspace routes; \
    GET /api/v1/profile shows the key's own profile";
/// What everybody is told who does not call in person.
const IN_PERSON: &str = "this is for a person who is signed in, not for keys and applications";

/// What a person needs to call an endpoint that no workspace limits.
pub trait PersonalRule {
    /// The scope, if any person who is let in does not do.
    const SCOPE: Option<Scope>;
}

/// Any person, and every application that acts for one.
#[derive(Debug)]
pub enum AnyPerson {}
impl PersonalRule for AnyPerson {
    const SCOPE: Option<Scope> = None;
}

/// `workspaces:write`, which every person has; an application needs the grant.
#[derive(Debug)]
pub enum MakesWorkspaces {}
impl PersonalRule for MakesWorkspaces {
    const SCOPE: Option<Scope> = Some(Scope::WorkspacesWrite);
}

/// A person, or an application that acts for one, where no workspace and no profile is named.
pub struct Personal<R, I = ()> {
    /// Who.
    pub person: Person,
    /// What the endpoint reads of the request.
    pub input: I,
    /// The ports.
    pub state: web::Data<AppState>,
    rule: PhantomData<fn() -> R>,
}

impl<R: PersonalRule, I: Input> Personal<R, I> {
    async fn read(request: HttpRequest, mut payload: Payload) -> Result<Self, Problem> {
        let state = state_of(&request)?;
        let person = person_of(&request, &state, Cost::Units(1)).await?;
        if let Some(scope) = R::SCOPE
            && !person.narrowed([scope].into()).contains(&scope)
        {
            return Err(challenge::insufficient_scope(&state.addresses, scope));
        }
        let input = I::read(&request, &mut payload).await?;
        Ok(Self {
            person,
            input,
            state,
            rule: PhantomData,
        })
    }
}

impl<R: PersonalRule + 'static, I: Input + 'static> FromRequest for Personal<R, I> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(Self::read(request.clone(), payload.take()))
    }
}

/// A person in person: neither keys nor applications, whatever they were granted.
pub struct InPerson<I = ()> {
    /// Who.
    pub person: Person,
    /// What the endpoint reads of the request.
    pub input: I,
    /// The ports.
    pub state: web::Data<AppState>,
}

impl<I: Input> InPerson<I> {
    async fn read(request: HttpRequest, mut payload: Payload) -> Result<Self, Problem> {
        let state = state_of(&request)?;
        let caller = authenticate(&request, &state).await?;
        charge(&request, &state, &caller, 1).await?;
        let person = match caller.split() {
            Err(person) if person.token.is_none() => person,
            _ => return Err(challenge::wrong_credential(&state.addresses, IN_PERSON)),
        };
        let input = I::read(&request, &mut payload).await?;
        Ok(Self {
            person: *person,
            input,
            state,
        })
    }
}

impl<I: Input + 'static> FromRequest for InPerson<I> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(Self::read(request.clone(), payload.take()))
    }
}

/// How a call is paid for.
#[derive(Clone, Copy, Debug)]
pub enum Cost {
    /// Out of the caller's bucket.
    Units(u32),
    /// Counted exactly: the name of what is counted, and how many an hour.
    Hourly(&'static str, u32),
}

/// The person who calls, after the call is paid for.
pub(super) async fn person_of(
    request: &HttpRequest,
    state: &AppState,
    cost: Cost,
) -> Result<Person, Problem> {
    let caller = authenticate(request, state).await?;
    pay(request, state, &caller, cost).await?;
    match caller.split() {
        Err(person) => Ok(*person),
        Ok(_) => Err(challenge::wrong_credential(&state.addresses, NOT_FOR_KEYS)),
    }
}

/// Takes what a call costs.
pub(super) async fn pay(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    cost: Cost,
) -> Result<(), Problem> {
    match cost {
        Cost::Units(units) => charge(request, state, caller, units).await,
        Cost::Hourly(what, hourly) => {
            let bucket = hourly_bucket(what, caller);
            count(request, state, &bucket, hourly).await
        }
    }
}

/// Where calls are counted that have an hourly number of their own.
pub fn hourly_bucket(what: &str, caller: &Caller) -> String {
    format!("{what}:{}", caller.allowance().bucket)
}
