//! `POST /api/v1beta/collect`

use actix_web::dev::Payload;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, post};
use application::tracking::collect::{CollectError, Sender};
use application::tracking::intake::Refused;
use event_intake::{TrackerBatch, TrackerBatchDraft};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::CollectBody;
use super::sender::read_sender;
use crate::http::envelope::{Envelope, NoMeta};
use crate::http::extract::{Input, Public, parse_json, read_body, state_of};
use crate::http::problem::{Code, FieldCode, FieldError, Problem};
use crate::metrics::Ingested;

const MAX_BYTES: usize = 16 * 1024;

/// A batch and who sent it.
#[derive(Debug)]
pub(crate) struct CollectInput {
    batch: TrackerBatch,
    sender: Sender,
}

impl Input for CollectInput {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let is = |media_type| request.content_type().eq_ignore_ascii_case(media_type);
        if !is("text/plain") && !is("application/json") {
            let detail = "the body must be JSON, sent as text/plain or as application/json";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        let body = read_body(request, payload, MAX_BYTES).await?;
        let state = state_of(request)?;
        let draft = TrackerBatchDraft::try_from(parse_json::<CollectBody>(&body)?)?;
        let wrong = |error: event_intake::tracker::BatchError| {
            FieldError::pointer(error.pointer, FieldCode::Malformed, error.reason)
        };
        let batch = TrackerBatch::parse(draft, state.clock.now())
            .map_err(|errors| Problem::invalid(errors.into_iter().map(wrong).collect()))?;
        Ok(Self {
            batch,
            sender: read_sender(request, &state),
        })
    }
}

/// What became of a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectResult {
    /// Events that are new.
    pub accepted: usize,
    /// Events that were recorded before.
    pub duplicates: usize,
}

/// Record browser events
///
/// What the tracker script sends: page views, engaged time, identify and custom events of one
/// browser. Needs no credential but a public tracking key. The answer comes when the events are
/// durable; sending them again counts them once. Pages of any origin may call it, and `text/plain`
/// spares them a preflight.
#[utoipa::path(
    operation_id = "collectEvents",
    tag = "Ingest",
    extensions(("x-spec-gap" = json!("G04"))),
    request_body(content((CollectBody = "text/plain"), (CollectBody = "application/json"))),
    responses(
        (status = 202, description = "The events are recorded.",
            body = Envelope<CollectResult, NoMeta>),
        (status = 503, description = "Too many writes at once; send the same again."),
    )
)]
#[post("/api/v1beta/collect")]
pub(crate) async fn collect_events(call: Public<CollectInput>) -> Result<HttpResponse, Problem> {
    let CollectInput { batch, sender } = call.input;
    let collected = call.state.intake.collect(batch, sender).await?;
    let data = CollectResult {
        accepted: collected.accepted,
        duplicates: collected.duplicates,
    };
    let mut response = HttpResponse::Accepted().json(Envelope {
        data,
        meta: NoMeta {},
    });
    response.extensions_mut().insert(Ingested {
        accepted: collected.accepted,
        duplicates: collected.duplicates,
    });
    Ok(response)
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::UnknownKey => {
                let why = "is no active tracking key";
                Self::invalid_field(FieldError::pointer("/k", FieldCode::UnknownValue, why))
            }
            Refused::Busy => Self::busy(),
            Refused::Collect(error) => error.into(),
        }
    }
}

impl From<CollectError> for Problem {
    fn from(error: CollectError) -> Self {
        match error {
            CollectError::Identifier { position, error } => {
                let pointer = match error.field {
                    "anonymous_id" => "/a".to_owned(),
                    field => format!("/e/{position}/p/{field}"),
                };
                Self::invalid_field(FieldError::pointer(
                    pointer,
                    FieldCode::Malformed,
                    error.reason,
                ))
            }
            CollectError::Store(failure) => failure.into(),
        }
    }
}
