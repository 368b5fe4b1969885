//! What a client sends to a token endpoint.

use std::collections::BTreeSet;

use super::authorize::{foreign_resource, is_resource};
use super::error::{ErrorCode, OAuthError};
use super::parameters::Parameters;
use super::pkce::is_verifier;
use crate::grants::Grant;

/// A readable request; whether its grant counts is another question.
#[derive(Clone, PartialEq, Eq)]
pub enum TokenRequest {
    /// A code for tokens.
    Code {
        /// The code.
        code: String,
        /// Where it was sent to.
        redirect_uri: String,
        /// What its challenge was made of.
        verifier: String,
    },
    /// A refresh token for new tokens.
    Refresh {
        /// The refresh token.
        token: String,
        /// Fewer grants for the new access token; `None` keeps all.
        grants: Option<BTreeSet<Grant>>,
    },
}

impl std::fmt::Debug for TokenRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Code { .. } => "TokenRequest::Code(hidden)",
            Self::Refresh { .. } => "TokenRequest::Refresh(hidden)",
        })
    }
}

impl TokenRequest {
    /// Reads a request; `mcp_url` is the one resource.
    pub fn read(parameters: &Parameters, mcp_url: &str) -> Result<Self, OAuthError> {
        let request = match parameters.required("grant_type")? {
            "authorization_code" => Self::code(parameters)?,
            "refresh_token" => Self::refresh(parameters)?,
            _ => {
                let description = "grant_type must be authorization_code or refresh_token";
                return Err(OAuthError::new(
                    ErrorCode::UnsupportedGrantType,
                    description,
                ));
            }
        };
        if is_resource(parameters.get("resource")?, mcp_url) {
            Ok(request)
        } else {
            Err(foreign_resource())
        }
    }

    fn code(parameters: &Parameters) -> Result<Self, OAuthError> {
        let verifier = parameters.required("code_verifier")?;
        Ok(Self::Code {
            code: parameters.required("code")?.to_owned(),
            redirect_uri: parameters.required("redirect_uri")?.to_owned(),
            // One that cannot be right matches no challenge and spends the code like any wrong one.
            verifier: if is_verifier(verifier) {
                verifier.to_owned()
            } else {
                String::new()
            },
        })
    }

    fn refresh(parameters: &Parameters) -> Result<Self, OAuthError> {
        let token = parameters.required("refresh_token")?.to_owned();
        let grants = match parameters.get("scope")? {
            None => None,
            Some(scope) => Some(named(scope)?),
        };
        Ok(Self::Refresh { token, grants })
    }
}

/// Every name must be known here: a narrower token must not come out wider than was meant.
fn named(scope: &str) -> Result<BTreeSet<Grant>, OAuthError> {
    let unknown = || OAuthError::new(ErrorCode::InvalidScope, "a scope is not known");
    scope
        .split(' ')
        .filter(|name| !name.is_empty())
        .map(|name| Grant::parse(name).ok_or_else(unknown))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MCP: &str = "https://t.example/mcp";

    fn read(pairs: &[(&str, &str)]) -> Result<TokenRequest, ErrorCode> {
        let pairs = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        TokenRequest::read(&Parameters::new(pairs), MCP).map_err(|error| error.code)
    }

    #[test]
    fn every_parameter_is_needed_once() {
        let verifier = "v".repeat(43);
        let whole = [
            ("grant_type", "authorization_code"),
            ("code", "c"),
            ("redirect_uri", "https://app.example/cb"),
            ("code_verifier", verifier.as_str()),
        ];
        assert!(matches!(read(&whole), Ok(TokenRequest::Code { .. })));
        for left_out in 0..whole.len() {
            let mut fewer = whole.to_vec();
            fewer.remove(left_out);
            assert_eq!(read(&fewer), Err(ErrorCode::InvalidRequest));
            let mut twice = whole.to_vec();
            twice.push(whole[left_out]);
            assert_eq!(read(&twice), Err(ErrorCode::InvalidRequest));
        }
    }

    #[test]
    fn other_grants_targets_and_scopes_are_refused() {
        for (pairs, code) in [
            (
                vec![("grant_type", "client_credentials")],
                ErrorCode::UnsupportedGrantType,
            ),
            (
                vec![("grant_type", "refresh_token")],
                ErrorCode::InvalidRequest,
            ),
            (
                vec![
                    ("grant_type", "refresh_token"),
                    ("refresh_token", "r"),
                    ("resource", "https://x.example"),
                ],
                ErrorCode::InvalidTarget,
            ),
            (
                vec![
                    ("grant_type", "refresh_token"),
                    ("refresh_token", "r"),
                    ("scope", "mcp:read openid"),
                ],
                ErrorCode::InvalidScope,
            ),
        ] {
            assert_eq!(read(&pairs), Err(code), "{pairs:?}");
        }
    }

    #[test]
    fn a_refresh_may_ask_for_less() {
        let asked = read(&[
            ("grant_type", "refresh_token"),
            ("refresh_token", "r"),
            ("scope", "mcp:read"),
            ("resource", "https://t.example/mcp/"),
        ]);
        let expected = TokenRequest::Refresh {
            token: "r".to_owned(),
            grants: Some(BTreeSet::from([Grant::Read])),
        };
        assert_eq!(asked, Ok(expected));
    }
}
