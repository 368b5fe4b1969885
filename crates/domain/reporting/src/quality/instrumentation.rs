//! How a site is measured: what a scan reads of it, and what that comes to.

use std::collections::HashSet;
use std::hash::BuildHasher;

use kernel::Date;

use super::feeds::{Feed, FeedDays};
use super::measured::{
    AdFacts, ChannelClicks, FoundCheck, Measured, Referrer, ads_without_spend,
    clicks_without_visits, converting_referrer, found_checks, spend_without_touches,
};

/// What a scan reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstrumentationFacts {
    /// Checks for which rows are counted.
    pub counted: Vec<Measured>,
    /// Advertisements.
    pub ads: AdFacts,
    /// Hosts of referrals.
    pub referrers: Vec<Referrer>,
    /// Channels with clicks.
    pub channels: Vec<ChannelClicks>,
    /// What comes in.
    pub feeds: Vec<FeedDays>,
}

/// What a scan found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instrumentation {
    /// Every check once, in the order of [`CheckCode::ALL`](super::checks::CheckCode::ALL).
    pub checks: Vec<FoundCheck>,
    /// Feeds that were ever seen, in the order in which they were read.
    pub feeds: Vec<Feed>,
}

impl InstrumentationFacts {
    /// Judges them as of the last complete day. `named` are advertisements that UTM values name, in lower case; unusual
    /// days that ended before `since` are left out.
    pub fn judged<S: BuildHasher>(
        &self,
        named: &HashSet<String, S>,
        last: Date,
        since: Date,
    ) -> Instrumentation {
        let mut measured = self.counted.clone();
        measured.extend([
            ads_without_spend(&self.ads),
            spend_without_touches(&self.ads, named),
            converting_referrer(&self.referrers),
            clicks_without_visits(&self.channels),
        ]);
        let feeds = self.feeds.iter();
        Instrumentation {
            checks: found_checks(&measured),
            feeds: feeds.filter_map(|feed| feed.judged(last, since)).collect(),
        }
    }
}
