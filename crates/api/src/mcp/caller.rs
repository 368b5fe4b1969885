//! Whose token it is, and what it may do.

use std::collections::BTreeSet;

use access_control::{Allowance, CredentialShape, Grant, UserToken};
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use kernel::{Actor, ProfileAccess, ProfileId, Scope};
use ring::digest::{SHA256, digest};

use crate::addresses::Addresses;
use crate::http::problem::Problem;
use crate::state::AppState;

/// Why there is no caller.
#[derive(Debug)]
pub(crate) enum NoCaller {
    /// No token that counts; whether something was sent.
    Unauthenticated {
        /// Whether there was an `Authorization` header at all.
        sent: bool,
    },
    /// The store failed; it is logged already.
    Failed,
}

/// The token of the request. Only what has the shape of a user token is looked up: keys and session
/// tokens are for the REST interface.
pub(crate) async fn authenticate(
    headers: &HeaderMap,
    state: &AppState,
) -> Result<UserToken, NoCaller> {
    let mut values = headers.get_all(AUTHORIZATION);
    let Some(value) = values.next() else {
        return Err(NoCaller::Unauthenticated { sent: false });
    };
    let refused = NoCaller::Unauthenticated { sent: true };
    if values.next().is_some() {
        return Err(refused);
    }
    let Some(credential) = value.to_str().ok().and_then(bearer) else {
        return Err(refused);
    };
    let CredentialShape::UserToken(secret) = CredentialShape::of(credential) else {
        return Err(refused);
    };
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, secret.reveal().as_bytes()).as_ref());
    let found = state.user_tokens.find_by_hash(&hash).await;
    let found = found.map_err(|failure| {
        let _logged = Problem::internal(&failure);
        NoCaller::Failed
    })?;
    let (now, resource) = (state.clock.now(), state.addresses.mcp());
    found
        .filter(|token| token.is_alive(now, resource))
        .ok_or(refused)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, credential) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| credential.trim())
}

/// What the token may spend. Refreshing it does not refill the bucket.
pub(crate) fn allowance(token: &UserToken) -> Allowance {
    Allowance {
        bucket: format!("family:{}", token.family.id),
        units_per_minute: token.family.units_per_minute,
    }
}

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
    NeedsScope(Scope),
}

/// Asks for a scope on a profile. Membership is read now, each time.
pub(crate) async fn admit(
    state: &AppState,
    token: &UserToken,
    profile_id: ProfileId,
    scope: Scope,
) -> Result<Admission, Problem> {
    let user = token.family.user_id;
    let reach = state.reach.to_profile(user, profile_id).await;
    let Some(reach) = reach.map_err(|failure| Problem::internal(&failure))? else {
        return Ok(Admission::Unreachable);
    };
    let scopes: BTreeSet<Scope> = token.scopes_within(&reach.scopes());
    if scopes.contains(&scope) {
        return Ok(Admission::Granted(ProfileAccess {
            profile_id,
            scopes,
            actor: Actor::User(user),
        }));
    }
    let wider = Grant::that_brings(scope).filter(|_| !token.scopes.contains(&scope));
    Ok(wider.map_or(Admission::NeedsScope(scope), Admission::NeedsGrant))
}

/// `WWW-Authenticate` of a 401. Clients look for these three members and for nothing else.
pub(crate) fn challenge(addresses: &Addresses, sent: bool) -> String {
    let error = if sent {
        "error=\"invalid_token\", "
    } else {
        ""
    };
    let metadata = addresses.resource_metadata();
    let scope = Grant::Read.as_str();
    format!("Bearer {error}resource_metadata=\"{metadata}\", scope=\"{scope}\"")
}

/// `WWW-Authenticate` of a 403 that another approval can heal.
pub(crate) fn wider_challenge(addresses: &Addresses, grant: Grant) -> String {
    let metadata = addresses.resource_metadata();
    let scope = grant.as_str();
    format!(
        "Bearer error=\"insufficient_scope\", scope=\"{scope}\", resource_metadata=\"{metadata}\""
    )
}
