//! Browser facts.

use async_trait::async_trait;
use kernel::{CustomerId, Date, ProfileId, StoreError, Timestamp, TrackerEventId, VisitorId};

use super::outcome_events::{KeptIdentifiers, SubjectKey};
use crate::json_object::JsonObject;

/// What kind of tracker event a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackerFactKind {
    /// A page was shown.
    PageView,
    /// Time during which a page was visible and focused.
    Engagement,
    /// The visitor told who they are.
    Identify,
    /// Anything the site reports.
    Custom,
}

impl TrackerFactKind {
    /// The database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PageView => "page_view",
            Self::Engagement => "engagement",
            Self::Identify => "identify",
            Self::Custom => "custom",
        }
    }
}

/// A tracker event as it is written, once.
#[derive(Clone, Debug)]
pub struct TrackerEventFact {
    /// The id that the tracker gave it.
    pub id: TrackerEventId,
    /// When it happened, by the server's clock.
    pub occurred_at: Timestamp,
    /// When it came in.
    pub received_at: Timestamp,
    /// The browser.
    pub visitor_id: VisitorId,
    /// Its kind.
    pub kind: TrackerFactKind,
    /// Name of a custom event.
    pub name: Option<String>,
    /// Full URL.
    pub url: Option<String>,
    /// Path of the URL.
    pub path: Option<String>,
    /// Page title.
    pub title: Option<String>,
    /// Referrer as received.
    pub referrer: Option<String>,
    /// Engaged time in milliseconds.
    pub engaged_ms: Option<u32>,
    /// Free properties.
    pub properties: Option<JsonObject>,
    /// The page view's traffic evidence.
    pub signature_id: Option<i64>,
    /// Hash of the evidence without the landing page.
    pub source_key: Option<i64>,
    /// Whether the evidence names a source.
    pub names_a_source: Option<bool>,
    /// `self_referral` or `payment_gateway` when the referrer must not make a touch.
    pub exclusion: Option<&'static str>,
    /// Ad id.
    pub ad_id: Option<String>,
    /// Campaign id.
    pub campaign_id: Option<String>,
    /// Click ids by kind, in the order of the kinds.
    pub click_ids: Vec<(String, String)>,
    /// The known identifier of an identify event.
    pub subject: Option<SubjectKey>,
    /// Its identifiers.
    pub identifiers: Option<KeptIdentifiers>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// desktop, mobile or tablet.
    pub device: Option<String>,
    /// Browser family.
    pub browser: Option<String>,
    /// Operating system family.
    pub os: Option<String>,
    /// Why the sender is taken for a bot.
    pub bot_reason: Option<String>,
    /// A name for the sender's network address that is good for a day.
    pub sender: Option<String>,
}

/// A browser that did something, nobody being identified on it by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit<'a> {
    /// The browser.
    pub visitor_id: VisitorId,
    /// The anonymous id that names it, in normal form.
    pub anonymous_id: &'a str,
    /// When.
    pub at: Timestamp,
}

/// Page views of visitors who are not recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnonymousViews {
    /// The profile's day.
    pub local_date: Date,
    /// Where from, and to which page.
    pub signature_id: i64,
    /// How many more.
    pub views: u32,
}

/// Tracker events inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TrackerEventStore: Send {
    /// Reserves event ids and returns those that nobody reserved before.
    async fn claim_ids(
        &mut self,
        profile_id: ProfileId,
        ids: &[TrackerEventId],
    ) -> Result<Vec<TrackerEventId>, StoreError>;

    /// Stores the browsers that are not stored yet, each with its first visit of `visits`; widens
    /// when the owners of the others were seen. The owner at the time of each visit, in the order
    /// of `visits`: what the identity graph does for events that identify nobody, for many at once.
    async fn meet<'a>(
        &mut self,
        profile_id: ProfileId,
        visits: &[Visit<'a>],
    ) -> Result<Vec<Option<CustomerId>>, StoreError>;

    /// Adds to the numbers of page views without an id; the rows are sorted and each there once.
    async fn count_views(
        &mut self,
        profile_id: ProfileId,
        rows: &[AnonymousViews],
    ) -> Result<(), StoreError>;

    /// Writes facts whose ids were claimed.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        facts: &[TrackerEventFact],
    ) -> Result<(), StoreError>;
}
