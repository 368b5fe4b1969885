//! `PATCH /api/v1beta/exports/rules/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, patch};
use conversion_export::rules::update;
use export_rules::ids::kind;
use export_rules::{Rule, RuleId};
use http_kit::detached::detached;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;

use super::RuleWrite;
use super::record::{RuleBody, RuleMeta};
use super::refused::refused;
use super::show::with_figures;
use super::write::BODY_BYTES;

/// What is read of the request.
type Update = (PathId<kind::Rule>, ApiJson<RuleWrite, BODY_BYTES>);

/// Update an export rule
///
/// Fields that are absent stay as they are; `source_kind` never changes. `archived_at` puts it into the archive, and
/// null takes it out. Whatever begins to be told anew is told from now on: a rule that is enabled, taken out of the
/// archive, or turned on for a kind of destination tells nothing of before.
#[utoipa::path(
    operation_id = "updateExportRule",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(("id" = String, Path, format = Uuid, description = "The rule.")),
    request_body = RuleWrite,
    responses(
        (status = 200, description = "The rule as it is now.", body = Envelope<RuleBody, RuleMeta>),
        (status = 409, description = "It would be taken out of the archive, and the profile has 200 other rules."),
    )
)]
#[patch("/api/v1beta/exports/rules/{id}")]
pub(crate) async fn update_export_rule(
    call: Scoped<ExportsWrite, Update>,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let (PathId(id), ApiJson(body)) = call.input;
    let now = updated(Arc::clone(&state), access.clone(), (id, &body)).await?;
    let shown = with_figures(&state, &access, &now).await?;
    Ok(HttpResponse::Ok().json(shown))
}

/// Changes it, even if the caller goes away. Also for the console.
pub async fn updated(
    state: Arc<AppState>,
    access: ProfileAccess,
    (id, body): (RuleId, &RuleWrite),
) -> Result<Rule, Problem> {
    let patch = body.change()?;
    detached(async move {
        let input = (access, id, patch);
        let updated = state.write(&input, |work, context, (access, id, patch)| {
            Box::pin(update::update(work, context, access, (*id, patch)))
        });
        updated.await.map_err(refused)
    })
    .await
}
