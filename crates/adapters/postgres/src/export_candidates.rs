//! Records of exports in a transaction: what `postgres_exports` reads, as a port of one transaction.

use async_trait::async_trait;
use export_rules::ports::{CandidateSource, Span};
use export_rules::{Record, RuleSource};
use kernel::{Keyset, OutcomeEventId, ProfileId, StoreError, Timestamp};
use postgres_exports::candidates;

use crate::work::PgWork;

#[async_trait]
impl CandidateSource for PgWork {
    #[tracing::instrument(level = "debug", name = "CandidateSource::of_events", skip_all)]
    async fn of_events(
        &mut self,
        profile: ProfileId,
        events: &[OutcomeEventId],
        now: Timestamp,
    ) -> Result<Vec<Record>, StoreError> {
        let sealing = &*self.people.sealing;
        candidates::of_events(&mut self.people.connection, sealing, profile, (events, now)).await
    }

    #[tracing::instrument(level = "debug", name = "CandidateSource::events", skip_all)]
    async fn events(
        &mut self,
        profile: ProfileId,
        source: &RuleSource,
        span: Span,
        after: Option<Keyset>,
        most: u32,
    ) -> Result<Vec<Keyset>, StoreError> {
        let page = (after, most);
        candidates::sources::events(&mut self.people.connection, profile, source, span, page).await
    }

    #[tracing::instrument(level = "debug", name = "CandidateSource::count", skip_all)]
    async fn count(
        &mut self,
        profile: ProfileId,
        source: &RuleSource,
        span: Span,
    ) -> Result<u64, StoreError> {
        candidates::sources::count(&mut self.people.connection, profile, source, span).await
    }
}
