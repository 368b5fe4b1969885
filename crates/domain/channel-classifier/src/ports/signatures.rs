//! The dictionary of distinct traffic evidence.

use crate::Signature;
use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp};

/// A signature with what the profile's rules make of it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedSignature {
    /// The evidence.
    pub signature: Signature,
    /// Its channel.
    pub channel: String,
    /// The rule that named the channel.
    pub rule: String,
    /// The traffic source that reports show.
    pub source: String,
    /// The medium that reports show.
    pub medium: String,
    /// Whether the channel is Direct, which last-non-direct must know.
    pub is_direct: bool,
}

/// The dictionary inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SignatureStore: Send {
    /// Adds signatures that are not there yet, each once; known ones stay as they are, added when they
    /// were.
    async fn add(
        &mut self,
        profile_id: ProfileId,
        signatures: &[ClassifiedSignature],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Which of `ids` are in the dictionary, each once and in any order.
    async fn known(&mut self, profile_id: ProfileId, ids: &[i64]) -> Result<Vec<i64>, StoreError>;

    /// How many signatures were added at `since` or later.
    async fn added_since(
        &mut self,
        profile_id: ProfileId,
        since: Timestamp,
    ) -> Result<u64, StoreError>;
}
