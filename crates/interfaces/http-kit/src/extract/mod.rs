//! From a request to types that cannot be wrong.
//!
//! A handler takes one argument: [`Scoped`] on profile data, [`WorkspaceScoped`] on a workspace,
//! [`Personal`] or [`InPerson`] on what belongs to a person, [`Public`] for everybody. Each checks
//! the caller's right first and only then reads its [`Input`]; so the order of refusals is the same
//! everywhere: 401, 429, 403 for the kind of credential, 400 for the ids, 404 for reach, 403 for the
//! scope, 400 for parameters and body.

mod anybody;
mod bearer;
mod caller;
mod json;
mod object;
mod paging;
mod path;
mod personal;
mod public;
mod query;
mod scoped;
pub mod scopes;
mod units;
mod workspace;

use std::future::Future;

use actix_web::HttpRequest;
use actix_web::dev::Payload;

pub use anybody::ByAnybody;
pub use anybody::reaches;
pub use bearer::authenticate_application;
pub use caller::{Caller, Person};
pub use json::{ApiJson, MaybeJson, read_body};
pub use json::{parse_any_json, parse_json};
pub use object::ObjectOf;
pub use paging::{read_keyset, read_limit};
pub use path::parse_uuid;
pub use path::{PathCategory, PathId};
pub use personal::hourly_bucket;
pub use personal::{AnyPerson, Cost, InPerson, MakesWorkspaces, Personal, PersonalRule};
pub use public::Public;
pub use query::{
    ApiQuery, Fault, FromQuery, Invalid, QueryReader, read_date, read_model, read_optional_period,
    read_period, read_u32,
};
pub use scoped::Scoped;
pub use scoped::{person_access, state_of};
pub use scopes::{Heavy, RequiredScope};
pub use units::{add_headers as add_unit_headers, charge, too_many};
pub use workspace::{WorkspaceRule, WorkspaceScoped};
pub use workspace::{workspace_in_path, workspace_in_query};

use super::problem::Problem;

/// What an endpoint reads of a request after the caller's right to call it is clear.
pub trait Input: Sized {
    /// Reads it, or says what is wrong with the request.
    fn read(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<Self, Problem>>;
}

/// Reads nothing.
impl Input for () {
    async fn read(_: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(())
    }
}

/// Reads one after the other, for example a path id and then a body.
impl<A: Input, B: Input> Input for (A, B) {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Ok((
            A::read(request, payload).await?,
            B::read(request, payload).await?,
        ))
    }
}
