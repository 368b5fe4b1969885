//! `POST /api/v1beta/exports/rules/preview`

use actix_web::{HttpResponse, post};
use conversion_export::rules::preview::{DAYS, preview};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::patch::Patch;
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::RuleWrite;
use super::refused::refused;
use super::write::BODY_BYTES;

/// What a rule is to read.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportRulePreviewRequest)]
pub struct PreviewRequest {
    /// `conversion_definition` or `pipeline_stage_transition`.
    #[serde(default)]
    #[schema(value_type = String, required, example = "conversion_definition")]
    pub(super) source_kind: Patch,
    /// A conversion definition of the profile. Required of a `conversion_definition` rule.
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub(super) source_ref_id: Patch,
    /// As of a rule.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub(super) source_config: Patch,
    /// As of a rule.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    pub(super) trigger_mode: Patch,
    /// As of a rule.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub(super) platform_event_name_overrides: Patch,
}

/// What a rule would have read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportRulePreview)]
pub struct PreviewBody {
    /// How far back was looked, in days.
    pub days: u32,
    /// How many records the rule would have read: an upper bound on its effect, not a forecast. Each has still to be
    /// somebody's, to pass the privacy guard, to be fresh, and to have a destination that ships.
    pub candidate_count: u64,
    /// The definition's event types, or the stage.
    pub matched_on: Vec<String>,
    /// The name at platforms, before channels and the privacy mode have their say; empty on a rule that reads a pipeline
    /// in which nothing happened.
    pub platform_event_name: String,
}

/// Preview an export rule
///
/// Counts what a rule would have read in the last 30 days. Nothing is written, and nothing told.
#[utoipa::path(
    operation_id = "previewExportRule",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    request_body = PreviewRequest,
    responses(
        (status = 200, description = "What it would have read.",
            body = Envelope<PreviewBody, ProfileMeta>),
        (status = 404, description = "The profile has no such conversion definition."),
    )
)]
#[post("/api/v1beta/exports/rules/preview")]
pub(crate) async fn preview_export_rule(
    call: Scoped<ExportsRead, ApiJson<PreviewRequest, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let rule = RuleWrite::of_preview(call.input.0);
    let data = previewed(&call.state, &call.access, &rule).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}

/// What a new rule would have read. Also for the console.
pub async fn previewed(
    state: &AppState,
    access: &ProfileAccess,
    rule: &RuleWrite,
) -> Result<PreviewBody, Problem> {
    let input = (access, rule.to_new()?);
    let found = state.read(&input, |work, context, (access, new)| {
        Box::pin(preview(work, context, access, new))
    });
    let found = found.await.map_err(refused)?;
    Ok(PreviewBody {
        days: DAYS,
        candidate_count: found.candidates,
        matched_on: found.matched_on,
        platform_event_name: found.event_name,
    })
}
