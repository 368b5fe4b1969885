//! Page views whose referrers are read anew, because the profile's lists of hosts have changed.

use async_trait::async_trait;
use kernel::{ProfileId, StoreError, Timestamp, TrackerEventId};

/// A page view with a page before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferredView {
    /// When it happened.
    pub at: Timestamp,
    /// Its id.
    pub id: TrackerEventId,
    /// The page, as it is stored.
    pub url: Option<String>,
    /// The page before, as it is stored.
    pub referrer: String,
    /// Which list covers the page before, as it is stored.
    pub exclusion: Option<String>,
}

/// What follows anew from a page view's addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RereadView {
    /// When it happened.
    pub at: Timestamp,
    /// Its id.
    pub id: TrackerEventId,
    /// Its traffic evidence.
    pub signature_id: i64,
    /// Hash of the evidence without the landing page.
    pub source_key: i64,
    /// Whether the evidence names a source.
    pub names_a_source: bool,
    /// Which list covers the page before.
    pub exclusion: Option<&'static str>,
}

/// The page views of profiles whose lists have changed. Where it is stands in the transaction of what
/// is written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait RereadingStore: Send {
    /// All page views of the profile have to be read anew, from the first one on.
    async fn queue(&mut self, profile_id: ProfileId) -> Result<(), StoreError>;

    /// The next page views with a page before them, at most `limit`; `None` when there is nothing to
    /// be read anew.
    async fn next(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Option<Vec<ReferredView>>, StoreError>;

    /// Writes what follows, and goes on after `last`; without one the profile is through.
    async fn write<'a>(
        &mut self,
        profile_id: ProfileId,
        views: &[RereadView],
        last: Option<&'a ReferredView>,
    ) -> Result<(), StoreError>;
}
