//! What a platform says that an account's ads cost, and what becomes of it.
//!
//! A platform is asked twice for the same days: by campaign and by ad. Ads alone are not enough: what was spent on ads
//! that were deleted, or that some kinds of campaigns do not name, is in the campaign's figure alone. So a campaign's
//! row is the total, and what its ads do not explain is counted without an ad.

use std::collections::BTreeMap;

use kernel::{Currency, Date, Exact};

use crate::cost::Cost;
use crate::day::{AdRow, SpendDay};

/// An id of a platform with the name that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The platform's id.
    pub id: String,
    /// What it is called, if the platform says so.
    pub name: Option<String>,
}

/// What a figure is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToldLevel {
    /// A campaign as a whole.
    Campaign(Named),
    /// One ad.
    Ad {
        /// Its campaign.
        campaign: Named,
        /// Its ad set or ad group.
        ad_set: Named,
        /// The ad.
        ad: Named,
    },
}

/// What a campaign or an ad cost on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldDay {
    /// Local day of the account.
    pub date: Date,
    /// Of what.
    pub level: ToldLevel,
    /// Its cost in the account's currency.
    pub cost: Cost,
    /// Times shown, if told.
    pub impressions: Option<i64>,
    /// Times clicked, if told.
    pub clicks: Option<i64>,
}

/// All that a platform said of some days of one account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Of campaigns and of ads, in no order.
    pub days: Vec<ToldDay>,
}

/// What a day came to, in the account's currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// By its campaigns: what the platform says that was spent.
    pub campaigns: Exact,
    /// By its ads: what of it has a name.
    pub ads: Exact,
}

/// Whose spend it is and in what it is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whose<'a> {
    /// The platform's word.
    pub platform: &'a str,
    /// The account's id.
    pub account_id: &'a str,
    /// The account's name.
    pub account_name: Option<&'a str>,
    /// What it is billed in; `None` is the profile's currency.
    pub currency: Option<Currency>,
}

impl Told {
    /// What each day came to; days of which nothing was told are not among them.
    pub fn totals(&self) -> BTreeMap<Date, Totals> {
        let mut totals = BTreeMap::new();
        for day in &self.days {
            let of_day = totals.entry(day.date).or_insert_with(|| Totals {
                campaigns: Exact::ZERO,
                ads: Exact::ZERO,
            });
            let sum = match &day.level {
                ToldLevel::Campaign(_) => &mut of_day.campaigns,
                ToldLevel::Ad { .. } => &mut of_day.ads,
            };
            *sum = *sum + day.cost.exact();
        }
        totals
    }

    /// Whether ads of some campaign came to more than the campaign on the same day: the two answers are of different
    /// minutes, and asking again may bring them together.
    pub fn is_torn(&self) -> bool {
        let mut left: BTreeMap<(Date, &str), Exact> = BTreeMap::new();
        for day in &self.days {
            let cost = day.cost.exact();
            let (campaign, cost) = match &day.level {
                ToldLevel::Campaign(campaign) => (campaign, cost),
                ToldLevel::Ad { campaign, .. } => (campaign, -cost),
            };
            let sum = left.entry((day.date, &campaign.id)).or_insert(Exact::ZERO);
            *sum = *sum + cost;
        }
        left.values().any(|left| *left < Exact::ZERO)
    }

    /// The rows that are kept.
    pub fn into_rows(self, whose: &Whose<'_>) -> Vec<SpendDay> {
        let row = |day: ToldDay| {
            let none = || Named {
                id: String::new(),
                name: None,
            };
            let (campaign, ad_set, ad) = match day.level {
                ToldLevel::Campaign(campaign) => (campaign, none(), none()),
                ToldLevel::Ad {
                    campaign,
                    ad_set,
                    ad,
                } => (campaign, ad_set, ad),
            };
            SpendDay {
                date: day.date,
                ad: AdRow {
                    platform: whose.platform.to_owned(),
                    account_id: whose.account_id.to_owned(),
                    campaign_id: campaign.id,
                    ad_set_id: ad_set.id,
                    ad_id: ad.id,
                    account_name: whose.account_name.map(str::to_owned),
                    campaign_name: campaign.name,
                    ad_set_name: ad_set.name,
                    ad_name: ad.name,
                },
                amount: day.cost,
                currency: whose.currency,
                impressions: day.impressions,
                clicks: day.clicks,
                utm_source: None,
                utm_medium: None,
            }
        };
        self.days.into_iter().map(row).collect()
    }
}

