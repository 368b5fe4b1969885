//! Signatures that are in the dictionary for certain.

use channel_classifier::Evidence;
use kernel::{ProfileId, StoreError};
use quick_cache::sync::Cache;

use crate::context::Context;
use crate::evidence;
use crate::ports::Profile;
use crate::unit_of_work::UnitOfWork;

/// Signatures that were committed; none is ever taken out of the dictionary. Bounded; what is
/// forgotten is looked up again.
#[derive(Debug)]
pub struct KnownSignatures(Cache<(ProfileId, i64), ()>);

/// Signatures that are remembered.
const MAX_KNOWN: usize = 100_000;

impl Default for KnownSignatures {
    fn default() -> Self {
        Self(Cache::new(MAX_KNOWN))
    }
}

impl KnownSignatures {
    /// Remembers what was committed.
    pub fn add(&self, committed: Vec<(ProfileId, i64)>) {
        for signature in committed {
            self.0.insert(signature, ());
        }
    }

    /// Puts the signatures of facts into the dictionary, as far as they are not known to be there.
    /// A profile that meets too many distinct ones in a day gives up detail, so that facts get other
    /// ones.
    pub(crate) async fn sign(
        &self,
        work: &mut dyn UnitOfWork,
        context: &Context<'_>,
        profile: &Profile,
        mut facts: Vec<(&mut Option<i64>, &Evidence)>,
    ) -> Result<(), StoreError> {
        let is_known = |id: i64| self.0.get(&(profile.id, id)).is_some();
        facts.retain(|(id, _)| id.is_some_and(|id| !is_known(id)));
        let evidence: Vec<&Evidence> = facts.iter().map(|(_, evidence)| *evidence).collect();
        let ids = evidence::record(work, context, profile, &evidence).await?;
        for ((fact, _), id) in facts.into_iter().zip(ids) {
            *fact = Some(id);
        }
        Ok(())
    }
}
