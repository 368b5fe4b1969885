//! `GET /api/v1/identity/merge-history`

use actix_web::{HttpResponse, get};
use reporting::merges::MergesQuery;
use uuid::Uuid;

use super::body::MergeBody;
use http_kit::documented::{PageCursor, RowLimit};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{
    ApiQuery, Fault, FromQuery, Invalid, QueryReader, Scoped, parse_uuid, read_limit,
};
use http_kit::problem::{FieldCode, Problem};

const DEFAULT_LIMIT: u32 = 20;

/// The parameters of the history.
#[derive(Debug)]
pub enum HistoryParameters {}

impl FromQuery for HistoryParameters {
    type Query = MergesQuery;

    fn from_query(query: &mut QueryReader) -> Result<MergesQuery, Invalid> {
        let customer = query.optional("customer_profile_id", read_uuid);
        let limit = read_limit(query, DEFAULT_LIMIT);
        let before = query.optional("cursor", read_uuid);
        Ok(MergesQuery {
            customer: customer?.map(Into::into),
            limit: limit?,
            before: before?.map(Into::into),
        })
    }
}

fn read_uuid(text: &str) -> Result<Uuid, Fault> {
    parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
}

/// List merges
///
/// Decisions that two customers are one, the latest first, also those that were undone.
#[utoipa::path(
    operation_id = "listMerges",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G153"))),
    params(
        ("customer_profile_id" = Option<Uuid>, Query, description = "Only merges into this customer."),
        RowLimit<DEFAULT_LIMIT>,
        PageCursor,
    ),
    responses(
        (status = 200, description = "One page.", body = Page<MergeBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1/identity/merge-history")]
pub(crate) async fn list_merges(
    call: Scoped<CustomersRead, ApiQuery<HistoryParameters>>,
) -> Result<HttpResponse, Problem> {
    let page = call.state.merges.merges(&call.access, &call.input.0).await;
    let page = page.map_err(|error| Problem::internal(&error))?;
    Ok(HttpResponse::Ok().json(Page {
        data: page
            .rows
            .into_iter()
            .map(MergeBody::from)
            .collect::<Vec<_>>(),
        meta: ProfileMeta::from(call.access.profile_id),
        pagination: CursorPagination::to(page.next.map(|next| next.uuid().to_string())),
    }))
}
