//! `GET /api/v1beta/restatements/{id}`

use actix_web::{HttpResponse, get};
use kernel::ids::kind;
use kernel::{ProfileAccess, RestatementId};
use reporting::restatements::{LineCursor, LinesQuery, RestatementDetail};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{LineBody, RestatementBody};
use http_kit::documented::PageCursor;
use http_kit::envelope::{CursorPagination, ProfileMeta};
use http_kit::extract::read_limit;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{
    ApiQuery, Fault, FromQuery, Invalid, PathId, QueryReader, Scoped, read_date, read_model,
};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

const DEFAULT_LIMIT: u32 = 100;

/// A restatement with one page of its lines.
#[derive(Debug, Serialize, ToSchema)]
pub struct RestatementPage {
    /// The restatement and its lines.
    pub data: RestatementData,
    /// The profile.
    pub meta: ProfileMeta,
    /// Where the lines go on.
    pub pagination: CursorPagination,
}

/// A restatement with lines.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RestatementWithLines)]
pub struct RestatementData {
    /// The restatement.
    pub restatement: RestatementBody,
    /// What it changed under the model, and of spend, by day and then by channel.
    pub lines: Vec<LineBody>,
}

/// The parameters of the lines of a restatement.
#[derive(Debug)]
pub enum LinesParameters {}

impl FromQuery for LinesParameters {
    type Query = LinesQuery;

    fn from_query(query: &mut QueryReader) -> Result<LinesQuery, Invalid> {
        let model = read_model(query);
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = query.optional("cursor", read_cursor);
        Ok(LinesQuery {
            model: model?,
            limit: limit?,
            after: after?,
        })
    }
}

/// `day|channel`; the channel is empty for what no touch is credited with.
fn read_cursor(text: &str) -> Result<LineCursor, Fault> {
    let cursor = text.split_once('|').and_then(|(date, channel)| {
        Some(LineCursor {
            date: read_date(date).ok()?,
            channel: channel.to_owned(),
        })
    });
    cursor.ok_or((FieldCode::Malformed, "is not the cursor of a page before"))
}

/// Get a restatement
///
/// What changed, day by day and channel by channel, before and after. Adding up the changes of all
/// restatements up to an instant gives the figures as they were reported then.
#[utoipa::path(
    operation_id = "getRestatement",
    tag = "Attribution",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G48"))),
    params(
        ("id" = String, Path, format = Uuid, description = "The restatement."),
        ("model" = Option<String>, Query, description = "What is credited under this model."),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 500,
            description = "Lines a page, 100 by default."),
        PageCursor,
    ),
    responses(
        (status = 200, description = "The restatement with one page of its lines.",
            body = RestatementPage),
    )
)]
#[get("/api/v1beta/restatements/{id}")]
pub(crate) async fn get_restatement(
    call: Scoped<AnalyticsRead, (PathId<kind::Restatement>, ApiQuery<LinesParameters>)>,
) -> Result<HttpResponse, Problem> {
    let (PathId(id), ApiQuery(query)) = call.input;
    let answer = restatement(&call.state, &call.access, id, &query).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn restatement(
    state: &AppState,
    access: &ProfileAccess,
    id: RestatementId,
    query: &LinesQuery,
) -> Result<RestatementPage, Problem> {
    let detail = state
        .restatements
        .restatement(access, id, query)
        .await
        .map_err(|error| Problem::internal(&error))?
        .ok_or_else(Problem::not_found)?;
    let RestatementDetail {
        restatement,
        lines,
        next,
    } = detail;
    let cursor = next.map(|next| format!("{}|{}", next.date, next.channel));
    Ok(RestatementPage {
        data: RestatementData {
            restatement: restatement.into(),
            lines: lines
                .into_iter()
                .map(|line| LineBody::new(query.model, line))
                .collect(),
        },
        meta: ProfileMeta::from(access.profile_id),
        pagination: CursorPagination::to(cursor),
    })
}
