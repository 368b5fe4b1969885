//! `GET /api/v1beta/exports/rules/{id}`

use actix_web::{HttpResponse, get};
use export_rules::Rule;
use export_rules::ids::kind;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;

use super::list::figures;
use super::record::{RuleBody, RuleMeta, answer};

/// Get an export rule
///
/// Archived ones, too.
#[utoipa::path(
    operation_id = "getExportRule",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(("id" = String, Path, format = Uuid, description = "The rule.")),
    responses(
        (status = 200, description = "The rule.", body = Envelope<RuleBody, RuleMeta>),
    )
)]
#[get("/api/v1beta/exports/rules/{id}")]
pub(crate) async fn get_export_rule(
    call: Scoped<ExportsRead, PathId<kind::Rule>>,
) -> Result<HttpResponse, Problem> {
    let input = (call.access.profile_id, call.input.0);
    let found = call.state.read(&input, |work, _, (profile, id)| {
        Box::pin(async move { work.export_rules().find(*profile, *id).await })
    });
    let found = found.await?.ok_or_else(Problem::not_found)?;
    let shown = with_figures(&call.state, &call.access, &found).await?;
    Ok(HttpResponse::Ok().json(shown))
}

/// A rule with its figures.
pub(super) async fn with_figures(
    state: &AppState,
    access: &ProfileAccess,
    rule: &Rule,
) -> Result<Envelope<RuleBody, RuleMeta>, Problem> {
    let figures = figures(state, access, std::slice::from_ref(rule)).await?;
    Ok(answer(access.profile_id, rule, figures.get(&rule.id)))
}
