//! `GET /api/v1beta/exports/deliveries`

use actix_web::{HttpResponse, get};
use export_rules::ports::ExportDeliveryFilter;
use export_rules::{LedgerLine, LineKind, SkipReason, Status, Word};
use http_kit::documented::{PageCursor, RowLimit};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{
    ApiQuery, Fault, FromQuery, Invalid, QueryReader, Scoped, parse_uuid, read_keyset, read_limit,
};
use http_kit::keyset_pages::page_with_next;
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;
use kernel::{Keyset, Limit, ProfileAccess};

use super::record::ExportDeliveryBody;

const DEFAULT_LIMIT: u32 = 20;

/// Which lines are asked for.
#[derive(Clone, Copy, Debug)]
pub struct ExportDeliveriesQuery {
    /// What they have in common.
    pub filter: ExportDeliveryFilter,
    /// How many a page.
    pub limit: Limit<100>,
    /// Where the page before ended.
    pub after: Option<Keyset>,
}

/// The parameters of the list.
#[derive(Debug)]
pub enum ExportDeliveriesParameters {}

impl FromQuery for ExportDeliveriesParameters {
    type Query = ExportDeliveriesQuery;

    fn from_query(query: &mut QueryReader) -> Result<ExportDeliveriesQuery, Invalid> {
        let status = query.optional("status", read_word::<Status>);
        let skip_reason = query.optional("skip_reason", read_word::<SkipReason>);
        let destination_id = query.optional("destination_id", read_id);
        let rule_id = query.optional("rule_id", read_id);
        let conversion_id = query.optional("conversion_id", read_id);
        let kind = query.optional("kind", read_word::<LineKind>);
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = query.optional("cursor", read_keyset);
        Ok(ExportDeliveriesQuery {
            filter: ExportDeliveryFilter {
                status: status?,
                skip_reason: skip_reason?,
                destination_id: destination_id?.map(Into::into),
                rule_id: rule_id?.map(Into::into),
                conversion_id: conversion_id?.map(Into::into),
                kind: kind?,
            },
            limit: limit?,
            after: after?,
        })
    }
}

fn read_id(text: &str) -> Result<uuid::Uuid, Fault> {
    parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
}

fn read_word<W: Word>(text: &str) -> Result<W, Fault> {
    W::parse(text).ok_or((
        FieldCode::UnknownValue,
        "is none of the words that it may be",
    ))
}

/// List export deliveries
///
/// What ad platforms were told, what waits, and what was not told with the reason; the latest first.
#[utoipa::path(
    operation_id = "listExportDeliveries",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(
        ("status" = Option<String>, Query, example = "skipped",
            description = "Only those that stand so."),
        ("skip_reason" = Option<String>, Query, example = "no_match_key",
            description = "Only those that are not told for this reason."),
        ("destination_id" = Option<String>, Query, format = Uuid,
            description = "Only those of this destination."),
        ("rule_id" = Option<String>, Query, format = Uuid,
            description = "Only those under this rule."),
        ("conversion_id" = Option<String>, Query, format = Uuid,
            description = "Only those that tell of this conversion."),
        ("kind" = Option<String>, Query,
            description = "Only those that are `real`, or a `test`."),
        RowLimit<DEFAULT_LIMIT>,
        PageCursor,
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<ExportDeliveryBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/exports/deliveries")]
pub(crate) async fn list_export_deliveries(
    call: Scoped<ExportsRead, ApiQuery<ExportDeliveriesParameters>>,
) -> Result<HttpResponse, Problem> {
    let listed = listed_deliveries(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(listed))
}

/// One page as it is answered. Also for the tool server.
pub async fn listed_deliveries(
    state: &AppState,
    access: &ProfileAccess,
    query: ExportDeliveriesQuery,
) -> Result<Page<ExportDeliveryBody, ProfileMeta, CursorPagination>, Problem> {
    let (rows, next) = deliveries(state, access, query).await?;
    Ok(Page {
        data: rows.iter().map(ExportDeliveryBody::from).collect(),
        meta: ProfileMeta::from(access.profile_id),
        pagination: CursorPagination::to(next.map(|next| next.to_string())),
    })
}

/// One page, and where it ends when there is another. Also for the console.
pub async fn deliveries(
    state: &AppState,
    access: &ProfileAccess,
    query: ExportDeliveriesQuery,
) -> Result<(Vec<LedgerLine>, Option<Keyset>), Problem> {
    let ExportDeliveriesQuery {
        filter,
        limit,
        after,
    } = query;
    let reader = &state.exports.deliveries;
    let place = |row: &LedgerLine| Keyset {
        at: row.created_at,
        id: row.id.uuid(),
    };
    let page = page_with_next((after, limit), place, |after, limit| {
        reader.page(access, &filter, after, limit)
    });
    Ok(page.await?)
}
