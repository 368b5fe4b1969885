//! `GET /api/v1/profile/readiness`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::setup::{Setup, SetupStep};
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How far the profile is set up.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadinessBody {
    /// In short.
    pub summary: ReadinessSummary,
    /// Every step, in the order in which they are best done.
    pub steps: Vec<ReadinessStep>,
}

/// How far the profile is set up, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadinessSummary {
    /// Steps that are done.
    pub done: usize,
    /// Steps in all.
    pub total: usize,
    /// The one next thing to do, a step's id; null when all is done.
    #[schema(extensions(("x-spec-gap" = json!("G53"))))]
    pub next: Option<&'static str>,
}

/// A step of the setup.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadinessStep {
    /// Names it; more may come.
    pub id: &'static str,
    /// Whether its evidence has been seen.
    pub done: bool,
    /// What to do to have it done.
    pub how: &'static str,
}

impl From<Setup> for ReadinessBody {
    fn from(setup: Setup) -> Self {
        let step = |(step, done): &(SetupStep, bool)| ReadinessStep {
            id: step.as_str(),
            done: *done,
            how: step.how(),
        };
        Self {
            summary: ReadinessSummary {
                done: setup.done(),
                total: setup.steps.len(),
                next: setup.next().map(SetupStep::as_str),
            },
            steps: setup.steps.iter().map(step).collect(),
        }
    }
}

/// Get how far the profile is set up
///
/// A checklist, judged by what has been received and not by what somebody says is done, and the one
/// next thing to do.
#[utoipa::path(
    operation_id = "getProfileReadiness",
    tag = "Profile",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The checklist.",
            body = Envelope<ReadinessBody, ProfileMeta>),
    )
)]
#[get("/api/v1/profile/readiness")]
pub(crate) async fn get_readiness(call: Scoped<AnalyticsRead>) -> Result<HttpResponse, Problem> {
    let answer = readiness(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn readiness(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<ReadinessBody, ProfileMeta>, Problem> {
    let setup = state.setups.setup(access).await;
    let data = ReadinessBody::from(setup.map_err(|error| Problem::internal(&error))?);
    let meta = ProfileMeta::from(access.profile_id);
    Ok(Envelope { data, meta })
}
