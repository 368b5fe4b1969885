//! What a client may say about itself when it registers (RFC 7591).

use std::collections::BTreeSet;

use super::error::{ErrorCode, OAuthError};
use super::redirect_uri::RedirectUri;
use crate::grants::Grant;

const MAX_REDIRECT_URIS: usize = 10;
const MAX_NAME_CHARS: usize = 120;
const UNNAMED: &str = "Unnamed application";

/// The known members of a registration as they were sent.
#[derive(Clone, Debug, Default)]
pub struct ClientMetadata {
    /// `client_name`.
    pub name: Option<String>,
    /// `redirect_uris`.
    pub redirect_uris: Vec<String>,
    /// `grant_types`.
    pub grant_types: Vec<String>,
    /// `response_types`.
    pub response_types: Vec<String>,
    /// `scope`, separated by spaces.
    pub scope: Option<String>,
}

/// A registration that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The name without what could hide or reorder its characters, cut to 120.
    pub name: String,
    /// One to ten addresses.
    pub redirect_uris: Vec<RedirectUri>,
    /// Whether the client wants refresh tokens.
    pub refreshes: bool,
    /// What is asked for when a request names no scope.
    pub grants: BTreeSet<Grant>,
}

impl TryFrom<ClientMetadata> for Registration {
    type Error = OAuthError;

    fn try_from(sent: ClientMetadata) -> Result<Self, OAuthError> {
        let redirect_uris = redirect_uris(&sent.redirect_uris)?;
        let refreshes = refreshes(&sent.grant_types)?;
        if sent.response_types.iter().any(|kind| kind != "code") {
            return Err(metadata("response_types can hold only code"));
        }
        Ok(Self {
            name: shown_name(sent.name.as_deref().unwrap_or_default()),
            redirect_uris,
            refreshes,
            grants: known_grants(sent.scope.as_deref().unwrap_or_default()),
        })
    }
}

fn metadata(description: &'static str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidClientMetadata, description)
}

fn redirect_uris(texts: &[String]) -> Result<Vec<RedirectUri>, OAuthError> {
    let refused =
        |description: &'static str| OAuthError::new(ErrorCode::InvalidRedirectUri, description);
    if texts.is_empty() || texts.len() > MAX_REDIRECT_URIS {
        return Err(refused("redirect_uris must hold 1 to 10 addresses"));
    }
    texts
        .iter()
        .map(|text| {
            RedirectUri::parse(text).ok_or_else(|| {
                refused(
                    "each redirect URI must be https, or http on localhost, 127.0.0.1 or [::1], \
                     without fragment and user, with at most 2048 characters",
                )
            })
        })
        .collect()
}

/// Whether refresh tokens are wanted; they are when nothing is said.
fn refreshes(grant_types: &[String]) -> Result<bool, OAuthError> {
    let known = |kind: &String| kind == "authorization_code" || kind == "refresh_token";
    if !grant_types.iter().all(known) {
        return Err(metadata(
            "grant_types can hold only authorization_code and refresh_token",
        ));
    }
    let has = |name: &str| grant_types.iter().any(|kind| kind == name);
    if !grant_types.is_empty() && !has("authorization_code") {
        return Err(metadata("grant_types must hold authorization_code"));
    }
    Ok(grant_types.is_empty() || has("refresh_token"))
}

/// The grants that a text names; unknown names are left out, and nothing known is `mcp:read`.
fn known_grants(scope: &str) -> BTreeSet<Grant> {
    let named: BTreeSet<_> = scope.split(' ').filter_map(Grant::parse).collect();
    if named.is_empty() {
        BTreeSet::from([Grant::Read])
    } else {
        named
    }
}

/// Without control characters and those that change the direction of what follows.
fn shown_name(name: &str) -> String {
    let is_plain = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let plain: String = name.chars().filter(is_plain).collect();
    let cut: String = plain.trim().chars().take(MAX_NAME_CHARS).collect();
    if cut.is_empty() {
        UNNAMED.to_owned()
    } else {
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent() -> ClientMetadata {
        ClientMetadata {
            redirect_uris: vec!["https://app.example/cb".to_owned()],
            ..ClientMetadata::default()
        }
    }

    fn texts(items: &[&str]) -> Vec<String> {
        items.iter().map(|item| (*item).to_owned()).collect()
    }

    #[test]
    fn what_is_not_said_has_a_default() {
        let kept = Registration::try_from(sent()).unwrap();
        assert_eq!(kept.name, "Unnamed application");
        assert!(kept.refreshes);
        assert_eq!(kept.grants, BTreeSet::from([Grant::Read]));
    }

    #[test]
    fn unknown_scopes_are_left_out() {
        for (scope, grants) in [
            (
                "mcp:write offline_access mcp:read",
                vec![Grant::Read, Grant::Write],
            ),
            ("openid", vec![Grant::Read]),
            ("", vec![Grant::Read]),
        ] {
            let kept = Registration::try_from(ClientMetadata {
                scope: Some(scope.to_owned()),
                ..sent()
            });
            assert_eq!(kept.unwrap().grants, grants.into_iter().collect());
        }
    }

    #[test]
    fn other_flows_are_refused() {
        for (grant_types, response_types) in [
            (texts(&["implicit"]), vec![]),
            (texts(&["refresh_token"]), vec![]),
            (texts(&["authorization_code", "client_credentials"]), vec![]),
            (vec![], texts(&["token"])),
            (vec![], texts(&["code", "id_token"])),
        ] {
            let refused = Registration::try_from(ClientMetadata {
                grant_types,
                response_types,
                ..sent()
            });
            assert_eq!(refused.unwrap_err().code, ErrorCode::InvalidClientMetadata);
        }
        let kept = Registration::try_from(ClientMetadata {
            grant_types: texts(&["authorization_code"]),
            ..sent()
        });
        assert!(!kept.unwrap().refreshes);
    }

    #[test]
    fn addresses_are_needed_and_few() {
        for redirect_uris in [
            vec![],
            texts(&["https://app.example/cb", "http://app.example/cb"]),
            vec!["https://app.example/cb".to_owned(); 11],
        ] {
            let refused = Registration::try_from(ClientMetadata {
                redirect_uris,
                ..ClientMetadata::default()
            });
            assert_eq!(refused.unwrap_err().code, ErrorCode::InvalidRedirectUri);
        }
    }

    #[test]
    fn a_name_hides_nothing() {
        assert_eq!(shown_name(" Evil\u{202e}\u{0}\n App "), "Evil App");
        assert_eq!(shown_name("\u{200b}"), "Unnamed application");
        assert_eq!(shown_name(&"ä".repeat(200)).chars().count(), 120);
    }
}