/// How a campaign, an ad set or an ad stands at its platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It may be shown.
    Active,
    /// Somebody paused it, or what it belongs to.
    Paused,
    /// It is over or put away.
    Ended,
    /// It was deleted.
    Removed,
    /// The platform says something else, such as that it is being reviewed.
    Other,
}

impl Standing {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Active,
        Self::Paused,
        Self::Ended,
        Self::Removed,
        Self::Other,
    ];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Ended => "ended",
            Self::Removed => "removed",
            Self::Other => "other",
        }
    }

    /// The inverse of [`Standing::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// An ad of the catalogue, whether it ever cost anything or not; or an ad set or a campaign without ads, whose parts
/// are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueAd {
    /// Its campaign.
    pub campaign: (Named, Standing),
    /// Its ad set or ad group.
    pub ad_set: Option<(Named, Standing)>,
    /// The ad.
    pub ad: Option<(Named, Standing)>,
    /// What is shown, where the platform keeps that apart from the ad.
    pub creative: Option<Named>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    fn named(id: &str) -> Named {
        Named {
            id: id.to_owned(),
            name: Some(format!("Name of {id}")),
        }
    }

    fn day(level: ToldLevel, cost: &str) -> ToldDay {
        ToldDay {
            date: date!(2026 - 11 - 01),
            level,
            cost: cost.parse().unwrap(),
            impressions: Some(1),
            clicks: None,
        }
    }

    fn ad(id: &str, cost: &str) -> ToldDay {
        let level = ToldLevel::Ad {
            campaign: named("c"),
            ad_set: named("s"),
            ad: named(id),
        };
        day(level, cost)
    }

    fn told(campaign: &str, ads: &[&str]) -> Told {
        let mut days = vec![day(ToldLevel::Campaign(named("c")), campaign)];
        let place = |(index, cost): (usize, &&str)| ad(&format!("a{index}"), cost);
        days.extend(ads.iter().enumerate().map(place));
        Told { days }
    }

    #[test]
    fn a_day_has_a_total_and_what_of_it_has_a_name() {
        let totals = told("10.0001", &["4", "5.5"]).totals();
        let of_day = &totals[&date!(2026 - 11 - 01)];
        assert_eq!(of_day.campaigns.to_string(), "10.0001");
        assert_eq!(of_day.ads.to_string(), "9.5");
    }

    #[test]
    fn answers_of_different_minutes_are_torn_when_ads_exceed_their_campaign() {
        assert!(!told("9.5", &["4", "5.5"]).is_torn());
        assert!(!told("9.6", &["4", "5.5"]).is_torn());
        assert!(told("9.4999", &["4", "5.5"]).is_torn());
        assert!(!Told::default().is_torn());
    }

    #[test]
    fn a_campaign_is_the_whole_and_its_ads_are_parts() {
        let whose = Whose {
            platform: "search_ads",
            account_id: "1",
            account_name: Some("Shop"),
            currency: Currency::parse("EUR"),
        };
        let rows = told("9", &["4"]).into_rows(&whose);
        let ids = |row: &SpendDay| {
            let ad = &row.ad;
            [&ad.campaign_id, &ad.ad_set_id, &ad.ad_id].map(String::clone)
        };
        assert_eq!(ids(&rows[0]), ["c", "", ""]);
        assert_eq!(ids(&rows[1]), ["c", "s", "a0"]);
        assert_eq!(rows[1].ad.ad_name.as_deref(), Some("Name of a0"));
        assert_eq!(rows[1].ad.account_name.as_deref(), Some("Shop"));
        assert_eq!(rows[1].currency, Currency::parse("EUR"));
    }
}
