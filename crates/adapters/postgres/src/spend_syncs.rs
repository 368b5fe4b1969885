//! Reading of accounts in a transaction: the store of `postgres_spend` as a store of one transaction.

use std::collections::BTreeMap;

use ad_spend::ports::SyncStore;
use ad_spend::{DayRead, SyncState};
use async_trait::async_trait;
use kernel::{ConnectionId, Date, ProfileId, StoreError, Timestamp};
use postgres_spend::syncs;

use crate::work::PgWork;

#[async_trait]
impl SyncStore for PgWork {
    #[tracing::instrument(level = "debug", name = "SyncStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<SyncState>, StoreError> {
        syncs::lock(&mut self.people.connection, profile_id, id).await
    }

    #[tracing::instrument(level = "debug", name = "SyncStore::put", skip_all)]
    async fn put(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        state: &SyncState,
    ) -> Result<(), StoreError> {
        syncs::put(&mut self.people.connection, profile_id, id, state).await
    }

    #[tracing::instrument(level = "debug", name = "SyncStore::reads", skip_all)]
    async fn reads(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        from: Date,
    ) -> Result<BTreeMap<Date, Timestamp>, StoreError> {
        syncs::read_since(&mut self.people.connection, profile_id, id, from).await
    }

    #[tracing::instrument(level = "debug", name = "SyncStore::note", skip_all)]
    async fn note(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        days: &[DayRead],
    ) -> Result<(), StoreError> {
        syncs::note(&mut self.people.connection, profile_id, id, days).await
    }

    #[tracing::instrument(level = "debug", name = "SyncStore::due", skip_all)]
    async fn due(
        &mut self,
        now: Timestamp,
        most: usize,
    ) -> Result<Vec<(ProfileId, ConnectionId)>, StoreError> {
        syncs::due(&mut self.people.connection, now, most).await
    }
}
