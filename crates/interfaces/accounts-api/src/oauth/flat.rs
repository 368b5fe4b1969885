//! Flat answers: no envelope, no null members, never kept by anybody.

use access_control::oauth::{ErrorCode, OAuthError};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, PRAGMA, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::observe::OwnErrorBody;
use http_kit::problem::Problem;

/// An error as OAuth clients read it.
#[derive(Serialize, ToSchema)]
#[schema(as = OAuthError)]
pub(super) struct ErrorBody {
    /// What went wrong, for a program (RFC 6749, section 5.2; RFC 7591, section 3.2.2).
    error: &'static str,
    /// The same for a developer.
    error_description: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The client's mistake.
    OAuth(OAuthError),
    /// A client that did not prove itself; `basic` when it tried so.
    Client {
        /// Whether the answer names the scheme that was tried.
        basic: bool,
    },
    /// Ours.
    Problem(Problem),
}

impl From<OAuthError> for Failure {
    fn from(error: OAuthError) -> Self {
        Self::OAuth(error)
    }
}

impl From<access_control::oauth::Repeated> for Failure {
    fn from(repeated: access_control::oauth::Repeated) -> Self {
        Self::OAuth(repeated.into())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<kernel::StoreError> for Failure {
    fn from(error: kernel::StoreError) -> Self {
        Self::Problem(error.into())
    }
}

impl Failure {
    /// The client is not known here.
    pub(super) fn unknown_client() -> Self {
        Self::Client { basic: false }
    }

    fn response(self) -> Result<HttpResponse, Problem> {
        match self {
            Self::OAuth(error) => {
                let status = match error.code {
                    ErrorCode::TemporarilyUnavailable => StatusCode::SERVICE_UNAVAILABLE,
                    _ => StatusCode::BAD_REQUEST,
                };
                Ok(body(&mut HttpResponse::build(status), &error))
            }
            Self::Client { basic } => {
                let description = "the client is not known here, or did not prove itself";
                let error = OAuthError::new(ErrorCode::InvalidClient, description);
                let mut response = HttpResponse::Unauthorized();
                if basic {
                    response.insert_header((WWW_AUTHENTICATE, "Basic"));
                }
                Ok(body(&mut response, &error))
            }
            Self::Problem(problem) => Err(problem),
        }
    }
}

fn body(response: &mut HttpResponseBuilder, error: &OAuthError) -> HttpResponse {
    let mut response = unkept(response).json(ErrorBody {
        error: error.code.as_str(),
        error_description: error.description.clone().into_owned(),
    });
    response.extensions_mut().insert(OwnErrorBody);
    response
}

/// The headers of an answer that nobody may keep.
pub(super) fn unkept(response: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((PRAGMA, "no-cache"))
}

/// The answer, or the error in OAuth's shape.
pub(super) fn flat(outcome: Result<HttpResponse, Failure>) -> Result<HttpResponse, Problem> {
    outcome.or_else(Failure::response)
}
