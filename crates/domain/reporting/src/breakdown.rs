//! Breakdowns: the figures of a period by one dimension, sorted, a page at a time.

use async_trait::async_trait;
use kernel::{Currency, Exact, Limit, ProfileAccess, StoreError};

use crate::figures::Figures;
use crate::filter::Dimension;
use crate::question::Question;

/// What rows stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BreakdownBy {
    /// What reports can also be narrowed by.
    Dimension(Dimension),
    /// A campaign, by its id on the platform.
    AdCampaign,
    /// An ad set, by its id on the platform.
    AdSet,
    /// An ad, by its id on the platform.
    Ad,
    /// What ads show, by its id on the platform.
    Creative,
    /// The keyword that was bid on, as `utm_term` tells it.
    Keyword,
}

impl BreakdownBy {
    /// Every breakdown with its wire name, in the order in which they are listed.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::Dimension(Dimension::Channel), "channel"),
        (Self::Dimension(Dimension::Source), "source"),
        (Self::Dimension(Dimension::Medium), "medium"),
        (Self::Dimension(Dimension::Campaign), "campaign"),
        (Self::AdCampaign, "campaign_id"),
        (Self::AdSet, "ad_set"),
        (Self::Ad, "ad"),
        (Self::Creative, "creative"),
        (Self::Dimension(Dimension::ReferrerHost), "referrer_host"),
        (Self::Dimension(Dimension::LandingPath), "landing_path"),
        (Self::Dimension(Dimension::Country), "country"),
        (Self::Dimension(Dimension::Device), "device"),
        (Self::Dimension(Dimension::Browser), "browser"),
        (Self::Dimension(Dimension::Os), "os"),
        (Self::Keyword, "keyword"),
    ];

    /// The inverse of [`BreakdownBy::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find_map(|(by, name)| (name == text).then_some(by))
    }

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dimension(dimension) => dimension.as_str(),
            Self::AdCampaign => "campaign_id",
            Self::AdSet => "ad_set",
            Self::Ad => "ad",
            Self::Creative => "creative",
            Self::Keyword => "keyword",
        }
    }

    /// Whether ad spend is known by it.
    pub const fn splits_spend(self) -> bool {
        match self {
            Self::Dimension(dimension) => dimension.splits_spend(),
            Self::AdCampaign | Self::AdSet | Self::Ad | Self::Creative => true,
            Self::Keyword => false,
        }
    }
}

/// A figure of a group: what rows show, and may be sorted by. It is declared here and nowhere else; how it
/// is worked out is in [`crate::figures`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Ad spend.
    Spend,
    /// Credited cash.
    #[default]
    Revenue,
    /// Revenue by spend.
    Roas,
    /// Credited conversions.
    Conversions,
    /// Distinct browsers.
    Visitors,
    /// Sessions.
    Sessions,
    /// Single-page sessions in percent.
    BounceRate,
}

impl Metric {
    /// Every metric with its wire name, in the order in which they are written.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Spend, Self::Spend.as_str()),
        (Self::Revenue, Self::Revenue.as_str()),
        (Self::Roas, Self::Roas.as_str()),
        (Self::Conversions, Self::Conversions.as_str()),
        (Self::Visitors, Self::Visitors.as_str()),
        (Self::Sessions, Self::Sessions.as_str()),
        (Self::BounceRate, Self::BounceRate.as_str()),
    ];

    /// The inverse of [`Metric::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find_map(|(metric, name)| (name == text).then_some(metric))
    }

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Spend => "spend",
            Self::Revenue => "revenue",
            Self::Roas => "roas",
            Self::Conversions => "conversions",
            Self::Visitors => "visitors",
            Self::Sessions => "sessions",
            Self::BounceRate => "bounce_rate",
        }
    }

    /// What it says, for whoever reads it.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Spend => "Ad spend in the reporting currency.",
            Self::Revenue => "Cash credited to touches.",
            Self::Roas => "Revenue divided by spend; 0 without spend.",
            Self::Conversions => "Credited conversions, a sum of shares; refunds not counted.",
            Self::Visitors => "Distinct anonymous ids.",
            Self::Sessions => "Sessions with at least one page view.",
            Self::BounceRate => "Sessions with a single page view, in percent.",
        }
    }

    /// Whether it is a whole number.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Visitors | Self::Sessions)
    }

    /// The figure's value.
    pub fn of(self, figures: &Figures) -> Exact {
        match self {
            Self::Spend => figures.spend,
            Self::Revenue => figures.revenue,
            Self::Roas => figures.roas,
            Self::Conversions => figures.conversions,
            Self::Visitors => Exact::whole(figures.visitors),
            Self::Sessions => Exact::whole(figures.sessions),
            Self::BounceRate => figures.bounce_rate,
        }
    }
}

