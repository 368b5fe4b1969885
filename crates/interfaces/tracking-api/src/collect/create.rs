//! `POST /api/v1beta/collect`

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, post};
use application::ports::Profile;
use application::tracking::collect::{CollectError, Sender};
use application::tracking::intake::Refused;
use event_intake::ports::IntakeReason;
use event_intake::{Origin, TrackerBatch, TrackerBatchDraft};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::CollectBody;
use super::heard::{self, OriginParameters, origin, views_by_host};
use super::sender::read_sender;
use http_kit::address::client_address;
use http_kit::collect_gate::{charge_address, charge_key, note};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, NoMeta};
use http_kit::extract::{Input, Public, parse_json, read_body, state_of};
use http_kit::metrics::Ingested;
use http_kit::problem::refusals::collect::place;
use http_kit::problem::{Code, FieldCode, FieldError, Problem};
use http_kit::state::AppState;

const MAX_BYTES: usize = 16 * 1024;
/// Most events that a request is charged for; more are refused.
const MAX_EVENTS: usize = 10;

/// A batch and who sent it.
#[derive(Debug)]
pub struct CollectInput {
    batch: TrackerBatch,
    origin: Origin,
    sender: Sender,
    profile: Option<Arc<Profile>>,
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
        let events = draft.events.len().clamp(1, MAX_EVENTS);
        let address = client_address(request, &state);
        charge_address(&state, draft.key.as_deref(), address, events).await?;
        let profile = match &draft.key {
            Some(key) => state.intake.owner(key).await?,
            None => None,
        };
        let owner = profile.as_deref();
        let wrong = |error: event_intake::tracker::BatchError| {
            FieldError::pointer(error.pointer, FieldCode::Malformed, error.reason)
        };
        let batch = TrackerBatch::parse(draft, state.clock.now()).map_err(|errors| {
            let pointer = errors.first().map_or("", |error| error.pointer.as_str());
            note(&state, owner, (IntakeReason::Malformed, pointer), events);
            Problem::invalid(errors.into_iter().map(wrong).collect())
        })?;
        let origin = origin(request);
        if let Some(profile) = owner {
            charge_key(&state, profile, events).await?;
            refuse_foreign(&state, profile, &batch, &origin)?;
        }
        let mut sender = read_sender(request, &state);
        if let (Some(profile), Some(address)) = (owner, address) {
            sender.name = name(&state, profile, address).await;
        }
        Ok(Self {
            batch,
            origin,
            sender,
            profile,
        })
    }
}

/// By which the sender is known for the day.
async fn name(state: &AppState, profile: &Profile, address: IpAddr) -> Option<String> {
    let (now, random) = (state.clock.now(), || state.randomness.bytes32());
    let senders = &state.collecting.senders;
    senders.name((profile.id, address), now, random).await
}

/// Refuses events of pages that are not the profile's, when it takes no others.
fn refuse_foreign(
    state: &AppState,
    profile: &Profile,
    batch: &TrackerBatch,
    origin: &Origin,
) -> Result<(), Problem> {
    let pages = batch.events.iter().map(|event| event.kind.page());
    let mut foreign = pages.enumerate().filter_map(|(position, page)| {
        let page = page.filter(|page| !profile.takes_page(page))?;
        Some((position, page))
    });
    let Some((position, page)) = foreign.next() else {
        return Ok(());
    };
    heard::refused(state, profile, page, origin);
    let pointer = format!("/e/{position}/u");
    let events = batch.events.len();
    note(
        state,
        Some(profile),
        (IntakeReason::ForeignPage, &pointer),
        events,
    );
    let why = "is a page of a domain that is not among the profile's own";
    let error = FieldError::pointer(pointer, FieldCode::UnknownValue, why);
    Err(Problem::invalid_field(error))
}

/// The events are durable by now, whatever is known of this.
async fn wants_cookies(state: &AppState, profile: Option<&Profile>) -> bool {
    match profile {
        Some(profile) => state
            .intake
            .wants_cookies(profile.id)
            .await
            .unwrap_or_default(),
        None => false,
    }
}

/// What became of a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectResult {
    /// Events that are new.
    pub accepted: usize,
    /// Events that were recorded before.
    pub duplicates: usize,
    /// Why reports leave the events out, such as `user agent says headless`; absent when they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub left_out: Option<String>,
    /// True when the profile tells a social network of conversions, which finds people by its own cookies: the
    /// tracker sends them as `c` then, where the visitor has agreed. Absent when they are not wanted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub wants_cookies: bool,
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
    params(OriginParameters),
    request_body(content((CollectBody = "text/plain"), (CollectBody = "application/json"))),
    responses(
        (status = 202, description = "The events are recorded.",
            body = Envelope<CollectResult, NoMeta>),
        (status = 429, description = "More events a minute than this key or this address may send; \
            try again after `Retry-After` seconds."),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/collect")]
pub(crate) async fn collect_events(call: Public<CollectInput>) -> Result<HttpResponse, Problem> {
    let CollectInput {
        batch,
        origin,
        sender,
        profile,
    } = call.input;
    let views = views_by_host(&batch);
    let (events, left_out) = (batch.events.len(), sender.bot_reason.clone());
    let noted = |reason, pointer: &str| {
        note(&call.state, profile.as_deref(), (reason, pointer), events);
    };
    let collected = call.state.intake.collect(batch, sender).await;
    let collected = collected.inspect_err(|refused| match refused {
        Refused::Busy => noted(IntakeReason::Busy, ""),
        Refused::Collect(CollectError::Identifier { position, error }) => {
            noted(IntakeReason::Malformed, &place(*position, error.field));
        }
        Refused::UnknownKey | Refused::Collect(CollectError::Store(_)) => {}
    })?;
    noted(
        left_out
            .as_ref()
            .map_or(IntakeReason::Accepted, |_| IntakeReason::Bot),
        "",
    );
    let counts = left_out.is_none() && collected.accepted > 0;
    if let Some(profile) = profile.as_deref().filter(|_| counts) {
        heard::taken(&call.state, profile, views, &origin);
    }
    let data = CollectResult {
        accepted: collected.accepted,
        duplicates: collected.duplicates,
        wants_cookies: left_out.is_none() && wants_cookies(&call.state, profile.as_deref()).await,
        left_out,
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
