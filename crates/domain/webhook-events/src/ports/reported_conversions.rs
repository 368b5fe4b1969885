//! Conversions as they are told to the outside, read from results.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{ConversionId, DefinitionId, ProfileId, StoreError, Timestamp};

use crate::conversions::{ConversionChange, Counted, ReportedConversion};

/// A definition with the first conversion of it that was credited to a touch.
pub type FirstAttribution = (DefinitionId, ConversionId);

/// What is told of conversions, inside a transaction that holds the profile's attribution lock.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ReportedConversions: Send {
    /// The channels of signatures, as the rules name them now; those that have none are left out.
    async fn channels(
        &mut self,
        profile_id: ProfileId,
        signatures: &[i64],
    ) -> Result<BTreeMap<i64, String>, StoreError>;

    /// Notes for each definition that has never had an attributed conversion that it has this one. Those of
    /// which that was not noted before.
    async fn note_first(
        &mut self,
        profile_id: ProfileId,
        candidates: &[FirstAttribution],
        at: Timestamp,
    ) -> Result<Vec<FirstAttribution>, StoreError>;

    /// The same for all conversions of a generation.
    async fn note_first_of(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        at: Timestamp,
    ) -> Result<Vec<FirstAttribution>, StoreError>;

    /// What differs between two generations, as `last_touch` credits it and channels are named now.
    async fn differing(
        &mut self,
        profile_id: ProfileId,
        before: i64,
        after: i64,
        limit: u32,
    ) -> Result<Counted<ConversionChange>, StoreError>;

    /// Conversions of a generation whose credited touch has one of these signatures.
    async fn credited_to(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        signatures: &[i64],
        limit: u32,
    ) -> Result<Counted<ReportedConversion>, StoreError>;
}
