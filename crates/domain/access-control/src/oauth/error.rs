//! Errors as OAuth names them (RFC 6749, 7591, 8707).

use std::borrow::Cow;

/// What went wrong, for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The person said no.
    AccessDenied,
    /// The client is not known here, or did not prove itself.
    InvalidClient,
    /// Metadata of a registration that cannot be kept.
    InvalidClientMetadata,
    /// A code, verifier or refresh token that does not count.
    InvalidGrant,
    /// A redirect URI that cannot be registered.
    InvalidRedirectUri,
    /// Something is missing, repeated or unreadable.
    InvalidRequest,
    /// A scope that is not known, or wider than what was approved.
    InvalidScope,
    /// Another resource than the tool server.
    InvalidTarget,
    /// The service cannot do it now.
    TemporarilyUnavailable,
    /// A grant type that the endpoint does not have.
    UnsupportedGrantType,
    /// A response type other than `code`.
    UnsupportedResponseType,
}

impl ErrorCode {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccessDenied => "access_denied",
            Self::InvalidClient => "invalid_client",
            Self::InvalidClientMetadata => "invalid_client_metadata",
            Self::InvalidGrant => "invalid_grant",
            Self::InvalidRedirectUri => "invalid_redirect_uri",
            Self::InvalidRequest => "invalid_request",
            Self::InvalidScope => "invalid_scope",
            Self::InvalidTarget => "invalid_target",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
        }
    }
}

/// An error with a sentence for the developer of the client; it holds nothing that was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {description}", code.as_str())]
pub struct OAuthError {
    /// What went wrong.
    pub code: ErrorCode,
    /// The same in words.
    pub description: Cow<'static, str>,
}

impl OAuthError {
    /// An error of this kind.
    pub fn new(code: ErrorCode, description: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            description: description.into(),
        }
    }

    /// `invalid_request`: something is missing, repeated or unreadable.
    pub fn request(description: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, description)
    }

    /// `invalid_grant`. One sentence for every reason, so that it tells nothing about the grant.
    pub fn grant() -> Self {
        Self::new(
            ErrorCode::InvalidGrant,
            "the code or refresh token does not count, or was not issued for this request",
        )
    }
}
