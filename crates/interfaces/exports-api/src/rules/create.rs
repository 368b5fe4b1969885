//! `POST /api/v1beta/exports/rules`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use conversion_export::rules::create;
use export_rules::Rule;
use http_kit::detached::detached;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;

use super::RuleWrite;
use super::record::{RuleBody, RuleMeta};
use super::refused::refused;
use super::show::with_figures;
use super::write::BODY_BYTES;

/// Create an export rule
///
/// It tells what happens from now on, and nothing from before. A rule with no destination on tells nothing.
/// [How rules work](/docs/exports.md).
#[utoipa::path(
    operation_id = "createExportRule",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G14"))),
    request_body = RuleWrite,
    responses(
        (status = 201, description = "The rule.", body = Envelope<RuleBody, RuleMeta>),
        (status = 404, description = "The profile has no such conversion definition."),
        (status = 409, description = "The profile has 200 rules that are not archived."),
    )
)]
#[post("/api/v1beta/exports/rules")]
pub(crate) async fn create_export_rule(
    call: Scoped<ExportsWrite, ApiJson<RuleWrite, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let made = created(Arc::clone(&state), access.clone(), &call.input.0).await?;
    let shown = with_figures(&state, &access, &made).await?;
    Ok(HttpResponse::Created().json(shown))
}

/// Makes it, even if the caller goes away. Also for the console.
pub async fn created(
    state: Arc<AppState>,
    access: ProfileAccess,
    body: &RuleWrite,
) -> Result<Rule, Problem> {
    let new = body.to_new()?;
    detached(async move {
        let input = (access, new);
        let made = state.write(&input, |work, context, (access, new)| {
            Box::pin(create::create(work, context, access, new))
        });
        made.await.map_err(refused)
    })
    .await
}
