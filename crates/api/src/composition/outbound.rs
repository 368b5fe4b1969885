//! What leaves the service, and how much of it waits.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::metrics::page::{Part, Source};
use http_kit::metrics::text::{Exposition, Kind};
use kernel::Clock;
use tributary_postgres::{OutboxState, PgOutboxState, PgPool};
use tributary_system::SystemClock;
use tributary_webhooks::{BadSender, RingHmac, SenderSettings, SystemLookup, WebhookSender};
use tributary_worker::deliveries::Sending;
use tributary_worker::{Tally, Worker};

use crate::config::{Egress, Webhooks};
use crate::failure::Failure;

/// What tells the outside.
pub(super) fn sending(
    worker: Worker,
    (egress, webhooks): (&Egress, &Webhooks),
) -> Result<Sending, Failure> {
    let settings = SenderSettings {
        judge: egress.judge(),
        extra_root_ca: egress.extra_roots()?,
        ..SenderSettings::default()
    };
    let sender = WebhookSender::new(settings, Arc::new(SystemLookup));
    let refused =
        |error: BadSender| Failure::usage(format!("TRIBUTARY_EGRESS_EXTRA_ROOT_CA: {error}"));
    Ok(Sending {
        worker,
        sender: Arc::new(sender.map_err(refused)?),
        hmac: Arc::new(RingHmac),
        schedule: webhooks.webhooks_retry_schedule.clone(),
    })
}

/// What waits to be told.
pub(super) struct Outbox(PgOutboxState);

impl Outbox {
    pub(super) fn new(pool: &PgPool) -> Self {
        Self(PgOutboxState::new(pool.clone()))
    }
}

#[async_trait]
impl Source for Outbox {
    fn name(&self) -> &'static str {
        "outbox"
    }

    async fn read(&self) -> Option<Part> {
        match self.0.read(SystemClock.now()).await {
            Ok(state) => Some(Box::new(move |text: &mut Exposition| waiting(text, &state))),
            Err(error) => {
                tracing::warn!(error = %error, "the outbox could not be measured: {error}");
                None
            }
        }
    }
}

fn waiting(text: &mut Exposition, state: &OutboxState) {
    let seconds = [
        (
            "tributary_outbox_oldest_seconds",
            "Since when the oldest event has waited to become deliveries, in seconds; 0 when none does.",
            state.oldest_event,
        ),
        (
            "tributary_deliveries_overdue_seconds",
            "How long the most belated delivery to a receiver that answers has been due, in seconds.",
            state.overdue,
        ),
    ];
    for (name, help, value) in seconds {
        text.single(name, Kind::Gauge, help, value.as_secs_f64());
    }
    let numbers = [
        (
            "tributary_outbox_events",
            "Events that are no deliveries yet, at most 1000000.",
            state.events,
        ),
        (
            "tributary_deliveries_pending",
            "Deliveries that wait for an attempt, at most 1000000.",
            state.pending,
        ),
        (
            "tributary_webhook_subscriptions_given_up",
            "Subscriptions that are disabled because of their receivers.",
            state.given_up,
        ),
    ];
    for (name, help, value) in numbers {
        text.single(name, Kind::Gauge, help, value);
    }
}

/// What this process has told.
pub(super) struct Told(pub(super) Arc<Tally>);

#[async_trait]
impl Source for Told {
    fn name(&self) -> &'static str {
        "deliveries"
    }

    async fn read(&self) -> Option<Part> {
        let counts = self.0.counts();
        Some(Box::new(move |text: &mut Exposition| {
            let counters = [
                (
                    "tributary_events_told_total",
                    "Events that became deliveries, or none when nobody wanted them.",
                    counts.events_told,
                ),
                (
                    "tributary_deliveries_made_total",
                    "Deliveries that events became.",
                    counts.deliveries_made,
                ),
            ];
            for (name, help, value) in counters {
                text.single(name, Kind::Counter, help, value);
            }
            let name = "tributary_delivery_attempts_total";
            text.family(name, Kind::Counter, "Requests to receivers.");
            let outcomes = [
                ("delivered", counts.attempts_succeeded),
                ("failed", counts.attempts_failed),
            ];
            for (outcome, value) in outcomes {
                text.sample(name, &[("outcome", outcome)], value);
            }
        }))
    }
}
