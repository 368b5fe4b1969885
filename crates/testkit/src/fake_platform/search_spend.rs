//! What ads cost, by the search stream of the Google Ads API: queries are judged as its description has them, and rows
//! come in parts.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::http::{Request, Response};
use super::spend::{FakeAd, FakeFigures, SpendTrouble, World, name};

/// What may be asked of each.
const OF_CAMPAIGN: [&str; 3] = ["campaign.id", "campaign.name", "campaign.status"];
const OF_GROUP: [&str; 3] = ["ad_group.id", "ad_group.name", "ad_group.status"];
const OF_AD: [&str; 3] = [
    "ad_group_ad.ad.id",
    "ad_group_ad.ad.name",
    "ad_group_ad.status",
];
const OF_DAYS: [&str; 4] = [
    "segments.date",
    "metrics.cost_micros",
    "metrics.impressions",
    "metrics.clicks",
];

/// The only version that is answered.
const VERSION: &str = "v26";

pub(super) fn knows(request: &Request) -> bool {
    request.method == "POST" && request.path.ends_with("/googleAds:searchStream")
}

fn error(status: u16, words: (&str, &str, &str)) -> Response {
    failure(status, words, &json!({}))
}

fn failure(status: u16, words: (&str, &str, &str), details: &Value) -> Response {
    Response::json(status, &json!([told(status, words, details)]))
}

/// An error as the API has it wherever it is no stream.
pub(super) fn refusal(status: u16, words: (&str, &str, &str)) -> Response {
    Response::json(status, &told(status, words, &json!({})))
}

pub(super) fn told(status: u16, (state, kind, word): (&str, &str, &str), details: &Value) -> Value {
    let code: i64 = status.into();
    let errors = json!([{"errorCode": {kind: word}, "message": "A sentence.", "details": details}]);
    let kind = "type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure";
    let details = json!([{"@type": kind, "errors": errors, "requestId": "fake"}]);
    let error = json!({"code": code, "status": state, "message": "A sentence.",
        "details": details});
    json!({ "error": error })
}

fn wrong(trouble: SpendTrouble) -> Option<Response> {
    Some(match trouble {
        SpendTrouble::TokenRefused => {
            let words = (
                "UNAUTHENTICATED",
                "authenticationError",
                "OAUTH_TOKEN_EXPIRED",
            );
            error(401, words)
        }
        SpendTrouble::PermissionMissing => {
            let words = (
                "PERMISSION_DENIED",
                "authorizationError",
                "USER_PERMISSION_DENIED",
            );
            error(403, words)
        }
        SpendTrouble::AccountClosed => {
            let words = (
                "PERMISSION_DENIED",
                "authorizationError",
                "CUSTOMER_NOT_ENABLED",
            );
            error(403, words)
        }
        SpendTrouble::Throttled(seconds) => {
            let words = ("RESOURCE_EXHAUSTED", "quotaError", "RESOURCE_EXHAUSTED");
            let delay = json!({"rateScope": "ACCOUNT", "rateName": "Number of operations",
                "retryDelay": format!("{seconds}s")});
            failure(429, words, &json!({ "quotaErrorDetails": delay }))
        }
        SpendTrouble::Outdated => error(
            400,
            ("INVALID_ARGUMENT", "requestError", "UNSUPPORTED_VERSION"),
        ),
        _ => return None,
    })
}

pub(super) fn answer(world: &World, request: &Request, trouble: SpendTrouble) -> Response {
    if let Some(response) = wrong(trouble) {
        return response;
    }
    if request.bearer().is_none_or(str::is_empty) {
        return wrong(SpendTrouble::TokenRefused).unwrap_or_else(|| Response::empty(401));
    }
    let mut parts = request.path.trim_start_matches('/').split('/');
    let (version, account) = (parts.next(), parts.nth(1));
    let Some(account) = account.filter(|_| version == Some(VERSION)) else {
        return Response::page("<html>Not found".to_owned()).of_status(404);
    };
    let body: Option<Value> = serde_json::from_slice(&request.body).ok();
    let query = body.as_ref().and_then(|body| body.get("query")?.as_str());
    match query.and_then(Query::parse) {
        Some(query) => Response::json(200, &stream(world, account, &query)),
        None => error(
            400,
            ("INVALID_ARGUMENT", "queryError", "UNRECOGNIZED_FIELD"),
        ),
    }
}

/// What is asked.
struct Query<'a> {
    fields: Vec<&'a str>,
    from: &'a str,
    days: Option<(&'a str, &'a str)>,
}

