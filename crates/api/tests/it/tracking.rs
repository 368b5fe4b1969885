//! Tracking keys.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::json;

use crate::support::{Answer, TestApi};

async fn issue(api: &TestApi, key: &str) -> Answer {
    let request = TestRequest::post().uri("/api/v1/tracking/keys");
    api.send(request.insert_header(("authorization", key)))
        .await
}

async fn the_same_key_comes_back(api: TestApi) {
    let key = api.key(&[Scope::TrackingWrite]);
    let none = api.get("/api/v1/tracking/keys", &key).await.assert_ok(200);
    assert_eq!(
        none,
        json!({"data": [], "meta": {"profile_id": api.profile}})
    );

    let first = issue(&api, &key).await.assert_ok(201);
    assert_eq!(first["data"]["created"], true);
    assert_eq!(first["data"]["status"], "active");
    assert_eq!(first["meta"]["profile_id"], api.profile.to_string());
    let public_key = first["data"]["public_key"].as_str().unwrap();
    assert!(
        public_key.starts_with("trk_live_") && public_key.len() == 9 + 43,
        "{public_key}"
    );

    let again = issue(&api, &key).await.assert_ok(200);
    assert_eq!(again["data"]["created"], false);
    assert_eq!(again["data"]["id"], first["data"]["id"]);
    assert_eq!(again["data"]["public_key"], public_key);

    let listed = api.get("/api/v1/tracking/keys", &key).await.assert_ok(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    assert_eq!(listed["data"][0]["public_key"], public_key);
}

#[actix_web::test]
async fn the_same_key_comes_back_from_the_fake() {
    the_same_key_comes_back(TestApi::new()).await;
}

#[actix_web::test]
async fn the_same_key_comes_back_from_the_database() {
    the_same_key_comes_back(TestApi::over_database().await).await;
}

#[actix_web::test]
async fn callers_at_once_are_told_one_key() {
    let api = TestApi::over_database().await;
    let key = api.key(&[Scope::TrackingWrite]);
    let answers = futures_util::future::join_all((0..8).map(|_| issue(&api, &key))).await;
    let created = answers
        .iter()
        .filter(|answer| answer.status.as_u16() == 201)
        .count();
    assert_eq!(created, 1);
    let first = &answers[0].json()["data"]["public_key"];
    assert!(
        answers
            .iter()
            .all(|answer| answer.json()["data"]["public_key"] == *first)
    );
}

#[actix_web::test]
async fn the_tracker_script_is_small_cacheable_and_open_to_all_pages() {
    let api = TestApi::new();
    let answer = api.send(TestRequest::get().uri("/tracker.js")).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(
        answer.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(
        answer.header("cross-origin-resource-policy"),
        Some("cross-origin")
    );
    assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"));
    assert!(answer.text.contains("/api/v1beta/collect"));
    let etag = answer.header("etag").unwrap();
    let again = TestRequest::get()
        .uri("/tracker.js")
        .insert_header(("if-none-match", etag));
    let again = api.send(again).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));

    let zipped = TestRequest::get()
        .uri("/tracker.js")
        .insert_header(("accept-encoding", "gzip"));
    let zipped = api.send_raw(zipped).await;
    assert!(zipped.len() <= 3 * 1024, "{} bytes", zipped.len());
}
