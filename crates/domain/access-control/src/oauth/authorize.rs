//! What a person is asked to approve, read in the order in which it may be answered.
//!
//! Until client and redirect URI are known to belong together, nothing may be sent anywhere: the
//! person sees a page. From then on every mistake is the client's to hear about.

use std::collections::BTreeSet;

use super::client::Client;
use super::error::{ErrorCode, OAuthError};
use super::parameters::{Parameters, Repeated};
use super::pkce::Challenge;
use super::redirect_uri::RedirectUri;
use crate::grants::Grant;

/// Parameters that the endpoint reads; each counts once.
const KNOWN: [&str; 8] = [
    "response_type",
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
    "resource",
];

/// A request that a person can be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// Where the answer goes.
    pub reply: Reply,
    /// What the code will be bound to.
    pub challenge: Challenge,
    /// What is asked for.
    pub grants: BTreeSet<Grant>,
}

/// Where an answer goes, and what it takes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// One of the client's addresses.
    pub redirect_uri: RedirectUri,
    /// The client's own value, given back unchanged.
    pub state: Option<String>,
}

/// Why nobody is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Told to the person, on a page.
    #[error("{0}")]
    Page(PageReason),
    /// Told to the client, by a redirect.
    #[error("{error}")]
    Redirect {
        /// Where to.
        reply: Reply,
        /// What went wrong.
        error: OAuthError,
    },
}

/// Mistakes after which nobody can be trusted with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageReason {
    /// A parameter was sent twice.
    #[error(transparent)]
    Repeated(#[from] Repeated),
    /// No client of this name.
    #[error("the application is not registered here")]
    UnknownClient,
    /// Missing, or not one that the client registered.
    #[error("the application asked to be answered at an address that it has not registered")]
    RedirectUri,
}

/// The client that a request names; every parameter must have come once.
pub fn client_id(parameters: &Parameters) -> Result<&str, PageReason> {
    for name in KNOWN {
        parameters.get(name)?;
    }
    parameters
        .get("client_id")?
        .ok_or(PageReason::UnknownClient)
}

impl AuthorizationRequest {
    /// Reads the request of a known client; `mcp_url` is the one resource.
    pub fn read(parameters: &Parameters, client: &Client, mcp_url: &str) -> Result<Self, Refusal> {
        let get = |name| parameters.get(name).map_err(PageReason::from);
        let reply = Self::reply(client, get("redirect_uri")?, get("state")?)?;
        let refused = |error| Refusal::Redirect {
            reply: reply.clone(),
            error,
        };
        response_type(get("response_type")?).map_err(refused)?;
        let challenge = Challenge::parse(get("code_challenge")?, get("code_challenge_method")?)
            .ok_or_else(|| {
                refused(OAuthError::request(
                    "code_challenge must have 43 base64url characters and code_challenge_method \
                     must be S256",
                ))
            })?;
        let grants = grants(get("scope")?, client).ok_or_else(|| {
            let description = "none of the scopes is known";
            refused(OAuthError::new(ErrorCode::InvalidScope, description))
        })?;
        if !is_resource(get("resource")?, mcp_url) {
            return Err(refused(foreign_resource()));
        }
        Ok(Self {
            reply,
            challenge,
            grants,
        })
    }

    fn reply(client: &Client, uri: Option<&str>, state: Option<&str>) -> Result<Reply, PageReason> {
        let registered = uri.and_then(|uri| client.redirect_uri(uri));
        Ok(Reply {
            redirect_uri: registered.ok_or(PageReason::RedirectUri)?.clone(),
            state: state.map(str::to_owned),
        })
    }
}

impl From<PageReason> for Refusal {
    fn from(reason: PageReason) -> Self {
        Self::Page(reason)
    }
}

fn response_type(sent: Option<&str>) -> Result<(), OAuthError> {
    match sent {
        Some("code") => Ok(()),
        Some(_) => Err(OAuthError::new(
            ErrorCode::UnsupportedResponseType,
            "response_type must be code",
        )),
        None => Err(OAuthError::request("response_type is missing")),
    }
}

/// The registered scope is what a request without one means, not the most that can be asked for:
/// clients step up later. Unknown names are left out; the token response tells what was given.
fn grants(scope: Option<&str>, client: &Client) -> Option<BTreeSet<Grant>> {
    let Some(scope) = scope else {
        return Some(client.grants.clone());
    };
    let known: BTreeSet<_> = scope.split(' ').filter_map(Grant::parse).collect();
    (!known.is_empty()).then_some(known)
}

/// `invalid_target`: there is one resource.
pub(super) fn foreign_resource() -> OAuthError {
    OAuthError::new(
        ErrorCode::InvalidTarget,
        "resource must be the address of the tool server",
    )
}

