//! What is answered instead of a page. Everything here is said in words that help the reader, and
//! tells nothing about what they cannot reach.

use std::error::Error;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use askama::Template;
use kernel::{Scope, StoreError};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::page::answer;
use http_kit::problem::{AWAY_SECONDS, Code, Problem};

/// Why there is no page.
#[derive(Debug)]
pub enum PageError {
    /// Nobody is signed in; after signing in they come back to this path.
    SignIn(String),
    /// Nothing there, or nothing that the reader can reach.
    NotFound,
    /// The reader lacks a scope on the profile.
    Scope(Scope),
    /// The reader's role is too small; in words.
    Role(&'static str),
    /// What was sent cannot be used; in sentences.
    Invalid(Vec<String>),
    /// The form was sent before, too late, or from elsewhere.
    Form,
    /// What the form is about has changed meanwhile; in words.
    Conflict(&'static str),
    /// Too many pages at once; so many seconds to wait.
    TooMany(u64),
    /// The service cannot answer now; the cause is in the log.
    Away,
    /// The service failed; the cause is in the log.
    Internal,
}

/// What may stand in a `next` parameter as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.');

impl PageError {
    /// A failure of ours, or of the database that cannot be used now; the cause is logged here and
    /// not told.
    pub fn internal(cause: &(dyn Error + 'static)) -> Self {
        match Problem::internal(cause).code() {
            Code::Unavailable => Self::Away,
            _ => Self::Internal,
        }
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::SignIn(_) => StatusCode::SEE_OTHER,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Scope(_) | Self::Role(_) | Self::Form => StatusCode::FORBIDDEN,
            Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Away => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn page(&self) -> ErrorPage {
        let mut sentences = Vec::new();
        let title = match self {
            Self::SignIn(_) => "Sign in first",
            Self::NotFound => {
                sentences.push(
                    "The page does not exist, or your account has no access to it.".to_owned(),
                );
                "Page not found"
            }
            Self::Scope(scope) => {
                sentences.push(format!(
                    "Your access to this profile does not include {}. An owner or admin of the \
                     workspace can add it under Members.",
                    scope.as_str()
                ));
                "No access to this page"
            }
            Self::Role(words) => {
                sentences.push((*words).to_owned());
                "No access to this page"
            }
            Self::Invalid(wrong) => {
                sentences.extend(wrong.iter().cloned());
                "This cannot be used"
            }
            Self::Form => {
                sentences.push(
                    "A form is accepted once, and only for some time. Go back, reload the page \
                     and send it again; nothing was changed."
                        .to_owned(),
                );
                "This form has expired"
            }
            Self::Conflict(words) => {
                sentences.push((*words).to_owned());
                "Something changed meanwhile"
            }
            Self::TooMany(seconds) => {
                sentences.push(format!("Wait {seconds} seconds, then reload the page."));
                "That was too fast"
            }
            Self::Away => {
                sentences.push(
                    "The service cannot reach its data now. Try again in a moment.".to_owned(),
                );
                "Not available now"
            }
            Self::Internal => {
                sentences.push("The service failed to answer. Try again in a moment.".to_owned());
                "Something went wrong"
            }
        };
        ErrorPage {
            title,
            status: self.status().as_u16(),
            sentences,
        }
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.page().title)
    }
}

/// A page of its own, since what surrounds other pages may be what failed.
#[derive(Template)]
#[template(path = "console/error.html")]
struct ErrorPage {
    title: &'static str,
    status: u16,
    sentences: Vec<String>,
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    fn error_response(&self) -> HttpResponse {
        if let Self::SignIn(next) = self {
            let next = utf8_percent_encode(next, PLAIN);
            return HttpResponse::SeeOther()
                .insert_header((LOCATION, format!("/auth/sign-in?next={next}")))
                .finish();
        }
        let mut response = answer(self.status(), &self.page());
        let seconds = match self {
            Self::TooMany(seconds) => Some(*seconds),
            Self::Away => Some(AWAY_SECONDS),
            _ => None,
        };
        if let Some(seconds) = seconds {
            let value = HeaderValue::from(seconds);
            response.headers_mut().insert(RETRY_AFTER, value);
        }
        response
    }
}

impl From<Problem> for PageError {
    fn from(problem: Problem) -> Self {
        match problem.code() {
            Code::InvalidRequest => {
                let errors = problem.errors().iter();
                Self::Invalid(
                    errors
                        .map(http_kit::problem::FieldError::sentence)
                        .collect(),
                )
            }
            Code::NotFound => Self::NotFound,
            Code::Unavailable => Self::Away,
            _ => Self::Internal,
        }
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => {
                Self::Conflict("Too many changes at once. Go back and try it again.")
            }
            StoreError::Unavailable(_) | StoreError::Inconsistent(_) => Self::internal(&error),
        }
    }
}
