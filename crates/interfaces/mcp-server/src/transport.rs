//! A request from door to door: origin and host, credential, method, body, units, answer.

use access_control::{Grant, UserToken};
use actix_web::http::Method as HttpMethod;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ALLOW,
    HeaderMap, HeaderValue, WWW_AUTHENTICATE,
};
use actix_web::{HttpRequest, HttpResponse, web};
use kernel::Scope;
use serde_json::{Map, Value, json};

use super::call::{Called, call};
use super::dialect::{Dialect, Method, agreed, no_name};
use super::gate;
use super::message::{ErrorCode, Message, Request, RpcError};
use super::reply;
use super::routing::{Repeated, RoutingHeaders};
use super::tools::{Registry, Tool};
use http_kit::challenge;
use http_kit::extract::{Caller, authenticate_application, charge, read_body, state_of};
use http_kit::state::AppState;

/// Bytes of a body.
const LIMIT: usize = 1024 * 1024;

/// Answers every request to the tool server's path.
pub(crate) async fn serve(
    request: HttpRequest,
    payload: web::Payload,
    tools: web::Data<Registry>,
) -> HttpResponse {
    let mut response = match state_of(&request) {
        Ok(state) => exchange(&request, payload, &state, &tools).await,
        Err(_) => reply::refused(None, &reply::internal()),
    };
    add_cors(response.headers_mut());
    response
}

/// Browsers of any origin may read the answer; whether the origin is let in is judged before.
fn add_cors(headers: &mut HeaderMap) {
    for (name, value) in [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (
            ACCESS_CONTROL_ALLOW_HEADERS,
            "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
        ),
        (ACCESS_CONTROL_EXPOSE_HEADERS, "WWW-Authenticate"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

async fn exchange(
    request: &HttpRequest,
    payload: web::Payload,
    state: &AppState,
    tools: &Registry,
) -> HttpResponse {
    let allowed = &state.tool_server.allowed_origins;
    if let Err(barred) = gate::check(request.headers(), &state.addresses, allowed) {
        let error = RpcError::new(ErrorCode::Forbidden, barred.words());
        return reply::refused(None, &error);
    }
    let is_preflight = request.method() == HttpMethod::OPTIONS
        && request
            .headers()
            .contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    if is_preflight {
        return HttpResponse::NoContent().finish();
    }
    match authenticate_application(request, state).await {
        Ok(token) => metered(request, payload, state, tools, token).await,
        Err(problem) => reply::refused_by(&problem, None),
    }
}

/// Everything that has a token is charged, most of it with nothing; what is left is told by whoever
/// surrounds all requests.
async fn metered(
    request: &HttpRequest,
    payload: web::Payload,
    state: &AppState,
    tools: &Registry,
    token: UserToken,
) -> HttpResponse {
    let plan = plan(request, payload, tools).await;
    let caller = Caller::UserToken(token.clone());
    match charge(request, state, &caller, plan.units()).await {
        Ok(()) => carry_out(plan, state, &token).await,
        Err(problem) => reply::refused_by(&problem, plan.id()),
    }
}

/// What a request will come to, as far as it says itself.
enum Plan<'a> {
    /// It is answered with this, which costs nothing.
    Ready(HttpResponse),
    /// It calls a tool.
    Call(ToolCall<'a>),
}

struct ToolCall<'a> {
    dialect: Dialect,
    id: Value,
    tool: &'a Tool,
    arguments: Map<String, Value>,
}

impl Plan<'_> {
    fn units(&self) -> u32 {
        match self {
            Self::Call(call) => call.tool.units,
            Self::Ready(_) => 0,
        }
    }

    fn id(&self) -> Option<&Value> {
        match self {
            Self::Call(call) => Some(&call.id),
            Self::Ready(_) => None,
        }
    }
}

/// Reads the request; nothing is looked up.
async fn plan<'a>(request: &HttpRequest, payload: web::Payload, tools: &'a Registry) -> Plan<'a> {
    if request.method() != HttpMethod::POST {
        let words = "this server answers POST";
        let error = RpcError::new(ErrorCode::MethodNotAllowed, words);
        let mut response = reply::refused(None, &error);
        response
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("POST"));
        return Plan::Ready(response);
    }
    let body = match read_body(request, &mut payload.into_inner(), LIMIT).await {
        Ok(body) => body,
        Err(problem) => {
            let error = RpcError::new(ErrorCode::InvalidRequest, problem.detail().to_owned());
            return Plan::Ready(reply::refused_with(problem.code().status(), &error));
        }
    };
    match Message::read(&body) {
        Ok(Message::Notification) => Plan::Ready(HttpResponse::Accepted().finish()),
        Ok(Message::Request(asked)) => plan_request(&asked, &routing(request.headers()), tools),
        Err((id, error)) => Plan::Ready(reply::refused(id.as_ref(), &error)),
    }
}

