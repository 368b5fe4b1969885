//! Advertisements and what is spent on them: 50 campaigns of three ads on each of 90 days.

use kernel::timestamp::MICROS_PER_DAY;

use crate::dice::Dice;
use crate::history::History;
use crate::people::DAYS;
use crate::rows::Rows;
use crate::traffic::{campaign, of_spend};

/// Reads [`SpendRows::ads`].
pub const COPY_ADS: &str = "COPY ads (profile_id, platform, account_id, campaign_id, ad_set_id, \
    ad_id, campaign_name, ad_set_name, ad_name, updated_at) FROM STDIN";
/// Reads [`SpendRows::days`].
pub const COPY_DAYS: &str = "COPY ad_spend_daily (profile_id, date, platform, account_id, \
    campaign_id, ad_set_id, ad_id, amount, currency, impressions, clicks, signature_id, \
    updated_at) FROM STDIN";
/// Reads [`SpendRows::rates`].
pub const COPY_RATES: &str = "COPY fx_rates (profile_id, from_currency, to_currency, date, rate, \
    source) FROM STDIN";

/// Rows of spend.
#[derive(Debug, Default)]
pub struct SpendRows {
    /// Of `ads`.
    pub ads: Rows,
    /// Of `ad_spend_daily`.
    pub days: Rows,
    /// Of `fx_rates`.
    pub rates: Rows,
}

/// An ad of one of the 25 most popular campaigns of a platform.
struct Ad {
    platform: &'static str,
    currency: &'static str,
    signature: i64,
    rank: u32,
    number: u32,
}

impl Ad {
    fn campaign_id(&self) -> String {
        let prefix = if self.platform == "meta" { 'm' } else { 'g' };
        format!("{prefix}{}", self.rank)
    }
}

/// Writes all of it.
pub fn write(history: &History, rows: &mut SpendRows) {
    let ads: Vec<Ad> = ads().collect();
    for ad in &ads {
        catalogue(history, ad, &mut rows.ads);
    }
    for day in 0..DAYS {
        let at = history.begin.plus_micros(i64::from(day) * MICROS_PER_DAY);
        let date = at.to_utc().date();
        let mut dice = Dice::of(&[history.seed, 8, u64::from(day)]);
        rows.rates
            .plain(history.profile)
            .plain("USD")
            .plain("EUR")
            .plain(date)
            .plain(format!("0.{}", 8_500 + dice.roll(1_000)))
            .plain("bench")
            .end();
        for ad in &ads {
            let cents = 100 + dice.roll(20_000 / (1 + ad.rank));
            rows.days
                .plain(history.profile)
                .plain(date)
                .plain(ad.platform)
                .plain("account")
                .plain(ad.campaign_id())
                .plain(format!("{}-set", ad.campaign_id()))
                .plain(format!("{}-{}", ad.campaign_id(), ad.number))
                .plain(format!("{}.{:02}", cents / 100, cents % 100))
                .plain(ad.currency)
                .plain(cents * 7)
                .plain(cents / 20)
                .plain(ad.signature)
                .plain(at)
                .end();
        }
    }
}

fn ads() -> impl Iterator<Item = Ad> {
    let platforms = [("google_ads", "google", "EUR"), ("meta", "meta", "USD")];
    platforms
        .into_iter()
        .flat_map(|(platform, source, currency)| {
            (0..25).flat_map(move |rank| {
                let signature = of_spend(source, &campaign(rank)).signature().id();
                (0..3).map(move |number| Ad {
                    platform,
                    currency,
                    signature,
                    rank,
                    number,
                })
            })
        })
}

fn catalogue(history: &History, ad: &Ad, rows: &mut Rows) {
    rows.plain(history.profile)
        .plain(ad.platform)
        .plain("account")
        .plain(ad.campaign_id())
        .plain(format!("{}-set", ad.campaign_id()))
        .plain(format!("{}-{}", ad.campaign_id(), ad.number))
        .plain(campaign(ad.rank))
        .plain(format!("Set {}", ad.rank))
        .plain(format!("Ad {}", ad.number))
        .plain(history.begin)
        .end();
}
