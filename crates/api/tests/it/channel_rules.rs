//! Channel rules over a real database.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const RULES: &str = "/api/v1/channel-rules";

struct Client {
    api: TestApi,
    key: String,
}

impl Client {
    async fn new() -> Self {
        let api = TestApi::over_database().await;
        let key = api.key(&[Scope::AnalyticsRead, Scope::AttributionWrite]);
        Self { api, key }
    }

    async fn send(&self, request: TestRequest, uri: &str, body: Option<&Value>) -> Answer {
        let request = request
            .uri(uri)
            .insert_header(("authorization", self.key.as_str()));
        let request = match body {
            Some(body) => request.set_json(body),
            None => request,
        };
        self.api.send(request).await
    }

    async fn post(&self, uri: &str, body: &Value) -> Answer {
        self.send(TestRequest::post(), uri, Some(body)).await
    }

    async fn patch(&self, id: &str, body: &Value) -> Answer {
        let uri = format!("{RULES}/{id}");
        self.send(TestRequest::patch(), &uri, Some(body)).await
    }

    async fn delete(&self, id: &str) -> Answer {
        let uri = format!("{RULES}/{id}");
        self.send(TestRequest::delete(), &uri, None).await
    }

    /// Makes a rule and gives its id.
    async fn made(&self, body: &Value) -> String {
        let answer = self.post(RULES, body).await.assert_ok(201);
        answer["data"]["id"].as_str().unwrap().to_owned()
    }

    async fn list(&self) -> Value {
        let answer = self.api.get(RULES, &self.key).await.assert_ok(200);
        answer["data"].clone()
    }
}

fn rule(channel: &str, condition: &Value) -> Value {
    json!({"name": "Partners", "channel": channel, "conditions": [condition]})
}

fn source(values: &[&str]) -> Value {
    json!({"field": "utm_source", "operator": "is", "values": values})
}

#[actix_web::test]
async fn a_rule_is_made_changed_and_removed() {
    let client = Client::new().await;
    let answer = client
        .post(RULES, &rule("Affiliates", &source(&["Partner", "other "])))
        .await
        .assert_ok(201);
    assert_eq!(answer["meta"]["profile_id"], client.api.profile.to_string());
    assert_eq!(answer["meta"]["signatures_relabelled"], 0);
    let data = &answer["data"];
    assert_eq!(data["priority"], 1);
    assert_eq!(data["enabled"], true);
    assert_eq!(data["combiner"], "and");
    assert_eq!(data["created_at"], data["updated_at"]);
    assert_eq!(data["conditions"], json!([source(&["partner", "other"])]));
    let id = data["id"].as_str().unwrap();
    let change = json!({"name": "Friends", "enabled": false, "priority": 30});
    let changed = client.patch(id, &change).await.assert_ok(200);
    assert_eq!(changed["data"]["name"], "Friends");
    assert_eq!(changed["data"]["channel"], "Affiliates");
    assert_eq!(changed["data"]["priority"], 30);
    assert_eq!(changed["data"]["enabled"], false);
    let list = client.list().await;
    assert_eq!(list["rules"], json!([changed["data"]]));
    assert_eq!(list["version"], changed["meta"]["version"]);
    assert_eq!(list["taxonomy"].as_array().unwrap().len(), 21);
    assert_eq!(list["built_in"][0]["channel"], "Cross-network");
    let gone = client.delete(id).await;
    assert_eq!((gone.status.as_u16(), gone.text.as_str()), (204, ""));
    client.delete(id).await.assert_problem(404, "not_found");
    client
        .patch(id, &change)
        .await
        .assert_problem(404, "not_found");
    assert_eq!(client.list().await["rules"], json!([]));
}

