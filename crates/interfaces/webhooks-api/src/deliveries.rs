//! `GET /api/v1beta/webhooks/deliveries`

use actix_web::{HttpResponse, get};
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
use webhook_events::ports::{DeliveryFilter, DeliveryRecord};
use webhook_events::{DeliveryStatus, EventType};

use crate::delivery::DeliveryBody;

const DEFAULT_LIMIT: u32 = 20;

/// Which deliveries are asked for.
#[derive(Clone, Copy, Debug)]
pub struct DeliveriesQuery {
    /// What they have in common.
    pub filter: DeliveryFilter,
    /// How many a page.
    pub limit: Limit<100>,
    /// Where the page before ended.
    pub after: Option<Keyset>,
}

/// The parameters of the list.
#[derive(Debug)]
pub enum DeliveriesParameters {}

impl FromQuery for DeliveriesParameters {
    type Query = DeliveriesQuery;

    fn from_query(query: &mut QueryReader) -> Result<DeliveriesQuery, Invalid> {
        let subscription_id = query.optional("subscription_id", read_id);
        let status = query.optional("status", read_status);
        let event_type = query.optional("type", read_type);
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = query.optional("cursor", read_keyset);
        Ok(DeliveriesQuery {
            filter: DeliveryFilter {
                subscription_id: subscription_id?.map(Into::into),
                status: status?,
                event_type: event_type?,
            },
            limit: limit?,
            after: after?,
        })
    }
}

fn read_id(text: &str) -> Result<uuid::Uuid, Fault> {
    parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
}

fn read_status(text: &str) -> Result<DeliveryStatus, Fault> {
    let words = "must be pending, delivered or dead";
    DeliveryStatus::parse(text).ok_or((FieldCode::UnknownValue, words))
}

fn read_type(text: &str) -> Result<EventType, Fault> {
    EventType::parse(text).ok_or((FieldCode::UnknownValue, "is in no catalogue of events"))
}

/// List webhook deliveries
///
/// Events on their way to subscriptions, the latest first.
#[utoipa::path(
    operation_id = "listWebhookDeliveries",
    tag = "Webhooks",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G138"))),
    params(
        ("subscription_id" = Option<String>, Query, format = Uuid,
            description = "Only those of this subscription."),
        ("status" = Option<String>, Query,
            description = "Only those that are `pending`, `delivered` or `dead`."),
        ("type" = Option<String>, Query, example = "conversion.recorded",
            description = "Only those of events of this type."),
        RowLimit<DEFAULT_LIMIT>,
        PageCursor,
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<DeliveryBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/webhooks/deliveries")]
pub(crate) async fn list_webhook_deliveries(
    call: Scoped<ExportsRead, ApiQuery<DeliveriesParameters>>,
) -> Result<HttpResponse, Problem> {
    let (rows, next) = deliveries(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(Page {
        data: rows.iter().map(DeliveryBody::from).collect(),
        meta: ProfileMeta::from(call.access.profile_id),
        pagination: CursorPagination::to(next.map(|next| next.to_string())),
    }))
}

/// One page, and where it ends when there is another. Also for the console.
pub async fn deliveries(
    state: &AppState,
    access: &ProfileAccess,
    query: DeliveriesQuery,
) -> Result<(Vec<DeliveryRecord>, Option<Keyset>), Problem> {
    let DeliveriesQuery {
        filter,
        limit,
        after,
    } = query;
    let reader = &state.webhooks.deliveries;
    let place = |row: &DeliveryRecord| Keyset {
        at: row.created_at,
        id: row.id.uuid(),
    };
    let page = page_with_next((after, limit), place, |after, limit| {
        reader.page(access, &filter, after, limit)
    });
    Ok(page.await?)
}
