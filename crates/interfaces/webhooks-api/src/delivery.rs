//! Deliveries on the wire.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use webhook_events::ports::{AttemptRecord, DeliveryDetail, DeliveryRecord};
use webhook_events::{AttemptOutcome, DeliveryId, DeliveryState};

/// A delivery that is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QueuedWebhookDelivery)]
pub struct Queued {
    /// The delivery: `webhook-id` of its requests.
    pub delivery_id: Uuid,
}

impl From<DeliveryId> for Queued {
    fn from(id: DeliveryId) -> Self {
        Self {
            delivery_id: id.uuid(),
        }
    }
}

/// One event on its way to one subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
pub struct DeliveryBody {
    /// Its id: `webhook-id` of every request.
    pub id: Uuid,
    /// Who gets it.
    pub subscription_id: Uuid,
    /// The event: `id` of the body.
    pub event_id: Uuid,
    /// The event's type.
    #[serde(rename = "type")]
    pub event_type: &'static str,
    /// `pending`: it waits for its next attempt; `delivered`: the receiver answered with 2xx; `dead`: it is not
    /// tried any more.
    pub status: &'static str,
    /// How many requests there were.
    pub attempts: u32,
    /// How the last one ended: `status` when there was an answer, otherwise `timeout`, `blocked_address`, `tls` or
    /// `connection`; null when there was none.
    #[schema(required)]
    pub last_outcome: Option<&'static str>,
    /// The status of the last answer.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// When the next attempt is due; null unless it is pending.
    #[schema(required, format = DateTime)]
    pub next_attempt_at: Option<String>,
    /// When it was delivered, or given up; null while it is pending.
    #[schema(required, format = DateTime)]
    pub settled_at: Option<String>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<&DeliveryRecord> for DeliveryBody {
    fn from(it: &DeliveryRecord) -> Self {
        let (next, settled) = match it.state {
            DeliveryState::Pending {
                next_attempt_at, ..
            } => (Some(next_attempt_at), None),
            DeliveryState::Delivered { at } | DeliveryState::Dead { at } => (None, Some(at)),
        };
        Self {
            id: it.id.uuid(),
            subscription_id: it.subscription_id.uuid(),
            event_id: it.event_id.uuid(),
            event_type: it.event_type.as_str(),
            status: it.state.status().as_str(),
            attempts: it.attempts,
            last_outcome: it.last_outcome.as_ref().map(word),
            last_status: it.last_outcome.as_ref().and_then(AttemptOutcome::status),
            next_attempt_at: next.map(|at| at.to_string()),
            settled_at: settled.map(|at| at.to_string()),
            created_at: it.created_at.to_string(),
        }
    }
}

/// One request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookAttempt)]
pub struct AttemptBody {
    /// 1, 2, 3, …
    pub number: u32,
    /// When it ended.
    #[schema(format = DateTime)]
    pub ended_at: String,
    /// `status` when there was an answer, otherwise `timeout`, `blocked_address`, `tls` or `connection`.
    pub outcome: &'static str,
    /// The status of the answer; null when there was none.
    #[schema(required)]
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// The first 2 KiB of the answer; what is no text is replaced.
    pub response_excerpt: String,
}

impl From<&AttemptRecord> for AttemptBody {
    fn from(it: &AttemptRecord) -> Self {
        Self {
            number: it.number,
            ended_at: it.at.to_string(),
            outcome: word(&it.outcome),
            status: it.outcome.status(),
            took_ms: u64::try_from(it.took.as_millis()).unwrap_or(u64::MAX),
            response_excerpt: it.excerpt.text(),
        }
    }
}

/// A delivery with its requests.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDeliveryDetail)]
pub struct DetailBody {
    /// The delivery.
    #[serde(flatten)]
    pub delivery: DeliveryBody,
    /// Whether its payload is still kept, so that it can be replayed.
    pub payload_kept: bool,
    /// Its requests, first to last.
    pub attempt_list: Vec<AttemptBody>,
}

impl From<&DeliveryDetail> for DetailBody {
    fn from(it: &DeliveryDetail) -> Self {
        Self {
            delivery: DeliveryBody::from(&it.delivery),
            payload_kept: it.is_payload_kept,
            attempt_list: it.attempts.iter().map(AttemptBody::from).collect(),
        }
    }
}

fn word(outcome: &AttemptOutcome) -> &'static str {
    outcome
        .failure()
        .map_or("status", |failure| failure.as_str())
}