#[actix_web::test]
async fn every_mistake_is_named_and_nothing_is_written() {
    let client = Client::new().await;
    let id = client.made(&rule("Email", &source(&["a"]))).await;
    let before = client.list().await;
    let long = "n".repeat(161);
    let many: Vec<Value> = (0..1_000).map(|_| source(&["a"])).collect();
    let thousand: Vec<String> = (0..=1_000).map(|number| number.to_string()).collect();
    let all_wrong = json!({
        "name": long,
        "channel": "email",
        "priority": 1000,
        "combiner": "xor",
        "conditions": [
            {"field": "colour", "operator": "sounds_like", "values": ["a"]},
            {"field": "utm_source", "operator": "is", "values": thousand},
            {"field": "utm_source", "operator": "is_set", "values": ["a"]},
            {"field": "utm_source", "operator": "matches", "values": ["ok", "(?=a)"]},
        ],
    });
    let answer = client.post(RULES, &all_wrong).await;
    answer.assert_names(&[
        "/name",
        "/priority",
        "/combiner",
        "/conditions/0/field",
        "/conditions/0/operator",
        "/conditions/1/values",
        "/conditions/2/values",
        "/conditions/3/values/1",
        "/channel",
    ]);
    assert!(answer.text.contains("condition 4"), "{}", answer.text);
    assert!(answer.text.contains("Email"), "{}", answer.text);
    let with = |field: &str, value: Value| {
        let mut body = rule("Email", &source(&["a"]));
        body[field] = value;
        body
    };
    for (body, place) in [
        (with("priority", json!(0)), "/priority"),
        (with("priority", json!(-1)), "/priority"),
        (with("priority", json!(1.5)), "/priority"),
        (with("priority", json!("2")), "/priority"),
        (with("name", json!("")), "/name"),
        (with("channel", json!("Nobody's")), "/channel"),
        (with("channel", json!("")), "/channel"),
        (with("conditions", json!([])), "/conditions"),
        (with("conditions", json!(many)), "/conditions"),
        (with("conditions", json!([[]])), "/conditions/0"),
        (with("colour", json!("red")), "/colour"),
        (
            with(
                "conditions",
                json!([{"field": "utm_source", "operator": "matches", "values": ["a{1000}{1000}"]}]),
            ),
            "/conditions/0/values/0",
        ),
    ] {
        client.post(RULES, &body).await.assert_names(&[place]);
    }
    let patterns: Vec<String> = (0..101)
        .map(|number| format!("\\w{{40}}{number}"))
        .collect();
    let heavy = json!([{"field": "utm_source", "operator": "matches", "values": patterns}]);
    let heavy = json!({"rule": with("conditions", heavy)});
    let counted = client.post(&format!("{RULES}/match-count"), &heavy).await;
    counted.assert_names(&["/rule/conditions"]);
    for name in ["", "a|b", "a\u{7}b", &"n".repeat(65)] {
        let body = json!({"name": name});
        let added = client.post("/api/v1/channel-taxonomy", &body).await;
        added.assert_names(&["/name"]);
    }
    client
        .patch(&id, &json!({"name": null, "conditions": null}))
        .await
        .assert_names(&["/name", "/conditions"]);
    let exact = client
        .post(RULES, &with("name", json!("n".repeat(160))))
        .await;
    exact.assert_ok(201);
    let made = exact.json()["data"]["id"].as_str().unwrap().to_owned();
    client.delete(&made).await;
    assert_eq!(client.list().await["rules"], before["rules"]);
}

#[actix_web::test]
async fn a_taken_priority_is_a_conflict_that_names_the_other_rule() {
    let client = Client::new().await;
    let id = client.made(&rule("Email", &source(&["a"]))).await;
    let other = client.made(&rule("Email", &source(&["b"]))).await;
    let mut body = rule("Email", &source(&["c"]));
    body["priority"] = json!(1);
    let conflicts = [
        client.post(RULES, &body).await,
        client.patch(&other, &json!({"priority": 1})).await,
        client
            .post(&format!("{RULES}/match-count"), &json!({"rule": body}))
            .await,
    ];
    for answer in conflicts {
        answer.assert_problem(409, "conflict");
        assert!(answer.text.contains(&id), "{}", answer.text);
        assert_eq!(answer.json()["errors"][0]["code"], "taken");
    }
    let instead = json!({"rule": body, "replaces": id});
    let uri = format!("{RULES}/match-count");
    client.post(&uri, &instead).await.assert_ok(200);
}

