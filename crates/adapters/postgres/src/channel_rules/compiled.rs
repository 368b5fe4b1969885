//! Compiled rules, kept from one transaction to the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use channel_classifier::Classifier;
use kernel::ProfileId;

/// Profiles whose rules are kept; compiling is quick, so forgetting all of them costs little.
const MOST: usize = 1_000;

/// The rules of profiles by version: a version never changes.
#[derive(Default)]
pub(crate) struct CompiledRules(Mutex<HashMap<ProfileId, (i64, Arc<Classifier>)>>);

impl CompiledRules {
    pub(super) fn find(&self, profile_id: ProfileId, version: i64) -> Option<Arc<Classifier>> {
        let kept = self.kept();
        let (of, compiled) = kept.get(&profile_id)?;
        (*of == version).then(|| Arc::clone(compiled))
    }

    pub(super) fn keep(&self, profile_id: ProfileId, version: i64, compiled: Arc<Classifier>) {
        let mut kept = self.kept();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(profile_id, (version, compiled));
    }

    /// The map is whole between any two of its calls, so a panic elsewhere does not spoil it.
    fn kept(&self) -> MutexGuard<'_, HashMap<ProfileId, (i64, Arc<Classifier>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
