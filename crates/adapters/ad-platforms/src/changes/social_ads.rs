//! Meta's Graph API: whatever has a status or a budget is a node, which is read and posted to by its id.

use ad_changes::ports::{AccountPlace, AdExecutor};
use ad_changes::{
    Budget, Change, ExecutorFailure, FailureCode, IntentId, ObjectKind, State, Status, Target,
};
use async_trait::async_trait;
use kernel::{Currency, Exact};
use serde::Deserialize;

use super::{later, lost, not_there, refused};
use crate::client::{Answered, PlatformSettings};
use crate::graph::Graph;
use crate::platform::BadSetting;
use crate::spend::social_rows::{budget_too_small, failure};

/// One, in units of 10⁻¹⁷.
const ONE: i128 = 100_000_000_000_000_000;
/// Currencies whose budgets are counted in whole units, by the platform's own table. The others are counted in
/// hundredths, whatever they have elsewhere.
const WHOLE: [&str; 11] = [
    "CLP", "COP", "CRC", "HUF", "IDR", "ISK", "JPY", "KRW", "PYG", "TWD", "VND",
];

/// Has Meta change things.
pub struct SocialAdsChanges {
    graph: Graph,
}

/// A campaign, an ad set or an ad.
#[derive(Deserialize)]
struct Node {
    account_id: String,
    status: String,
    /// Of an ad, and of nothing else.
    adset_id: Option<String>,
    /// Of an ad set, and of nothing else.
    billing_event: Option<String>,
    /// Of a campaign, and of nothing else.
    objective: Option<String>,
    daily_budget: Option<String>,
}

#[derive(Deserialize)]
struct Done {
    success: bool,
}

impl SocialAdsChanges {
    /// `version`: of the Graph API, such as `v25.0`. `app_secret`: of the operator's app; with it each request
    /// proves that it comes from the app.
    pub fn new(
        settings: &PlatformSettings,
        version: &str,
        app_secret: Option<&str>,
    ) -> Result<Self, BadSetting> {
        Ok(Self {
            graph: Graph::new(settings, version, app_secret)?,
        })
    }

    fn failed(&self, answered: &Answered) -> ExecutorFailure {
        let code = budget_too_small(answered).then_some(FailureCode::BudgetTooSmall);
        refused(answered, failure(answered, self.graph.version()), code)
    }
}

/// In how many parts a unit of a currency is counted.
fn parts(currency: Currency) -> i128 {
    if WHOLE.contains(&currency.code()) {
        1
    } else {
        100
    }
}

impl Node {
    fn state(&self, place: &AccountPlace, kind: ObjectKind) -> Result<State, ExecutorFailure> {
        let is_kind = match kind {
            ObjectKind::Ad => self.adset_id.is_some(),
            ObjectKind::Campaign => self.objective.is_some(),
            ObjectKind::AdSet => self.billing_event.is_some(),
        };
        if self.account_id != place.account_id || !is_kind {
            return Err(not_there());
        }
        let status = match self.status.as_str() {
            "ACTIVE" => Status::Active,
            "PAUSED" => Status::Paused,
            "ARCHIVED" | "DELETED" => Status::Ended,
            _ => return Err(later("its answer cannot be read")),
        };
        let budget = self.budget(place.currency)?;
        Ok(State { status, budget })
    }

    fn budget(&self, currency: Option<Currency>) -> Result<Budget, ExecutorFailure> {
        let Some(text) = self.daily_budget.as_deref() else {
            return Ok(Budget::Elsewhere);
        };
        let counted: i128 = text
            .parse()
            .map_err(|_| later("its answer cannot be read"))?;
        // None is set here when the budget is the campaign's, or for all days together.
        let Some(currency) = currency.filter(|_| counted > 0) else {
            return Ok(Budget::Elsewhere);
        };
        Ok(Budget::Own(Exact::from_units(
            counted * (ONE / parts(currency)),
        )))
    }
}

#[async_trait]
impl AdExecutor for SocialAdsChanges {
    async fn read(&self, place: &AccountPlace, target: &Target) -> Result<State, ExecutorFailure> {
        let fields = match target.kind {
            ObjectKind::Ad => "account_id,status,adset_id",
            ObjectKind::AdSet => "account_id,status,billing_event,daily_budget",
            ObjectKind::Campaign => "account_id,status,objective,daily_budget",
        };
        let query = [("fields", fields)];
        let answered = self
            .graph
            .get(target.id.as_str(), &query, &place.access)
            .await;
        let answered = answered.map_err(lost)?;
        if !answered.is_success() {
            return Err(self.failed(&answered));
        }
        let node: Node = serde_json::from_slice(&answered.body)
            .map_err(|_| later("its answer cannot be read"))?;
        node.state(place, target.kind)
    }

    async fn write(
        &self,
        place: &AccountPlace,
        target: &Target,
        change: Change,
        _: IntentId,
    ) -> Result<(), ExecutorFailure> {
        // Whose it is has to be known first: the token may be good for more than this account.
        let state = self.read(place, target).await?;
        let (name, value) = match change {
            Change::Pause => ("status", "PAUSED".to_owned()),
            Change::DailyBudget(amount) => {
                let currency = place
                    .currency
                    .filter(|_| matches!(state.budget, Budget::Own(_)));
                let currency = currency
                    .ok_or_else(|| ExecutorFailure::refused("it has no daily budget to itself"))?;
                let part = ONE / parts(currency);
                if amount.units() % part != 0 {
                    return Err(ExecutorFailure::refused(
                        "no part of its currency is that small",
                    ));
                }
                ("daily_budget", (amount.units() / part).to_string())
            }
        };
        let query = [(name, value.as_str())];
        let answered = self
            .graph
            .begin(target.id.as_str(), &query, &place.access)
            .await;
        let answered = answered.map_err(lost)?;
        if !answered.is_success() {
            return Err(self.failed(&answered));
        }
        let done: Done = serde_json::from_slice(&answered.body)
            .map_err(|_| later("its answer cannot be read"))?;
        if done.success {
            Ok(())
        } else {
            Err(later("it did not say that it is done"))
        }
    }
}
