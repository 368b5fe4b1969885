//! Meta's Graph API: insights page by page, or as a job where there is too much for that, and the lists of an account.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use ad_spend::ports::{MOST_ROWS, SpendSource};
use ad_spend::{CatalogueAd, Piece, SourceFailure, Told, ToldDay};
use async_trait::async_trait;
use kernel::AccessToken;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::social_rows::{Ad, AdSet, Insight, Listed, Page, Paging, failure};
use super::{by_status, later, lost};
use crate::client::{Answered, Lost, PlatformSettings};
use crate::graph::Graph;
use crate::platform::BadSetting;

/// Rows of a page.
const PAGE: &str = "500";
/// How often a job is looked after.
const POLL: Duration = Duration::from_secs(5);
/// How often at most: ten minutes, which a lease outlasts.
const POLLS: usize = 120;

const OF_CAMPAIGNS: &str = "campaign_id,campaign_name,spend,impressions,clicks";
const OF_ADS: &str =
    "campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name,spend,impressions,clicks";

/// Asks Meta what ads in its networks cost.
pub struct SocialAdsSpend {
    graph: Graph,
    poll: Duration,
}

/// Parameters of a request.
type Query<'a> = [(&'a str, &'a str)];

impl SocialAdsSpend {
    /// `version`: of the Graph API, such as `v25.0`. `app_secret`: of the operator's app; with it each request
    /// proves that it comes from the app.
    pub fn new(
        settings: &PlatformSettings,
        version: &str,
        app_secret: Option<&str>,
    ) -> Result<Self, BadSetting> {
        Ok(Self {
            graph: Graph::new(settings, version, app_secret)?,
            poll: POLL,
        })
    }

    /// The same, looking after jobs as often.
    #[must_use]
    pub fn polling(mut self, poll: Duration) -> Self {
        self.poll = poll;
        self
    }

    fn read<T: DeserializeOwned>(
        &self,
        answered: Result<Answered, Lost>,
    ) -> Result<T, SourceFailure> {
        let answered = answered.map_err(lost)?;
        if answered.is_success() {
            let read = serde_json::from_slice(&answered.body);
            return read.map_err(|_| later("its answer cannot be read", None));
        }
        let meant = failure(&answered, self.graph.version());
        Err(meant.unwrap_or_else(|| by_status(&answered)))
    }

    /// All rows of a list. The next page is asked for by its cursor, never by an address that an answer names.
    async fn pages<T: DeserializeOwned>(
        &self,
        access: &AccessToken,
        (path, query): (&str, &Query<'_>),
    ) -> Result<Vec<T>, SourceFailure> {
        let mut rows = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let mut asked = query.to_vec();
            asked.push(("limit", PAGE));
            asked.extend(after.as_deref().map(|after| ("after", after)));
            let answered = self.graph.get(path, &asked, access).await;
            let page: Page<T> = match (self.read(answered), &after) {
                (Ok(page), _) => page,
                // A cursor counts for a while only; the days are read anew.
                (Err(SourceFailure::Refused(_)), Some(_)) => {
                    return Err(later("it does not know the next page any more", None));
                }
                (Err(failure), _) => return Err(failure),
            };
            let has_rows = !page.data.is_empty();
            rows.extend(page.data);
            if rows.len() > MOST_ROWS {
                return Err(SourceFailure::TooMuch);
            }
            match page.paging.and_then(Paging::next) {
                Some(next) if has_rows && after.as_ref() != Some(&next) => after = Some(next),
                _ => return Ok(rows),
            }
        }
    }

    /// What an account's campaigns or ads cost on some days.
    async fn insights(
        &self,
        access: &AccessToken,
        (account_id, piece): (&str, Piece),
        (level, fields): (&str, &str),
    ) -> Result<Vec<Insight>, SourceFailure> {
        let path = format!("act_{account_id}/insights");
        let days = json!({"since": piece.from.to_string(), "until": piece.to.to_string()});
        let days = days.to_string();
        let query = [
            ("level", level),
            ("fields", fields),
            ("time_increment", "1"),
            ("time_range", days.as_str()),
        ];
        match self.pages(access, (&path, &query)).await {
            Err(SourceFailure::TooMuch) => self.by_a_job(access, (&path, &query)).await,
            read => read,
        }
    }

