//! Runs of exports in a transaction: the stores of `postgres_exports` as stores of one transaction.

use async_trait::async_trait;
use export_rules::ports::{ExportLanes, ExportLedger, ExportMarkStore, NextDue, RunCounts};
use export_rules::{
    DestinationId, ExportDeliveryId, Lane, LaneLease, LedgerLine, RunId, SourceFingerprint, Told,
};
use kernel::{OutcomeEventId, ProfileId, StoreError, Timestamp};
use postgres_exports::{lanes, ledger, marks};
use uuid::Uuid;

use crate::work::PgWork;

#[async_trait]
impl ExportMarkStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ExportMarkStore::told_since", skip_all)]
    async fn told_since(&mut self, profile: ProfileId) -> Result<Option<Timestamp>, StoreError> {
        marks::told_since(&mut self.people.connection, profile).await
    }

    #[tracing::instrument(level = "debug", name = "ExportMarkStore::add", skip_all)]
    async fn add(
        &mut self,
        profile: ProfileId,
        marks: &[(Uuid, OutcomeEventId)],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        marks::add(&mut self.people.connection, profile, marks, at).await
    }

    #[tracing::instrument(level = "debug", name = "ExportMarkStore::add_since", skip_all)]
    async fn add_since(
        &mut self,
        profile: ProfileId,
        since: Timestamp,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        marks::add_since(&mut self.people.connection, profile, since, at).await
    }

    #[tracing::instrument(level = "debug", name = "ExportMarkStore::waiting", skip_all)]
    async fn waiting(
        &mut self,
        after: Option<ProfileId>,
        most: u32,
    ) -> Result<Vec<ProfileId>, StoreError> {
        marks::waiting(&mut self.people.connection, after, most).await
    }

    #[tracing::instrument(level = "debug", name = "ExportMarkStore::take", skip_all)]
    async fn take(
        &mut self,
        profile: ProfileId,
        most: u32,
    ) -> Result<Vec<OutcomeEventId>, StoreError> {
        marks::take(&mut self.people.connection, profile, most).await
    }
}

#[async_trait]
impl ExportLedger for PgWork {
    #[tracing::instrument(level = "debug", name = "ExportLedger::told", skip_all)]
    async fn told(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        fingerprints: &[SourceFingerprint],
    ) -> Result<Told, StoreError> {
        ledger::told(
            &mut self.people.connection,
            (profile, destination),
            fingerprints,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::add", skip_all)]
    async fn add(&mut self, profile: ProfileId, lines: &[LedgerLine]) -> Result<u64, StoreError> {
        ledger::add(&mut self.people.connection, profile, lines).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::due", skip_all)]
    async fn due(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        ledger::due(
            &mut self.people.connection,
            (profile, destination),
            now,
            most,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::sending", skip_all)]
    async fn sending(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        most: u32,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        ledger::sending(&mut self.people.connection, (profile, destination), most).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::put", skip_all)]
    async fn put(
        &mut self,
        profile: ProfileId,
        lines: &[LedgerLine],
        of_attempt: bool,
    ) -> Result<(), StoreError> {
        ledger::put(&mut self.people.connection, profile, lines, of_attempt).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::put_request", skip_all)]
    async fn put_request(
        &mut self,
        profile: ProfileId,
        lines: &[ExportDeliveryId],
        request_sha256: [u8; 32],
    ) -> Result<(), StoreError> {
        ledger::put_request(&mut self.people.connection, profile, lines, request_sha256).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::withdraw", skip_all)]
    async fn withdraw(
        &mut self,
        profile: ProfileId,
        lines: &[ExportDeliveryId],
    ) -> Result<(), StoreError> {
        ledger::withdraw(&mut self.people.connection, profile, lines).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::expire", skip_all)]
    async fn expire(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        ledger::expire(&mut self.people.connection, (profile, destination), now).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::next_due", skip_all)]
    async fn next_due(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
    ) -> Result<NextDue, StoreError> {
        ledger::next_due(&mut self.people.connection, (profile, destination)).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::unconfirmed", skip_all)]
    async fn unconfirmed(
        &mut self,
        profile: ProfileId,
        destination: DestinationId,
        now: Timestamp,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        ledger::unconfirmed(&mut self.people.connection, (profile, destination), now).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLedger::counts", skip_all)]
    async fn counts(&mut self, profile: ProfileId, run: RunId) -> Result<RunCounts, StoreError> {
        ledger::counts(&mut self.people.connection, profile, run).await
    }
}

#[async_trait]
impl ExportLanes for PgWork {
    #[tracing::instrument(level = "debug", name = "ExportLanes::hold", skip_all)]
    async fn hold(
        &mut self,
        profile: ProfileId,
        destinations: &[DestinationId],
    ) -> Result<Vec<Lane>, StoreError> {
        lanes::hold(&mut self.people.connection, profile, destinations).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLanes::put", skip_all)]
    async fn put(&mut self, lane: &Lane) -> Result<(), StoreError> {
        lanes::put(&mut self.people.connection, lane).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLanes::take", skip_all)]
    async fn take(
        &mut self,
        lease: LaneLease,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<(ProfileId, DestinationId)>, StoreError> {
        lanes::take(&mut self.people.connection, lease, now, most).await
    }

    #[tracing::instrument(level = "debug", name = "ExportLanes::all", skip_all)]
    async fn all(&mut self, profile: ProfileId) -> Result<Vec<Lane>, StoreError> {
        lanes::all(&mut self.people.connection, profile).await
    }
}
