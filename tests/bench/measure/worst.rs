//! The dearest bodies and addresses that the limits let through, each sent to the service of a profile
//! with a history: what one request can cost everybody else. Those that are refused count as well as
//! those that are taken.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::http::Client;
use crate::service::Service;
use crate::world::World;

const ROUNDS: usize = 3;

/// Seconds of processor time of the service and its database that one request may take.
const MOST: f64 = 1.0;

/// One request.
struct Case {
    name: &'static str,
    method: &'static str,
    path: String,
    /// The media type of the body.
    media: &'static str,
    body: String,
    status: u16,
}

impl Case {
    fn json(name: &'static str, (method, path): (&'static str, &str), body: &Value) -> Self {
        Self {
            name,
            method,
            path: path.to_owned(),
            media: "application/json",
            body: body.to_string(),
            status: 200,
        }
    }

    fn text(name: &'static str, (method, path): (&'static str, &str), body: String) -> Self {
        Self {
            body,
            ..Self::json(name, (method, path), &Value::Null)
        }
    }

    fn get(name: &'static str, path: String) -> Self {
        Self {
            path,
            ..Self::text(name, ("GET", ""), String::new())
        }
    }

    fn answers(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    fn of(mut self, media: &'static str) -> Self {
        self.media = media;
        self
    }
}

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, false);
    let site = world.account.tracking_key(&service).await;
    let cases = [
        collected(&site),
        events(),
        spend(),
        rules(),
        definitions(),
        reports(world),
        agents(),
    ];
    for case in cases.into_iter().flatten() {
        let headers = format!(
            "authorization: Bearer {}\r\ncontent-type: {}\r\n\
             accept: application/json, text/event-stream\r\n",
            world.account.key, case.media
        );
        let mut samples = Samples::default();
        for _ in 0..ROUNDS {
            // A connection of its own: some answers end theirs.
            let mut client = Client::new(&service.address, &headers).await;
            let before = world.processor(&service);
            let answer = client.send(case.method, &case.path, "", &case.body).await;
            let spent = world.processor(&service).since(before);
            let told = answer.body.chars().take(300).collect::<String>();
            assert_eq!(answer.status, case.status, "{}: {told}", case.name);
            samples.add(spent.service + spent.server);
        }
        let kibibytes = case.body.len().max(case.path.len()).div_ceil(1_024);
        let name = format!("{}, {kibibytes} KiB: {}", case.name, case.status);
        let row = Row::new(name, "s", samples);
        world.add(row.with_target(Target::AtMost(MOST)));
    }
}

fn nested(depth: usize) -> String {
    ["[".repeat(depth), "]".repeat(depth)].concat()
}

/// Parameters that a page's address is made of, each a candidate for something.
fn parameters(bytes: usize) -> String {
    let mut text = String::from("https://shop.example/?");
    let names = ["utm_source", "gclid", "utm_campaign", "a"];
    for name in names.iter().cycle() {
        let _ = write!(text, "{name}=%F0%9F%98%80&");
        if text.len() > bytes {
            break;
        }
    }
    text.chars().take(bytes).collect()
}

