//! `POST /api/v1/events`

use actix_web::dev::Payload;
use actix_web::{HttpRequest, HttpResponse, post};
use application::outcome_events::record::{RecordOutcomeEvent, Recorded};
use event_intake::{NewOutcomeEvent, OutcomeEventDraft};
use kernel::ProfileId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::CreateEventBody;
use super::idempotency::read_key;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::EventsWrite;
use http_kit::extract::{ApiJson, Input, Scoped, state_of};
use http_kit::metrics::Ingested;
use http_kit::problem::{FieldCode, FieldError, Problem};

/// The event and its key.
#[derive(Debug)]
pub struct CreateEvent(RecordOutcomeEvent);

impl Input for CreateEvent {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let ApiJson(body) = ApiJson::<CreateEventBody>::read(request, payload).await?;
        let idempotency_key = read_key(request, body.idempotency_key.as_deref())?;
        let now = state_of(request)?.clock.now();
        let event = NewOutcomeEvent::parse(OutcomeEventDraft::from(body), now)
            .map_err(|errors| Problem::invalid(errors.into_iter().map(field_error).collect()))?;
        Ok(Self(RecordOutcomeEvent {
            event,
            idempotency_key,
        }))
    }
}

/// A field that the domain refuses, as an answer names it.
pub(crate) fn field_error(error: event_intake::FieldError) -> FieldError {
    let pointer = format!("/{}", error.field.replace('.', "/"));
    let code = if error.is_missing() {
        FieldCode::Missing
    } else {
        FieldCode::Malformed
    };
    FieldError::pointer(pointer, code, error.reason)
}

/// What became of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventResult {
    /// Names the event; the same for every replay.
    pub id: Uuid,
    /// Its type.
    pub event_type: String,
    /// When it happened, RFC 3339.
    #[schema(format = DateTime)]
    pub event_time: String,
    /// When it first came in, RFC 3339.
    #[schema(format = DateTime)]
    pub received_at: String,
    /// Whether the same event was recorded before under this key; nothing was written then.
    pub replayed: bool,
    /// The key that it is recorded under: the one that was sent, or the one that was made for an amount
    /// without one, to be sent when sending the event again. Null when it has none.
    pub idempotency_key: Option<String>,
}

/// The context of an event's answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventMeta {
    /// The profile that the event belongs to.
    pub profile_id: Uuid,
    /// What the caller may want to know: `idempotency_key_generated` when an amount came without
    /// a key, `identifier_ignored:<field>` when an identifier is a placeholder, `no_identifier` when
    /// nothing says whose the event is.
    pub warnings: Vec<String>,
}

/// Record an outcome event
///
/// Sends one server-side event: a payment, a lead, an appointment, whatever a conversion
/// definition gives a meaning to. Give every event that carries money an idempotency key, so that
/// sending it again does not count it again. The event counts for the person whom its identifiers
/// name.
#[utoipa::path(
    operation_id = "createEvent",
    tag = "Ingest",
    security(("api_key" = ["events:write"])),
    params((
        "Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 256,
        description = "Names the event, so that sending it again is harmless. Kept for ever, \
            unique in the profile.",
        extensions(("x-spec-gap" = json!("G03")))
    )),
    request_body(content = CreateEventBody, content_type = "application/json"),
    responses(
        (status = 201, description = "The event is recorded.",
            body = Envelope<EventResult, EventMeta>),
        (status = 200, description = "The same event was recorded before under the same key.",
            body = Envelope<EventResult, EventMeta>),
        (status = 422, description = "The key was used for an event with other content."),
        TooManyWrites,
    )
)]
#[post("/api/v1/events")]
pub(crate) async fn create_event(
    call: Scoped<EventsWrite, CreateEvent>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let sent = Sent::of(&call.input.0);
    let intake = &call.state.outcome_intake;
    let recorded = intake.record(profile_id, call.input.0).await?;
    let mut response = if recorded.replayed {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    let duplicates = usize::from(recorded.replayed);
    let mut response = response.json(envelope(profile_id, sent, recorded));
    response.extensions_mut().insert(Ingested {
        accepted: 1 - duplicates,
        duplicates,
    });
    Ok(response)
}

/// What an answer tells of an event beside what became of it.
struct Sent {
    key: Option<String>,
    /// Fields that name a person.
    identifiers: usize,
}

impl Sent {
    fn of(command: &RecordOutcomeEvent) -> Self {
        Self {
            key: command
                .idempotency_key
                .as_ref()
                .map(|key| key.as_str().to_owned()),
            identifiers: command.event.person.identifiers(),
        }
    }
}

fn envelope(
    profile_id: ProfileId,
    sent: Sent,
    recorded: Recorded,
) -> Envelope<EventResult, EventMeta> {
    let nobody = sent.identifiers <= recorded.ignored_fields.len();
    let nobody = nobody.then(|| "no_identifier".to_owned());
    let generated = recorded.generated_key.is_some();
    let generated = generated.then(|| "idempotency_key_generated".to_owned());
    let ignored = recorded
        .ignored_fields
        .iter()
        .map(|field| format!("identifier_ignored:{field}"));
    Envelope {
        data: EventResult {
            id: recorded.id.uuid(),
            event_type: recorded.event_type,
            event_time: recorded.occurred_at.to_string(),
            received_at: recorded.received_at.to_string(),
            replayed: recorded.replayed,
            idempotency_key: sent.key.or(recorded.generated_key),
        },
        meta: EventMeta {
            profile_id: profile_id.uuid(),
            warnings: generated.into_iter().chain(ignored).chain(nobody).collect(),
        },
    }
}
