//! What tells ad platforms.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::metrics::page::{Part, Source};
use http_kit::metrics::text::{Exposition, Kind};
use tributary_ad_platforms::{PlatformAuthorizer, RingSha256};
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
        authorization: Arc::new(authorizer),
        sha256: Arc::new(RingSha256),
    })
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
