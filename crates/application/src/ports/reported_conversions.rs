//! Conversions as they are told to the outside: what the default model of reports credits, and to whom.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{
    ConversionId, DefinitionId, OutcomeEventId, ProfileId, RevenueType, StoreError, Timestamp,
};
use rust_decimal::Decimal;

/// A conversion as far as a change of it is told. Under the default model of reports, `last_touch`, one touch
/// at most is credited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedConversion {
    /// The conversion.
    pub id: ConversionId,
    /// The definition that claims it.
    pub definition_id: DefinitionId,
    /// What the touch is credited with, in the profile's currency; `None` when no touch is credited, or no
    /// value is known.
    pub credited: Option<Decimal>,
    /// The traffic evidence of the touch; `None` when none is credited.
    pub signature: Option<i64>,
}

/// A conversion with all that is told when it appears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedConversion {
    /// As it is reported.
    pub reported: ReportedConversion,
    /// The outcome event that it is made of.
    pub event_id: OutcomeEventId,
    /// What its value means.
    pub revenue_type: RevenueType,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// Its value in the profile's currency.
    pub value: Option<Decimal>,
}

/// A conversion before and after a change; one of both is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionChange {
    /// As it was reported; `None` when it appeared.
    pub before: Option<ReportedConversion>,
    /// As it is reported; `None` when it is gone.
    pub after: Option<RecordedConversion>,
}

/// Some of many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<T> {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Vec<T>,
}

/// A definition with the first conversion of it that was credited to a touch.
pub type FirstAttribution = (DefinitionId, ConversionId);

/// What is told of conversions, inside a transaction that holds the profile's attribution lock.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
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
