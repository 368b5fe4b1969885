//! What can be changed at both platforms: a few campaigns, ad sets and ads with a status and a budget, told and changed as
//! the platforms describe it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};

use super::fields::{chosen, known, text};
use super::http::{Request, Response, Server};
use super::search_spend::{refusal, told};

/// Google takes no less a day, in millionths.
const LEAST_MICROS: i64 = 1_000_000;
/// And no more.
const MOST_MICROS: i64 = 1_000_000_000_000;
/// In euros, nothing finer than a cent.
const CENT: i64 = 10_000;
/// Meta takes no less a day, in cents.
const LEAST_CENTS: i64 = 100;

/// A campaign, an ad set or an ad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FakeObject {
    /// The account's number.
    pub account: String,
    /// `campaign`, `ad_set` or `ad`.
    pub kind: &'static str,
    /// `ENABLED` or `ACTIVE`, `PAUSED`, `REMOVED` or `ARCHIVED`, as its platform says it.
    pub status: String,
    /// Its own daily budget, as its platform counts it: millionths, or parts of the currency.
    pub budget: Option<i64>,
    /// How many campaigns the budget is of.
    pub sharers: i64,
}

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeTrouble {
    /// Nothing goes wrong with this one.
    None,
    /// A server's error, and nothing is done.
    Failing,
    /// It is done, and the answer ends in the middle.
    CutAfter,
    /// Too many requests.
    Throttled,
    /// The token counts no more.
    TokenRefused,
    /// The answer begins well and says then that something is wrong, where it comes as a stream.
    WrongInStream,
}

#[derive(Debug, Default)]
struct World {
    objects: BTreeMap<String, FakeObject>,
    troubles: VecDeque<ChangeTrouble>,
    writes: usize,
}

/// Both platforms, at one address.
pub struct FakeChanges {
    world: Arc<Mutex<World>>,
    server: Server,
}

impl FakeChanges {
    /// Platforms without anything.
    pub fn start() -> std::io::Result<Self> {
        let world = Arc::new(Mutex::new(World::default()));
        let answering = Arc::clone(&world);
        let server = Server::start(move |request| answer(&answering, request))?;
        Ok(Self { world, server })
    }

    /// Where both are.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Something with a number, in place of what had it.
    pub fn has(&self, id: &str, object: FakeObject) {
        lock(&self.world).objects.insert(id.to_owned(), object);
    }

    /// As it is now.
    pub fn object(&self, id: &str) -> Option<FakeObject> {
        lock(&self.world).objects.get(id).cloned()
    }

    /// How many changes took effect.
    pub fn writes(&self) -> usize {
        lock(&self.world).writes
    }

    /// What goes wrong with the next requests, one after the other.
    pub fn misbehave(&self, troubles: impl IntoIterator<Item = ChangeTrouble>) {
        lock(&self.world).troubles.extend(troubles);
    }
}

fn lock(world: &Mutex<World>) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(world: &Mutex<World>, request: &Request) -> Response {
    let mut world = lock(world);
    let trouble = world.troubles.pop_front().unwrap_or(ChangeTrouble::None);
    let is_google = request.path.starts_with("/v26/");
    let failed = match (trouble, is_google) {
        (ChangeTrouble::Failing, _) => Some(Response::empty(503)),
        (ChangeTrouble::Throttled, true) => {
            let words = ("RESOURCE_EXHAUSTED", "quotaError", "RESOURCE_EXHAUSTED");
            Some(refusal(429, words))
        }
        (ChangeTrouble::Throttled, false) => Some(graph_error(400, (17, 0))),
        (ChangeTrouble::TokenRefused, true) => {
            let words = (
                "UNAUTHENTICATED",
                "authenticationError",
                "OAUTH_TOKEN_EXPIRED",
            );
            Some(refusal(401, words))
        }
        (ChangeTrouble::TokenRefused, false) => Some(graph_error(400, (190, 463))),
        (ChangeTrouble::WrongInStream, true) => {
            let words = ("INTERNAL", "internalError", "TRANSIENT_ERROR");
            let wrong = told(500, words, &json!({}));
            Some(Response::json(200, &json!([{"results": []}, wrong])))
        }
        (ChangeTrouble::WrongInStream, false) => Some(graph_error(500, (2, 0))),
        (ChangeTrouble::None | ChangeTrouble::CutAfter, _) => None,
    };
    if let Some(failed) = failed {
        return failed;
    }
    let answered = if is_google {
        google(&mut world, request)
    } else {
        graph(&mut world, request)
    };
    if trouble == ChangeTrouble::CutAfter {
        let longer = answered.body.len() + 1;
        answered.claims(longer)
    } else {
        answered
    }
}

