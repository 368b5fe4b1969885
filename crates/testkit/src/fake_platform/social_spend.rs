//! What ads cost, by Meta's insights and the lists of an account: pages with cursors, and reports that are done later.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::fields::chosen;
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
        let mut parts = request.path.trim_matches('/').split('/');
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
    let mut parameters = request.parameters();
    // Fields may be a list in JSON as well.
    if let Some(fields) = parameters.get_mut("fields")
        && let Ok(names) = serde_json::from_str::<Vec<String>>(fields)
    {
        *fields = names.join(",");
    }
    if let Some(response) = wrong(trouble, parameters.contains_key("after")) {
        return response;
    }
    if request.token().is_none() {
        return error(400, (190, 0));
    }
    let Some(asked) = Asked::of(request) else {
        return error(400, (100, 33));
    };
    let fields = parameters.get("fields").map_or("", String::as_str);
    let told = match asked {
        Asked::Begun(account) => begin(world, account, &parameters),
        Asked::Job(number) => chosen(fields, &progress(world, number)),
        of_rows => {
            let rows = rows(world, &of_rows, &parameters);
            rows.map(|rows| page(&rows, (world.page, &parameters), trouble))
        }
    };
    // Something is missing, is not as described, or is not there.
    told.map_or_else(|| error(400, (100, 0)), |told| Response::json(200, &told))
}

type Parameters = BTreeMap<String, String>;

/// Begins a report.
fn begin(world: &mut World, account: String, parameters: &Parameters) -> Option<Value> {
    insights(world, &account, parameters)?;
    let mut report = parameters.clone();
    report.insert("account".to_owned(), account);
    world.jobs.push(report);
    let id = format!("{REPORT}{}", world.jobs.len() - 1);
    Some(json!({ "report_run_id": id }))
}

/// How far a report is.
fn progress(world: &mut World, number: usize) -> Value {
    let is_working = world.working > 0;
    world.working = world.working.saturating_sub(1);
    let (status, percent) = if is_working {
        ("Job Running", 50)
    } else {
        ("Job Completed", 100)
    };
    json!({"id": format!("{REPORT}{number}"), "async_status": status,
        "async_percent_completion": percent})
}

/// All rows of what is asked for.
fn rows(world: &World, asked: &Asked, parameters: &Parameters) -> Option<Vec<Value>> {
    let fields = parameters.get("fields").map_or("", String::as_str);
    let list = |account: &str, of: &dyn Fn(&FakeAd) -> (String, Value)| {
        // What an ad set without ads stands for has no number.
        let rows: BTreeMap<String, Value> = world.there(account).map(of).collect();
        let rows = rows.iter().filter(|(id, _)| !id.is_empty());
        rows.map(|(_, row)| chosen(fields, row)).collect()
    };
    match asked {
        Asked::Insights(account) => insights(world, account, parameters),
        Asked::JobInsights(number) => {
            let report = world.jobs.get(*number)?;
            insights(world, report.get("account")?, report)
        }
        Asked::Campaigns(account) => list(account, &|ad| listed(&ad.campaign, &json!({}))),
        Asked::AdSets(account) => list(account, &|ad| {
            listed(&ad.ad_set, &json!({"campaign_id": ad.campaign}))
        }),
        Asked::Ads(account) => list(account, &|ad| {
            let creative = json!({"id": format!("9{}", ad.ad), "name": name(&ad.ad)});
            let owners = json!({"campaign_id": ad.campaign, "adset_id": ad.ad_set,
                "creative": creative});
            listed(&ad.ad, &owners)
        }),
        Asked::Begun(_) | Asked::Job(_) => None,
    }
}

/// `None` when something is missing or is not as described.
fn insights(world: &World, account: &str, query: &Parameters) -> Option<Vec<Value>> {
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
    let fields = query.get("fields")?;
    let told = world.told((account, by_ad), (day("since")?, day("until")?));
    told.iter().map(|told| insight(told, fields)).collect()
}

/// The days are told whether they were asked for or not.
fn insight((ad, day, figures): &(FakeAd, &str, FakeFigures), fields: &str) -> Option<Value> {
    let micros = figures.micros;
    let spend = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    let all = json!({
        "campaign_id": ad.campaign, "campaign_name": name(&ad.campaign),
        "adset_id": ad.ad_set, "adset_name": name(&ad.ad_set),
        "ad_id": ad.ad, "ad_name": name(&ad.ad), "spend": spend,
        "impressions": figures.impressions.to_string(), "clicks": figures.clicks.to_string(),
        "date_start": day, "date_stop": day,
    });
    chosen(&format!("{fields},date_start,date_stop"), &all)
}

fn listed(id: &str, owners: &Value) -> (String, Value) {
    let mut row = json!({"id": id, "name": name(id), "effective_status": "ACTIVE"});
    if let (Some(row), Some(owners)) = (row.as_object_mut(), owners.as_object()) {
        row.extend(owners.clone());
    }
    (id.to_owned(), row)
}

/// A page, by a cursor that is the number of rows before it.
fn page(rows: &[Value], (most, query): (usize, &Parameters), trouble: SpendTrouble) -> Value {
    let number = |key: &str| query.get(key).and_then(|text| text.parse::<usize>().ok());
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
    json!({"data": data, "paging": paging})
}
