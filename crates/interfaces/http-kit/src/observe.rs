//! What surrounds every request: its id, its log line, and the last look at the answer.
//!
//! The log has the method, the route pattern, the status and the duration. It never has a path, a
//! query or a body: those hold e-mail addresses and secrets.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, RETRY_AFTER, STRICT_TRANSPORT_SECURITY,
};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};
use futures_util::FutureExt;
use tracing::Instrument;

use super::answer_headers::add_headers;
use super::connections::Connection;
use super::cors;
use super::deadline;
use super::deprecation;
use super::extract::add_unit_headers;
use super::parameters::Declared;
use super::problem::{self, Code, Problem};
use super::slow_body;
use crate::content_security;
use crate::metrics::{Answered, Ingested};
use crate::state::AppState;

/// Marks an answer whose error body is of another form than problem+json, because the protocol that
/// it is of demands one. Put it into the response's extensions.
#[derive(Clone, Copy, Debug)]
pub struct OwnErrorBody;

/// For a year, browsers come to this host over TLS alone. What else is under its name is not ours.
const ONLY_TLS: &str = "max-age=31536000";

/// Shown when a route matched no pattern.
const UNMATCHED: &str = "(no route)";

/// Among a request's extensions: it asked for the head of the answer alone, though it looks like one that asked for all.
#[derive(Clone, Copy, Debug)]
pub struct AskedForHead;

/// The one middleware of the service. It must be the innermost one.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let request_id = request_id(&request);
    let method = request.method().clone();
    let notice = deprecation::notice(&request);
    let state = request.app_data::<web::Data<AppState>>().cloned();
    let span = tracing::info_span!(
        "request",
        request.id = %request_id,
        request.method = %method,
        http.route = tracing::field::Empty,
        http.status = tracing::field::Empty,
    );
    if method == Method::HEAD {
        // Answered like GET; the connection leaves the body out.
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(AskedForHead);
    }
    slow_body::bound(&mut request);
    let started = Instant::now();
    let limit = state.as_ref().map(|state| state.request_deadline);
    let heard = deadline::listen(&mut request);
    let answer = AssertUnwindSafe(answer(request, next)).catch_unwind();
    let answer = deadline::within(limit, heard, answer);
    async move {
        let mut refusal = None;
        let answered = match answer.await {
            None => {
                tracing::warn!("a request was not answered in time");
                Err(with_notice(Problem::unavailable(), notice).with_request_id(request_id))
            }
            Some(Ok(Ok(response))) => {
                refusal = refusal_of(&response);
                let notice = deprecation::notice_of_route(&method, response.request());
                Ok(finish(response, &request_id, notice))
            }
            Some(Ok(Err(error))) => Err(with_notice(as_problem(&error, &request_id), notice)),
            Some(Err(_panic)) => {
                let detail = "the service failed to answer; try again later";
                let problem = Problem::new(Code::InternalError, detail);
                Err(with_notice(problem, notice).with_request_id(request_id))
            }
        };
        let outcome = Outcome::new(&answered, refusal);
        outcome.log(&method, started);
        if let Some(state) = state {
            state.metrics.count(&outcome.answered(&method, started));
        }
        answered.map_err(Error::from)
    }
    .instrument(span)
    .await
}

/// What the endpoint says, unless it was asked something that it does not know.
async fn answer(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let connection = request.conn_data::<Connection>();
    if connection.is_some_and(|connection| connection.is_too_much) {
        let detail = "too many connections of this address are open";
        let problem = Problem::new(Code::Unavailable, detail)
            .with_header(RETRY_AFTER, HeaderValue::from_static("1"));
        let mut response = request.error_response(problem);
        let head = response.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
        return Ok(response);
    }
    let declared = request.app_data::<web::Data<Declared>>();
    let Some(unknown) = declared.and_then(|declared| declared.unknown(&request)) else {
        return next.call(request).await;
    };
    if let Some(refusal) = unknown.refusal() {
        return Ok(request.error_response(refusal));
    }
    next.call(request)
        .await
        .map(|response| unknown.told(response))
}

fn request_id(request: &ServiceRequest) -> String {
    request
        .app_data::<web::Data<AppState>>()
        .map(|state| state.ids.new_id().to_string())
        .unwrap_or_default()
}

/// The problem with the headers of a deprecated operation.
fn with_notice(problem: Problem, notice: deprecation::Headers) -> Problem {
    notice.into_iter().fold(problem, |problem, (name, value)| {
        problem.with_header(name, value)
    })
}

/// Errors that no route made, for example of the framework itself.
fn as_problem(error: &Error, request_id: &str) -> Problem {
    Problem::of_status(error.as_response_error().status_code())
        .with_request_id(request_id.to_owned())
}

fn finish(
    response: ServiceResponse<BoxBody>,
    request_id: &str,
    notice: deprecation::Headers,
) -> ServiceResponse<BoxBody> {
    let mut response = with_problem_body(response, request_id);
    let request = response.request().clone();
    let pattern = request.match_pattern();
    let headers = response.headers_mut();
    add_unit_headers(&request, headers);
    let state = request.app_data::<web::Data<AppState>>();
    if state.is_some_and(|state| state.addresses.is_secure()) {
        headers.insert(
            STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static(ONLY_TLS),
        );
    }
    cors::apply(pattern.as_deref(), headers);
    if let Some(policy) = content_security::policy(pattern.as_deref()) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    for (name, value) in notice {
        headers.insert(name, value);
    }
    add_headers(headers, request_id);
    response
}

