//! What people were shown, and what it takes from other touches: the last touch with and without views.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{Currency, Exact, Period, ProfileAccess, StoreError, Timestamp};

/// Campaigns that an answer lists at most.
pub const MOST_CAMPAIGNS: usize = 100;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewsQuery {
    /// Local days; [`window`](crate::quality::dangling::window) when absent.
    pub period: Option<Period>,
    /// Which day is today.
    pub now: Timestamp,
}

/// How often the pictures of a campaign were loaded, by who asked for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewedCampaign {
    /// The channel of its evidence.
    pub channel: String,
    /// Traffic source.
    pub source: String,
    /// Medium.
    pub medium: String,
    /// Campaign; empty when the picture names none.
    pub campaign: String,
    /// All of them.
    pub views: u64,
    /// Those of a recipient.
    pub by_recipients: u64,
    /// Those of a mail program's servers when somebody opened the mail.
    pub mail_proxy: u64,
    /// Those of servers that load pictures whether or not anybody looks.
    pub prefetched: u64,
    /// Those of programs.
    pub bots: u64,
}

/// What a channel is credited with under `last_touch`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastTouchSums {
    /// Shares of conversions, refunds not counted.
    pub conversions: Exact,
    /// Cash in the reporting currency.
    pub revenue: Exact,
}

impl LastTouchSums {
    fn minus(self, other: Self) -> Self {
        Self {
            conversions: self.conversions - other.conversions,
            revenue: self.revenue - other.revenue,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            conversions: self.conversions + other.conversions,
            revenue: self.revenue + other.revenue,
        }
    }
}

/// What views took: credit of one channel that another, or none, would have without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewMove {
    /// The channel of the view.
    pub from: String,
    /// Whose it would be; `None` when no other touch counts.
    pub to: Option<String>,
    /// How much.
    pub sums: LastTouchSums,
}

/// A channel with both figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelSideBySide {
    /// The channel.
    pub channel: String,
    /// As reports show it.
    pub with_views: LastTouchSums,
    /// As reports would show it if views took no credit.
    pub without_views: LastTouchSums,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views {
    /// Whether views are to take credit; until a full replay that waits is through, figures are of before.
    pub credited: bool,
    /// The days.
    pub period: Period,
    /// In which revenue is told.
    pub currency: Currency,
    /// The most viewed first, at most [`MOST_CAMPAIGNS`].
    pub campaigns: Vec<ViewedCampaign>,
    /// Whether there are more of them.
    pub has_more_campaigns: bool,
    /// Every channel with credit, by name.
    pub channels: Vec<ChannelSideBySide>,
    /// What a reader should know, as stable words: `replay_pending`.
    pub warnings: Vec<String>,
}

/// Both figures of every channel, from what reports show and what views took.
pub fn side_by_side(
    shown: impl IntoIterator<Item = (String, LastTouchSums)>,
    moves: &[ViewMove],
) -> Vec<ChannelSideBySide> {
    let mut channels: BTreeMap<String, (LastTouchSums, LastTouchSums)> = shown
        .into_iter()
        .map(|(channel, sums)| (channel, (sums, sums)))
        .collect();
    for it in moves {
        let (_, without) = channels.entry(it.from.clone()).or_default();
        *without = without.minus(it.sums);
        if let Some(to) = &it.to {
            let (_, without) = channels.entry(to.clone()).or_default();
            *without = without.plus(it.sums);
        }
    }
    let row = |(channel, (with_views, without_views))| ChannelSideBySide {
        channel,
        with_views,
        without_views,
    };
    channels.into_iter().map(row).collect()
}

/// Answers what people were shown.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ViewsReader: Send + Sync {
    /// The profile's views.
    async fn views(&self, access: &ProfileAccess, query: &ViewsQuery) -> Result<Views, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(conversions: i128, revenue: i128) -> LastTouchSums {
        let whole = |units: i128| Exact::from_units(units * 10_i128.pow(17));
        LastTouchSums {
            conversions: whole(conversions),
            revenue: whole(revenue),
        }
    }

    #[test]
    fn what_views_took_goes_back_to_whom_it_was_taken_from() {
        let shown = [
            ("Display".to_owned(), sums(3, 300)),
            ("Email".to_owned(), sums(2, 50)),
        ];
        let moves = [
            ViewMove {
                from: "Display".to_owned(),
                to: Some("Direct".to_owned()),
                sums: sums(2, 120),
            },
            ViewMove {
                from: "Email".to_owned(),
                to: None,
                sums: sums(1, 20),
            },
        ];
        let told = side_by_side(shown, &moves);
        let expected = [
            ("Direct", sums(0, 0), sums(2, 120)),
            ("Display", sums(3, 300), sums(1, 180)),
            ("Email", sums(2, 50), sums(1, 30)),
        ];
        let expected = expected.map(|(channel, with_views, without_views)| ChannelSideBySide {
            channel: channel.to_owned(),
            with_views,
            without_views,
        });
        assert_eq!(told, expected);
    }
}
