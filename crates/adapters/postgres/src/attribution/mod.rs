//! What a replay reads and writes.
//!
//! [`read`] loads facts of many people at once, [`sessions`](mod@sessions) and [`write`](mod@write)
//! replace derived rows, [`state`] is the generation pointer; this file binds them to the port.

mod outcomes;
pub(crate) mod read;
mod sessions;
mod state;
mod views;
mod write;

use application::ports::{
    AttributionState, AttributionStore, ClockSpan, FxRate, Profile, Replaced, SessionRow, Tidy,
    VisitorHit, Visitors,
};
use async_trait::async_trait;
use attribution_models::ports::{
    ConversionRow, CreditRow, OutcomeRow, ReplayFacts, TouchRow, ViewRow,
};
use conversion_definitions::Catalogue;
use kernel::{Currency, PersonId, ProfileId, StoreError, Timestamp, VisitorId};

use postgres_kit::{definition_rows, generation, rollups, visitor_hits};

use crate::work::PgWork;
use crate::{ledger, profiles};

#[async_trait]
impl ReplayFacts for PgWork {
    #[tracing::instrument(level = "debug", name = "ReplayFacts::touches", skip_all)]
    async fn touches(
        &mut self,
        profile_id: ProfileId,
        people: &[PersonId],
    ) -> Result<Vec<(PersonId, TouchRow)>, StoreError> {
        read::touches(&mut self.people.connection, profile_id, people).await
    }

    #[tracing::instrument(level = "debug", name = "ReplayFacts::views", skip_all)]
    async fn views(
        &mut self,
        profile_id: ProfileId,
        people: &[PersonId],
    ) -> Result<Vec<(PersonId, ViewRow)>, StoreError> {
        views::of(&mut self.people.connection, profile_id, people).await
    }

    #[tracing::instrument(level = "debug", name = "ReplayFacts::outcomes", skip_all)]
    async fn outcomes(
        &mut self,
        profile_id: ProfileId,
        people: &[PersonId],
    ) -> Result<Vec<(PersonId, OutcomeRow)>, StoreError> {
        outcomes::of(&mut self.people.connection, profile_id, people).await
    }
}

#[async_trait]
impl AttributionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "AttributionStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Option<AttributionState>, StoreError> {
        state::lock(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::behind", skip_all)]
    async fn behind(
        &mut self,
        revision: i64,
        after: Option<ProfileId>,
        limit: u32,
    ) -> Result<Vec<ProfileId>, StoreError> {
        state::behind(&mut self.people.connection, revision, after, limit).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::renewed", skip_all)]
    async fn renewed(&mut self, profile_id: ProfileId, revision: i64) -> Result<(), StoreError> {
        state::renewed(&mut self.people.connection, profile_id, revision).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::profile", skip_all)]
    async fn profile(&mut self, profile_id: ProfileId) -> Result<Option<Profile>, StoreError> {
        profiles::find(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::catalogue", skip_all)]
    async fn catalogue(&mut self, profile_id: ProfileId) -> Result<Catalogue, StoreError> {
        definition_rows::catalogue(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::rates", skip_all)]
    async fn rates(
        &mut self,
        profile_id: ProfileId,
        to: Currency,
    ) -> Result<Vec<FxRate>, StoreError> {
        read::rates(&mut self.people.connection, profile_id, to).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::hits", skip_all)]
    async fn hits(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<VisitorHit>, StoreError> {
        visitor_hits::hits(&mut self.people.connection, profile_id, visitors, None).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::replace_sessions", skip_all)]
    async fn replace_sessions<'a>(
        &mut self,
        profile_id: ProfileId,
        visitors: Visitors<'a>,
        sessions: &[SessionRow],
        touches: &[TouchRow],
    ) -> Result<(), StoreError> {
        sessions::replace(
            &mut self.people.connection,
            profile_id,
            visitors,
            (sessions, touches),
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::owners", skip_all)]
    async fn owners(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<PersonId>, StoreError> {
        read::owners(&mut self.people.connection, profile_id, visitors).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::replace_results", skip_all)]
    async fn replace_results(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        people: &[PersonId],
        conversions: &[ConversionRow],
        credits: &[CreditRow],
    ) -> Result<Replaced, StoreError> {
        let target = generation::Target {
            profile_id,
            generation,
        };
        let (mut change, before) =
            write::clear(&mut self.people.connection, target, people, conversions).await?;
        write::conversions(&mut self.people.connection, target, conversions).await?;
        write::credits(&mut self.people.connection, target, conversions, credits).await?;
        change.add(conversions, credits);
        let book = ledger::changed(&mut self.people.connection, profile_id, &change).await?;
        change
            .write(&mut self.people.connection, profile_id, generation)
            .await?;
        Ok(Replaced {
            change: book,
            before,
        })
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::count_people", skip_all)]
    async fn count_people(&mut self, profile_id: ProfileId) -> Result<u64, StoreError> {
        read::count_people(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::move_sessions", skip_all)]
    async fn move_sessions(
        &mut self,
        profile_id: ProfileId,
        clocks: &[ClockSpan],
    ) -> Result<(), StoreError> {
        write::move_sessions(&mut self.people.connection, profile_id, clocks).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::building", skip_all)]
    async fn building(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        lease: std::time::Duration,
    ) -> Result<(), StoreError> {
        state::building(&mut self.people.connection, profile_id, generation, lease).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::publish", skip_all)]
    async fn publish(
        &mut self,
        lens: &Profile,
        generation: i64,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        state::publish(&mut self.people.connection, lens, generation, at).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::recomputed", skip_all)]
    async fn recomputed(&mut self, profile_id: ProfileId, at: Timestamp) -> Result<(), StoreError> {
        state::recomputed(&mut self.people.connection, profile_id, at).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::sweep", skip_all)]
    async fn sweep(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        state::sweep(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "AttributionStore::tidy", skip_all)]
    async fn tidy(&mut self, profile_id: ProfileId, tidy: Tidy) -> Result<(), StoreError> {
        rollups::fold(&mut self.people.connection, profile_id, tidy).await
    }
}
