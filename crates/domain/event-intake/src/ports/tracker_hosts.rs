//! On which hosts the tracker was heard.

use async_trait::async_trait;
use kernel::{Date, ProfileId, StoreError, Timestamp};

use crate::tracker::{TrackerVersion, Way};

/// Days of which page views are counted, the present one among them.
pub const COUNTED_DAYS: usize = 7;
/// Most rows that are kept of a profile: pages can be of any host that somebody makes up.
pub const MOST_HOSTS: u32 = 200;

/// What is added up together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HostKey {
    /// The profile's day.
    pub local_date: Date,
    /// Whose.
    pub profile_id: ProfileId,
    /// The host of the page, in normal form.
    pub host: String,
    /// How the tracker got there; `None` where it does not tell.
    pub way: Option<Way>,
}

/// What was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Page views that were taken, those of robots left out.
    pub page_views: u64,
    /// The version that the tracker told last.
    pub version: Option<TrackerVersion>,
    /// When the first was heard.
    pub first_at: Timestamp,
    /// When the last page view was taken; `None` where none was.
    pub taken_at: Option<Timestamp>,
    /// When something was last refused because the host is not the profile's; `None` where nothing was.
    pub refused_at: Option<Timestamp>,
}

impl Heard {
    /// Page views that were taken.
    pub fn taken(page_views: u64, version: Option<TrackerVersion>, at: Timestamp) -> Self {
        Self {
            page_views,
            version,
            first_at: at,
            taken_at: Some(at),
            refused_at: None,
        }
    }

    /// Something that was refused.
    pub fn refused(version: Option<TrackerVersion>, at: Timestamp) -> Self {
        Self {
            page_views: 0,
            version,
            first_at: at,
            taken_at: None,
            refused_at: Some(at),
        }
    }

    /// Adds what was heard of the same host later.
    pub fn add(&mut self, later: Self) {
        self.page_views = self.page_views.saturating_add(later.page_views);
        self.version = later.version;
        self.first_at = self.first_at.min(later.first_at);
        self.taken_at = self.taken_at.max(later.taken_at);
        self.refused_at = self.refused_at.max(later.refused_at);
    }
}

/// A host with one way in which the tracker got there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackerHost {
    /// The host, in normal form.
    pub host: String,
    /// How the tracker got there; `None` where it does not tell.
    pub way: Option<Way>,
    /// The version that was told last.
    pub version: Option<TrackerVersion>,
    /// When the tracker was heard there first, taken or refused.
    pub first_seen_at: Timestamp,
    /// When the last page view was taken.
    pub last_seen_at: Option<Timestamp>,
    /// When something was last refused because the host is not the profile's.
    pub refused_at: Option<Timestamp>,
    /// The local day that was counted last.
    pub counted_on: Date,
    /// Page views of that day and of the six before it, the latest first.
    pub page_views: [u64; COUNTED_DAYS],
}

impl TrackerHost {
    /// Page views of this many days, the last of which is `today`.
    pub fn views(&self, today: Date, days: usize) -> u64 {
        let ago = usize::try_from((today - self.counted_on).whole_days()).unwrap_or_default();
        let counted = self.page_views.iter().take(days.saturating_sub(ago));
        counted.fold(0, |sum, views| sum.saturating_add(*views))
    }
}

/// Keeps where the tracker was heard. It is a diagnosis: what was not written before a crash is lost.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait TrackerHosts: Send + Sync {
    /// Adds what was heard, each key given once, in order. Of a profile [`MOST_HOSTS`] rows stay: those of its own
    /// domains, where the store knows them; then those of which page views were taken last, and behind them those of
    /// which everything was refused, the latest first.
    async fn add(&self, heard: &[(HostKey, Heard)]) -> Result<(), StoreError>;

    /// All of a profile: those of which page views were taken last first, and behind them those of which everything
    /// was refused, the latest first.
    async fn of_profile(&self, profile_id: ProfileId) -> Result<Vec<TrackerHost>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_passed_meanwhile_count_for_nothing() {
        let day = |text: &str| {
            let midnight = Timestamp::parse(&format!("{text}T00:00:00Z"));
            midnight.unwrap().to_utc().date()
        };
        let host = TrackerHost {
            host: "shop.example".to_owned(),
            way: None,
            version: None,
            first_seen_at: Timestamp::from_micros(0),
            last_seen_at: None,
            refused_at: None,
            counted_on: day("2026-11-20"),
            page_views: [1, 2, 4, 8, 16, 32, 64],
        };
        for (today, one, week) in [
            ("2026-11-20", 1, 127),
            ("2026-11-21", 0, 63),
            ("2026-11-25", 0, 3),
            ("2026-11-26", 0, 1),
            ("2026-11-27", 0, 0),
            // A process may be a day ahead of the one that asks.
            ("2026-11-19", 1, 127),
        ] {
            assert_eq!(host.views(day(today), 1), one, "{today}");
            assert_eq!(host.views(day(today), COUNTED_DAYS), week, "{today}");
        }
    }
}
