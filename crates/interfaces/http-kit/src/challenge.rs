//! What a refused caller is told to bring: the `WWW-Authenticate` header of 401 and 403.
//!
//! Clients find `scope=`, `error=` and `resource_metadata=` by searching the whole value, so there
//! is nothing else in it: no realm and no description.

use access_control::Grant;
use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use kernel::Scope;

use super::problem::{Code, Problem};
use crate::addresses::Addresses;

/// The one 401, whatever is wrong with the credential. `sent` tells whether there was one.
pub fn unauthenticated(addresses: &Addresses, sent: bool) -> Problem {
    let detail = "a valid API key, user token or session token is required as bearer credential";
    Problem::new(Code::InvalidToken, detail)
        .with_header(WWW_AUTHENTICATE, credential_challenge(addresses, sent))
}

/// 403 that names the scope that is missing, and the grant that would bring it.
pub fn insufficient_scope(addresses: &Addresses, scope: Scope) -> Problem {
    let detail = format!("this needs the scope {}", scope.as_str());
    Problem::new(Code::InsufficientScope, detail)
        .with_required_scope(scope)
        .with_header(WWW_AUTHENTICATE, scope_challenge(addresses, Some(scope)))
}

/// 403 for a kind of credential that can never call this, whatever its scopes.
pub fn wrong_credential(addresses: &Addresses, detail: &'static str) -> Problem {
    Problem::new(Code::InsufficientScope, detail)
        .with_header(WWW_AUTHENTICATE, scope_challenge(addresses, None))
}

/// The challenge of a 401.
pub fn credential_challenge(addresses: &Addresses, sent: bool) -> HeaderValue {
    let error = if sent {
        ", error=\"invalid_token\""
    } else {
        ""
    };
    value(&format!(
        "Bearer resource_metadata=\"{}\", scope=\"{}\"{error}",
        addresses.resource_metadata(),
        Grant::Read.as_str(),
    ))
}

/// The challenge of a 403: with the grant that brings the scope, where there is one.
pub fn scope_challenge(addresses: &Addresses, scope: Option<Scope>) -> HeaderValue {
    let error = "Bearer error=\"insufficient_scope\"";
    match scope.and_then(Grant::that_brings) {
        None => HeaderValue::from_static(error),
        Some(grant) => value(&format!(
            "{error}, scope=\"{}\", resource_metadata=\"{}\"",
            grant.as_str(),
            addresses.resource_metadata(),
        )),
    }
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("Bearer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_name_what_would_help() {
        let addresses = Addresses::new("https://t.example", None, None).unwrap();
        let metadata =
            "resource_metadata=\"https://t.example/.well-known/oauth-protected-resource/mcp\"";
        assert_eq!(
            credential_challenge(&addresses, false),
            format!("Bearer {metadata}, scope=\"mcp:read\"")
        );
        assert_eq!(
            credential_challenge(&addresses, true),
            format!("Bearer {metadata}, scope=\"mcp:read\", error=\"invalid_token\"")
        );
        assert_eq!(
            scope_challenge(&addresses, Some(Scope::CustomersRead)),
            format!("Bearer error=\"insufficient_scope\", scope=\"mcp:read_pii\", {metadata}")
        );
        assert_eq!(
            scope_challenge(&addresses, Some(Scope::EventsWrite)),
            "Bearer error=\"insufficient_scope\""
        );
    }
}
