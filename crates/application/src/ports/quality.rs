//! Looks at the links of a profile and at how it is measured, as they are kept.

use std::collections::HashSet;

use async_trait::async_trait;
use channel_classifier::Signature;
use channel_classifier::audit::{UtmAudit, UtmCategory};
use kernel::{
    Date, Exact, Model, Period, ProfileAccess, ProfileId, StoreError, TimeZone, Timestamp,
};
use reporting::quality::alerts::KnownSignal;
use reporting::quality::instrumentation::Instrumentation;

/// The last look.
#[derive(Clone, Debug, PartialEq)]
pub struct QualityScan {
    /// When it was.
    pub scanned_at: Timestamp,
    /// The local days that were looked at.
    pub period: Period,
    /// Which version of the profile's channel rules was in force.
    pub rules_version: i64,
    /// What was found of links.
    pub audit: UtmAudit,
    /// What was found of how the site is measured; `None` of a look of an earlier release.
    pub instrumentation: Option<Instrumentation>,
}

/// Touches of one signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchedSignature {
    /// The signature.
    pub id: i64,
    /// Its touches.
    pub touches: u64,
    /// The first day with one.
    pub first_seen: Date,
    /// The last day with one.
    pub last_seen: Date,
    /// Credited cash of the days, refunds subtracted.
    pub cash: Exact,
}

/// Which touches are counted.
#[derive(Clone, Copy, Debug)]
pub struct TouchedQuestion {
    /// The generation that readers see.
    pub generation: i64,
    /// The local days.
    pub period: Period,
    /// Whose shares are cash.
    pub model: Model,
}

/// A profile with when its links were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedAt {
    /// The profile.
    pub profile_id: ProfileId,
    /// Where its days begin.
    pub timezone: TimeZone,
    /// When its links were looked at last.
    pub last: Option<Timestamp>,
    /// Whether other channel rules were in force then.
    pub is_of_other_rules: bool,
}

/// Looks inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait QualityStore: Send {
    /// Waits until nobody else looks at the profile's links, and keeps others waiting until the transaction ends.
    async fn take_turn(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;

    /// The last look.
    async fn last(&mut self, profile_id: ProfileId) -> Result<Option<QualityScan>, StoreError>;

    /// The touches of each signature that has any, counted from days and never one by one.
    async fn touched(
        &mut self,
        profile_id: ProfileId,
        question: &TouchedQuestion,
    ) -> Result<Vec<TouchedSignature>, StoreError>;

    /// Which of these are ids of advertisements in the catalogue, on whatever platform; all in lower case.
    async fn known_ads(
        &mut self,
        profile_id: ProfileId,
        ids: &[String],
    ) -> Result<HashSet<String>, StoreError>;

    /// Puts a look in the place of the last one, and what it found beside what was found on other days.
    async fn keep(&mut self, profile_id: ProfileId, scan: &QualityScan) -> Result<(), StoreError>;

    /// The next profiles by id that anything came in of, with when their links were looked at.
    async fn looked_at(
        &mut self,
        after: Option<ProfileId>,
        most: u32,
    ) -> Result<Vec<LookedAt>, StoreError>;

    /// What is known of a fault and is not to be told until there is more of it; `None` ends that.
    async fn mute(
        &mut self,
        profile_id: ProfileId,
        category: UtmCategory,
        mute: Option<Mute>,
    ) -> Result<(), StoreError>;
}

/// A fault that somebody knows of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mute {
    /// Why it is let be.
    pub reason: String,
    /// Since when.
    pub at: Timestamp,
    /// Touches with it then.
    pub touches: u64,
}

/// What was found on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QualityDay {
    /// The local day of the look.
    pub date: Date,
    /// The fault; none for everything that was looked at.
    pub category: Option<UtmCategory>,
    /// Touches.
    pub touches: u64,
    /// Their credited cash.
    pub cash: Exact,
}

/// Looks as readers see them.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait QualityReader: Send + Sync {
    /// The last look.
    async fn scan(&self, access: &ProfileAccess) -> Result<Option<QualityScan>, StoreError>;

    /// The signatures of these ids; those that are gone are left out.
    async fn signatures(
        &self,
        access: &ProfileAccess,
        ids: &[i64],
    ) -> Result<Vec<(i64, Signature)>, StoreError>;

    /// What is known of signals that were not ok at some time.
    async fn known_signals(&self, access: &ProfileAccess) -> Result<Vec<KnownSignal>, StoreError>;

    /// Faults that somebody knows of.
    async fn mutes(&self, access: &ProfileAccess) -> Result<Vec<(UtmCategory, Mute)>, StoreError>;

    /// What was found on each of the days, in their order.
    async fn days(
        &self,
        access: &ProfileAccess,
        period: Period,
    ) -> Result<Vec<QualityDay>, StoreError>;
}

/// What is known of signals of trust, inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait TrustStateStore: Send {
    /// Notes that the profile's signals are looked at now; whether that is the caller's part: nobody did since `before`.
    async fn claim_look(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
        before: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Waits until nobody else tells of the profile's signals, and keeps others waiting until the transaction ends.
    async fn take_turn(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;

    /// What is known of signals that were not ok at some time; those of another release are left out.
    async fn known(&mut self, profile_id: ProfileId) -> Result<Vec<KnownSignal>, StoreError>;

    /// Puts these in the place of what is known of the same signals.
    async fn keep(
        &mut self,
        profile_id: ProfileId,
        signals: &[KnownSignal],
    ) -> Result<(), StoreError>;
}
