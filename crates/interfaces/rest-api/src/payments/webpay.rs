//! `POST /api/v1/payments/webpay`

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{HttpRequest, HttpResponse, post};
use application::webpay::report::{Reported, report};
use event_intake::{NotRecorded, WebpayReport};
use kernel::ProfileId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{WebpayBody, WebpayObject};
use crate::events::create::field_error;
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::EventsWrite;
use http_kit::extract::{ApiJson, Input, Scoped, state_of};
use http_kit::metrics::Ingested;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What is said of an order, and whether the object had members that mean nothing here.
#[derive(Debug)]
pub struct ReportOrder {
    report: WebpayReport,
    is_partly_ignored: bool,
}

impl Input for ReportOrder {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let ApiJson(object) = ApiJson::<WebpayObject>::read(request, payload).await?;
        let now = state_of(request)?.clock.now();
        let read = object.read();
        let report = WebpayReport::parse(read.draft, now);
        let wrong = report.as_ref().err().into_iter().flatten().cloned();
        let wrong: Vec<_> = read
            .problems
            .into_iter()
            .chain(wrong.map(field_error))
            .collect();
        match report {
            Ok(report) if wrong.is_empty() => Ok(Self {
                report,
                is_partly_ignored: read.is_partly_ignored,
            }),
            _ => Err(Problem::invalid(wrong)),
        }
    }
}

/// What became of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebpayResult {
    /// Whether an event stands for what was told: the payment, or the latest refund. Null in the rest when none does.
    pub recorded: bool,
    /// Why not: `awaiting_capture`, `not_authorised`, `not_finished`, or `unknown_payment` of a refund of what nobody
    /// reported as paid.
    pub reason: Option<&'static str>,
    /// Names the event; the same for every replay.
    pub id: Option<Uuid>,
    /// `payment_received` or `payment_refunded`.
    pub event_type: Option<String>,
    /// When it happened, RFC 3339.
    #[schema(format = DateTime)]
    pub event_time: Option<String>,
    /// When it first came in, RFC 3339.
    #[schema(format = DateTime)]
    pub received_at: Option<String>,
    /// Whether it was recorded before; nothing was written then.
    pub replayed: bool,
    /// The key that it is recorded under: the order, or `webpay-refund:{order}:{given back in all}`.
    pub idempotency_key: Option<String>,
}

/// The context of the answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebpayMeta {
    /// The profile that the order belongs to.
    pub profile_id: Uuid,
    /// `unknown_fields_ignored` when the object had members that are not documented, `identifier_ignored:<field>` when
    /// an identifier is a placeholder, `no_identifier` when nothing says whose the order is.
    pub warnings: Vec<String>,
}

/// Report a Webpay payment
///
/// Takes what Webpay Plus answered a `commit` or `status` call with, and counts the order once, however often and in
/// whatever order it is told of: as a payment once the bank approved and the amount is taken, and, once that is recorded, as
/// refunds when it is reversed or nullified, also in parts. What comes to nothing is answered with the reason and not written, so that the
/// same order may still be paid. A payment is known again by its order, amount, currency, authorization and moment.
/// Nobody at Transbank is asked.
#[utoipa::path(
    operation_id = "createWebpayPayment",
    tag = "Ingest",
    security(("api_key" = ["events:write"])),
    extensions(("x-spec-gap" = json!("G06"))),
    request_body(content = WebpayBody, content_type = "application/json"),
    responses(
        (status = 201, description = "The payment, or what of it was given back since, is recorded.",
            body = Envelope<WebpayResult, WebpayMeta>),
        (status = 200, description = "It was recorded before, or there is nothing to record.",
            body = Envelope<WebpayResult, WebpayMeta>),
        (status = 422, description = "The order's name was used for an event of other content."),
        TooManyWrites,
    )
)]
#[post("/api/v1/payments/webpay")]
pub(crate) async fn create_webpay_payment(
    call: Scoped<EventsWrite, ReportOrder>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let ReportOrder {
        report,
        is_partly_ignored,
    } = call.input;
    let identifiers = report.person().identifiers();
    let (reported, ignored) = detached(reported(state, profile_id, report)).await?;
    let is_new = matches!(&reported, Reported::Recorded { event, .. } if !event.replayed);
    let is_replayed = matches!(&reported, Reported::Recorded { event, .. } if event.replayed);
    let mut warnings = Vec::new();
    if is_partly_ignored {
        warnings.push("unknown_fields_ignored".to_owned());
    }
    warnings.extend(
        ignored
            .iter()
            .map(|field| format!("identifier_ignored:{field}")),
    );
    if identifiers <= ignored.len() {
        warnings.push("no_identifier".to_owned());
    }
    let meta = WebpayMeta {
        profile_id: profile_id.uuid(),
        warnings,
    };
    let data = WebpayResult::from(reported);
    let mut response = if is_new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    let mut response = response.json(Envelope { data, meta });
    response.extensions_mut().insert(Ingested {
        accepted: usize::from(is_new),
        duplicates: usize::from(is_replayed),
    });
    Ok(response)
}

async fn reported(
    state: Arc<AppState>,
    profile_id: ProfileId,
    told: WebpayReport,
) -> Result<(Reported, Vec<&'static str>), Problem> {
    let profile = state.profiles.find(profile_id).await?;
    let profile = Arc::new(profile.ok_or_else(Problem::not_found)?);
    let given = (profile, told);
    let written = state.write(&given, |work, context, given| {
        Box::pin(report(work, context, given))
    });
    Ok(written.await?)
}

impl From<Reported> for WebpayResult {
    fn from(reported: Reported) -> Self {
        match reported {
            Reported::Recorded { event, key } => Self {
                recorded: true,
                reason: None,
                id: Some(event.id.uuid()),
                event_type: Some(event.event_type),
                event_time: Some(event.occurred_at.to_string()),
                received_at: Some(event.received_at.to_string()),
                replayed: event.replayed,
                idempotency_key: Some(key),
            },
            Reported::Nothing(why) => Self::nothing(why),
        }
    }
}

impl WebpayResult {
    fn nothing(why: NotRecorded) -> Self {
        Self {
            recorded: false,
            reason: Some(why.as_str()),
            id: None,
            event_type: None,
            event_time: None,
            received_at: None,
            replayed: false,
            idempotency_key: None,
        }
    }
}
