//! `POST /api/v1/workspaces`

use access_control::Plan;
use accounts::workspaces::create::{CreateWorkspace, CreatedWorkspace, create};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post};
use application::profiles::update::ProfileName;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::{Checkout, WorkspaceMeta};
use http_kit::detached::detached;
use http_kit::envelope::Envelope;
use http_kit::extract::{ApiJson, MakesWorkspaces, Personal};
use http_kit::problem::{FieldCode, FieldError, Problem};

/// A workspace to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateWorkspaceBody {
    /// Its name, 1 to 160 characters.
    #[schema(min_length = 1, max_length = 160)]
    name: String,
    /// `starter` (the default), `growth` or `agency`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<PlanName>, nullable = false)]
    plan: Option<String>,
}

/// Absent or a text; null is neither.
fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// A plan.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum PlanName {
    /// Free.
    Starter,
    /// Paid.
    Growth,
    /// Paid, for those who work for others.
    Agency,
}

/// The workspace that there is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedWorkspaceBody {
    /// Its id.
    pub workspace_id: Uuid,
    /// Its name.
    pub name: String,
    /// Whether this call made it.
    pub created: bool,
    /// Where it is paid for; null where nothing is to be paid or nothing can be.
    pub checkout: Option<Checkout>,
}

/// A name as workspaces and profiles have one: without spaces around it.
pub fn read_name(text: &str) -> Result<String, FieldError> {
    let why = "must have 1 to 160 characters, none of them a control character";
    ProfileName::parse(text)
        .map(|name| name.as_str().to_owned())
        .ok_or_else(|| FieldError::pointer("/name", FieldCode::OutOfRange, why))
}

fn read_plan(text: Option<&str>) -> Result<Plan, FieldError> {
    let why = "is none of starter, growth, agency";
    text.map_or(Some(Plan::default()), Plan::parse)
        .ok_or_else(|| FieldError::pointer("/plan", FieldCode::UnknownValue, why))
}

fn read(body: &CreateWorkspaceBody) -> Result<(String, Plan), Problem> {
    let (name, plan) = (read_name(&body.name), read_plan(body.plan.as_deref()));
    match (name, plan) {
        (Ok(name), Ok(plan)) => Ok((name, plan)),
        (name, plan) => Err(Problem::invalid(
            name.err().into_iter().chain(plan.err()).collect(),
        )),
    }
}

/// Create a workspace
///
/// The caller becomes its owner. The same caller asking for the same name again within ten minutes
/// gets the same workspace, with `created` false and 200. The plans growth and agency begin with a
/// trial, and the answer says where they are paid for: send the human there and poll the hand-off.
/// When no checkout can be opened, the workspace is there all the same, `checkout` is null and
/// `meta.warnings` has `checkout_unavailable`.
#[utoipa::path(
    operation_id = "createWorkspace",
    tag = "Workspaces",
    security(("user_token" = ["workspaces:write"])),
    request_body = CreateWorkspaceBody,
    responses(
        (status = 200, description = "It was made a moment ago.",
            body = Envelope<CreatedWorkspaceBody, WorkspaceMeta>),
        (status = 201, description = "It is made.",
            body = Envelope<CreatedWorkspaceBody, WorkspaceMeta>),
    )
)]
#[post("/api/v1/workspaces")]
pub(crate) async fn create_workspace(
    call: Personal<MakesWorkspaces, ApiJson<CreateWorkspaceBody>>,
) -> Result<HttpResponse, Problem> {
    let (name, plan) = read(&call.input.0)?;
    let (state, user_id) = (call.state.into_inner(), call.person.user_id);
    let command = CreateWorkspace {
        user_id,
        name,
        plan,
        trial_days: state.workspaces.trial_days,
    };
    let made = detached(async move {
        Ok(create(&*state.units, state.checkout(), &state.context(), command).await?)
    })
    .await?;
    Ok(answer(made))
}

fn answer(made: CreatedWorkspace) -> HttpResponse {
    let id = made.workspace.id.uuid();
    let meta = WorkspaceMeta::new(id, made.lacks_checkout());
    let status = if made.created {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let data = CreatedWorkspaceBody {
        workspace_id: id,
        checkout: made.checkout.as_ref().and_then(Checkout::of),
        name: made.workspace.name,
        created: made.created,
    };
    HttpResponse::build(status).json(Envelope { data, meta })
}
