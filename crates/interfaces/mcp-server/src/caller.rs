//! What the holder of a token may do with a profile.

use access_control::{Grant, UserToken};
use kernel::{ProfileAccess, ProfileId, Scope};

use http_kit::extract::{Caller, person_access};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How far a token reaches into a profile.
#[derive(Debug)]
pub(crate) enum Admission {
    /// As far as is asked for.
    Granted(ProfileAccess),
    /// The profile is not there, or out of reach.
    Unreachable,
    /// Another approval could widen the token by this grant.
    NeedsGrant(Grant),
    /// The person themselves lacks the scope.
    NeedsRight,
}

/// Asks for a scope on a profile. Membership is read now, each time.
pub(crate) async fn admit(
    state: &AppState,
    token: &UserToken,
    profile_id: ProfileId,
    scope: Scope,
) -> Result<Admission, Problem> {
    let Err(person) = Caller::UserToken(token.clone()).split() else {
        return Ok(Admission::Unreachable);
    };
    let Some(access) = person_access(state, &person, profile_id).await? else {
        return Ok(Admission::Unreachable);
    };
    if access.allows(scope) {
        return Ok(Admission::Granted(access));
    }
    let wider = Grant::that_brings(scope).filter(|_| !token.scopes.contains(&scope));
    Ok(wider.map_or(Admission::NeedsRight, Admission::NeedsGrant))
}
