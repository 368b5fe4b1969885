//! `GET /api/v1beta/exports/rules`

use std::collections::HashMap;

use actix_web::{HttpResponse, get};
use export_rules::ports::RuleDeliveries;
use export_rules::{Rule, RuleId};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::keyset_pages::{PageParameters, PageQuery};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Keyset, Limit, ProfileAccess};

use super::record::RuleBody;

/// How far back figures of rules go.
const FIGURES: i64 = 7 * MICROS_PER_DAY;

/// Rules with their figures.
pub type RulesPage = (Vec<Rule>, HashMap<RuleId, RuleDeliveries>);

/// List export rules
///
/// The latest first. Archived ones are left out.
#[utoipa::path(
    operation_id = "listExportRules",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "Rows a page, 20 by default."),
        ("cursor" = Option<String>, Query,
            description = "`pagination.cursor` of the page before."),
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<RuleBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/exports/rules")]
pub(crate) async fn list_export_rules(
    call: Scoped<ExportsRead, ApiQuery<PageParameters>>,
) -> Result<HttpResponse, Problem> {
    let listed = listed_rules(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(listed))
}

/// One page as it is answered. Also for the tool server.
pub async fn listed_rules(
    state: &AppState,
    access: &ProfileAccess,
    PageQuery { limit, after }: PageQuery,
) -> Result<Page<RuleBody, ProfileMeta, CursorPagination>, Problem> {
    let ((rules, figures), next) = rules(state, access, (after, limit)).await?;
    Ok(Page {
        data: rules
            .iter()
            .map(|rule| RuleBody::new(rule, figures.get(&rule.id)))
            .collect(),
        meta: ProfileMeta::from(access.profile_id),
        pagination: CursorPagination::to(next.map(|next| next.to_string())),
    })
}

/// One page, and where it ends when there is another. Also for the console.
pub async fn rules(
    state: &AppState,
    access: &ProfileAccess,
    (after, limit): (Option<Keyset>, Limit<100>),
) -> Result<(RulesPage, Option<Keyset>), Problem> {
    let one = Limit::new(1).ok_or_else(Problem::not_found)?;
    let input = (access.profile_id, after, limit, one);
    let page = state.read(&input, |work, _, (profile, after, limit, one)| {
        Box::pin(async move {
            let rules = work.export_rules();
            let page = rules.page(*profile, *after, *limit).await?;
            let is_full = u32::try_from(page.len()) == Ok(limit.get());
            let last = page.last().filter(|_| is_full).map(|rule| Keyset {
                at: rule.created_at,
                id: rule.id.uuid(),
            });
            // A page that is full may be the last: whether it is, its last row is asked.
            let next = match last {
                Some(last) if !rules.page(*profile, Some(last), *one).await?.is_empty() => {
                    Some(last)
                }
                _ => None,
            };
            Ok::<_, kernel::StoreError>((page, next))
        })
    });
    let (page, next) = page.await?;
    let figures = figures(state, access, &page).await?;
    Ok(((page, figures), next))
}

/// What was decided under rules in the last days.
pub(super) async fn figures(
    state: &AppState,
    access: &ProfileAccess,
    rules: &[Rule],
) -> Result<HashMap<RuleId, RuleDeliveries>, Problem> {
    let ids: Vec<_> = rules.iter().map(|rule| rule.id).collect();
    let since = state.clock.now().plus_micros(-FIGURES);
    let statistics = &state.exports.statistics;
    Ok(statistics.of_rules(access, &ids, since).await?)
}
