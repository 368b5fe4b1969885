//! `GET /api/v1beta/connections`

use actix_web::{HttpResponse, get};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::keyset_pages::{PageParameters, PageQuery, page_with_next};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::{Keyset, ProfileAccess};
use platform_connections::Connection;

use crate::connection::{ConnectionBody, bodies};

/// List connections
///
/// Accounts at ad platforms that the profile is or was connected with, the latest first.
#[utoipa::path(
    operation_id = "listConnections",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G100"))),
    params(
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "Rows a page, 20 by default."),
        ("cursor" = Option<String>, Query,
            description = "`pagination.cursor` of the page before."),
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<ConnectionBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/connections")]
pub(crate) async fn list_connections(
    call: Scoped<ExportsRead, ApiQuery<PageParameters>>,
) -> Result<HttpResponse, Problem> {
    let (rows, next) = connections(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(Page {
        data: bodies(&call.state, &call.access, &rows).await?,
        meta: ProfileMeta::from(call.access.profile_id),
        pagination: CursorPagination::to(next.map(|next| next.to_string())),
    }))
}

/// One page, and where it ends when there is another. Also for the console.
pub async fn connections(
    state: &AppState,
    access: &ProfileAccess,
    query: PageQuery,
) -> Result<(Vec<Connection>, Option<Keyset>), Problem> {
    let PageQuery { limit, after } = query;
    let reader = &state.connections.connections;
    let place = |row: &Connection| Keyset {
        at: row.created_at,
        id: row.id.uuid(),
    };
    let page = page_with_next((after, limit), place, |after, limit| {
        reader.page(access, after, limit)
    });
    Ok(page.await?)
}
