//! Compiled rules, kept from one transaction to the next.

use std::sync::Arc;

use channel_classifier::Classifier;
use kernel::ProfileId;
use quick_cache::sync::Cache;

/// Profiles whose rules are kept.
const MOST: usize = 1_000;

/// The rules of profiles by version: a version never changes.
pub(crate) struct CompiledRules(Cache<ProfileId, (i64, Arc<Classifier>)>);

impl Default for CompiledRules {
    fn default() -> Self {
        Self(Cache::new(MOST))
    }
}

impl CompiledRules {
    pub(crate) fn find(&self, profile_id: ProfileId, version: i64) -> Option<Arc<Classifier>> {
        let (of, compiled) = self.0.get(&profile_id)?;
        (of == version).then_some(compiled)
    }

    pub(crate) fn keep(&self, profile_id: ProfileId, version: i64, compiled: Arc<Classifier>) {
        self.0.insert(profile_id, (version, compiled));
    }
}
