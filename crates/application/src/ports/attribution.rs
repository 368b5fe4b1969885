//! What a replay reads and writes. Every method works on sets, so that a replay of a thousand
//! people costs a handful of statements.

use async_trait::async_trait;
use attribution_models::ports::{ConversionRow, CreditRow, TouchRow};
use conversion_definitions::Catalogue;
use event_intake::Hit;
use kernel::{
    Currency, Date, PersonId, ProfileId, SessionId, StoreError, TimeZone, Timestamp, VisitorId,
};

use webhook_events::conversions::ReportedConversion;

use super::ledger::Book;
use super::profiles::Profile;
use super::spend::FxRate;

/// Which generation readers see, and which one is being built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributionState {
    /// What readers see.
    pub generation: i64,
    /// What a full replay writes.
    pub building: Option<Building>,
    /// How it is reported.
    pub seen: Seen,
    /// By which revision of the built-in rules labels and spend are derived.
    pub revision: i64,
}

impl AttributionState {
    /// Whether a worker that is believed alive is at a full replay.
    pub fn is_being_rebuilt(&self) -> bool {
        self.building.is_some_and(|building| building.is_alive)
    }
}

/// A generation that no reader sees yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    /// Which one.
    pub generation: i64,
    /// Whether its worker is believed alive, by the store's clock: those of workers differ.
    pub is_alive: bool,
}

/// How readers see a generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// In which currency.
    pub currency: Currency,
    /// On whose days.
    pub timezone: TimeZone,
}

/// From one change of the clocks to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSpan {
    /// The first instant.
    pub from: Timestamp,
    /// Seconds that local time is ahead of UTC.
    pub offset_seconds: i32,
}

/// A tracker event as sessionisation needs it, with what its session and touch inherit.
#[derive(Clone, Debug)]
pub struct VisitorHit {
    /// The browser.
    pub visitor_id: VisitorId,
    /// The event.
    pub hit: Hit,
    /// Referring URL as received.
    pub referrer: Option<String>,
    /// Path of the page.
    pub path: Option<String>,
    /// Country of the sender.
    pub country: Option<String>,
    /// Device class.
    pub device: Option<String>,
    /// Browser family.
    pub browser: Option<String>,
    /// Operating system family.
    pub os: Option<String>,
    /// Ad id of the landing.
    pub ad_id: Option<String>,
    /// Campaign id of the landing.
    pub campaign_id: Option<String>,
    /// Click ids of the landing by kind, in the order of the kinds.
    pub click_ids: Vec<(String, String)>,
}

/// Browsers whose ids follow one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisitorRange {
    /// They come after this one; from the first one on without it.
    pub after: Option<VisitorId>,
    /// The last one; until the end without it.
    pub until: Option<VisitorId>,
}

/// Some browsers of a profile.
#[derive(Clone, Copy, Debug)]
pub enum Visitors<'a> {
    /// These, each named once.
    Named(&'a [VisitorId]),
    /// Those of a range.
    Range(VisitorRange),
}

/// A session as it is stored.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// The id of its first event.
    pub id: SessionId,
    /// The browser.
    pub visitor_id: VisitorId,
    /// First event.
    pub started_at: Timestamp,
    /// Last event.
    pub ended_at: Timestamp,
    /// Local day of the first event.
    pub local_date: Date,
    /// Traffic evidence.
    pub signature_id: Option<i64>,
    /// Page views.
    pub page_views: u32,
    /// Engaged time in milliseconds.
    pub engaged_ms: u64,
    /// Whether the sender is a bot.
    pub is_bot: bool,
    /// Country of the first event.
    pub country: Option<String>,
    /// Device of the first event.
    pub device: Option<String>,
    /// Browser of the first event.
    pub browser: Option<String>,
    /// Operating system of the first event.
    pub os: Option<String>,
    /// Host of the first page view's referrer.
    pub referrer_host: Option<String>,
    /// Path of the first page view.
    pub landing_path: Option<String>,
    /// Ad id of the first page view.
    pub ad_id: Option<String>,
}

/// What was in the place of results that were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replaced {
    /// By how much reported figures change; cells that do not change may be there as zeros.
    pub change: Book,
    /// The conversions that were there.
    pub before: Vec<ReportedConversion>,
}

/// When to put in order what reports add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tidy {
    /// Where changes have become many.
    WhenMany,
    /// At once.
    Now,
}

/// Derived data inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait AttributionStore: Send {
    /// Locks the profile's state until the transaction ends; `None` for an unknown profile. Whoever
    /// changes results, or anything that decides about them, holds this lock.
    async fn lock(&mut self, profile_id: ProfileId)
    -> Result<Option<AttributionState>, StoreError>;

    /// The next profiles by id whose labels and spend were derived by another revision of the
    /// built-in rules than this one, at most `limit`.
    async fn behind(
        &mut self,
        revision: i64,
        after: Option<ProfileId>,
        limit: u32,
    ) -> Result<Vec<ProfileId>, StoreError>;

    /// Notes by which revision labels and spend of the profile are derived now.
    async fn renewed(&mut self, profile_id: ProfileId, revision: i64) -> Result<(), StoreError>;

    /// The profile as it is inside this transaction.
    async fn profile(&mut self, profile_id: ProfileId) -> Result<Option<Profile>, StoreError>;

    /// The profile's definitions.
    async fn catalogue(&mut self, profile_id: ProfileId) -> Result<Catalogue, StoreError>;

    /// Rates into `to`, for replay.
    async fn rates(
        &mut self,
        profile_id: ProfileId,
        to: Currency,
    ) -> Result<Vec<FxRate>, StoreError>;

    /// All tracker events of the visitors, in no particular order.
    async fn hits(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<VisitorHit>, StoreError>;

    /// Replaces the sessions and touches of the visitors; what is stored as it is given stays
    /// untouched.
    async fn replace_sessions<'a>(
        &mut self,
        profile_id: ProfileId,
        visitors: Visitors<'a>,
        sessions: &[SessionRow],
        touches: &[TouchRow],
    ) -> Result<(), StoreError>;

    /// Everybody to whom the visitors belong at some time.
    async fn owners(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<PersonId>, StoreError>;

    /// Replaces the conversions and credits of the people in a generation, and of those events
    /// that moved to them from somebody else.
    async fn replace_results(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        people: &[PersonId],
        conversions: &[ConversionRow],
        credits: &[CreditRow],
    ) -> Result<Replaced, StoreError>;

    /// How many people the profile has.
    async fn count_people(&mut self, profile_id: ProfileId) -> Result<u64, StoreError>;

    /// Gives every session the local day that it begins on; `clocks` in order, the first from
    /// before any session.
    async fn move_sessions(
        &mut self,
        profile_id: ProfileId,
        clocks: &[ClockSpan],
    ) -> Result<(), StoreError>;

    /// Notes that `generation` is being built and its worker is believed alive for `lease` from now,
    /// by the store's clock.
    async fn building(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        lease: std::time::Duration,
    ) -> Result<(), StoreError>;

    /// Makes readers see `generation` from now on, in the currency and time zone of `lens`.
    async fn publish(
        &mut self,
        lens: &Profile,
        generation: i64,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Notes when results last became current without a new generation.
    async fn recomputed(&mut self, profile_id: ProfileId, at: Timestamp) -> Result<(), StoreError>;

    /// Removes the results of every generation before the one that readers see.
    async fn sweep(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;

    /// Puts what reports add up in order. The caller holds the lock.
    async fn tidy(&mut self, profile_id: ProfileId, tidy: Tidy) -> Result<(), StoreError>;
}
