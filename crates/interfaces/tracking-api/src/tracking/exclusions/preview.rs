//! `POST /api/v1beta/tracking/exclusions/preview`

use std::cmp::Reverse;
use std::sync::Arc;

use actix_web::{HttpResponse, post};
use application::tracking::exclude::{Foretold, MOST_CANDIDATES, foretell};
use event_intake::{Conditions, ExclusionRule};
use kernel::ProfileId;
use serde::Serialize;
use utoipa::ToSchema;

use super::BYTES;
use super::body::ExclusionDraftBody;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::heavy::told;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// What an exclusion would take out of what counts now. Only events are bots' as well.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExclusionPreview {
    /// Events of all kinds.
    pub events: u64,
    /// Page views.
    pub page_views: u64,
    /// Identifications.
    pub identifications: u64,
    /// How many sessions would be fewer; negative when what is left of some falls apart.
    pub sessions: i64,
    /// How many touches would be fewer; negative for the same reason.
    pub touches: i64,
    /// Browsers of which no session would be left.
    pub visitors: u64,
    /// Who sent them, most events first; at most 20.
    pub senders: Vec<ExcludedSender>,
}

/// Who sent some of the events.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExcludedSender {
    /// A name for an address on one day, to be used in `senders`.
    pub sender: String,
    /// How many of the events.
    pub events: u64,
}

/// Senders that a preview names.
const MOST_SENDERS: usize = 20;

impl From<Foretold> for ExclusionPreview {
    fn from(foretold: Foretold) -> Self {
        let Foretold {
            events,
            page_views,
            identifications,
            sessions,
            touches,
            visitors,
            senders,
        } = foretold;
        let of = |(sender, events)| ExcludedSender { sender, events };
        let mut senders: Vec<_> = senders.into_iter().map(of).collect();
        senders.sort_by_key(|sender| Reverse(sender.events));
        senders.truncate(MOST_SENDERS);
        Self {
            events,
            page_views,
            identifications,
            sessions,
            touches,
            visitors,
            senders,
        }
    }
}

/// Try an exclusion
///
/// What it would take out of all that counts now. Nothing is changed.
#[utoipa::path(
    operation_id = "previewTrackingExclusion",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G135"))),
    request_body = ExclusionDraftBody,
    responses(
        (status = 200, description = "What the exclusion would do.",
            body = Envelope<ExclusionPreview, ProfileMeta>),
    )
)]
#[post("/api/v1beta/tracking/exclusions/preview")]
pub(crate) async fn preview_tracking_exclusion(
    call: Scoped<TrackingWrite, ApiJson<ExclusionDraftBody, BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let read = call.input.0.read(&state, profile_id)?;
    let foretold = foretold(state, profile_id, read.conditions).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ExclusionPreview::from(foretold),
        meta: ProfileMeta::from(profile_id),
    }))
}

/// In its turn; also for the console.
pub async fn foretold(
    state: Arc<AppState>,
    profile_id: ProfileId,
    conditions: Conditions,
) -> Result<Foretold, Problem> {
    let looked = async move { look(&state, profile_id, conditions).await };
    told(profile_id, looked).await
}

async fn look(
    state: &AppState,
    profile_id: ProfileId,
    conditions: Conditions,
) -> Result<Foretold, Problem> {
    let rule = ExclusionRule {
        id: state.context().ids.new_id().into(),
        conditions,
    };
    let input = (profile_id, rule);
    let foretold = state.read(&input, |work, _, (profile_id, rule)| {
        Box::pin(foretell(work.exclusions(), *profile_id, rule))
    });
    foretold.await?.ok_or_else(|| {
        let why =
            format!("more than {MOST_CANDIDATES} browsers sent something then; narrow the time");
        let at = "/received_from";
        Problem::invalid_field(FieldError::pointer(at, FieldCode::OutOfRange, why))
    })
}
