//! Who is who, in memory, for more than one profile.

use std::collections::BTreeMap;

use async_trait::async_trait;
use identity_graph::{
    Applied, Identification, Identifiers, IdentityStore, Known, MemoryStore, Ownership, Plan,
};
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};

/// A [`MemoryStore`] for each of any number of profiles.
#[derive(Clone, Debug, Default)]
pub struct MemoryIdentities(BTreeMap<ProfileId, MemoryStore>);

impl MemoryIdentities {
    /// The graph of a profile, where facts are kept.
    pub fn of(&mut self, profile_id: ProfileId) -> &mut MemoryStore {
        self.0.entry(profile_id).or_default()
    }
}

#[async_trait]
impl IdentityStore for MemoryIdentities {
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        at: Timestamp,
    ) -> Result<Known, StoreError> {
        let graph = self.of(profile_id);
        graph.look_up(profile_id, identifiers, at).await
    }

    async fn apply(&mut self, profile_id: ProfileId, plan: &Plan) -> Result<Applied, StoreError> {
        self.of(profile_id).apply(profile_id, plan).await
    }

    async fn apply_each(
        &mut self,
        profile_id: ProfileId,
        plans: &[Plan],
    ) -> Result<Applied, StoreError> {
        self.of(profile_id).apply_each(profile_id, plans).await
    }

    async fn identifications(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        unstored: Vec<Identification>,
    ) -> Result<Vec<Identification>, StoreError> {
        let graph = self.of(profile_id);
        let found = graph.identifications(profile_id, visitor_id, unstored);
        found.await
    }

    async fn write_ownership(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError> {
        let graph = self.of(profile_id);
        graph
            .write_ownership(profile_id, visitor_id, ownership)
            .await
    }
}