fn collected(site: &str) -> Vec<Case> {
    let to = ("POST", "/api/v1beta/collect");
    let batch = |events: Vec<Value>| json!({"v": 1, "k": site, "a": "worst", "n": 1, "e": events});
    let event = |number: usize, more: Value| {
        let mut event = json!({"t": "pv", "i": format!("01a20000-0000-7000-8000-{number:012}")});
        let members = more.as_object().unwrap().clone();
        event.as_object_mut().unwrap().extend(members);
        event
    };
    let pages = (0..10)
        .map(|number| event(number, json!({"u": parameters(700), "r": parameters(700)})))
        .collect();
    let properties: serde_json::Map<_, _> = (0..60)
        .map(|number| (format!("name-{number}"), json!("%41".repeat(4))))
        .collect();
    let custom = (10..20)
        .map(|number| event(number, json!({"t": "ev", "n": "n", "p": properties})))
        .collect();
    let deep = format!(r#"{{"k":"{site}","e":[{{"p":{}}}]}}"#, nested(7_900));
    vec![
        Case::json(
            "collect: 10 addresses full of parameters",
            to,
            &batch(pages),
        )
        .answers(202),
        Case::json("collect: 10 events full of properties", to, &batch(custom)).answers(202),
        Case::text("collect: nested as deep as it fits", to, deep).answers(400),
    ]
}

fn events() -> Vec<Case> {
    let to = ("POST", "/api/v1/events");
    let clicks: serde_json::Map<_, _> = (0..20)
        .map(|number| (format!("{:x>60}{number}", "c"), json!("v".repeat(500))))
        .collect();
    let properties: serde_json::Map<_, _> = (0..500)
        .map(|number| (format!("name-{number}"), json!("v".repeat(10))))
        .collect();
    let full = json!({
        "event_type": "payment_received", "email": "worst@mail.example", "phone": "+34600000001",
        "anonymous_id": "worst", "external_id": "worst", "value_amount": "1.0001", "currency": "EUR",
        "click_ids": clicks, "properties": properties,
    });
    vec![
        Case::json("POST /events: everything at its limit", to, &full).answers(201),
        Case::text("POST /events: nested as deep as it fits", to, nested(8_000)).answers(400),
    ]
}

/// A row of spend with names as long as 2 MiB allow for ten thousand.
fn spent(number: usize, day: usize) -> Value {
    let date = time::Date::from_ordinal_date(2001, 1).unwrap()
        + time::Duration::days(i64::try_from(day).unwrap());
    json!({
        "date": date.to_string(), "platform": "search_ads", "account_id": number.to_string(),
        "campaign_id": format!("c{}", number % 100), "ad_id": number.to_string(), "spend": "1.0001",
    })
}

fn spend() -> Vec<Case> {
    let to = ("PUT", "/api/v1beta/spend");
    let replacing = "/api/v1beta/spend?replace=account_days&platform=search_ads&account_id=1\
        &date_from=2001-01-01&date_to=2001-12-31";
    let replacing = ("PUT", replacing);
    let rows = |day: fn(usize) -> usize| {
        let rows: Vec<_> = (0..10_000)
            .map(|number| spent(number, day(number)))
            .collect();
        json!({ "rows": rows })
    };
    let one = rows(|_| 0);
    let many = rows(|number| number % 9_000);
    let year: Vec<_> = (0..10_000)
        .map(|number| {
            let mut row = spent(number, number % 365);
            row["account_id"] = json!("1");
            row
        })
        .collect();
    let wrong: Vec<_> = (0..10_000)
        .map(|_| json!({"date": "x", "platform": "", "spend": "1e9", "currency": "??"}))
        .collect();
    let quotes = format!("date,platform,spend\n{}", "\"\"\"\",".repeat(400_000));
    let broken = format!("date,platform,spend\n{}", ",\n".repeat(1_000_000));
    vec![
        Case::json("spend: 10,000 accounts on a day", to, &one),
        Case::json("spend: 9,000 days", to, &many),
        Case::json(
            "spend: a year replaced",
            replacing,
            &json!({ "rows": year }),
        ),
        Case::json(
            "spend: 10,000 rows, everything wrong",
            to,
            &json!({"rows": wrong}),
        )
        .answers(400),
        Case::text("spend: a CSV of quotes", to, quotes)
            .of("text/csv")
            .answers(400),
        Case::text("spend: a CSV of a million rows", to, broken)
            .of("text/csv")
            .answers(400),
        Case::text("spend: nested as deep as it fits", to, nested(1_000_000)).answers(400),
    ]
}

/// Rules of so many values each.
fn set(rules: usize, values: usize, condition: impl Fn(usize) -> (&'static str, String)) -> Value {
    let rules: Vec<_> = (0..rules)
        .map(|rule| {
            let operator = condition(0).0;
            let values: Vec<_> = (0..values)
                .map(|value| condition(rule * values + value).1)
                .collect();
            json!({
                "name": format!("rule {rule}"), "channel": "Direct",
                "conditions": [{"field": "landing_path", "operator": operator, "values": values}],
            })
        })
        .collect();
    json!({ "rules": rules })
}

fn rules() -> Vec<Case> {
    let diff = ("POST", "/api/v1/channel-rules/diff");
    let classes = set(60, 100, |_| ("matches", r"(?i)\w{20}".to_owned()));
    // As dear as a set may be, or a little more: where the bound is, is not known from outside.
    let dear = |rules: usize| {
        set(rules, 5, |number| {
            (
                "matches",
                format!("(?i)(a|b|c|d{number}){{1,3}}x.*y{number}$"),
            )
        })
    };
    let texts = set(100, 200, |number| ("contains", format!("{number:x>40}")));
    vec![
        Case::json(
            "channel-rules/diff: 6,000 patterns of word characters",
            diff,
            &classes,
        )
        .answers(400),
        Case::json("channel-rules/diff: 500 patterns", diff, &dear(100)),
        Case::json("channel-rules/diff: 50 patterns", diff, &dear(10)),
        Case::json("channel-rules/diff: 20,000 texts", diff, &texts).answers(200),
        Case::text(
            "channel-rules/diff: nested as deep as it fits",
            diff,
            nested(30_000),
        )
        .answers(400),
    ]
}

fn definitions() -> Vec<Case> {
    let names: Vec<_> = (0..50).map(|number| format!("{number:n>100}")).collect();
    let mut known = names.clone();
    known[0] = "payment_received".to_owned();
    let labels: Vec<_> = (0..200)
        .map(|number| json!({"event_key": format!("{number:k>120}"), "display_name": "n".repeat(128)}))
        .collect();
    let preview = ("POST", "/api/v1/goals/definitions/preview");
    let labelled = ("PUT", "/api/v1/profile/outcome-definitions");
    vec![
        Case::json(
            "definitions/preview: 50 names",
            preview,
            &json!({"source_event_names": known}),
        ),
        Case::json(
            "outcome-definitions: 200 labels",
            labelled,
            &json!({"family": "worst", "definitions": labels}),
        ),
        Case::text(
            "definitions/preview: nested as deep as it fits",
            preview,
            nested(8_000),
        )
        .answers(400),
    ]
}

fn reports(world: &World) -> Vec<Case> {
    let (from, to) = world.days();
    let period = format!("date_from={from}&date_to={to}");
    let long = "%F0%9F%98%80".repeat(40);
    let mut filters = String::new();
    for name in [
        "channel",
        "source",
        "medium",
        "campaign",
        "landing_path",
        "referrer_host",
    ] {
        let _ = write!(filters, "&filter%5B{name}%5D=contains:{long}");
    }
    let unknown: String = (0..2_000).fold(String::new(), |mut text, number| {
        let _ = write!(text, "&p{number}=1");
        text
    });
    let goals = "payment_received,lead_created,appointment_booked,closed_won";
    vec![
        Case::get(
            "overview: six filters",
            format!("/api/v1/overview?{period}{filters}"),
        ),
        Case::get(
            "overview: 2,000 parameters",
            format!("/api/v1/overview?{period}{unknown}"),
        ),
        Case::get(
            "overview of four goals, six filters",
            format!("/api/v1/overview?{period}&goal={goals}{filters}"),
        ),
        Case::get(
            "breakdowns by landing path, six filters",
            format!("/api/v1beta/breakdowns/landing_path?{period}{filters}&limit=100"),
        ),
        Case::get(
            "timeseries by day",
            format!("/api/v1beta/timeseries?{period}&interval=day"),
        ),
        Case::get(
            "paths, filtered",
            format!("/api/v1beta/paths?{period}{filters}"),
        ),
        Case::get(
            "paths of those who did not convert",
            format!("/api/v1beta/paths?{period}&converting=false"),
        ),
        Case::get(
            "customers, last page",
            format!("/api/v1/customers?{period}&goal=payment_received&limit=100"),
        ),
    ]
}

fn agents() -> Vec<Case> {
    let to = ("POST", "/mcp");
    let deep = nested(30_000);
    vec![Case::text("mcp: nested as deep as it fits, without a token", to, deep).answers(401)]
}
