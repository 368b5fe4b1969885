//! Advertisements that conversions are credited to and that no catalogue knows.

use async_trait::async_trait;
use kernel::{
    Currency, Date, Exact, Model, Period, PeriodError, ProfileAccess, StoreError, Timestamp,
};
use time::Duration;

/// Whole local days that data quality looks at, beside today.
pub const WINDOW_DAYS: u16 = 30;

/// Offenders that are named.
pub const TOP_OFFENDERS: usize = 10;

/// The days that data quality looks at on this one.
///
/// # Errors
///
/// Never for a day of the years that periods have.
pub fn window(today: Date) -> Result<Period, PeriodError> {
    let first = today.checked_sub(Duration::days(WINDOW_DAYS.into()));
    Period::new(first.unwrap_or(today), today)
}

/// What is credited to one advertisement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdCredit {
    /// Its id on its platform.
    pub ad_id: String,
    /// Shares of cash conversions, refunds not counted.
    pub conversions: Exact,
    /// Credited cash in the reporting currency, refunds subtracted.
    pub cash: Exact,
    /// Whether the catalogue has an advertisement of that id, on whatever platform.
    pub is_known: bool,
}

/// What is credited to advertisements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditedAds {
    /// The days of the conversions.
    pub period: Period,
    /// The currency of amounts; none while nothing is credited to any advertisement.
    pub currency: Option<Currency>,
    /// Whether the catalogue has any advertisement.
    pub has_catalogue: bool,
    /// Every advertisement with credit, in no order.
    pub ads: Vec<AdCredit>,
}

impl CreditedAds {
    /// Those that no catalogue knows: the most cash first, then the most conversions, then by id.
    pub fn dangling(&self) -> Vec<&AdCredit> {
        let mut ads: Vec<&AdCredit> = self.ads.iter().filter(|ad| !ad.is_known).collect();
        ads.sort_by(|one, other| {
            let by_figures = (other.cash, other.conversions).cmp(&(one.cash, one.conversions));
            by_figures.then_with(|| one.ad_id.cmp(&other.ad_id))
        });
        ads
    }
}

/// Answers what is credited to advertisements.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CreditedAdsReader: Send + Sync {
    /// The credit of the [`window`] that `now` ends, under a model, as the profile's readers see it.
    async fn credited_ads(
        &self,
        access: &ProfileAccess,
        model: Model,
        now: Timestamp,
    ) -> Result<CreditedAds, StoreError>;
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn ad(ad_id: &str, conversions: i64, cash: i64, is_known: bool) -> AdCredit {
        AdCredit {
            ad_id: ad_id.to_owned(),
            conversions: Exact::whole(conversions),
            cash: Exact::whole(cash),
            is_known,
        }
    }

    #[test]
    fn the_dearest_unknown_comes_first() {
        let credited = CreditedAds {
            period: window(date!(2026 - 03 - 31)).unwrap(),
            currency: Currency::parse("CLP"),
            has_catalogue: true,
            ads: vec![
                ad("b", 1, 5, false),
                ad("a", 1, 5, false),
                ad("known", 9, 900, true),
                ad("c", 2, 5, false),
                ad("d", 0, -3, false),
                ad("e", 1, 7, false),
            ],
        };
        let order: Vec<&str> = credited
            .dangling()
            .iter()
            .map(|ad| ad.ad_id.as_str())
            .collect();
        assert_eq!(order, ["e", "c", "a", "b", "d"]);
    }

    #[test]
    fn the_window_is_today_and_thirty_days_before() {
        let window = window(date!(2026 - 03 - 31)).unwrap();
        assert_eq!(window.from(), date!(2026 - 03 - 01));
        assert_eq!(window.days(), 31);
    }
}
