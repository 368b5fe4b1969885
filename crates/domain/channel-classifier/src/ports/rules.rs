//! A profile's own channel rules and the channels that they may name.

use std::sync::Arc;

use crate::{Classifier, Rule};
use async_trait::async_trait;
use kernel::{ChannelRuleId, ProfileId, StoreError, Timestamp};

/// A rule as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRule {
    /// What it says.
    pub rule: Rule,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A channel that somebody wants to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChannel {
    /// As it is shown.
    pub name: String,
    /// What makes two spellings one channel.
    pub key: String,
    /// When it was asked for.
    pub at: Timestamp,
}

/// What became of a channel that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedChannel {
    /// It is new.
    Created,
    /// It was there, spelt like this.
    Known(String),
    /// The workspace has as many as it may.
    Full,
}

/// Rules and channels inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ChannelRuleStore: Send {
    /// The profile's own rules by priority.
    async fn rules(&mut self, profile_id: ProfileId) -> Result<Vec<StoredRule>, StoreError>;

    /// Which version of the rules is in force.
    async fn version(&mut self, profile_id: ProfileId) -> Result<i64, StoreError>;

    /// Begins the next version and tells its number. Until the transaction ends nobody else adds a
    /// signature, and all that were added before can be seen.
    async fn raise_version(
        &mut self,
        profile_id: ProfileId,
        at: Timestamp,
    ) -> Result<i64, StoreError>;

    /// Writes rules, new ones and changed ones, which keep when they were made; several at once may swap
    /// priorities. The version is raised before.
    async fn put(&mut self, profile_id: ProfileId, rules: &[StoredRule]) -> Result<(), StoreError>;

    /// Removes a rule of the profile's, if there is one of this id. The version is raised before.
    async fn remove(&mut self, profile_id: ProfileId, id: ChannelRuleId) -> Result<(), StoreError>;

    /// The compiled rules in force. No change of the rules is committed before this transaction
    /// ends, so what they say of a new signature stays true.
    async fn classifier(&mut self, profile_id: ProfileId) -> Result<Arc<Classifier>, StoreError>;

    /// The channels of the profile's workspace beside the default taxonomy, by what makes two spellings
    /// one.
    async fn channels(&mut self, profile_id: ProfileId) -> Result<Vec<String>, StoreError>;

    /// Adds a channel to the profile's workspace, which may have `most`. One that is there is known
    /// however many there are. A profile that does not exist is a failure.
    async fn add_channel(
        &mut self,
        profile_id: ProfileId,
        channel: &NewChannel,
        most: u32,
    ) -> Result<AddedChannel, StoreError>;
}
