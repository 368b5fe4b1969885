//! Touch paths: the ways that people took, the most frequent first.

use async_trait::async_trait;
use kernel::{Currency, Exact, Limit, Period, ProfileAccess, StoreError};

use crate::breakdown::RankKeyset;
use crate::figures::ratio;
use crate::filter::Filter;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathsQuery {
    /// Local days: of the conversions, or of the sessions of those who did not convert.
    pub period: Period,
    /// Whether paths end in a conversion, or belong to people who have none.
    pub converting: bool,
    /// Conversion keys that count; every one when there are none.
    pub goals: Vec<String>,
    /// Only journeys with a touch that fits all of these.
    pub filters: Vec<Filter>,
    /// Rows a page.
    pub limit: Limit<100>,
    /// Where the previous page ended: the count, and the path's key.
    pub after: Option<RankKeyset>,
}

/// One path with those who took it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRow {
    /// Its channels in the order of the touches, consecutive repeats as one: at most
    /// [`LONGEST_PATH`]. Empty text for a touch that nothing classified yet.
    pub channels: Vec<String>,
    /// Whether it goes on.
    pub is_truncated: bool,
    /// Conversions that it led to.
    pub conversions: i64,
    /// Their cash, before refunds.
    pub revenue: Exact,
    /// Distinct people.
    pub people: i64,
    /// Touches behind the channels, repeats included.
    pub touches: i64,
}

impl PathRow {
    /// Touches a conversion, or a person where nobody converted; six decimals.
    pub fn avg_touches(&self) -> Exact {
        let by = if self.conversions > 0 {
            self.conversions
        } else {
            self.people
        };
        ratio(Exact::whole(self.touches), Exact::whole(by))
    }
}

/// Channels of a path that are kept.
pub const LONGEST_PATH: u32 = 20;

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathsPage {
    /// The most frequent first: by conversions, or by people where nobody converted.
    pub rows: Vec<PathRow>,
    /// Where the next page begins, when there is one.
    pub next: Option<RankKeyset>,
    /// In which amounts are.
    pub currency: Currency,
    /// What a reader should know, as stable words.
    pub warnings: Vec<String>,
}

/// Answers questions about paths.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PathsReader: Send + Sync {
    /// One page of the profile's present generation.
    async fn paths(
        &self,
        access: &ProfileAccess,
        query: &PathsQuery,
    ) -> Result<PathsPage, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touches_are_per_conversion_or_per_person() {
        let mut row = PathRow {
            channels: vec!["Email".to_owned()],
            is_truncated: false,
            conversions: 3,
            revenue: Exact::ZERO,
            people: 2,
            touches: 7,
        };
        assert_eq!(row.avg_touches().to_string(), "2.333333");
        row.conversions = 0;
        assert_eq!(row.avg_touches().to_string(), "3.5");
    }
}
