//! What is wrong with data, in a transaction: the stores of `postgres_quality` as stores of one transaction.

use std::collections::HashSet;

use application::ports::{
    InstrumentationQuestion, InstrumentationStore, LookedAt, Mute, QualityScan, QualityStore,
    TouchedQuestion, TouchedSignature, TrustStateStore,
};
use async_trait::async_trait;
use channel_classifier::audit::UtmCategory;
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_quality::{instrumentation, scans, trust_states};
use reporting::quality::alerts::KnownSignal;
use reporting::quality::instrumentation::InstrumentationFacts;

use crate::work::PgWork;

#[async_trait]
impl QualityStore for PgWork {
    #[tracing::instrument(level = "debug", name = "QualityStore::take_turn", skip_all)]
    async fn take_turn(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        scans::take_turn(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "QualityStore::last", skip_all)]
    async fn last(&mut self, profile_id: ProfileId) -> Result<Option<QualityScan>, StoreError> {
        scans::last(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "QualityStore::touched", skip_all)]
    async fn touched(
        &mut self,
        profile_id: ProfileId,
        question: &TouchedQuestion,
    ) -> Result<Vec<TouchedSignature>, StoreError> {
        scans::touched(&mut self.people.connection, profile_id, question).await
    }

    #[tracing::instrument(level = "debug", name = "QualityStore::known_ads", skip_all)]
    async fn known_ads(
        &mut self,
        profile_id: ProfileId,
        ids: &[String],
    ) -> Result<HashSet<String>, StoreError> {
        scans::known_ads(&mut self.people.connection, profile_id, ids).await
    }

    #[tracing::instrument(level = "debug", name = "QualityStore::keep", skip_all)]
    async fn keep(&mut self, profile_id: ProfileId, scan: &QualityScan) -> Result<(), StoreError> {
        scans::keep(&mut self.people.connection, profile_id, scan).await
    }

    #[tracing::instrument(level = "debug", name = "QualityStore::looked_at", skip_all)]
    async fn looked_at(
        &mut self,
        after: Option<ProfileId>,
        most: u32,
    ) -> Result<Vec<LookedAt>, StoreError> {
        scans::looked_at(&mut self.people.connection, after, most).await
    }

    #[tracing::instrument(level = "debug", name = "QualityStore::mute", skip_all)]
    async fn mute(
        &mut self,
        profile_id: ProfileId,
        category: UtmCategory,
        mute: Option<Mute>,
    ) -> Result<(), StoreError> {
        scans::mute(&mut self.people.connection, profile_id, category, mute).await
    }
}

#[async_trait]
impl TrustStateStore for PgWork {
    #[tracing::instrument(level = "debug", name = "TrustStateStore::claim_look", skip_all)]
    async fn claim_look(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
        before: Timestamp,
    ) -> Result<bool, StoreError> {
        trust_states::claim_look(&mut self.people.connection, profile_id, now, before).await
    }

    #[tracing::instrument(level = "debug", name = "TrustStateStore::take_turn", skip_all)]
    async fn take_turn(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        trust_states::take_turn(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "TrustStateStore::known", skip_all)]
    async fn known(&mut self, profile_id: ProfileId) -> Result<Vec<KnownSignal>, StoreError> {
        trust_states::known(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "TrustStateStore::keep", skip_all)]
    async fn keep(
        &mut self,
        profile_id: ProfileId,
        signals: &[KnownSignal],
    ) -> Result<(), StoreError> {
        trust_states::keep(&mut self.people.connection, profile_id, signals).await
    }
}

#[async_trait]
impl InstrumentationStore for PgWork {
    #[tracing::instrument(level = "debug", name = "InstrumentationStore::measured", skip_all)]
    async fn measured(
        &mut self,
        profile_id: ProfileId,
        question: &InstrumentationQuestion,
    ) -> Result<InstrumentationFacts, StoreError> {
        instrumentation::measured(&mut self.people.connection, profile_id, question).await
    }
}
