//! One tool call: profile, scope, arguments, answer, in that order.

use access_control::{Grant, UserToken};
use kernel::Scope;
use serde_json::{Map, Value, json};

use super::caller::{Admission, admit};
use super::reply::ToolResult;
use super::tools::{CallerCall, ProfileCall, Subject, Tool, arguments};
use http_kit::problem::{Code, Problem};
use http_kit::state::AppState;

/// How a call ended.
#[derive(Debug)]
pub(crate) enum Called {
    /// With a result, or an error for the agent.
    Result(ToolResult),
    /// The token needs a wider grant, for the scope.
    NeedsGrant(Grant, Scope),
}

/// Calls the tool for the holder of the token.
pub(crate) async fn call(
    state: &AppState,
    token: &UserToken,
    tool: &Tool,
    sent: Map<String, Value>,
) -> Called {
    match attempt(state, token, tool, sent).await {
        Ok(called) => called,
        Err(problem) => Called::Result(ToolResult::Error(told(&problem))),
    }
}

async fn attempt(
    state: &AppState,
    token: &UserToken,
    tool: &Tool,
    mut sent: Map<String, Value>,
) -> Result<Called, Problem> {
    let answer = match &tool.subject {
        Subject::Caller(run) => {
            arguments::read(&tool.arguments, sent).read::<arguments::Nothing>()?;
            run(CallerCall { state, token }).await?
        }
        Subject::Profile { scope, run } => {
            let profile_id = arguments::take_profile(&mut sent)?;
            let access = match admit(state, token, profile_id, *scope).await? {
                Admission::Granted(access) => access,
                Admission::Unreachable => return Err(Problem::not_found()),
                Admission::NeedsGrant(grant) => return Ok(Called::NeedsGrant(grant, *scope)),
                Admission::NeedsRight => return Err(no_right(*scope)),
            };
            let arguments = arguments::read(&tool.arguments, sent);
            run(ProfileCall {
                state,
                access: &access,
                arguments,
            })
            .await?
        }
    };
    Ok(Called::Result(ToolResult::Answer(answer)))
}

/// No other approval would help.
fn no_right(scope: Scope) -> Problem {
    let scope = scope.as_str();
    let words =
        format!("the person lacks {scope} on this profile; an admin of its workspace can give it");
    Problem::new(Code::InsufficientScope, words)
}

/// An error as the agent reads it: what it can do about it, with the names of arguments.
fn told(problem: &Problem) -> String {
    let errors: Vec<Value> = problem
        .errors()
        .iter()
        .map(|error| {
            let name = error.parameter.as_deref().unwrap_or_default();
            let argument = arguments::name_of_parameter(name);
            json!({"argument": argument, "code": error.code, "detail": error.detail})
        })
        .collect();
    let mut body = json!({"code": problem.code().as_str(), "detail": problem.detail()});
    if problem.code() == Code::InvalidRequest
        && !errors.is_empty()
        && let Some(members) = body.as_object_mut()
    {
        let words = "these arguments cannot be used; the errors name them";
        members.insert("detail".to_owned(), words.into());
        members.insert("errors".to_owned(), errors.into());
    }
    body.to_string()
}
