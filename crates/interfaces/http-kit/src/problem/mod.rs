//! Errors as `application/problem+json` (RFC 9457), from one table.

mod absence;
mod code;
mod field;
pub mod refusals;

use std::borrow::Cow;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use kernel::Scope;
use serde::Serialize;
use utoipa::ToSchema;

use absence::Absence;
pub use code::Code;
pub use field::{FieldCode, FieldError};

use super::answer_headers::add_headers;

/// The media type of every error body.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// Seconds after which what found no room may be sent again.
const RETRY_SECONDS: u64 = 1;

/// Seconds after which a database that was away may be asked again.
pub const AWAY_SECONDS: u64 = 5;

/// An error on its way out. Handlers return it; the middleware adds the request id.
#[derive(Debug)]
pub struct Problem(Box<Content>);

#[derive(Debug)]
struct Content {
    code: Code,
    detail: Cow<'static, str>,
    errors: Vec<FieldError>,
    required_scope: Option<Scope>,
    extra_headers: Vec<(header::HeaderName, HeaderValue)>,
    request_id: Option<String>,
}

impl Problem {
    /// An error with a sentence for the caller; it must hold no secret and no internals.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Content {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            required_scope: None,
            extra_headers: Vec::new(),
            request_id: None,
        }))
    }

    /// 400 that names every field that is wrong.
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let sentences: Vec<_> = errors.iter().take(3).map(FieldError::sentence).collect();
        let more = if errors.len() > sentences.len() {
            "; and more"
        } else {
            ""
        };
        let mut problem = Self::new(
            Code::InvalidRequest,
            format!("{}{more}", sentences.join("; ")),
        );
        problem.0.errors = errors;
        problem
    }

    /// 409 about the fields that something else has; `detail` names what has them.
    pub fn conflict(detail: impl Into<Cow<'static, str>>, errors: Vec<FieldError>) -> Self {
        let mut problem = Self::new(Code::Conflict, detail);
        problem.0.errors = errors;
        problem
    }

    /// 400 about one field.
    pub fn invalid_field(error: FieldError) -> Self {
        Self::invalid(vec![error])
    }

    /// Names the scope that is missing.
    #[must_use]
    pub fn with_required_scope(mut self, scope: Scope) -> Self {
        self.0.required_scope = Some(scope);
        self
    }

    /// 503: as much as may wait is waiting, or a race was lost again and again. Nothing was written.
    pub fn busy() -> Self {
        Self::new(
            Code::Unavailable,
            "too many writes at once; send the same again",
        )
        .with_header(header::RETRY_AFTER, HeaderValue::from(RETRY_SECONDS))
    }

    /// The one 404: nothing there, or nothing that the caller can reach.
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, "there is no such resource")
    }

    /// 503: the database cannot be used now. What was written, if anything, is not known: the same
    /// may be sent again.
    pub fn unavailable() -> Self {
        Self::unavailable_because("the service cannot answer now; send the same again")
    }

    /// 503 with a sentence for the caller.
    pub fn unavailable_because(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::Unavailable, detail)
            .with_header(header::RETRY_AFTER, HeaderValue::from(AWAY_SECONDS))
    }

    /// A failure of ours: 503 when the database cannot be used now or a race was lost again and
    /// again, and otherwise 500. The cause is logged here and not told.
    pub fn internal(cause: &(dyn Error + 'static)) -> Self {
        let mut causes = vec![cause.to_string()];
        let mut next = cause.source();
        while let Some(source) = next {
            causes.push(source.to_string());
            next = source.source();
        }
        let chain = causes.join(": ");
        match absence::of(cause) {
            Some(Absence::Away) => {
                tracing::warn!(error.chain = %chain, "request not answered: {chain}");
                return Self::unavailable();
            }
            Some(Absence::Raced) => return Self::busy(),
            None => {}
        }
        tracing::error!(error.chain = %chain, "request failed: {chain}");
        Self::new(
            Code::InternalError,
            "the service failed to answer; try again later",
        )
    }

    /// Adds one response header.
    #[must_use]
    pub fn with_header(mut self, name: header::HeaderName, value: HeaderValue) -> Self {
        self.0.extra_headers.push((name, value));
        self
    }

    /// Stands for a bare error status.
    pub fn of_status(status: StatusCode) -> Self {
        let code = Code::of_status(status);
        match code {
            Code::NotFound => Self::not_found(),
            other => Self::new(other, other.row().2),
        }
    }

    /// Names the request, so that a report about it can be found in the log.
    #[must_use]
    pub fn with_request_id(mut self, request_id: String) -> Self {
        self.0.request_id = Some(request_id);
        self
    }

    /// The same about a part of a body that was read on its own: pointers begin with `prefix`.
    #[must_use]
    pub fn within(self, prefix: &str) -> Self {
        let mut errors = self.0.errors;
        for error in &mut errors {
            if let Some(pointer) = &mut error.pointer {
                pointer.insert_str(0, prefix);
            }
        }
        Self::invalid(errors)
    }

    /// The same about a body whose fields have other names: pointers are replaced.
    #[must_use]
    pub fn renamed(mut self, names: &[(&str, &str)]) -> Self {
        for pointer in self
            .0
            .errors
            .iter_mut()
            .filter_map(|error| error.pointer.as_mut())
        {
            if let Some((_, other)) = names.iter().find(|(name, _)| name == pointer) {
                (*other).clone_into(pointer);
            }
        }
        self
    }

    /// Which error this is.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The sentence for the caller.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The headers that go with the error.
    pub fn headers(&self) -> &[(header::HeaderName, HeaderValue)] {
        &self.0.extra_headers
    }

    /// The fields that are wrong.
    pub fn errors(&self) -> &[FieldError] {
        &self.0.errors
    }

    /// The response, with this request id if it has none yet.
    pub fn render(&self, request_id: Option<&str>) -> HttpResponse {
        let (status, code, title) = self.0.code.row();
        let mut response = HttpResponse::build(status);
        for (name, value) in &self.0.extra_headers {
            response.insert_header((name.clone(), value.clone()));
        }
        response.content_type(MEDIA_TYPE).json(ProblemBody {
            kind: "about:blank",
            title,
            status: status.as_u16(),
            detail: &self.0.detail,
            code,
            request_id: self.0.request_id.as_deref().or(request_id),
            errors: (!self.0.errors.is_empty()).then_some(self.0.errors.as_slice()),
            required_scope: self.0.required_scope.map(Scope::as_str),
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code.as_str(), self.0.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.code.status()
    }

    /// The middleware renders problems itself; this is for those that it makes when there is no
    /// response to render them into.
    fn error_response(&self) -> HttpResponse {
        let mut response = self.render(None);
        if let Some(request_id) = &self.0.request_id {
            add_headers(response.headers_mut(), request_id);
        }
        response
    }
}

impl From<Infallible> for Problem {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Problem details (RFC 9457) with this service's members.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody<'a> {
    /// Always `about:blank`: `code` tells errors apart.
    #[serde(rename = "type")]
    kind: &'a str,
    /// The status in words.
    title: &'a str,
    /// The HTTP status.
    status: u16,
    /// What happened, for a person.
    detail: &'a str,
    /// What happened, for a program.
    code: &'a str,
    /// Names this request in the service's log; equal to the header `x-request-id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    request_id: Option<&'a str>,
    /// The fields that are wrong, when there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<FieldError>>, nullable = false)]
    errors: Option<&'a [FieldError]>,
    /// The scope that the credential lacks, on `insufficient_scope`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    required_scope: Option<&'a str>,
}
