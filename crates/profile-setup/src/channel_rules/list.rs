//! The rules of a profile with all that they may name.

use kernel::{ProfileId, StoreError};

use super::configuration::ChannelConfiguration;
use application::unit_of_work::UnitOfWork;

/// Rules and channels at one moment.
#[derive(Clone, Debug)]
pub struct RuleList {
    /// The profile's own rules and channels.
    pub configuration: ChannelConfiguration,
    /// The version of the rules.
    pub version: i64,
}

/// Reads the rules; the version belongs to them.
pub async fn list(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
) -> Result<RuleList, StoreError> {
    work.traffic().only_read().await?;
    Ok(RuleList {
        configuration: ChannelConfiguration::load(work, profile_id).await?,
        version: work.channel_rules().version(profile_id).await?,
    })
}