    /// The same by a job, which the platform does in its own time.
    async fn by_a_job(
        &self,
        access: &AccessToken,
        (path, query): (&str, &Query<'_>),
    ) -> Result<Vec<Insight>, SourceFailure> {
        let begun = self.graph.begin(path, query, access).await;
        let begun: Value = self.read(begun)?;
        let id = begun.get("report_run_id").and_then(|id| match id {
            Value::String(id) => Some(id.clone()),
            other => other.as_u64().map(|id| id.to_string()),
        });
        let id = id.filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
        let id = id.ok_or_else(|| later("it began no report", None))?;
        for _ in 0..POLLS {
            let asked = [("fields", "async_status")];
            let job: Value = self.read(self.graph.get(&id, &asked, access).await)?;
            match job.get("async_status").and_then(Value::as_str) {
                Some("Job Completed") => {
                    return self.pages(access, (&format!("{id}/insights"), &[])).await;
                }
                Some("Job Failed" | "Job Skipped") => return Err(SourceFailure::TooMuch),
                _ => tokio::time::sleep(self.poll).await,
            }
        }
        Err(later("its report took longer than ten minutes", None))
    }

    /// All of a list of an account.
    async fn list<T: DeserializeOwned>(
        &self,
        access: &AccessToken,
        account_id: &str,
        (edge, fields): (&str, &str),
    ) -> Result<Vec<T>, SourceFailure> {
        let path = format!("act_{account_id}/{edge}");
        self.pages(access, (&path, &[("fields", fields)])).await
    }
}

/// Accounts have numbers.
fn numbered(account_id: &str) -> Result<(), SourceFailure> {
    let is_id = !account_id.is_empty() && account_id.bytes().all(|it| it.is_ascii_digit());
    is_id
        .then_some(())
        .ok_or_else(|| SourceFailure::Refused("the account's id".to_owned()))
}

#[async_trait]
impl SpendSource for SocialAdsSpend {
    async fn days(
        &self,
        access: &AccessToken,
        account_id: &str,
        piece: Piece,
    ) -> Result<Told, SourceFailure> {
        numbered(account_id)?;
        let place = (account_id, piece);
        // Lists may move while they are walked through, so that a row comes twice: it counts once.
        let mut days: BTreeMap<_, ToldDay> = BTreeMap::new();
        let campaigns = self
            .insights(access, place, ("campaign", OF_CAMPAIGNS))
            .await?;
        for row in &campaigns {
            let day = row.campaign_day()?;
            days.insert((day.date, row.key()), day);
        }
        drop(campaigns);
        for row in &self.insights(access, place, ("ad", OF_ADS)).await? {
            let day = row.ad_day()?;
            days.insert((day.date, row.key()), day);
        }
        Ok(Told {
            days: days.into_values().collect(),
        })
    }

    async fn catalogue(
        &self,
        access: &AccessToken,
        account_id: &str,
    ) -> Result<Vec<CatalogueAd>, SourceFailure> {
        numbered(account_id)?;
        let campaigns = ("campaigns", "id,name,effective_status");
        let ad_sets = ("adsets", "id,name,effective_status,campaign_id");
        let ads = (
            "ads",
            "id,name,effective_status,campaign_id,adset_id,creative{id,name}",
        );
        let campaigns: Vec<Listed> = self.list(access, account_id, campaigns).await?;
        let ad_sets: Vec<AdSet> = self.list(access, account_id, ad_sets).await?;
        let ads: Vec<Ad> = self.list(access, account_id, ads).await?;
        let mut found = BTreeMap::new();
        let known: BTreeMap<String, &Listed> =
            campaigns.iter().map(|it| (it.id.text(), it)).collect();
        let known_sets: BTreeMap<String, &AdSet> =
            ad_sets.iter().map(|it| (it.listed.id.text(), it)).collect();
        let (mut with_sets, mut with_ads) = (HashSet::new(), HashSet::new());
        for ad in &ads {
            with_ads.insert(ad.adset_id.text());
            let of = (
                known.get(&ad.campaign_id.text()).copied(),
                known_sets.get(&ad.adset_id.text()).map(|set| &set.listed),
            );
            found.insert((0, ad.listed.id.text()), ad.catalogued(of)?);
        }
        for set in &ad_sets {
            with_sets.insert(set.campaign_id.text());
            let id = set.listed.id.text();
            if !with_ads.contains(&id) {
                let campaign = known.get(&set.campaign_id.text()).copied();
                found.insert((1, id), set.catalogued(campaign)?);
            }
        }
        for campaign in &campaigns {
            let id = campaign.id.text();
            if !with_sets.contains(&id) {
                found.insert((2, id), campaign.catalogued()?);
            }
        }
        Ok(found.into_values().collect())
    }
}
