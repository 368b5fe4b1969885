//! What ads cost, by Meta's insights and the lists of an account: pages with cursors, and reports that are done later.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::http::{Request, Response};
use super::spend::{FakeAd, FakeFigures, SpendTrouble, World, name};

/// A report's number begins so.
const REPORT: &str = "7700";

/// What is asked for, with the account's or the report's number.
enum Asked {
    Insights(String),
    Begun(String),
    Job(usize),
    JobInsights(usize),
    Campaigns(String),
    AdSets(String),
    Ads(String),
}

impl Asked {
    fn of(request: &Request) -> Option<Self> {
        let mut parts = request.path.trim_start_matches('/').split('/');
        let (version, first, second) = (parts.next()?, parts.next()?, parts.next());
        if !version.starts_with('v') || parts.next().is_some() {
            return None;
        }
        let account = first.strip_prefix("act_").map(str::to_owned);
        let job = first
            .strip_prefix(REPORT)
            .and_then(|number| number.parse().ok());
        Some(match (request.method.as_str(), account, second) {
            ("GET", Some(account), Some("insights")) => Self::Insights(account),
            ("POST", Some(account), Some("insights")) => Self::Begun(account),
            ("GET", Some(account), Some("campaigns")) => Self::Campaigns(account),
            ("GET", Some(account), Some("adsets")) => Self::AdSets(account),
            ("GET", Some(account), Some("ads")) => Self::Ads(account),
            ("GET", None, None) => Self::Job(job?),
            ("GET", None, Some("insights")) => Self::JobInsights(job?),
            _ => return None,
        })
    }
}

pub(super) fn knows(request: &Request) -> bool {
    Asked::of(request).is_some()
}

fn error(status: u16, (code, subcode): (i64, i64)) -> Response {
    let error = json!({"message": "A sentence of jane.roe@mail.example.", "type": "OAuthException",
        "code": code, "error_subcode": subcode, "fbtrace_id": "fake"});
    Response::json(status, &json!({ "error": error }))
}

fn wrong(trouble: SpendTrouble, has_cursor: bool) -> Option<Response> {
    Some(match trouble {
        SpendTrouble::TokenRefused => error(400, (190, 463)),
        SpendTrouble::PermissionMissing => error(403, (200, 0)),
        SpendTrouble::Throttled(seconds) => {
            let minutes = seconds.div_ceil(60);
            let usage = json!({"1001": [{"type": "ads_insights", "call_count": 100,
                "estimated_time_to_regain_access": minutes}]});
            error(400, (80_000, 2_446_079)).with("x-business-use-case-usage", usage.to_string())
        }
        SpendTrouble::Outdated => error(400, (2_635, 0)),
        SpendTrouble::TooMuch => error(400, (100, 1_487_534)),
        SpendTrouble::ExpiredCursor if has_cursor => error(400, (100, 1_349_193)),
        _ => return None,
    })
}

pub(super) fn answer(world: &mut World, request: &Request, trouble: SpendTrouble) -> Response {
    let after = request.query.get("after");
    if let Some(response) = wrong(trouble, after.is_some()) {
        return response;
    }
    if request.bearer().is_none_or(str::is_empty) {
        return error(400, (190, 0));
    }
    let Some(asked) = Asked::of(request) else {
        return error(400, (100, 33));
    };
    let rows = match asked {
        Asked::Insights(account) => insights(world, &account, &request.query),
        Asked::Begun(account) => {
            if insights(world, &account, &request.query).is_none() {
                return error(400, (100, 0));
            }
            let mut query = request.query.clone();
            query.insert("account".to_owned(), account);
            world.jobs.push(query);
            let id = format!("{REPORT}{}", world.jobs.len() - 1);
            return Response::json(200, &json!({ "report_run_id": id }));
        }
        Asked::Job(number) => {
            let is_working = world.working > 0;
            world.working = world.working.saturating_sub(1);
            let (status, percent) = if is_working {
                ("Job Running", 50)
            } else {
                ("Job Completed", 100)
            };
            let told = json!({"id": format!("{REPORT}{number}"), "async_status": status,
                "async_percent_completion": percent});
            return Response::json(200, &told);
        }
        Asked::JobInsights(number) => world.jobs.get(number).and_then(|job| {
            let account = job.get("account")?;
            insights(world, account, job)
        }),
        Asked::Campaigns(account) => {
            Some(list(world, &account, |ad| listed(&ad.campaign, &json!({}))))
        }
        Asked::AdSets(account) => Some(list(world, &account, |ad| {
            listed(&ad.ad_set, &json!({"campaign_id": ad.campaign}))
        })),
        Asked::Ads(account) => Some(list(world, &account, |ad| {
            let creative = json!({"id": format!("9{}", ad.ad), "name": name(&ad.ad)});
            let owners = json!({"campaign_id": ad.campaign, "adset_id": ad.ad_set,
                "creative": creative});
            listed(&ad.ad, &owners)
        })),
    };
    match rows {
        Some(rows) => page(&rows, (world.page, request), trouble),
        None => error(400, (100, 0)),
    }
}

