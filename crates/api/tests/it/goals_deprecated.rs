//! `POST /api/v1/goals` says in every answer that it is deprecated.

use actix_web::test::TestRequest;
use http_kit::deprecation::removal_day;
use http_kit::removals::{CREATE_GOAL, Removals};
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const GOALS: &str = "/api/v1/goals";
const NOTICE: &str = "@1795219200";

#[track_caller]
fn assert_announced(answer: &Answer, status: u16) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
    assert_eq!(answer.header("deprecation"), Some(NOTICE), "{status}");
    assert_eq!(answer.header("sunset"), None);
    assert_eq!(answer.header("link"), None);
}

fn post(key: &str) -> TestRequest {
    TestRequest::post()
        .uri(GOALS)
        .insert_header(("authorization", key))
        .insert_header(("content-type", "application/json"))
}

#[actix_web::test]
async fn goals_are_definitions_under_other_names() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::GoalsWrite]);
    let padded = json!({"name": "Gifts", "event_name": "Gift sent "});
    let refused = api.send_json(("POST", GOALS), &key, &padded).await;
    refused.assert_names(&["/event_name"]);
    let body = json!({"name": "Gifts", "event_name": "Gift sent"});
    let made = api.send_json(("POST", GOALS), &key, &body).await;
    assert_announced(&made, 201);
    let made = made.json();
    let goal = json!({"id": made["data"]["id"], "name": "Gifts", "key": "Gift sent",
        "event_names": ["Gift sent"], "revenue_type": "pipeline",
        "attribution_eligible": true});
    assert_eq!(made["data"], goal);
    assert!(made["meta"]["recompute_id"].is_string());
    assert_eq!(
        made["meta"]["warnings"],
        json!(["revenue_type_is_pipeline"])
    );
    let again = api.send_json(("POST", GOALS), &key, &body).await;
    assert_announced(&again, 409);
    assert_eq!(again.json()["errors"][0]["pointer"], "/event_name");

    let body = json!({"name": "Tips", "event_name": "Tip", "revenue_type": "cash"});
    let told = api.send_json(("POST", GOALS), &key, &body).await;
    assert_eq!(told.assert_ok(201)["meta"]["warnings"], json!([]));
    let tips = told.json()["data"]["id"].as_str().unwrap().to_owned();
    let request = TestRequest::delete().uri(&format!("{GOALS}?id={tips}"));
    let request = request.insert_header(("authorization", key.clone()));
    assert_eq!(api.send(request).await.status.as_u16(), 204);

    let listed = api.get(GOALS, &key).await;
    assert_eq!(listed.header("deprecation"), None);
    let goals = listed.assert_ok(200);
    assert_eq!(goals["data"].as_array().unwrap().last().unwrap(), &goal);
    let id = made["data"]["id"].as_str().unwrap();
    let delete = || {
        TestRequest::delete()
            .uri(&format!("{GOALS}?id={id}"))
            .insert_header(("authorization", key.clone()))
    };
    assert_eq!(api.send(delete()).await.status.as_u16(), 204);
    api.send(delete()).await.assert_problem(404, "not_found");
}

#[actix_web::test]
async fn errors_announce_it_too() {
    let api = TestApi::new();
    let key = api.key(&[Scope::GoalsWrite]);
    let wrong = api
        .send_json(
            ("POST", GOALS),
            &key,
            &json!({"name": "", "event_name": "", "more": 1}),
        )
        .await;
    assert_announced(&wrong, 400);
    let wrong = json!({"name": "n".repeat(160), "event_name": "", "revenue_type": "x"});
    let wrong = api.send_json(("POST", GOALS), &key, &wrong).await;
    wrong.assert_names(&["/event_name", "/name", "/revenue_type"]);
    assert_announced(&wrong, 400);
    assert_announced(&api.send(TestRequest::post().uri(GOALS)).await, 401);
    let other = api.key(&[Scope::AnalyticsRead]);
    assert_announced(&api.send(post(&other)).await, 403);
    let elsewhere = post(&key).uri(&format!("{GOALS}?profile_id={}", uuid::Uuid::nil()));
    assert_announced(&api.send(elsewhere).await, 404);
    let long = post(&key).set_payload(vec![b' '; 70_000]);
    assert_announced(&api.send(long).await, 413);
    let odd = post(&key).insert_header(("content-type", "text/csv"));
    assert_announced(&api.send(odd).await, 415);
    let encoded = post(&key).insert_header(("content-encoding", "gzip"));
    assert_announced(&api.send(encoded).await, 415);
    let down = json!({"name": "n", "event_name": "e"});
    let down = api.send_json(("POST", GOALS), &key, &down).await;
    assert_announced(&down, 503);
    let aliased = post(&key).uri("/api/v1/go%61ls");
    assert_announced(&api.send(aliased).await, 400);
    let trailing = api.send(TestRequest::put().uri(GOALS)).await;
    trailing.assert_problem(405, "method_not_allowed");
    assert_eq!(trailing.header("deprecation"), None);
}

#[actix_web::test]
async fn the_day_of_removal_comes_with_the_successor() {
    let removals = Removals::default()
        .with(&CREATE_GOAL, removal_day("2027-03-01").unwrap())
        .unwrap();
    let api = TestApi::with(|state| state.removals = removals);
    let answer = api.send(TestRequest::post().uri(GOALS)).await;
    assert_eq!(answer.status.as_u16(), 401);
    assert_eq!(answer.header("deprecation"), Some(NOTICE));
    assert_eq!(
        answer.header("sunset"),
        Some("Mon, 01 Mar 2027 00:00:00 GMT")
    );
    assert_eq!(
        answer.header("link"),
        Some("</api/v1/goals/definitions>; rel=\"successor-version\"")
    );
    let other = api.send(TestRequest::get().uri(GOALS)).await;
    assert_eq!(other.header("sunset"), None);
}

#[test]
fn the_document_says_so() {
    let document: Value = serde_json::from_str(&rest_api::openapi_json()).unwrap();
    let operation = &document["paths"][GOALS]["post"];
    assert_eq!(operation["deprecated"], true);
    for (status, response) in operation["responses"].as_object().unwrap() {
        for name in ["deprecation", "sunset", "link", "x-request-id"] {
            assert!(
                response["headers"][name].is_object(),
                "{status} {name}: {response}"
            );
        }
    }
    assert!(document["paths"][GOALS]["get"].get("deprecated").is_none());
}
