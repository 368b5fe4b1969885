//! What tells ad platforms.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::metrics::page::{Part, Source};
use http_kit::metrics::text::{Exposition, Kind};
use kernel::Clock;
use tributary_ad_platforms::{PlatformAuthorizer, RingSha256};
use tributary_postgres::{ExportsState, PgExportsState, PgPool};
use tributary_system::SystemClock;
use tributary_worker::exports::Exporting;
use tributary_worker::{Tally, Worker};

use super::connections::bad_setting;
use crate::config::{AdPlatforms, Egress};
use crate::failure::Failure;

/// What a worker tells ad platforms with. `base` is where the service is reached from outside.
pub(super) fn exporting(
    worker: Worker,
    base: &str,
    (platforms, egress): (&AdPlatforms, &Egress),
) -> Result<Exporting, Failure> {
    let settings = platforms.settings_at(base, egress)?;
    let authorizer = PlatformAuthorizer::new(settings).map_err(bad_setting)?;
    let senders = platforms.senders(egress)?;
    Ok(Exporting {
        worker,
        social: senders.social,
        search: senders.search,
        requests: senders.requests,
        authorization: Arc::new(authorizer),
        sha256: Arc::new(RingSha256),
    })
}

/// What is to be told to ad platforms.
pub(super) struct ToExport(PgExportsState);

impl ToExport {
    pub(super) fn new(pool: &PgPool) -> Self {
        Self(PgExportsState::new(pool.clone()))
    }
}

#[async_trait]
impl Source for ToExport {
    fn name(&self) -> &'static str {
        "to export"
    }

    async fn read(&self) -> Option<Part> {
        match self.0.read(SystemClock.now()).await {
            Ok(state) => Some(Box::new(move |text: &mut Exposition| waiting(text, &state))),
            Err(error) => {
                tracing::warn!(error = %error, "exports could not be measured: {error}");
                None
            }
        }
    }
}

fn waiting(text: &mut Exposition, state: &ExportsState) {
    let seconds = [
        (
            "tributary_export_oldest_mark_seconds",
            "Since when the oldest event has waited to be looked at, in seconds; 0 when none does.",
            state.oldest_mark,
        ),
        (
            "tributary_exports_overdue_seconds",
            "How long the most belated destination has been due, in seconds.",
            state.overdue,
        ),
    ];
    for (name, help, value) in seconds {
        text.single(name, Kind::Gauge, help, value.as_secs_f64());
    }
    let numbers = [
        (
            "tributary_export_marks",
            "Events that are to be looked at for ad platforms, at most 1000000.",
            state.marks,
        ),
        (
            "tributary_exports_waiting",
            "Deliveries to ad platforms that wait, at most 1000000.",
            state.waiting,
        ),
        (
            "tributary_export_destinations_disconnected",
            "Destinations with something to do whose account has to be connected anew.",
            state.disconnected,
        ),
    ];
    for (name, help, value) in numbers {
        text.single(name, Kind::Gauge, help, value);
    }
}

/// What this process has told ad platforms.
pub(super) struct Exported(pub(super) Arc<Tally>);

#[async_trait]
impl Source for Exported {
    fn name(&self) -> &'static str {
        "exports"
    }

    async fn read(&self) -> Option<Part> {
        let counts = self.0.counts();
        Some(Box::new(move |text: &mut Exposition| {
            let counters = [
                (
                    "tributary_exports_planned_total",
                    "Lines of the ledger of exports that were written.",
                    counts.exports_planned,
                ),
                (
                    "tributary_exports_taken_total",
                    "Events that ad platforms took.",
                    counts.exports_taken,
                ),
            ];
            for (name, help, value) in counters {
                text.single(name, Kind::Counter, help, value);
            }
            let name = "tributary_export_requests_total";
            text.family(name, Kind::Counter, "Requests to ad platforms.");
            let outcomes = [
                ("taken", counts.export_requests_succeeded),
                ("failed", counts.export_requests_failed),
            ];
            for (outcome, value) in outcomes {
                text.sample(name, &[("outcome", outcome)], value);
            }
        }))
    }
}