/// `None` when something is missing or is not as described.
fn insights(world: &World, account: &str, query: &BTreeMap<String, String>) -> Option<Vec<Value>> {
    let days: Value = serde_json::from_str(query.get("time_range")?).ok()?;
    let day = |key: &str| days.get(key)?.as_str();
    let by_ad = match query.get("level")?.as_str() {
        "campaign" => false,
        "ad" => true,
        _ => return None,
    };
    if query.get("time_increment")? != "1" {
        return None;
    }
    let fields: BTreeSet<&str> = query.get("fields")?.split(',').collect();
    let told = world.told((account, by_ad), (day("since")?, day("until")?));
    Some(told.iter().map(|told| insight(told, &fields)).collect())
}

fn insight((ad, day, figures): &(FakeAd, &str, FakeFigures), fields: &BTreeSet<&str>) -> Value {
    let micros = figures.micros;
    let spend = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    let all = json!({
        "campaign_id": ad.campaign, "campaign_name": name(&ad.campaign),
        "adset_id": ad.ad_set, "adset_name": name(&ad.ad_set),
        "ad_id": ad.ad, "ad_name": name(&ad.ad), "spend": spend,
        "impressions": figures.impressions.to_string(), "clicks": figures.clicks.to_string(),
    });
    let mut row = json!({"date_start": day, "date_stop": day});
    if let (Some(row), Some(all)) = (row.as_object_mut(), all.as_object()) {
        for (key, value) in all {
            if fields.contains(key.as_str()) {
                row.insert(key.clone(), value.clone());
            }
        }
    }
    row
}

fn listed(id: &str, owners: &Value) -> (String, Value) {
    let mut row = json!({"id": id, "name": name(id), "effective_status": "ACTIVE"});
    if let (Some(row), Some(owners)) = (row.as_object_mut(), owners.as_object()) {
        row.extend(owners.clone());
    }
    (id.to_owned(), row)
}

fn list(world: &World, account: &str, of: impl Fn(&FakeAd) -> (String, Value)) -> Vec<Value> {
    let rows: BTreeMap<String, Value> = world.there(account).map(of).collect();
    // What an ad set without ads stands for has no number.
    let rows = rows.into_iter().filter(|(id, _)| !id.is_empty());
    rows.map(|(_, row)| row).collect()
}

/// A page, by a cursor that is the number of rows before it.
fn page(rows: &[Value], (most, request): (usize, &Request), trouble: SpendTrouble) -> Response {
    let number = |key: &str| {
        request
            .query
            .get(key)
            .and_then(|text| text.parse::<usize>().ok())
    };
    let before = number("after").unwrap_or(0);
    let limit = number("limit").unwrap_or(25).min(most).max(1);
    let repeats = trouble == SpendTrouble::RepeatsRow && before > 0;
    let from = before.saturating_sub(usize::from(repeats));
    let end = before.saturating_add(limit).min(rows.len());
    let data = rows.get(from..end).unwrap_or_default();
    let mut paging = json!({"cursors": {"before": before.to_string(), "after": end.to_string()}});
    if end < rows.len()
        && let Some(paging) = paging.as_object_mut()
    {
        let next = "https://graph.example/not/to/be/followed";
        paging.insert("next".to_owned(), Value::from(next));
    }
    Response::json(200, &json!({"data": data, "paging": paging}))
}
