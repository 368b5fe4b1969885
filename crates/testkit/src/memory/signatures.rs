//! The dictionary of traffic evidence in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use channel_classifier::ports::{ClassifiedSignature, SignatureStore};
use kernel::{ProfileId, StoreError, Timestamp};

/// Dictionaries of any number of profiles: each signature by its id, with when it was added.
#[derive(Clone, Debug, Default)]
pub struct MemorySignatures(BTreeMap<(ProfileId, i64), (ClassifiedSignature, Timestamp)>);

impl MemorySignatures {
    /// A signature of the profile as it was added; `None` when it is not in the dictionary.
    pub fn get(&self, profile_id: ProfileId, id: i64) -> Option<&ClassifiedSignature> {
        self.0.get(&(profile_id, id)).map(|(added, _)| added)
    }
}

#[async_trait]
impl SignatureStore for MemorySignatures {
    async fn add(
        &mut self,
        profile_id: ProfileId,
        signatures: &[ClassifiedSignature],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        for new in signatures {
            let known = self.0.entry((profile_id, new.signature.id()));
            known.or_insert_with(|| (new.clone(), at));
        }
        Ok(())
    }

    async fn known(&mut self, profile_id: ProfileId, ids: &[i64]) -> Result<Vec<i64>, StoreError> {
        let asked: BTreeSet<_> = ids.iter().copied().collect();
        let known = asked
            .into_iter()
            .filter(|id| self.0.contains_key(&(profile_id, *id)));
        Ok(known.collect())
    }

    async fn added_since(
        &mut self,
        profile_id: ProfileId,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        let added = self
            .0
            .iter()
            .filter(|((of, _), (_, at))| *of == profile_id && *at >= since);
        u64::try_from(added.count()).map_err(StoreError::inconsistent)
    }
}
