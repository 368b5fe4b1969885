//! What is wrong with the data of a profile.

pub mod alert;
pub mod check;
pub mod measure;
pub mod mute;
pub mod refresh;
pub mod trust;

use channel_classifier::RuleSet;
use kernel::{ProfileId, StoreError};

use crate::unit_of_work::UnitOfWork;

/// The profile's own channel rules.
async fn rule_set(work: &mut dyn UnitOfWork, profile_id: ProfileId) -> Result<RuleSet, StoreError> {
    let rules = work.channel_rules().rules(profile_id).await?;
    let rules = rules.into_iter().map(|stored| stored.rule).collect();
    RuleSet::new(rules).map_err(StoreError::inconsistent)
}
