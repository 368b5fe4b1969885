//! Outcome definitions over a real database.

use kernel::Scope;
use serde_json::{Value, json};

use crate::support::TestApi;

const FAMILY: &str = "/api/v1/profile/outcome-definitions";

fn family(labels: &[(&str, &str)]) -> Value {
    let label = |(key, words): &(&str, &str)| json!({"event_key": key, "display_name": words});
    json!({"family": "sales", "definitions": labels.iter().map(label).collect::<Vec<_>>()})
}

#[actix_web::test]
async fn a_family_is_put_and_one_of_it_changed() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::GoalsWrite]);
    let body = family(&[("won", "Won"), ("lost", "Lost")]);
    let put = api
        .send_json(("PUT", FAMILY), &key, &body)
        .await
        .assert_ok(200);
    let ids: Vec<_> = put["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|label| label["id"].as_str().unwrap().to_owned())
        .collect();
    let uri = format!("/api/v1/outcome-definitions/{}", ids[0]);
    let taken = api
        .send_json(("PATCH", &uri), &key, &json!({"event_key": "lost"}))
        .await;
    taken.assert_problem(409, "conflict");
    assert_eq!(taken.json()["errors"][0]["pointer"], "/event_key");
    assert!(taken.json()["detail"].as_str().unwrap().contains(&ids[1]));
    let changed = api
        .send_json(("PATCH", &uri), &key, &json!({"event_key": "gained"}))
        .await
        .assert_ok(200);
    assert_eq!(changed["data"]["event_key"], "gained");
    assert_eq!(changed["data"]["display_name"], "Won");
    let both = api
        .get("/api/v1/goals/definitions", &key)
        .await
        .assert_ok(200);
    assert_eq!(both["data"]["outcome_definitions"][0], changed["data"]);
    assert_eq!(both["data"]["outcome_definitions"][1]["position"], 1);
    let put = api
        .send_json(("PUT", FAMILY), &key, &family(&[("gained", "Gained")]))
        .await
        .assert_ok(200);
    assert_eq!(put["data"][0]["id"], json!(ids[0]));
    let uri = format!("/api/v1/outcome-definitions/{}", ids[1]);
    api.send_json(("PATCH", &uri), &key, &json!({"event_key": "x"}))
        .await
        .assert_problem(404, "not_found");
}