fn graph_error(status: u16, (code, subcode): (i64, i64)) -> Response {
    let error = json!({"code": code, "error_subcode": subcode, "message": "A sentence."});
    Response::json(status, &json!({ "error": error }))
}

/// `/v25.0/{id}`.
fn graph(world: &mut World, request: &Request) -> Response {
    let id = request.path.strip_prefix("/v25.0/").unwrap_or_default();
    let Some(object) = world.objects.get_mut(id) else {
        return graph_error(400, (100, 33));
    };
    let parameters = request.parameters();
    if request.method == "GET" {
        let (own, value) = match object.kind {
            "campaign" => ("objective", "OUTCOME_SALES"),
            "ad" => ("adset_id", "9"),
            _ => ("billing_event", "IMPRESSIONS"),
        };
        let mut node =
            json!({"id": id, "account_id": object.account, "status": object.status, own: value});
        if let (true, Some(fields)) = (object.kind != "ad", node.as_object_mut()) {
            let budget = object.budget.unwrap_or_default().to_string();
            fields.insert("daily_budget".to_owned(), budget.into());
        }
        let fields = parameters.get("fields").map_or("", String::as_str);
        return chosen(fields, &node).map_or_else(
            || graph_error(400, (100, 0)),
            |node| Response::json(200, &node),
        );
    }
    for (name, value) in parameters
        .iter()
        .filter(|(name, _)| *name != "appsecret_proof")
    {
        match (name.as_str(), object.kind) {
            ("status", _) if value == "PAUSED" => object.status.clone_from(value),
            ("daily_budget", "campaign" | "ad_set") => match value.parse::<i64>() {
                Ok(cents) if cents < LEAST_CENTS => return graph_error(400, (100, 1_885_272)),
                Ok(cents) => object.budget = Some(cents),
                Err(_) => return graph_error(400, (100, 0)),
            },
            _ => return graph_error(400, (100, 0)),
        }
    }
    world.writes += 1;
    Response::json(200, &json!({"success": true}))
}

/// `/v26/customers/{account}/…`.
fn google(world: &mut World, request: &Request) -> Response {
    let invalid = |word: &str| {
        let is_budget = ["BUDGET", "MONEY", "NON_MULTIPLE"]
            .iter()
            .any(|start| word.starts_with(start));
        let kind = if is_budget {
            "campaignBudgetError"
        } else {
            "requestError"
        };
        refusal(400, ("INVALID_ARGUMENT", kind, word))
    };
    let rest = request
        .path
        .strip_prefix("/v26/customers/")
        .unwrap_or_default();
    let Some((account, what)) = rest.split_once('/') else {
        return invalid("UNKNOWN");
    };
    let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    if what == "googleAds:searchStream" {
        let query = body
            .get("query")
            .and_then(Value::as_str)
            .unwrap_or_default();
        return found(world, account, query).unwrap_or_else(|| invalid("MALFORMED_QUERY"));
    }
    mutated(world, (account, what), &body).unwrap_or_else(|word| invalid(&word))
}

