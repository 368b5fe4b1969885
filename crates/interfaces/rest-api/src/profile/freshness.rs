//! `GET /api/v1/profile/freshness`

use actix_web::{HttpResponse, get};
use kernel::{ProfileAccess, Timestamp};
use reporting::freshness::{Freshness, UnfinishedRecompute};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// How far the results that reports show are behind, at one instant.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Freshness)]
pub struct FreshnessBody {
    /// When results were last brought up to date; null before the first time.
    #[schema(format = DateTime)]
    pub recomputed_at: Option<String>,
    /// `current`: everything received is in the results; `catching_up`: changed people wait;
    /// `replaying`: a full replay waits or runs, and reports show complete results of before.
    pub status: &'static str,
    /// Changed browsers, people and events that wait; 10000 stands for that many or more.
    #[schema(maximum = 10_000)]
    pub waiting_changes: i64,
    /// The full replay that is not finished; null when there is none.
    pub recompute: Option<RecomputeProgress>,
    /// Number of the results that reports show; every complete full replay makes the next.
    pub generation: i64,
    /// What reports show their figures in.
    pub settings_in_force: SettingsInForce,
}

/// Where a full replay stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecomputeProgress {
    /// The replay.
    pub id: Uuid,
    /// `queued` or `running`.
    pub status: &'static str,
    /// People replayed so far.
    pub people_done: i64,
    /// People in all; null until they are counted.
    pub people_total: Option<i64>,
    /// When it was first asked for.
    #[schema(format = DateTime)]
    pub requested_at: String,
    /// When it was first begun; null while it waits.
    #[schema(format = DateTime)]
    pub started_at: Option<String>,
}

/// Settings that a change brings into force when its replay is complete.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsInForce {
    /// ISO 4217.
    #[schema(min_length = 3, max_length = 3)]
    pub currency: String,
    /// A name of the IANA time zone database.
    pub timezone: String,
}

impl From<Freshness> for FreshnessBody {
    fn from(freshness: Freshness) -> Self {
        Self {
            status: freshness.status().as_str(),
            recomputed_at: freshness.recomputed_at.map(|at| at.to_string()),
            waiting_changes: freshness.waiting_changes,
            recompute: freshness.recompute.map(RecomputeProgress::from),
            generation: freshness.generation,
            settings_in_force: SettingsInForce {
                currency: freshness.currency.code().to_owned(),
                timezone: freshness.timezone.name().to_owned(),
            },
        }
    }
}

impl From<UnfinishedRecompute> for RecomputeProgress {
    fn from(recompute: UnfinishedRecompute) -> Self {
        Self {
            id: recompute.id.uuid(),
            status: recompute.status.as_str(),
            people_done: recompute.people_done,
            people_total: recompute.people_total,
            requested_at: recompute.requested_at.to_string(),
            started_at: recompute.started_at.map(|at: Timestamp| at.to_string()),
        }
    }
}

/// Get how fresh attribution is
///
/// When results were last brought up to date, what waits, and which settings they are made under:
/// one snapshot, true at the instant of the answer.
#[utoipa::path(
    operation_id = "getFreshness",
    tag = "Profile",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "The snapshot.",
            body = Envelope<FreshnessBody, ProfileMeta>),
    )
)]
#[get("/api/v1/profile/freshness")]
pub(crate) async fn get_freshness(call: Scoped<AnalyticsRead>) -> Result<HttpResponse, Problem> {
    let answer = freshness(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn freshness(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<FreshnessBody, ProfileMeta>, Problem> {
    let freshness = state
        .freshness
        .freshness(access)
        .await
        .map_err(|error| Problem::internal(&error))?
        .ok_or_else(Problem::not_found)?;
    let data = FreshnessBody::from(freshness);
    let meta = ProfileMeta::from(access.profile_id);
    Ok(Envelope { data, meta })
}
