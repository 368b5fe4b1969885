//! What facts lose with age.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use uuid::Uuid;

/// After how many days: 30 to 3,650.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RetentionDays(u16);

impl RetentionDays {
    /// The fewest: what browsers send may be a week old, and nothing comes in behind what is gone through.
    pub const MIN: u16 = 30;
    /// The most.
    pub const MAX: u16 = 3650;

    /// `None` for fewer or more.
    pub fn new(days: u16) -> Option<Self> {
        (Self::MIN..=Self::MAX)
            .contains(&days)
            .then_some(Self(days))
    }

    /// Whole days.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// How long something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// For ever.
    ForEver,
    /// So many days.
    Days(RetentionDays),
}

impl Keep {
    /// How many; `None` for ever.
    pub const fn days(self) -> Option<RetentionDays> {
        match self {
            Self::ForEver => None,
            Self::Days(days) => Some(days),
        }
    }
}

/// What a profile decides; without a number it is kept for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RetentionSettings {
    /// After how many days browser events lose what is personal, and silent browsers their names.
    pub tracker_days: Option<RetentionDays>,
    /// After how many days outcome events lose what is personal, and silent customers their names.
    pub personal_days: Option<RetentionDays>,
}

impl RetentionSettings {
    /// After how many days rows of the kind are gone through.
    pub const fn of(&self, kind: AgeingKind) -> Option<RetentionDays> {
        match kind {
            AgeingKind::TrackerEvents => self.tracker_days,
            AgeingKind::OutcomeEvents | AgeingKind::Customers => self.personal_days,
        }
    }
}

/// What is gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgeingKind {
    /// Events of browsers.
    TrackerEvents,
    /// Events that servers told.
    OutcomeEvents,
    /// People.
    Customers,
}

impl AgeingKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::TrackerEvents, Self::OutcomeEvents, Self::Customers];

    /// The database's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TrackerEvents => "tracker_events",
            Self::OutcomeEvents => "outcome_events",
            Self::Customers => "customers",
        }
    }
}

/// One kind of a profile that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetentionPass {
    /// The profile.
    pub profile_id: ProfileId,
    /// The kind.
    pub kind: AgeingKind,
    /// After how many days.
    pub days: RetentionDays,
    /// When and which the last fact was that was looked at.
    pub after: Option<(Timestamp, Uuid)>,
}

/// A fact that is old enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgedFact {
    /// When it happened.
    pub at: Timestamp,
    /// Its id.
    pub id: Uuid,
    /// The browser, of events of browsers.
    pub visitor_id: Option<VisitorId>,
    /// The page, as it is stored.
    pub url: Option<String>,
    /// The page before, as it is stored.
    pub referrer: Option<String>,
}

/// A browser that has been silent for so long, and a random number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SilentBrowser {
    /// What it is called now.
    pub visitor_id: VisitorId,
    /// Nobody has drawn it before.
    pub token: Uuid,
}

/// A browser that is called otherwise from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenamedBrowser {
    /// What it was called.
    pub old: VisitorId,
    /// What it is called.
    pub new: VisitorId,
    /// The same as text, in the place of what the browser called itself.
    pub anonymous_id: String,
}

/// Ageing facts inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait RetentionStore: Send {
    /// What the profile decides; `None` when there is no such profile.
    async fn settings(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Option<RetentionSettings>, StoreError>;

    /// Writes it, and has all kinds that it names gone through from `now` on.
    async fn write(
        &mut self,
        profile_id: ProfileId,
        settings: RetentionSettings,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// A kind of a profile that is due, for this transaction alone; those that others are at are not.
    async fn next(&mut self, now: Timestamp) -> Result<Option<RetentionPass>, StoreError>;

    /// The next facts of the pass that happened before an instant, in the order of their keys.
    async fn facts(
        &mut self,
        pass: &RetentionPass,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<AgedFact>, StoreError>;

    /// Writes their addresses and takes out everything else that is personal; how many lost something.
    async fn strip(&mut self, pass: &RetentionPass, facts: &[AgedFact]) -> Result<u64, StoreError>;

    /// Takes out the names of customers who were not seen since an instant; how many had one.
    async fn strip_customers(
        &mut self,
        profile_id: ProfileId,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError>;

    /// Whether one of the browsers waits to be replayed.
    async fn are_marked(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<bool, StoreError>;

    /// Those of the browsers of which nothing happened after a fact, which nobody owns, no outcome and
    /// no exclusion names, and which have not lost their names yet. Nobody else gives them an owner until
    /// the transaction ends.
    async fn silent(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
        last: (Timestamp, Uuid),
    ) -> Result<Vec<SilentBrowser>, StoreError>;

    /// Has everything that names the browsers call them otherwise.
    async fn rename(
        &mut self,
        profile_id: ProfileId,
        browsers: &[RenamedBrowser],
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Goes on after a fact.
    async fn advance(
        &mut self,
        pass: &RetentionPass,
        last: (Timestamp, Uuid),
    ) -> Result<(), StoreError>;

    /// Has the kind looked at again at `next`: from where it is, or from the beginning.
    async fn rest(
        &mut self,
        pass: &RetentionPass,
        next: Timestamp,
        from_the_beginning: bool,
    ) -> Result<(), StoreError>;

    /// A profile of which browsers lost their names before an instant and are still known by them.
    async fn forgotten(&mut self, before: Timestamp) -> Result<Option<ProfileId>, StoreError>;

    /// Forgets what at most `limit` of them were called. Of those of which something came in at the moment
    /// when they lost their names, the browser is stored again; these.
    async fn returned(
        &mut self,
        profile_id: ProfileId,
        before: Timestamp,
        limit: u32,
    ) -> Result<BTreeSet<VisitorId>, StoreError>;

    /// Facts of any age may have come in: all of the profile's are gone through once more.
    async fn again(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;
}