/// Which end comes first. Rows of equal value always stand in ascending order of their keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    #[default]
    Descending,
}

impl Order {
    /// From `asc` or `desc`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "asc" => Some(Self::Ascending),
            "desc" => Some(Self::Descending),
            _ => None,
        }
    }
}

/// Where the previous page ended: the value that its last row was sorted by, and its key. Printed
/// as `value|key`; a value never holds a `|`, a key may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankKeyset {
    /// The sorted figure, as it was printed.
    pub value: Exact,
    /// The key; empty for what is not known.
    pub key: String,
}

impl RankKeyset {
    /// The longest key that a cursor may carry, in bytes.
    const LONGEST: usize = 4096;

    /// Reads `value|key`.
    pub fn parse(text: &str) -> Option<Self> {
        let (value, key) = text.split_once('|')?;
        // More digits than any figure has would only overflow.
        let value = (value.len() <= 40).then(|| value.parse().ok()).flatten()?;
        (key.len() <= Self::LONGEST).then(|| Self {
            value,
            key: key.to_owned(),
        })
    }
}

impl std::fmt::Display for RankKeyset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}|{}", self.value, self.key)
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakdownQuery {
    /// Which rows of the store count.
    pub question: Question,
    /// What the answer's rows stand for.
    pub by: BreakdownBy,
    /// What they are sorted by.
    pub sort: Metric,
    /// Which end comes first.
    pub order: Order,
    /// Rows a page.
    pub limit: Limit<100>,
    /// Where the previous page ended.
    pub after: Option<RankKeyset>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakdownRow {
    /// The dimension's value; empty when it is not known.
    pub key: String,
    /// What the ads catalogue calls a campaign, an ad set or an ad.
    pub name: Option<String>,
    /// Its figures.
    pub figures: Figures,
}

/// One page, and the figures over all pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// In the order that was asked for.
    pub rows: Vec<BreakdownRow>,
    /// Over all rows of all pages. Spend is the whole spend, also where no row can tell its part.
    pub total: Figures,
    /// Conversions that no touch is credited with, which stand in no row. `None` under a filter,
    /// where nobody can say whether they would match.
    pub unattributed_conversions: Option<Exact>,
    /// Where the next page begins, when there is one.
    pub next: Option<RankKeyset>,
    /// In which amounts are.
    pub currency: Currency,
    /// Whether spend of some account comes in by itself, so that the platform may not have told it all.
    pub reads_spend: bool,
    /// What a reader should know, as stable words.
    pub warnings: Vec<String>,
}

/// Answers breakdowns.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait BreakdownReader: Send + Sync {
    /// One page of the profile's present generation.
    async fn breakdown(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError>;

    /// The same by campaign, ad set or ad, with a row for each that the ads catalogue has, also without any figure, and
    /// for no other.
    async fn of_catalogue(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_breakdown_and_metric_has_one_name() {
        for (by, name) in BreakdownBy::ALL {
            assert_eq!(BreakdownBy::parse(name), Some(by));
            assert_eq!(by.as_str(), name);
        }
        assert_eq!(BreakdownBy::parse("utm_term"), None);
        for (metric, name) in Metric::ALL {
            assert_eq!(Metric::parse(name), Some(metric));
        }
        assert_eq!(Metric::parse("pageviews"), None);
    }

    #[test]
    fn a_cursor_is_read_as_it_is_printed() {
        for text in ["-1.5|Paid Search", "0|", "3|a|b|c", "0.00000000000000001|é"] {
            let cursor = RankKeyset::parse(text).unwrap();
            assert_eq!(cursor.to_string(), text);
        }
        assert_eq!(RankKeyset::parse("3|a|b").unwrap().key, "a|b");
        for text in ["", "3", "|a", "x|a", "1e3|a", " 1|a"] {
            assert_eq!(RankKeyset::parse(text), None, "{text}");
        }
        assert_eq!(RankKeyset::parse(&format!("{}|a", "9".repeat(41))), None);
        assert_eq!(RankKeyset::parse(&format!("1|{}", "k".repeat(4097))), None);
    }
}
