//! `GET /api/v1/workspaces`

use access_control::ports::OwnWorkspace;
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{AnyPerson, Personal};
use http_kit::problem::Problem;

/// Nobody is in more of them.
const MOST: u32 = 1_000;

/// A workspace as one of its members sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkspaceRow {
    /// Its id.
    pub workspace_id: Uuid,
    /// Its name.
    pub name: String,
    /// `owner`, `admin` or `member`.
    pub role: &'static str,
    /// `starter`, `growth` or `agency`.
    pub plan: &'static str,
    /// When its trial ends; null without one, or while its length is open.
    #[schema(format = DateTime)]
    pub trial_ends_at: Option<String>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<OwnWorkspace> for WorkspaceRow {
    fn from(own: OwnWorkspace) -> Self {
        let workspace = own.workspace;
        Self {
            workspace_id: workspace.id.uuid(),
            name: workspace.name,
            role: own.role.as_str(),
            plan: workspace.plan.as_str(),
            trial_ends_at: workspace.trial_ends_at.map(|at| at.to_string()),
            created_at: workspace.created_at.to_string(),
        }
    }
}

/// List your workspaces
///
/// The workspaces that the caller is a member of, by name; none for a new account. Needs neither a
/// profile nor a workspace.
#[utoipa::path(
    operation_id = "listWorkspaces",
    tag = "Workspaces",
    security(("user_token" = [])),
    responses(
        (status = 200, description = "All of them.", body = Envelope<Vec<WorkspaceRow>, NoMeta>),
    )
)]
#[get("/api/v1/workspaces")]
pub(crate) async fn list_workspaces(call: Personal<AnyPerson>) -> Result<HttpResponse, Problem> {
    let reader = &call.state.workspaces.workspaces;
    let own = reader.of_user(call.person.user_id, MOST).await?;
    let data: Vec<_> = own.into_iter().map(WorkspaceRow::from).collect();
    let meta = NoMeta {};
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