/// Whether a request is about our one resource. Clients write it with a slash at the end, or with
/// scheme and host in capitals; nothing else may differ.
pub fn is_resource(sent: Option<&str>, mcp_url: &str) -> bool {
    let Some(sent) = sent else {
        return true;
    };
    let sent = sent.strip_suffix('/').unwrap_or(sent);
    let host_end = sent
        .find("://")
        .map(|at| at + 3)
        .and_then(|start| sent.get(start..)?.find('/').map(|at| start + at))
        .unwrap_or(sent.len());
    let origin = sent.get(..host_end).unwrap_or_default();
    let path = sent.get(host_end..).unwrap_or_default();
    format!("{}{path}", origin.to_ascii_lowercase()) == mcp_url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oauth::registration::{ClientMetadata, Registration};
    use kernel::Timestamp;

    const MCP: &str = "https://t.example/mcp";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn client() -> Client {
        let registration = Registration::try_from(ClientMetadata {
            redirect_uris: vec!["https://app.example/cb".to_owned()],
            ..ClientMetadata::default()
        });
        Client::public(
            "client".to_owned(),
            registration.unwrap(),
            Timestamp::from_micros(0),
        )
    }

    fn request(changes: &[(&str, &str)]) -> Result<AuthorizationRequest, Refusal> {
        let mut pairs: Vec<(String, String)> = [
            ("response_type", "code"),
            ("client_id", "client"),
            ("redirect_uri", "https://app.example/cb"),
            ("state", "s+ t"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
        for (name, value) in changes {
            pairs.retain(|(found, _)| found != name);
            pairs.push(((*name).to_owned(), (*value).to_owned()));
        }
        AuthorizationRequest::read(&Parameters::new(pairs), &client(), MCP)
    }

    #[test]
    fn a_plain_request_asks_for_the_registered_scope() {
        let asked = request(&[]).unwrap();
        assert_eq!(asked.grants, BTreeSet::from([Grant::Read]));
        assert_eq!(asked.reply.state.as_deref(), Some("s+ t"));
    }

    #[test]
    fn a_request_may_ask_for_more_than_was_registered() {
        let asked = request(&[("scope", "mcp:read mcp:write offline_access")]).unwrap();
        assert_eq!(asked.grants, BTreeSet::from([Grant::Read, Grant::Write]));
    }

    #[test]
    fn until_the_address_is_known_the_person_is_told() {
        for uri in [
            "",
            "https://app.example/cb/",
            "https://app.example/CB",
            "https://app.example/cb?x=1",
            "https://app.example:443/cb",
            "https://evil.example/cb",
        ] {
            assert_eq!(
                request(&[("redirect_uri", uri), ("response_type", "token")]),
                Err(Refusal::Page(PageReason::RedirectUri)),
                "{uri}"
            );
        }
    }

    #[test]
    fn then_the_first_mistake_is_told_to_the_client() {
        let later = [("scope", "openid"), ("resource", "https://other.example")];
        for (changes, code) in [
            (
                vec![("response_type", "token"), ("code_challenge", "x")],
                ErrorCode::UnsupportedResponseType,
            ),
            (vec![("response_type", "")], ErrorCode::InvalidRequest),
            (
                vec![("code_challenge", "x"), later[0]],
                ErrorCode::InvalidRequest,
            ),
            (
                vec![("code_challenge_method", "plain")],
                ErrorCode::InvalidRequest,
            ),
            (
                vec![("code_challenge_method", "")],
                ErrorCode::InvalidRequest,
            ),
            (later.to_vec(), ErrorCode::InvalidScope),
            (vec![later[1]], ErrorCode::InvalidTarget),
        ] {
            match request(&changes) {
                Err(Refusal::Redirect { reply, error }) => {
                    assert_eq!(error.code, code, "{changes:?}");
                    assert_eq!(reply.state.as_deref(), Some("s+ t"));
                }
                other => panic!("{changes:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_repeated_parameter_is_told_to_the_person() {
        for name in KNOWN {
            let twice = Parameters::new(vec![(name.to_owned(), "x".to_owned()); 2]);
            assert_eq!(client_id(&twice), Err(PageReason::Repeated(Repeated(name))));
        }
        let empty = Parameters::default();
        assert_eq!(client_id(&empty), Err(PageReason::UnknownClient));
    }

    #[test]
    fn the_resource_is_the_tool_server() {
        for sent in [
            MCP,
            "https://t.example/mcp/",
            "HTTPS://T.example/mcp",
            "https://T.EXAMPLE/mcp/",
        ] {
            assert!(is_resource(Some(sent), MCP), "{sent}");
        }
        assert!(is_resource(None, MCP));
        for sent in [
            "https://t.example",
            "https://t.example/MCP",
            "https://t.example/mcp//",
            "https://t.example/mcp?x",
            "https://t.example.evil/mcp",
            "x",
        ] {
            assert!(!is_resource(Some(sent), MCP), "{sent}");
        }
    }
}
