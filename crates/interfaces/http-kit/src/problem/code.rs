//! The one table of error codes.

use actix_web::http::StatusCode;

/// The error codes of this interface. A code never changes its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A parameter, header or body that is missing or cannot be read.
    InvalidRequest,
    /// No credential, or one that does not count (any more).
    InvalidToken,
    /// The credential lacks a scope.
    InsufficientScope,
    /// Nothing there, or nothing that the caller can reach.
    NotFound,
    /// The path exists, with other methods.
    MethodNotAllowed,
    /// Something else has what was asked for.
    Conflict,
    /// The body is longer than the endpoint reads.
    PayloadTooLarge,
    /// The body has another media type than the endpoint reads.
    UnsupportedMediaType,
    /// An idempotency key that was used for other content.
    IdempotencyKeyReused,
    /// The caller's units do not suffice.
    RateLimited,
    /// A failure of ours.
    InternalError,
    /// Not able to answer now.
    Unavailable,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 12] = [
        Self::InvalidRequest,
        Self::InvalidToken,
        Self::InsufficientScope,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::Conflict,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::IdempotencyKeyReused,
        Self::RateLimited,
        Self::InternalError,
        Self::Unavailable,
    ];

    /// The table: status, wire name, title. `type` is `about:blank`, so the title is the status's.
    pub const fn row(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::InvalidRequest => (StatusCode::BAD_REQUEST, "invalid_request", "Bad Request"),
            Self::InvalidToken => (StatusCode::UNAUTHORIZED, "invalid_token", "Unauthorized"),
            Self::InsufficientScope => (StatusCode::FORBIDDEN, "insufficient_scope", "Forbidden"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", "Not Found"),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "Method Not Allowed",
            ),
            Self::Conflict => (StatusCode::CONFLICT, "conflict", "Conflict"),
            Self::PayloadTooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "payload_too_large",
                "Content Too Large",
            ),
            Self::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Unsupported Media Type",
            ),
            Self::IdempotencyKeyReused => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "idempotency_key_reused",
                "Unprocessable Content",
            ),
            Self::RateLimited => (
                StatusCode::TOO_MANY_REQUESTS,
                "rate_limited",
                "Too Many Requests",
            ),
            Self::InternalError => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal_error",
                "Internal Server Error",
            ),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "Service Unavailable",
            ),
        }
    }

    /// The HTTP status.
    pub const fn status(self) -> StatusCode {
        self.row().0
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        self.row().1
    }

    /// The code that stands for a bare status, as frameworks answer it.
    pub fn of_status(status: StatusCode) -> Self {
        Self::ALL
            .into_iter()
            .find(|code| code.status() == status)
            .unwrap_or(if status.is_client_error() {
                Self::InvalidRequest
            } else {
                Self::InternalError
            })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_is_listed_once_with_its_own_name() {
        let names: HashSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            assert!(code.status().is_client_error() || code.status().is_server_error());
            assert_eq!(Code::of_status(code.status()), code);
        }
    }

    #[test]
    fn unlisted_statuses_keep_their_class() {
        assert_eq!(
            Code::of_status(StatusCode::IM_A_TEAPOT),
            Code::InvalidRequest
        );
        assert_eq!(
            Code::of_status(StatusCode::BAD_GATEWAY),
            Code::InternalError
        );
    }
}
