//! What the social network says of data sets and audiences, by its published description: figures of the events that
//! it was told, and sentences that nobody here may repeat.

use serde_json::{Value, json};

use super::conversions::Taken;
use super::http::{Request, Response};

/// A sentence of the platform.
const SENTENCE: &str = "Similar advertisers saw more, jane.roe@mail.example.";

/// Audiences of each account.
const AUDIENCES: [(&str, &str, &str, i64); 3] = [
    ("23850001", "Customers <2026>", "CUSTOM", 1_200),
    ("23850002", "Visitors of 30 days", "WEBSITE", 54_000),
    ("23850003", "Like customers", "LOOKALIKE", -1),
];

/// What a data set or an account says.
pub(super) fn report(journal: &[Taken], request: &Request) -> Result<Response, String> {
    let asked = |name: &str| {
        let value = request.query.get(name).map(String::as_str);
        value.ok_or_else(|| format!("{name} is missing"))
    };
    let fields = asked("fields")?;
    if request.path.ends_with("/dataset_quality") {
        let is_projected = fields.starts_with("web{") && fields.contains("event_name");
        if !is_projected {
            return Err("(#100) Tried accessing nonexisting field".to_owned());
        }
        return Ok(quality(journal, asked("dataset_id")?));
    }
    let account = request
        .path
        .split('/')
        .find(|part| part.starts_with("act_"));
    account.ok_or("there is no account")?;
    let limit = asked("limit")?.parse().map_err(|_| "limit is no number")?;
    audiences(limit, request.query.get("after").map(String::as_str))
}

fn quality(journal: &[Taken], dataset: &str) -> Response {
    let told = journal.iter().filter(|taken| taken.place == dataset);
    let told: Vec<_> = told.collect();
    let mut names: Vec<_> = told.iter().map(|taken| taken.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let events: Vec<_> = names
        .into_iter()
        .map(|name| {
            let of_name = told.iter().filter(|taken| taken.name == name);
            let of_name: Vec<_> = of_name.map(|taken| &taken.event).collect();
            event(name, &of_name)
        })
        .collect();
    Response::json(200, &json!({ "web": events }))
}

fn event(name: &str, told: &[&Value]) -> Value {
    let share = |field: &str| {
        let with = told
            .iter()
            .filter(|event| event.pointer(&format!("/user_data/{field}")).is_some());
        with.count() * 1_000 / told.len().max(1)
    };
    let percent =
        |thousandths: usize| json!({"percentage": tenths(thousandths), "description": SENTENCE});
    let keys = [
        ("email", "em"),
        ("phone", "ph"),
        ("external_id", "external_id"),
        ("ip_address", "client_ip_address"),
        ("fbp", "fbp"),
    ];
    let feedback: Vec<_> = keys
        .iter()
        .map(|(word, field)| json!({"identifier": word, "coverage": percent(share(field))}))
        .collect();
    let total: usize = keys.iter().map(|(_, field)| share(field)).sum();
    json!({
        "event_name": name,
        "event_match_quality": {
            "composite_score": tenths(total * 10 / (keys.len() * 100)),
            "match_key_feedback": feedback,
            "diagnostics": [{"name": SENTENCE}],
        },
        "event_coverage": {"percentage": 34.1, "goal_percentage": 75, "description": SENTENCE},
        "dedupe_key_feedback": [{
            "dedupe_key": "event_id",
            "browser_events_with_dedupe_key": percent(1_000),
            "server_events_with_dedupe_key": percent(1_000),
            "overall_browser_coverage_from_dedupe_key": percent(148),
        }],
        "data_freshness": {"upload_frequency": "real_time", "description": SENTENCE},
        "acr": {"percentage": 12.5, "description": SENTENCE},
    })
}

/// A number with one decimal.
fn tenths(count: usize) -> Value {
    let text = format!("{}.{}", count / 10, count % 10);
    serde_json::from_str(&text).unwrap_or_default()
}

/// A page of audiences, which ends with the id of the last.
fn audiences(limit: usize, after: Option<&str>) -> Result<Response, String> {
    if limit == 0 {
        return Err("limit is 0".to_owned());
    }
    let begin = match after {
        None => 0,
        Some(after) => {
            let last = AUDIENCES.iter().position(|(id, ..)| *id == after);
            last.ok_or("(#100) the cursor is none")? + 1
        }
    };
    let rest: Vec<_> = AUDIENCES.iter().skip(begin).collect();
    let page: Vec<_> = rest.iter().take(limit).collect();
    let rows: Vec<_> = page
        .iter()
        .map(|(id, name, kind, count)| {
            json!({"id": id, "name": name, "subtype": kind, "time_updated": 1_793_000_000,
                "approximate_count_lower_bound": count, "approximate_count_upper_bound": count * 2})
        })
        .collect();
    let cursors = json!({"after": page.last().map(|(id, ..)| id)});
    let paging = if rest.len() > page.len() {
        json!({"cursors": cursors, "next": "https://graph.example/next?access_token=secret"})
    } else {
        json!({ "cursors": cursors })
    };
    Ok(Response::json(
        200,
        &json!({"data": rows, "paging": paging}),
    ))
}
