//! Destinations, rules and what a profile decides for its exports in a transaction: the stores of `postgres_exports`
//! as stores of one transaction.

use async_trait::async_trait;
use export_rules::ports::{ComplianceStore, DestinationStore, RuleStore};
use export_rules::{Compliance, Destination, DestinationId, Rule, RuleId};
use kernel::{Keyset, Limit, ProfileId, StoreError, Timestamp};
use postgres_exports::{compliance, destinations, rules};

use crate::work::PgWork;

#[async_trait]
impl ComplianceStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ComplianceStore::find", skip_all)]
    async fn find(&mut self, profile: ProfileId) -> Result<Compliance, StoreError> {
        compliance::find(&mut self.people.connection, profile).await
    }

    #[tracing::instrument(level = "debug", name = "ComplianceStore::hold", skip_all)]
    async fn hold(&mut self, profile: ProfileId) -> Result<Compliance, StoreError> {
        compliance::hold(&mut self.people.connection, profile).await
    }

    #[tracing::instrument(level = "debug", name = "ComplianceStore::put", skip_all)]
    async fn put(
        &mut self,
        profile: ProfileId,
        decided: &Compliance,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        compliance::put(&mut self.people.connection, profile, decided, at).await
    }
}

#[async_trait]
impl DestinationStore for PgWork {
    #[tracing::instrument(level = "debug", name = "DestinationStore::hold", skip_all)]
    async fn hold(
        &mut self,
        profile: ProfileId,
        id: DestinationId,
    ) -> Result<Option<Destination>, StoreError> {
        destinations::hold(&mut self.people.connection, profile, id).await
    }

    #[tracing::instrument(level = "debug", name = "DestinationStore::all", skip_all)]
    async fn all(&mut self, profile: ProfileId) -> Result<Vec<Destination>, StoreError> {
        destinations::all(&mut self.people.connection, profile).await
    }

    #[tracing::instrument(level = "debug", name = "DestinationStore::put", skip_all)]
    async fn put(
        &mut self,
        profile: ProfileId,
        destination: &Destination,
    ) -> Result<(), StoreError> {
        destinations::put(&mut self.people.connection, profile, destination).await
    }
}

#[async_trait]
impl RuleStore for PgWork {
    #[tracing::instrument(level = "debug", name = "RuleStore::hold", skip_all)]
    async fn hold(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError> {
        rules::hold(&mut self.people.connection, profile, id).await
    }

    #[tracing::instrument(level = "debug", name = "RuleStore::find", skip_all)]
    async fn find(&mut self, profile: ProfileId, id: RuleId) -> Result<Option<Rule>, StoreError> {
        rules::find(&mut self.people.connection, profile, id).await
    }

    #[tracing::instrument(level = "debug", name = "RuleStore::page", skip_all)]
    async fn page(
        &mut self,
        profile: ProfileId,
        after: Option<Keyset>,
        limit: Limit<100>,
    ) -> Result<Vec<Rule>, StoreError> {
        rules::page(&mut self.people.connection, profile, after, limit).await
    }

    #[tracing::instrument(level = "debug", name = "RuleStore::enabled", skip_all)]
    async fn enabled(&mut self, profile: ProfileId) -> Result<Vec<Rule>, StoreError> {
        rules::enabled(&mut self.people.connection, profile).await
    }

    #[tracing::instrument(level = "debug", name = "RuleStore::count", skip_all)]
    async fn count(&mut self, profile: ProfileId) -> Result<u64, StoreError> {
        rules::count(&mut self.people.connection, profile).await
    }

    #[tracing::instrument(level = "debug", name = "RuleStore::put", skip_all)]
    async fn put(&mut self, profile: ProfileId, rule: &Rule) -> Result<(), StoreError> {
        rules::put(&mut self.people.connection, profile, rule).await
    }
}
