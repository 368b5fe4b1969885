//! How requests are answered: JSON-RPC in JSON, with the HTTP status that its dialect gives it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::dialect::{Dialect, supported};
use super::message::{ErrorCode, RpcError};
use super::tools::Registry;
use http_kit::observe::OwnErrorBody;
use http_kit::problem::{Code, Problem};

/// How long a client may keep the list of tools and what the server can do: an hour, because both
/// change with a new version of the service only.
const TTL_MS: u32 = 3_600_000;

const INSTRUCTIONS: &str = "Marketing attribution of the profiles that the person reaches. Call \
    whoami first: it lists the profiles with their ids, currencies and time zones. Every other tool \
    takes a profile_id. Days are local to the profile's time zone and both ends count. Numbers are \
    exact decimals; read meta.warnings, which names what was left out of the figures.";

/// What a tool call came to.
#[derive(Debug)]
pub(crate) enum ToolResult {
    /// An answer, as JSON text.
    Answer(Box<RawValue>),
    /// An error that the agent can do something about, as JSON text.
    Error(String),
}

#[derive(Serialize)]
struct Success<'a, R> {
    jsonrpc: &'static str,
    id: &'a Value,
    result: R,
}

#[derive(Serialize)]
struct Text<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    content: [Text<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    is_error: bool,
}

fn server_info() -> Value {
    json!({"name": "tributary", "title": "Tributary", "version": env!("CARGO_PKG_VERSION")})
}

fn modern_meta() -> Value {
    json!({"io.modelcontextprotocol/serverInfo": server_info()})
}

/// What the server speaks and can do.
pub(crate) fn discovered(id: &Value) -> HttpResponse {
    success(
        id,
        json!({
            "_meta": modern_meta(),
            "resultType": "complete",
            "supportedVersions": supported(),
            "capabilities": {"tools": {}},
            "instructions": INSTRUCTIONS,
            "ttlMs": TTL_MS,
            "cacheScope": "private",
        }),
    )
}

/// The server's half of the handshake.
pub(crate) fn initialized(id: &Value, version: &str) -> HttpResponse {
    success(
        id,
        json!({
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": server_info(),
            "instructions": INSTRUCTIONS,
        }),
    )
}

/// Somebody is there.
pub(crate) fn pong(id: &Value) -> HttpResponse {
    success(id, json!({}))
}

/// The tools, always in the same order.
pub(crate) fn listed(dialect: Dialect, id: &Value, tools: &Registry) -> HttpResponse {
    let mut result = json!({"tools": tools.listed()});
    if let (Dialect::Modern, Some(members)) = (dialect, result.as_object_mut()) {
        members.insert("_meta".to_owned(), modern_meta());
        members.insert("resultType".to_owned(), "complete".into());
        members.insert("ttlMs".to_owned(), TTL_MS.into());
        members.insert("cacheScope".to_owned(), "private".into());
    }
    success(id, result)
}

/// A tool's answer, twice: for programs, and as text for clients that know no other.
pub(crate) fn called(dialect: Dialect, id: &Value, result: &ToolResult) -> HttpResponse {
    let is_modern = dialect == Dialect::Modern;
    let (text, structured) = match result {
        ToolResult::Answer(answer) => (answer.get(), Some(&**answer)),
        ToolResult::Error(error) => (error.as_str(), None),
    };
    success(
        id,
        CallResult {
            meta: is_modern.then(modern_meta),
            result_type: is_modern.then_some("complete"),
            content: [Text { kind: "text", text }],
            structured_content: structured,
            is_error: structured.is_none(),
        },
    )
}

fn success(id: &Value, result: impl Serialize) -> HttpResponse {
    HttpResponse::Ok().json(Success {
        jsonrpc: "2.0",
        id,
        result,
    })
}

/// An error before the dialect was known.
pub(crate) fn refused(id: Option<&Value>, error: &RpcError) -> HttpResponse {
    failed(error.code.row().1, id, error)
}

/// An error of HTTP, which has more statuses than the protocol has codes.
pub(crate) fn refused_with(status: StatusCode, error: &RpcError) -> HttpResponse {
    failed(status.as_u16(), None, error)
}

/// What the REST interface would answer with a problem, in this protocol's form: the same status and
/// headers.
pub(crate) fn refused_by(problem: &Problem, id: Option<&Value>) -> HttpResponse {
    let error = match problem.code() {
        Code::InvalidToken => {
            let words = "a user token of this tool server is required as bearer credential";
            RpcError::new(ErrorCode::Unauthenticated, words)
        }
        Code::RateLimited => RpcError::new(ErrorCode::RateLimited, problem.detail().to_owned()),
        Code::Unavailable => RpcError::new(ErrorCode::Unavailable, problem.detail().to_owned()),
        _ => internal(),
    };
    let mut response = refused(id, &error);
    for (name, value) in problem.headers() {
        response.headers_mut().insert(name.clone(), value.clone());
    }
    response
}

/// An error in a dialect.
pub(crate) fn failure(dialect: Dialect, id: &Value, error: &RpcError) -> HttpResponse {
    failed(dialect.status(error.code), Some(id), error)
}

/// A failure of ours, of which nothing is told.
pub(crate) fn internal() -> RpcError {
    let words = "the service failed to answer; try again later";
    RpcError::new(ErrorCode::InternalError, words)
}

fn failed(status: u16, id: Option<&Value>, error: &RpcError) -> HttpResponse {
    let mut body = json!({"code": error.code.row().0, "message": error.message});
    if let (Some(data), Some(members)) = (&error.data, body.as_object_mut()) {
        members.insert("data".to_owned(), data.clone());
    }
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status)
        .content_type(ContentType::json())
        .json(json!({"jsonrpc": "2.0", "id": id, "error": body}));
    response.extensions_mut().insert(OwnErrorBody);
    response
}
