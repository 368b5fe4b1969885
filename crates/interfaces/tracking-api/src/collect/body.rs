//! The body of `POST /api/v1beta/collect`. Names are short, because every page view pays for them.

use event_intake::{RawPerson, TrackerBatchDraft, TrackerEventDraft};
use serde::Deserialize;
use utoipa::ToSchema;

use http_kit::extract::{ObjectOf, parse_json};
use http_kit::object_text::ObjectText;
use http_kit::problem::Problem;

/// A batch of browser events of one visitor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrackerBatch)]
pub(super) struct CollectBody {
    /// Public tracking key.
    #[schema(min_length = 1, max_length = 128)]
    k: String,
    /// Version of this format: 1.
    #[schema(minimum = 1, maximum = 1)]
    v: Option<i64>,
    /// Anonymous id of the browser. Without one, page views are counted with their source and page,
    /// and neither visitors, sessions, touches nor credit; other events are refused.
    #[schema(min_length = 1, max_length = 128)]
    a: Option<String>,
    /// The browser's clock when it sent, in milliseconds; not used, ages count.
    #[expect(
        dead_code,
        reason = "part of the format; the server's clock and ages are what counts"
    )]
    n: Option<i64>,
    /// What happened.
    #[schema(value_type = Vec<CollectEvent>, min_items = 1, max_items = 10)]
    e: Vec<ObjectOf<CollectEvent>>,
    /// Cookies of Meta's pixel as the browser has them, `_fbp=…;_fbc=…`, once an answer has said `wants_cookies`. What
    /// has another form is left out.
    c: Option<String>,
}

/// A browser event.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrackerEvent)]
pub(super) struct CollectEvent {
    /// `pv` page view, `eng` engaged time, `id` identify, `ev` custom event.
    #[schema(pattern = "^(pv|eng|id|ev)$")]
    t: String,
    /// A UUID; sending it twice counts once.
    #[schema(format = Uuid)]
    i: String,
    /// Age of the event when it was sent, in milliseconds, at most 7 days; less than 0 is 0.
    #[schema(maximum = 604_800_000_i64)]
    ts: Option<i64>,
    /// Address of the page; required for a page view.
    #[schema(max_length = 2048)]
    u: Option<String>,
    /// Referrer as the browser tells it; empty when it tells that there is none.
    #[schema(max_length = 2048)]
    r: Option<String>,
    /// Title of the page.
    ti: Option<String>,
    /// Engaged milliseconds; required for engaged time.
    #[schema(minimum = 0, maximum = 86_400_000)]
    ms: Option<i64>,
    /// Name of a custom event.
    #[schema(min_length = 1, max_length = 128)]
    n: Option<String>,
    /// Identifiers of an identify event (`email`, `phone`, `crm_contact_id`, `national_id`,
    /// `external_id`, `first_name`, `last_name`), or properties of a custom event.
    #[schema(value_type = Option<Object>)]
    p: Option<ObjectText>,
}

/// Who the visitor says to be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PersonBody {
    email: Option<String>,
    phone: Option<String>,
    crm_contact_id: Option<String>,
    national_id: Option<String>,
    external_id: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

impl TryFrom<CollectBody> for TrackerBatchDraft {
    type Error = Problem;

    fn try_from(body: CollectBody) -> Result<Self, Problem> {
        let events = body
            .e
            .into_iter()
            .enumerate()
            .map(|(position, ObjectOf(event))| event.draft(position));
        Ok(Self {
            key: Some(body.k),
            version: body.v,
            anonymous_id: body.a,
            events: events.collect::<Result<_, _>>()?,
            cookies: body.c,
        })
    }
}

impl CollectEvent {
    fn draft(self, position: usize) -> Result<TrackerEventDraft, Problem> {
        let mut draft = TrackerEventDraft {
            age_ms: self.ts,
            id: Some(self.i),
            url: self.u,
            referrer: self.r,
            title: self.ti,
            ms: self.ms,
            name: self.n,
            ..TrackerEventDraft::default()
        };
        if self.t == "id" {
            draft.person = self.p.map(|object| person(&object, position)).transpose()?;
        } else {
            draft.properties = self.p.map(|object| object.0);
        }
        draft.kind = Some(self.t);
        Ok(draft)
    }
}

fn person(object: &ObjectText, position: usize) -> Result<RawPerson, Problem> {
    let body: PersonBody = parse_json(object.0.as_str().as_bytes())
        .map_err(|problem| problem.within(&format!("/e/{position}/p")))?;
    Ok(RawPerson {
        email: body.email,
        phone: body.phone,
        crm_contact_id: body.crm_contact_id,
        national_id: body.national_id,
        external_id: body.external_id,
        first_name: body.first_name,
        last_name: body.last_name,
        ..RawPerson::default()
    })
}
