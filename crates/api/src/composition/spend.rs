//! What takes in spend: from ad platforms, and what loaders leave.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::metrics::page::{Part, Source};
use http_kit::metrics::text::{Exposition, Kind};
use tributary_ad_platforms::PlatformAuthorizer;
use tributary_worker::changes::Changing;
use tributary_worker::spend::Reading;
use tributary_worker::{Tally, Worker};

use super::connections::bad_setting;
use crate::config::{AdPlatforms, Egress, Switch};
use crate::failure::Failure;

/// What a worker reads spend with. `base` is where the service is reached from outside.
pub(super) fn reading(
    worker: Worker,
    base: &str,
    (platforms, egress): (&AdPlatforms, &Egress),
) -> Result<Reading, Failure> {
    let settings = platforms.settings_at(base, egress)?;
    let authorizer = PlatformAuthorizer::new(settings).map_err(bad_setting)?;
    let sources = platforms.spend_sources(egress)?;
    Ok(Reading {
        worker,
        social: sources.social,
        search: sources.search,
        authorization: Arc::new(authorizer),
    })
}

/// What a worker changes things at platforms with.
pub(super) fn changing(
    worker: Worker,
    base: &str,
    (platforms, egress): (&AdPlatforms, &Egress),
) -> Result<Changing, Failure> {
    let settings = platforms.settings_at(base, egress)?;
    let authorizer = PlatformAuthorizer::new(settings).map_err(bad_setting)?;
    let executors = platforms.change_executors(egress)?;
    Ok(Changing {
        worker,
        social: executors.social,
        search: executors.search,
        authorization: Arc::new(authorizer),
        is_allowed: platforms.platform_writes == Switch::On,
    })
}

/// What this process has read.
pub(super) struct SpendRead(pub(super) Arc<Tally>);

#[async_trait]
impl Source for SpendRead {
    fn name(&self) -> &'static str {
        "spend"
    }

    async fn read(&self) -> Option<Part> {
        let counts = self.0.counts();
        Some(Box::new(move |text: &mut Exposition| {
            let name = "tributary_spend_reads_total";
            let help =
                "Weeks or parts of them of an ad account that were read, and tries that failed.";
            text.family(name, Kind::Counter, help);
            let outcomes = [
                ("read", counts.spend_pieces),
                ("failed", counts.spend_failures),
            ];
            for (outcome, value) in outcomes {
                text.sample(name, &[("outcome", outcome)], value);
            }
            let name = "tributary_spend_batches_total";
            let help =
                "Batches of loaders that were written, refused, or could not be written and wait.";
            text.family(name, Kind::Counter, help);
            let outcomes = [
                ("written", counts.batches_written),
                ("refused", counts.batches_refused),
                ("postponed", counts.batches_postponed),
            ];
            for (outcome, value) in outcomes {
                text.sample(name, &[("outcome", outcome)], value);
            }
        }))
    }
}
