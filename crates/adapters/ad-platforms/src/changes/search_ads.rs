//! The Google Ads API: what has a status or a budget is found by a query, and changed by its own resource name.

use ad_changes::ports::{AccountPlace, AdExecutor};
use ad_changes::{
    Budget, Change, ExecutorFailure, FailureCode, IntentId, ObjectKind, State, Status, Target,
};
use ad_spend::SourceFailure;
use async_trait::async_trait;
use kernel::{AccessToken, Exact};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{later, lost, not_there, refused};
use crate::client::{Answered, PlatformClient, PlatformSettings};
use crate::conversions::google_ads::Failure;
use crate::platform::{self, BadSetting};
use crate::spend::search_rows::{failure, meaning};

/// A millionth of a unit of the currency, in units of 10⁻¹⁷.
const MICRO: i128 = 100_000_000_000;

/// Has Google change things.
pub struct SearchAdsChanges {
    client: PlatformClient,
    version: String,
    developer_token: Option<String>,
}

/// A part of the stream.
#[derive(Deserialize)]
struct Batch {
    #[serde(default)]
    results: Vec<Row>,
    /// What went wrong after it had begun.
    error: Option<Failure>,
}

/// A row; which parts it has depends on the query.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    campaign: Option<Resource>,
    ad_group: Option<Resource>,
    ad_group_ad: Option<Resource>,
    campaign_budget: Option<BudgetResource>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Resource {
    resource_name: String,
    status: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BudgetResource {
    resource_name: String,
    amount_micros: Option<String>,
    explicitly_shared: Option<bool>,
    reference_count: Option<String>,
    period: Option<String>,
}

/// What was found, with the names by which it is changed.
struct Found {
    state: State,
    resource: String,
    budget: Option<String>,
}

impl SearchAdsChanges {
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

    /// Posts to a path of the account.
    async fn post(
        &self,
        place: &AccountPlace,
        what: &str,
        body: &Value,
    ) -> Result<Answered, ExecutorFailure> {
        let account = &place.account_id;
        let is_id = !account.is_empty() && account.bytes().all(|it| it.is_ascii_digit());
        if !is_id {
            return Err(ExecutorFailure::refused("the account's id"));
        }
        let path = format!("/{}/customers/{account}/{what}", self.version);
        let token = self.developer_token.as_deref();
        let headers: Vec<_> = token
            .map(|token| ("developer-token", token))
            .into_iter()
            .collect();
        let access: &AccessToken = &place.access;
        let body = body.to_string().into_bytes();
        let answered = self.client.post_each(&path, access, (&headers, body)).await;
        let answered = answered.map_err(lost)?;
        if answered.is_success() {
            return Ok(answered);
        }
        let meant = failure(&answered, &self.version);
        let code = match &meant {
            Some(SourceFailure::Refused(word)) => budget_code(word),
            _ => None,
        };
        Err(refused(&answered, meant, code))
    }

    async fn find(&self, place: &AccountPlace, target: &Target) -> Result<Found, ExecutorFailure> {
        let id = target.id.as_str();
        let query = match target.kind {
            ObjectKind::Ad => format!(
                "SELECT ad_group_ad.resource_name, ad_group_ad.status FROM ad_group_ad \
                 WHERE ad_group_ad.ad.id = {id}"
            ),
            ObjectKind::AdSet => format!(
                "SELECT ad_group.resource_name, ad_group.status FROM ad_group WHERE ad_group.id = {id}"
            ),
            ObjectKind::Campaign => format!(
                "SELECT campaign.resource_name, campaign.status, campaign_budget.resource_name, \
                 campaign_budget.amount_micros, campaign_budget.explicitly_shared, \
                 campaign_budget.reference_count, campaign_budget.period FROM campaign \
                 WHERE campaign.id = {id}"
            ),
        };
        let body = json!({ "query": query });
        let answered = self.post(place, "googleAds:searchStream", &body).await?;
        let batches: Vec<Batch> = serde_json::from_slice(&answered.body)
            .map_err(|_| later("its answer cannot be read"))?;
        if let Some(error) = batches.iter().find_map(|batch| batch.error.as_ref()) {
            let meant = meaning(error, (&answered, &self.version));
            return Err(refused(&answered, Some(meant), None));
        }
        let mut rows = batches.into_iter().flat_map(|batch| batch.results);
        let row = rows.next().ok_or_else(not_there)?;
        // An id is of one thing; whatever else this is, it is not what was meant.
        if rows.next().is_some() {
            return Err(ExecutorFailure::refused("it is there more than once"));
        }
        row.found(target.kind)
    }
}

/// What words about budgets mean.
fn budget_code(word: &str) -> Option<FailureCode> {
    match word {
        "MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC" | "BUDGET_BELOW_PER_DAY_MINIMUM" => {
            Some(FailureCode::BudgetTooSmall)
        }
        "MONEY_AMOUNT_TOO_LARGE" => Some(FailureCode::BudgetTooLarge),
        _ => None,
    }
}

impl Row {
    fn found(self, kind: ObjectKind) -> Result<Found, ExecutorFailure> {
        let unreadable = || later("its answer cannot be read");
        let resource = match kind {
            ObjectKind::Ad => self.ad_group_ad,
            ObjectKind::AdSet => self.ad_group,
            ObjectKind::Campaign => self.campaign,
        };
        let resource = resource.ok_or_else(unreadable)?;
        let status = match resource.status.as_deref() {
            Some("ENABLED") => Status::Active,
            Some("PAUSED") => Status::Paused,
            Some("REMOVED") => Status::Ended,
            _ => return Err(unreadable()),
        };
        let budget = self.campaign_budget;
        let state = State {
            status,
            budget: budget
                .as_ref()
                .map_or(Ok(Budget::Elsewhere), BudgetResource::budget)?,
        };
        Ok(Found {
            state,
            resource: resource.resource_name,
            budget: budget.map(|budget| budget.resource_name),
        })
    }
}

impl BudgetResource {
    fn budget(&self) -> Result<Budget, ExecutorFailure> {
        let number = |text: &Option<String>| text.as_deref().and_then(|it| it.parse::<i64>().ok());
        // Of all the days of a campaign, and not of each.
        if self
            .period
            .as_deref()
            .is_some_and(|period| period != "DAILY")
        {
            return Ok(Budget::Elsewhere);
        }
        let micros =
            number(&self.amount_micros).ok_or_else(|| later("its answer cannot be read"))?;
        let amount = Exact::from_units(i128::from(micros) * MICRO);
        let is_shared = self.explicitly_shared == Some(true)
            || number(&self.reference_count).is_some_and(|campaigns| campaigns > 1);
        Ok(if is_shared {
            Budget::Shared(amount)
        } else {
            Budget::Own(amount)
        })
    }
}

#[async_trait]
impl AdExecutor for SearchAdsChanges {
    async fn read(&self, place: &AccountPlace, target: &Target) -> Result<State, ExecutorFailure> {
        Ok(self.find(place, target).await?.state)
    }

    async fn write(
        &self,
        place: &AccountPlace,
        target: &Target,
        change: Change,
        _: IntentId,
    ) -> Result<(), ExecutorFailure> {
        let found = self.find(place, target).await?;
        let (what, update, mask) = match change {
            Change::Pause => {
                let what = match target.kind {
                    ObjectKind::Ad => "adGroupAds:mutate",
                    ObjectKind::AdSet => "adGroups:mutate",
                    ObjectKind::Campaign => "campaigns:mutate",
                };
                let update = json!({"resourceName": found.resource, "status": "PAUSED"});
                (what, update, "status")
            }
            Change::DailyBudget(amount) => {
                let (Budget::Own(_), Some(budget)) = (found.state.budget, found.budget) else {
                    return Err(ExecutorFailure::refused("it has no daily budget to itself"));
                };
                let units = amount.units();
                if units % MICRO != 0 {
                    return Err(ExecutorFailure::refused("no millionth is that small"));
                }
                let micros = (units / MICRO).to_string();
                let update = json!({"resourceName": budget, "amountMicros": micros});
                ("campaignBudgets:mutate", update, "amountMicros")
            }
        };
        let body = json!({"operations": [{"updateMask": mask, "update": update}]});
        self.post(place, what, &body).await.map(drop)
    }
}
