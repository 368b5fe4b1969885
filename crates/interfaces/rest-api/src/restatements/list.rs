//! `GET /api/v1beta/restatements`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::causes::Cause;
use reporting::restatements::RestatementsQuery;

use super::body::RestatementBody;
use http_kit::documented::{PageCursor, RowLimit};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::read_limit;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, Fault, FromQuery, Invalid, QueryReader, Scoped};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

const DEFAULT_LIMIT: u32 = 20;

/// The parameters of the list of restatements.
#[derive(Debug)]
pub enum RestatementsParameters {}

impl FromQuery for RestatementsParameters {
    type Query = RestatementsQuery;

    fn from_query(query: &mut QueryReader) -> Result<RestatementsQuery, Invalid> {
        let causes = query.optional("cause", read_causes);
        let limit = read_limit(query, DEFAULT_LIMIT);
        let before = query.optional("cursor", read_sequence);
        Ok(RestatementsQuery {
            causes: causes?.unwrap_or_default(),
            limit: limit?,
            before: before?,
        })
    }
}

/// Words separated by commas; each must be known, so that a misspelt one is no empty list.
fn read_causes(text: &str) -> Result<Vec<Cause>, (FieldCode, String)> {
    let causes: Option<Vec<Cause>> = text.split(',').map(Cause::parse).collect();
    causes.ok_or_else(|| {
        let words = Cause::ALL.map(Cause::as_str).join(", ");
        let told = format!("must be words separated by commas, of {words}");
        (FieldCode::UnknownValue, told)
    })
}

fn read_sequence(text: &str) -> Result<i64, Fault> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let sequence = digits.then(|| text.parse().ok()).flatten();
    sequence.ok_or((FieldCode::Malformed, "is not the cursor of a page before"))
}

/// List restatements
///
/// Every change of a reported figure, the latest first: when, why, by whom, which days, and what
/// credited cash, conversions and spend changed by. Figures that a report shows never change without one.
#[utoipa::path(
    operation_id = "listRestatements",
    tag = "Attribution",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G48"))),
    params(
        ("cause" = Option<String>, Query, example = "windows_changed,late_event",
            description = "Only restatements with one of these causes, separated by commas; \
                `several` stands for causes of more than one kind."),
        RowLimit<DEFAULT_LIMIT>,
        PageCursor,
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<RestatementBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/restatements")]
pub(crate) async fn list_restatements(
    call: Scoped<AnalyticsRead, ApiQuery<RestatementsParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = restatements(&call.state, &call.access, &call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn restatements(
    state: &AppState,
    access: &ProfileAccess,
    query: &RestatementsQuery,
) -> Result<Page<RestatementBody, ProfileMeta, CursorPagination>, Problem> {
    let page = state
        .restatements
        .restatements(access, query)
        .await
        .map_err(|error| Problem::internal(&error))?;
    Ok(Page {
        data: page.rows.into_iter().map(RestatementBody::from).collect(),
        meta: ProfileMeta::from(access.profile_id),
        pagination: CursorPagination::to(page.next.map(|next| next.to_string())),
    })
}
