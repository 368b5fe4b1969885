//! What browsers said, in a transaction: the store of `postgres_exports` as a store of one transaction.

use async_trait::async_trait;
use event_intake::ports::{EvidenceOf, KeptEvidence, MatchEvidenceStore};
use kernel::{PersonId, ProfileId, StoreError};
use postgres_exports::evidence;

use crate::work::PgWork;

#[async_trait]
impl MatchEvidenceStore for PgWork {
    #[tracing::instrument(level = "debug", name = "MatchEvidenceStore::keep", skip_all)]
    async fn keep(&mut self, profile: ProfileId, kept: &[KeptEvidence]) -> Result<(), StoreError> {
        evidence::keep(
            &mut self.people.connection,
            &*self.people.sealing,
            profile,
            kept,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "MatchEvidenceStore::kept", skip_all)]
    async fn kept(
        &mut self,
        profile: ProfileId,
        of: &[EvidenceOf],
        part: (u32, u32),
    ) -> Result<Vec<Option<KeptEvidence>>, StoreError> {
        evidence::kept(
            &mut self.people.connection,
            &*self.people.sealing,
            profile,
            of,
            part,
        )
        .await
    }

    #[tracing::instrument(level = "debug", name = "MatchEvidenceStore::forget", skip_all)]
    async fn forget(&mut self, profile: ProfileId, people: &[PersonId]) -> Result<(), StoreError> {
        evidence::forget(&mut self.people.connection, profile, people).await
    }

    #[tracing::instrument(level = "debug", name = "MatchEvidenceStore::forget_all", skip_all)]
    async fn forget_all(&mut self, profile: ProfileId) -> Result<(), StoreError> {
        evidence::forget_all(&mut self.people.connection, profile).await
    }
}