impl<'a> Query<'a> {
    /// Only what the description allows: fields of the resource and of what it belongs to; figures with their days.
    fn parse(text: &'a str) -> Option<Self> {
        let (fields, rest) = text.strip_prefix("SELECT ")?.split_once(" FROM ")?;
        let (from, condition) = rest
            .split_once(" WHERE ")
            .map_or((rest, None), |(from, rest)| (from, Some(rest)));
        let fields: Vec<&str> = fields.split(", ").collect();
        let mut known: Vec<&str> = OF_CAMPAIGN.to_vec();
        match from {
            "campaign" => {}
            "ad_group" => known.extend(OF_GROUP),
            "ad_group_ad" => known.extend(OF_GROUP.into_iter().chain(OF_AD)),
            _ => return None,
        }
        known.extend(OF_DAYS);
        let days = match condition {
            None => None,
            Some(condition) => {
                let days = condition.strip_prefix("segments.date BETWEEN '")?;
                Some(days.strip_suffix('\'')?.split_once("' AND '")?)
            }
        };
        let has_days = fields.contains(&"segments.date");
        let is_known = fields.iter().all(|field| known.contains(field));
        (is_known && has_days == days.is_some()).then_some(Self { fields, from, days })
    }
}

fn stream(world: &World, account: &str, query: &Query<'_>) -> Value {
    let rows: Vec<Value> = if let Some(days) = query.days {
        let told = world.told((account, query.from == "ad_group_ad"), days);
        let told = told.iter();
        told.map(|(ad, day, figures)| row(query, ad, Some((day, figures))))
            .collect()
    } else {
        let mut seen = BTreeSet::new();
        let is_new = |ad: &&FakeAd| match query.from {
            "campaign" => seen.insert([ad.campaign.clone(), String::new()]),
            "ad_group" => {
                let is_there = !ad.ad_set.is_empty();
                is_there && seen.insert([ad.campaign.clone(), ad.ad_set.clone()])
            }
            _ => !ad.ad.is_empty(),
        };
        let ads = world.there(account).filter(is_new);
        ads.map(|ad| row(query, ad, None)).collect()
    };
    let fields = mask(&query.fields);
    let parts = rows.chunks(world.page.max(1));
    let parts =
        parts.map(|rows| json!({"results": rows, "fieldMask": fields, "requestId": "fake"}));
    Value::Array(parts.collect())
}

/// Fields in the form that JSON has for a mask of them.
pub(super) fn mask(fields: &[&str]) -> String {
    let fields: Vec<String> = fields.iter().copied().map(camel).collect();
    fields.join(",")
}

/// `metrics.cost_micros` as `metrics.costMicros`.
pub(super) fn camel(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut whole, word| {
        let mut letters = word.chars();
        whole.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        whole + letters.as_str()
    })
}

/// The fields that were asked for, with the names of the resources that they are of. Integers of 64 bits are texts,
/// and an ad of a search engine has no name of its own now and then.
fn row(query: &Query<'_>, ad: &FakeAd, day: Option<(&str, &FakeFigures)>) -> Value {
    let of_account = |kind: &str, id: &str| format!("customers/{}/{kind}/{id}", ad.account);
    let (day, figures) = day.map_or(("", FakeFigures::default()), |(day, it)| (day, *it));
    let mut row = json!({});
    let campaign = of_account("campaigns", &ad.campaign);
    put(&mut row, "campaign.resourceName", campaign);
    if query.from != "campaign" {
        let group = of_account("adGroups", &ad.ad_set);
        put(&mut row, "adGroup.resourceName", group);
    }
    if query.from == "ad_group_ad" {
        let whole = of_account("adGroupAds", &format!("{}~{}", ad.ad_set, ad.ad));
        put(&mut row, "adGroupAd.resourceName", whole);
        let own = of_account("ads", &ad.ad);
        put(&mut row, "adGroupAd.ad.resourceName", own);
    }
    for field in &query.fields {
        let value = match *field {
            "campaign.id" => ad.campaign.clone(),
            "campaign.name" => name(&ad.campaign),
            "ad_group.id" => ad.ad_set.clone(),
            "ad_group.name" => name(&ad.ad_set),
            "ad_group_ad.ad.id" => ad.ad.clone(),
            "ad_group_ad.ad.name" => name(&ad.ad),
            "ad_group_ad.status" => "PAUSED".to_owned(),
            "segments.date" => day.to_owned(),
            "metrics.cost_micros" => figures.micros.to_string(),
            "metrics.impressions" => figures.impressions.to_string(),
            "metrics.clicks" => figures.clicks.to_string(),
            _ => "ENABLED".to_owned(),
        };
        put(&mut row, &camel(field), value);
    }
    row
}

/// At a path.
pub(super) fn put(row: &mut Value, path: &str, value: String) {
    let place = path.split('.').fold(row, |place, name| &mut place[name]);
    *place = Value::String(value);
}