/// What a query of one thing finds.
fn found(world: &World, account: &str, query: &str) -> Option<Response> {
    let (asked, of) = query.strip_prefix("SELECT ")?.split_once(" FROM ")?;
    let (table, id) = of.split_once(" WHERE ")?;
    let (kind, place, field) = match table {
        "ad_group_ad" => ("ad", "adGroupAd", "ad_group_ad.ad.id"),
        "ad_group" => ("ad_set", "adGroup", "ad_group.id"),
        "campaign" => ("campaign", "campaign", "campaign.id"),
        _ => return None,
    };
    let id = id.strip_prefix(field)?.strip_prefix(" = ")?;
    let budget_fields = [
        "resource_name",
        "amount_micros",
        "explicitly_shared",
        "reference_count",
        "period",
    ];
    let is_known = asked.split(", ").all(|field| {
        let (of, name) = field.split_once('.').unwrap_or_default();
        let own = of == table && ["resource_name", "status"].contains(&name);
        own || (table == "campaign" && of == "campaign_budget" && budget_fields.contains(&name))
    });
    if !is_known {
        return None;
    }
    let object = world.objects.get(id);
    let object = object.filter(|object| object.account == account && object.kind == kind);
    let rows: Vec<Value> = object
        .map(|object| {
            let mut row = Map::new();
            let status =
                json!({"resourceName": resource(account, kind, id), "status": object.status});
            row.insert(place.to_owned(), status);
            if let (Some(micros), "campaign") = (object.budget, kind) {
                let budget = json!({
                    "resourceName": format!("customers/{account}/campaignBudgets/{id}"),
                    "amountMicros": micros.to_string(), "explicitlyShared": object.sharers > 1,
                    "referenceCount": object.sharers.to_string(), "period": "DAILY"});
                row.insert("campaignBudget".to_owned(), budget);
            }
            Value::Object(row)
        })
        .into_iter()
        .collect();
    Some(Response::json(
        200,
        &json!([{"results": rows, "requestId": "fake"}]),
    ))
}

fn resource(account: &str, kind: &str, id: &str) -> String {
    match kind {
        "ad" => format!("customers/{account}/adGroupAds/9~{id}"),
        "ad_set" => format!("customers/{account}/adGroups/{id}"),
        _ => format!("customers/{account}/campaigns/{id}"),
    }
}

/// One operation, which updates what its mask names.
fn mutated(
    world: &mut World,
    (account, what): (&str, &str),
    body: &Value,
) -> Result<Response, String> {
    let unread = || "UNKNOWN".to_owned();
    let operation = body
        .pointer("/operations/0")
        .and_then(Value::as_object)
        .ok_or_else(unread)?;
    known(operation, &["updateMask", "update"])?;
    let mask = text(operation, "updateMask")?;
    let update = operation
        .get("update")
        .and_then(Value::as_object)
        .ok_or_else(unread)?;
    let name = text(update, "resourceName")?.to_owned();
    let (kind, is_budget) = match what {
        "adGroupAds:mutate" => ("ad", false),
        "adGroups:mutate" => ("ad_set", false),
        "campaigns:mutate" => ("campaign", false),
        "campaignBudgets:mutate" => ("campaign", true),
        _ => return Err(unread()),
    };
    let id = name
        .rsplit(['/', '~'])
        .next()
        .unwrap_or_default()
        .to_owned();
    let expected = if is_budget {
        format!("customers/{account}/campaignBudgets/{id}")
    } else {
        resource(account, kind, &id)
    };
    let object = world.objects.get_mut(&id);
    let object = object.filter(|it| it.account == account && it.kind == kind && name == expected);
    let object = object.ok_or_else(|| "RESOURCE_NOT_FOUND".to_owned())?;
    if is_budget {
        known(update, &["resourceName", "amountMicros"])?;
        let micros = text(update, "amountMicros")?
            .parse::<i64>()
            .map_err(|_| unread())?;
        match micros {
            _ if mask != "amountMicros" => return Err("FIELD_MASK_MISSING".to_owned()),
            ..LEAST_MICROS => return Err("BUDGET_BELOW_PER_DAY_MINIMUM".to_owned()),
            MOST_MICROS.. => return Err("MONEY_AMOUNT_TOO_LARGE".to_owned()),
            _ if micros % CENT != 0 => {
                return Err("NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT".to_owned());
            }
            _ => object.budget = Some(micros),
        }
    } else {
        known(update, &["resourceName", "status"])?;
        if mask != "status" || text(update, "status")? != "PAUSED" {
            return Err("FIELD_MASK_MISSING".to_owned());
        }
        "PAUSED".clone_into(&mut object.status);
    }
    world.writes += 1;
    Ok(Response::json(
        200,
        &json!({"results": [{"resourceName": name}]}),
    ))
}
