//! Use cases of what is wrong with the data of a profile, beside those of `application`: one file each, free functions over
//! ports and a unit of work.
//!
//! Decides: what is looked at, what is noted, and who is told. Deliberately does not know: HTTP, SQL, the clock.
//!
//! Reading order: [`refresh`] (a look at links), [`check`], [`mute`], [`measure`] (how a site is measured), [`trust`] and
//! [`alert`] (signals, and who is told of them).

pub mod alert;
pub mod check;
pub mod measure;
pub mod mute;
pub mod refresh;
pub mod trust;

#[cfg(test)]
mod use_case_tests;

use application::UnitOfWork;
use channel_classifier::RuleSet;
use kernel::{ProfileId, StoreError};

/// The profile's own channel rules.
async fn rule_set(work: &mut dyn UnitOfWork, profile_id: ProfileId) -> Result<RuleSet, StoreError> {
    let rules = work.channel_rules().rules(profile_id).await?;
    let rules = rules.into_iter().map(|stored| stored.rule).collect();
    RuleSet::new(rules).map_err(StoreError::inconsistent)
}