/// Every error leaves as problem+json, whoever made it, unless its protocol has a form of its own.
fn with_problem_body(
    response: ServiceResponse<BoxBody>,
    request_id: &str,
) -> ServiceResponse<BoxBody> {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let has_own_body = response.response().extensions().contains::<OwnErrorBody>();
    if !is_error || has_own_body {
        return response;
    }
    let made_here = response
        .response()
        .error()
        .and_then(|error| error.as_error::<Problem>());
    if let Some(problem) = made_here {
        let rendered = problem.render(Some(request_id));
        return response.into_response(rendered);
    }
    let content_type = response.headers().get(CONTENT_TYPE);
    let content_type = content_type.map(HeaderValue::as_bytes);
    // Pages have error pages of their own.
    let is_page = content_type.is_some_and(|found| found.starts_with(b"text/html"));
    if is_page || content_type == Some(problem::MEDIA_TYPE.as_bytes()) {
        return response;
    }
    response.into_response(Problem::of_status(status).render(Some(request_id)))
}

/// Why the request was refused: the code of its problem, or the one that its bare status stands for.
fn refusal_of(response: &ServiceResponse<BoxBody>) -> Option<Code> {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return None;
    }
    let problem = response
        .response()
        .error()
        .and_then(|error| error.as_error::<Problem>());
    Some(problem.map_or_else(|| Problem::of_status(status).code(), Problem::code))
}

/// What is told about an answered request.
struct Outcome {
    route: String,
    status: StatusCode,
    refusal: Option<Code>,
    ingested: Option<Ingested>,
}

impl Outcome {
    fn new(answered: &Result<ServiceResponse<BoxBody>, Problem>, refusal: Option<Code>) -> Self {
        match answered {
            Ok(response) => Self {
                route: response
                    .request()
                    .match_pattern()
                    .unwrap_or_else(|| UNMATCHED.to_owned()),
                status: response.status(),
                refusal,
                ingested: response.response().extensions().get().copied(),
            },
            Err(problem) => Self {
                route: UNMATCHED.to_owned(),
                status: problem.code().status(),
                refusal: Some(problem.code()),
                ingested: None,
            },
        }
    }

    fn answered<'a>(&'a self, method: &'a Method, started: Instant) -> Answered<'a> {
        Answered {
            method,
            route: &self.route,
            status: self.status,
            refusal: self.refusal,
            ingested: self.ingested,
            took: started.elapsed(),
        }
    }

    fn log(&self, method: &Method, started: Instant) {
        let (route, status) = (&self.route, self.status.as_u16());
        let millis = started.elapsed().as_millis();
        let span = tracing::Span::current();
        span.record("http.route", route);
        span.record("http.status", status);
        tracing::info!(
            http.route = %route,
            http.status = status,
            duration_ms = %millis,
            "{method} {route} answered {status} in {millis} ms"
        );
    }
}

#[cfg(test)]
mod tests {
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service, try_call_service};
    use actix_web::{App, HttpResponse, web};

    use super::*;

    async fn panics() -> HttpResponse {
        std::panic::panic_any("a secret")
    }

    async fn plain() -> HttpResponse {
        HttpResponse::BadGateway().body("upstream said no")
    }

    #[actix_web::test]
    async fn a_panic_is_a_500_without_details() {
        let app = App::new()
            .wrap(from_fn(observe))
            .route("/", web::get().to(panics));
        let service = init_service(app).await;
        let error = try_call_service(&service, TestRequest::get().to_request())
            .await
            .unwrap_err();
        let response = error.error_response();
        assert_eq!(response.status().as_u16(), 500);
        let body = actix_web::body::to_bytes(response.into_body())
            .await
            .unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["code"], "internal_error");
        assert!(!body.to_string().contains("secret"));
    }

    #[actix_web::test]
    async fn a_panic_of_a_deprecated_operation_announces_it() {
        let app = App::new()
            .wrap(from_fn(observe))
            .route("/api/v1/goals", web::post().to(panics));
        let service = init_service(app).await;
        let request = TestRequest::post().uri("/api/v1/goals").to_request();
        let error = try_call_service(&service, request).await.unwrap_err();
        let response = error.error_response();
        assert_eq!(response.status().as_u16(), 500);
        assert!(response.headers().contains_key("deprecation"));
    }

    #[actix_web::test]
    async fn an_error_without_a_code_becomes_one_of_its_class() {
        let app = App::new()
            .wrap(from_fn(observe))
            .route("/", web::get().to(plain));
        let service = init_service(app).await;
        let response = call_service(&service, TestRequest::get().to_request()).await;
        assert_eq!(response.status().as_u16(), 500);
        let body = actix_web::body::to_bytes(response.into_body())
            .await
            .unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (&body["code"], &body["status"]),
            (&"internal_error".into(), &500.into())
        );
    }
}
