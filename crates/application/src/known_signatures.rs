//! Signatures that are in the dictionary for certain.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use channel_classifier::Evidence;
use kernel::{ProfileId, StoreError};

use crate::context::Context;
use crate::evidence;
use crate::ports::Profile;
use crate::unit_of_work::UnitOfWork;

/// Signatures that were committed; none is ever taken out of the dictionary. Bounded; what is
/// forgotten is looked up again.
#[derive(Debug, Default)]
pub struct KnownSignatures(Mutex<HashSet<(ProfileId, i64)>>);

/// Signatures that are remembered before all are forgotten.
const MAX_KNOWN: usize = 100_000;

impl KnownSignatures {
    fn with<T>(&self, act: impl FnOnce(&mut HashSet<(ProfileId, i64)>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Remembers what was committed.
    pub fn add(&self, committed: Vec<(ProfileId, i64)>) {
        self.with(|known| {
            if known.len() + committed.len() > MAX_KNOWN {
                known.clear();
            }
            known.extend(committed);
        });
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
        self.with(|known| {
            let is_known = |id: i64| known.contains(&(profile.id, id));
            facts.retain(|(id, _)| id.is_some_and(|id| !is_known(id)));
        });
        let evidence: Vec<&Evidence> = facts.iter().map(|(_, evidence)| *evidence).collect();
        let ids = evidence::record(work, context, profile, &evidence).await?;
        for ((fact, _), id) in facts.into_iter().zip(ids) {
            *fact = Some(id);
        }
        Ok(())
    }
}