#[actix_web::test]
async fn two_rules_swap_places() {
    let client = Client::new().await;
    let first = client.made(&rule("Email", &source(&["a"]))).await;
    let second = client.made(&rule("Display", &source(&["a"]))).await;
    let uri = format!("{RULES}/reorder");
    let swap = json!({"first_id": first, "second_id": second});
    let answer = client.post(&uri, &swap).await.assert_ok(200);
    let places: Vec<_> = answer["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| (rule["id"].clone(), rule["priority"].clone()))
        .collect();
    assert_eq!(
        places,
        [(json!(first), json!(2)), (json!(second), json!(1))]
    );
    assert_eq!(client.list().await["rules"][0]["id"], json!(second));
    let alone = json!({"first_id": first, "second_id": first});
    client
        .post(&uri, &alone)
        .await
        .assert_names(&["/second_id"]);
    let nobody = json!({"first_id": first, "second_id": client.api.profile});
    client
        .post(&uri, &nobody)
        .await
        .assert_problem(404, "not_found");
}

#[actix_web::test]
async fn previews_name_their_days_and_model_and_every_mistake() {
    let client = Client::new().await;
    let candidate = rule("Email", &source(&["a"]));
    let (count, diff) = (format!("{RULES}/match-count"), format!("{RULES}/diff"));
    let days = json!({"date_from": "2026-03-01", "date_to": "2026-03-31"});
    let mut body = days.clone();
    body["rule"] = candidate.clone();
    body["model"] = json!("linear");
    let answer = client.post(&count, &body).await.assert_ok(200);
    assert_eq!(answer["meta"]["date_from"], "2026-03-01");
    assert_eq!(answer["meta"]["model"], "linear");
    let nothing = json!({"signatures": 0, "sessions": 0, "touches": 0, "conversions": 0,
        "credited_cash": 0});
    assert_eq!(answer["data"]["matched"], nothing);
    assert_eq!(answer["data"]["would_win"], nothing);
    let answer = client
        .post(&diff, &json!({"rules": []}))
        .await
        .assert_ok(200);
    assert_eq!(answer["data"]["pairs"], json!([]));
    assert_eq!(answer["meta"]["model"], "last_touch");
    let wrong = json!({"rules": [], "date_from": "2026-3-1", "date_to": "x", "model": "best"});
    client
        .post(&diff, &wrong)
        .await
        .assert_names(&["/date_from", "/date_to", "/model"]);
    let reversed = json!({"rules": [], "date_from": "2026-03-02", "date_to": "2026-03-01"});
    client
        .post(&diff, &reversed)
        .await
        .assert_names(&["/date_to"]);
    let long = json!({"rules": [], "date_from": "2025-01-01", "date_to": "2026-03-01"});
    client.post(&diff, &long).await.assert_names(&["/date_to"]);
    let mut twice = candidate.clone();
    twice["priority"] = json!(5);
    let rules = json!({"rules": [candidate, twice, twice, rule("Nobody's", &json!({}))]});
    client
        .post(&diff, &rules)
        .await
        .assert_names(&["/rules/3/conditions/0/field"]);
    let rules = json!({"rules": [twice, twice]});
    client
        .post(&diff, &rules)
        .await
        .assert_names(&["/rules/1/priority"]);
    let bad = json!({"rule": rule("Nobody's", &source(&[]))});
    client
        .post(&count, &bad)
        .await
        .assert_names(&["/rule/conditions/0/values", "/rule/channel"]);
    let set: Vec<Value> = (0..201).map(|_| rule("Email", &source(&["a"]))).collect();
    client
        .post(&diff, &json!({"rules": set}))
        .await
        .assert_names(&["/rules"]);
    assert_eq!(client.list().await["version"], 1);
}

#[actix_web::test]
async fn a_long_window_of_suggestions_is_clamped_and_says_so() {
    let client = Client::new().await;
    let ask = async |query: &str| {
        let uri = format!("{RULES}/suggestions{query}");
        client.api.get(&uri, &client.key).await
    };
    let answer = ask("?days=90&limit=5").await.assert_ok(200);
    assert_eq!(answer["data"], json!([]));
    assert_eq!(answer["meta"]["window_days"], 30);
    assert_eq!(answer["meta"]["requested_days"], 90);
    assert_eq!(answer["meta"]["warnings"], json!(["window_clamped"]));
    let answer = ask("?days=7").await.assert_ok(200);
    assert_eq!(answer["meta"]["window_days"], 7);
    assert_eq!(answer["meta"].get("warnings"), None);
    ask("?days=0&limit=101")
        .await
        .assert_names(&["days", "limit"]);
}

#[actix_web::test]
async fn a_channel_is_added_once_and_can_be_used() {
    let client = Client::new().await;
    let uri = "/api/v1/channel-taxonomy";
    let add = async |name: &str| client.post(uri, &json!({"name": name})).await;
    let new = add("  Podcasts ").await.assert_ok(201);
    assert_eq!(new["data"], json!({"name": "Podcasts", "created": true}));
    let known = add("PODCASTS").await.assert_ok(200);
    assert_eq!(known["data"], json!({"name": "Podcasts", "created": false}));
    let default = add("paid search").await.assert_ok(200);
    assert_eq!(default["data"]["name"], "Paid Search");
    for name in ["", "  ", "a\nb", &"n".repeat(65)] {
        add(name).await.assert_names(&["/name"]);
    }
    client.made(&rule("Podcasts", &source(&["a"]))).await;
    let last = client.list().await["taxonomy"]
        .as_array()
        .unwrap()
        .last()
        .cloned();
    assert_eq!(last, Some(json!({"name": "Podcasts", "is_default": false})));
}

#[actix_web::test]
async fn reading_needs_no_right_to_write() {
    let client = Client::new().await;
    let reader = client.api.key(&[Scope::AnalyticsRead]);
    let body = rule("Email", &source(&["a"]));
    let post = |uri: &str, body: &Value| {
        TestRequest::post()
            .uri(uri)
            .insert_header(("authorization", reader.as_str()))
            .set_json(body)
    };
    client.api.get(RULES, &reader).await.assert_ok(200);
    let preview = post(&format!("{RULES}/diff"), &json!({"rules": [body]}));
    client.api.send(preview).await.assert_ok(200);
    let write = client.api.send(post(RULES, &body)).await;
    write.assert_problem(403, "insufficient_scope");
    let writer = client.api.key(&[Scope::AttributionWrite]);
    let list = client.api.get(RULES, &writer).await;
    list.assert_problem(403, "insufficient_scope");
}

#[actix_web::test]
async fn a_set_that_cannot_stand_is_refused_before_any_of_it_is_compiled() {
    let client = Client::new().await;
    let set = |rules: usize, values: usize| -> Value {
        let one = |number: usize| {
            let patterns: Vec<_> = (0..values).map(|at| format!("(?i)\\w{{20}}{at}")).collect();
            json!({"name": format!("R{number}"), "channel": "Email", "conditions": [
                {"field": "utm_source", "operator": "matches", "values": patterns}]})
        };
        json!({"rules": (0..rules).map(one).collect::<Vec<_>>()})
    };
    // What reading the rules would find out is not told: they were not read.
    for (rules, values, why) in [
        (60, 100, "more than 500 patterns"),
        (5, 100, "too long to compile"),
    ] {
        let mut body = set(rules, values);
        body["rules"][0]["conditions"][0]["values"][0] = "(".into();
        let refused = client.post(&format!("{RULES}/diff"), &body).await;
        refused.assert_names(&["/rules"]);
        let told = refused.json();
        assert!(told.to_string().contains(why), "{told}");
    }
    // The limit of one field is another one.
    let fields = ["utm_source", "utm_medium", "utm_campaign", "utm_term"];
    for (number, field) in (1..).zip(fields) {
        let mut rule = set(1, 4)["rules"][0].clone();
        rule["priority"] = number.into();
        rule["conditions"][0]["field"] = field.into();
        let answer = client.post(RULES, &rule).await;
        if number < 4 {
            answer.assert_ok(201);
        } else {
            answer.assert_names(&["/conditions"]);
        }
    }
}
