//! The Google Ads API: its stream of rows for a query.

use std::collections::HashSet;
use std::time::Duration;

use ad_spend::ports::{MOST_ROWS, SpendSource};
use ad_spend::{CatalogueAd, Piece, SourceFailure, Told, ToldDay};
use async_trait::async_trait;
use kernel::AccessToken;
use serde_json::json;

use super::search_rows::{Row, failure, rows};
use super::{by_status, lost};
use crate::client::{PlatformClient, PlatformSettings};
use crate::platform::{self, BadSetting};

/// An answer has at most this many bytes: 100,000 rows of some 300 bytes.
const MOST_BYTES: usize = 32 * 1024 * 1024;
/// How long one answer may take.
const PATIENCE: Duration = Duration::from_mins(3);

const CAMPAIGN: &str = "campaign.id, campaign.name";
const AD_GROUP: &str = "ad_group.id, ad_group.name";
const AD: &str = "ad_group_ad.ad.id, ad_group_ad.ad.name";
const METRICS: &str = "segments.date, metrics.cost_micros, metrics.impressions, metrics.clicks";

/// Asks Google what ads beside search results cost.
pub struct SearchAdsSpend {
    client: PlatformClient,
    version: String,
    developer_token: Option<String>,
}

impl SearchAdsSpend {
    /// Asks the platform at an address. `version`: of the API, such as `v26`. The operator's developer token is sent
    /// when there is one.
    pub fn new(
        settings: &PlatformSettings,
        version: &str,
        developer_token: Option<String>,
    ) -> Result<Self, BadSetting> {
        Ok(Self {
            client: PlatformClient::new(settings)?,
            version: platform::version("version", version)?,
            developer_token,
        })
    }

    /// The rows of a query.
    async fn ask(
        &self,
        access: &AccessToken,
        account_id: &str,
        query: &str,
    ) -> Result<Vec<Row>, SourceFailure> {
        let is_id = !account_id.is_empty() && account_id.bytes().all(|it| it.is_ascii_digit());
        if !is_id {
            return Err(SourceFailure::Refused("the account's id".to_owned()));
        }
        let version = &self.version;
        let path = format!("/{version}/customers/{account_id}/googleAds:searchStream");
        let token = self.developer_token.as_deref();
        let headers: Vec<_> = token
            .map(|token| ("developer-token", token))
            .into_iter()
            .collect();
        let body = json!({ "query": query }).to_string().into_bytes();
        let limits = (MOST_BYTES, PATIENCE);
        let asked = self
            .client
            .post_for_long(&path, access, (&headers, body), limits);
        let answered = asked.await.map_err(lost)?;
        if answered.is_success() {
            if answered.body.len() >= MOST_BYTES {
                return Err(SourceFailure::TooMuch);
            }
            let rows = rows(&answered, version)?;
            return match rows.len() {
                0..=MOST_ROWS => Ok(rows),
                _ => Err(SourceFailure::TooMuch),
            };
        }
        Err(failure(&answered, version).unwrap_or_else(|| by_status(&answered)))
    }
}

#[async_trait]
impl SpendSource for SearchAdsSpend {
    async fn days(
        &self,
        access: &AccessToken,
        account_id: &str,
        piece: Piece,
    ) -> Result<Told, SourceFailure> {
        let days = format!("segments.date BETWEEN '{}' AND '{}'", piece.from, piece.to);
        let campaigns = format!("SELECT {CAMPAIGN}, {METRICS} FROM campaign WHERE {days}");
        let ads =
            format!("SELECT {CAMPAIGN}, {AD_GROUP}, {AD}, {METRICS} FROM ad_group_ad WHERE {days}");
        let campaigns = self.ask(access, account_id, &campaigns).await?;
        let of_campaigns = campaigns.iter().map(Row::campaign_day);
        let mut told: Vec<ToldDay> = of_campaigns.collect::<Result<_, _>>()?;
        drop(campaigns);
        let ads = self.ask(access, account_id, &ads).await?;
        for ad in &ads {
            told.push(ad.ad_day()?);
        }
        Ok(Told { days: told })
    }

    async fn catalogue(
        &self,
        access: &AccessToken,
        account_id: &str,
    ) -> Result<Vec<CatalogueAd>, SourceFailure> {
        let campaign = format!("{CAMPAIGN}, campaign.status");
        let group = format!("{campaign}, {AD_GROUP}, ad_group.status");
        let ads = format!("SELECT {group}, {AD}, ad_group_ad.status FROM ad_group_ad");
        let groups = format!("SELECT {group} FROM ad_group");
        let campaigns = format!("SELECT {campaign} FROM campaign");
        let mut found: Vec<CatalogueAd> = Vec::new();
        let mut known: HashSet<(String, String)> = HashSet::new();
        for query in [ads, groups, campaigns] {
            for row in self.ask(access, account_id, &query).await? {
                let ad = row.catalogued()?;
                let campaign = ad.campaign.0.id.clone();
                let group = ad.ad_set.as_ref().map(|(named, _)| named.id.clone());
                let place = (campaign.clone(), group.unwrap_or_default());
                // Those that have parts are told of with these.
                if ad.ad.is_some() || !known.contains(&place) {
                    found.push(ad);
                }
                known.insert(place);
                known.insert((campaign, String::new()));
            }
        }
        Ok(found)
    }
}