fn routing(headers: &HeaderMap) -> RoutingHeaders {
    let repeated = |name: &str| Repeated::of(headers.get_all(name).map(HeaderValue::as_bytes));
    RoutingHeaders {
        version: repeated("mcp-protocol-version"),
        method: repeated("mcp-method"),
        name: repeated("mcp-name"),
    }
}

fn plan_request<'a>(asked: &Request, headers: &RoutingHeaders, tools: &'a Registry) -> Plan<'a> {
    let dialect = Dialect::of(asked, headers);
    let method = dialect.method(asked, headers);
    let ready = method.and_then(|method| {
        let ready = match method {
            Method::CallTool => return plan_call(dialect, asked, tools).map(Plan::Call),
            Method::ListTools => reply::listed(dialect, &asked.id, tools),
            Method::Discover => reply::discovered(&asked.id),
            Method::Ping => reply::pong(&asked.id),
            Method::Initialize => {
                let version = asked.params.get("protocolVersion").and_then(Value::as_str);
                reply::initialized(&asked.id, agreed(version))
            }
        };
        Ok(Plan::Ready(ready))
    });
    ready.unwrap_or_else(|error| Plan::Ready(reply::failure(dialect, &asked.id, &error)))
}

fn plan_call<'a>(
    dialect: Dialect,
    asked: &Request,
    tools: &'a Registry,
) -> Result<ToolCall<'a>, RpcError> {
    let name = asked.name().ok_or_else(no_name)?;
    let tool = tools.find(name).ok_or_else(|| {
        let words = "there is no tool of this name; tools/list names those that there are";
        RpcError::new(ErrorCode::InvalidParams, words)
    })?;
    let arguments = match asked.params.get("arguments") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(_) => {
            let words = "params.arguments must be an object";
            return Err(RpcError::new(ErrorCode::InvalidParams, words));
        }
    };
    Ok(ToolCall {
        dialect,
        id: asked.id.clone(),
        tool,
        arguments,
    })
}

async fn carry_out(plan: Plan<'_>, state: &AppState, token: &UserToken) -> HttpResponse {
    let ToolCall {
        dialect,
        id,
        tool,
        arguments,
    } = match plan {
        Plan::Ready(response) => return response,
        Plan::Call(call) => call,
    };
    match call(state, token, tool, arguments).await {
        Called::Result(result) => reply::called(dialect, &id, &result),
        Called::NeedsGrant(grant, scope) => needs_grant(state, (dialect, &id), grant, scope),
    }
}

fn needs_grant(
    state: &AppState,
    (dialect, id): (Dialect, &Value),
    grant: Grant,
    scope: Scope,
) -> HttpResponse {
    let words = format!("this tool needs the grant {}", grant.as_str());
    let error = RpcError {
        data: Some(json!({"required_grant": grant.as_str(), "required_scope": scope.as_str()})),
        ..RpcError::new(ErrorCode::InsufficientScope, words)
    };
    let mut response = reply::failure(dialect, id, &error);
    let challenge = challenge::scope_challenge(&state.addresses, Some(scope));
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    response
}
