//! Who gets in, in which order what is refused. Every documented operation with a lock is tried.

use std::sync::atomic::Ordering;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use kernel::{Scope, Timestamp};
use serde_json::Value;
use uuid::Uuid;

use crate::document::operations;
use crate::support::{Answer, TestApi};

/// `(method, path with an id in place, required scope)` of every operation with a lock.
fn locked() -> Vec<(Method, String, Scope)> {
    let document: Value = serde_json::from_str(&tributary_api::openapi_json()).unwrap();
    let found: Vec<_> = operations(&document)
        .into_iter()
        .filter_map(|(method, path, operation)| {
            let scope = Scope::parse(operation.get("x-required-scope")?.as_str()?).unwrap();
            let method = method.to_uppercase().parse().unwrap();
            Some((
                method,
                path.replace("{id}", &Uuid::from_u128(5).to_string()),
                scope,
            ))
        })
        .collect();
    assert!(!found.is_empty());
    found
}

async fn call(api: &TestApi, method: &Method, uri: &str, authorization: Option<&str>) -> Answer {
    let mut request = TestRequest::with_uri(uri).method(method.clone());
    if let Some(value) = authorization {
        request = request.insert_header(("authorization", value));
    }
    api.send(request).await
}

#[actix_web::test]
async fn no_credential_is_401_with_a_bare_challenge() {
    let api = TestApi::new();
    for (method, path, _) in locked() {
        let answer = call(&api, &method, &path, None).await;
        answer.assert_problem(401, "invalid_token");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
    assert_eq!(api.keys.look_ups.load(Ordering::SeqCst), 0);
}

#[actix_web::test]
async fn credentials_of_another_shape_are_refused_without_a_look_up() {
    let api = TestApi::new();
    let body = "A".repeat(43);
    for credential in [
        format!("svc_user_{body}"),
        "eyJh.eyJz.c2ln".to_owned(),
        "svc_live_short".to_owned(),
        body.clone(),
        String::new(),
    ] {
        let answer = api
            .get("/api/v1/tracking/keys", &format!("Bearer {credential}"))
            .await;
        answer.assert_problem(401, "invalid_token");
        assert_eq!(
            answer.header("www-authenticate"),
            Some("Bearer error=\"invalid_token\"")
        );
    }
    let basic = api
        .get("/api/v1/tracking/keys", &format!("Basic svc_live_{body}"))
        .await;
    basic.assert_problem(401, "invalid_token");
    let uri = format!("/api/v1/tracking/keys?access_token=svc_live_{body}");
    call(&api, &Method::GET, &uri, None)
        .await
        .assert_problem(401, "invalid_token");
    assert_eq!(api.keys.look_ups.load(Ordering::SeqCst), 0);
}

#[actix_web::test]
async fn unknown_and_revoked_keys_get_the_same_answer() {
    let api = TestApi::new();
    let revoked = api.secret(&[Scope::TrackingWrite], |key| {
        key.revoked_at = Some(Timestamp::from_micros(1));
    });
    let unknown = format!("Bearer svc_live_{}", "A".repeat(43));
    let mut bodies = Vec::new();
    for credential in [unknown, format!("Bearer {}", revoked.reveal())] {
        let answer = api.get("/api/v1/tracking/keys", &credential).await;
        answer.assert_problem(401, "invalid_token");
        let mut body = answer.json();
        body["request_id"].take();
        bodies.push(body);
    }
    assert_eq!(bodies[0], bodies[1]);
    assert_eq!(api.keys.look_ups.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn a_missing_scope_is_403_and_named_for_every_operation() {
    let api = TestApi::new();
    for (method, path, scope) in locked() {
        let others: Vec<_> = Scope::ALL
            .into_iter()
            .map(|(other, _)| other)
            .filter(|other| *other != scope)
            .collect();
        let key = api.key(&others);
        let answer = call(&api, &method, &path, Some(&key)).await;
        answer.assert_problem(403, "insufficient_scope");
        assert_eq!(
            answer.json()["required_scope"],
            scope.as_str(),
            "{method} {path}"
        );
        let challenge = answer.header("www-authenticate").unwrap();
        assert!(challenge.contains("insufficient_scope"));
    }
}

#[actix_web::test]
async fn another_profile_looks_like_none_and_comes_before_the_scope() {
    let api = TestApi::new();
    let (key, profile) = (api.key(&[]), api.profile);
    for (method, path, _) in locked() {
        let foreign = format!("{path}?profile_id={}", Uuid::from_u128(77));
        call(&api, &method, &foreign, Some(&key))
            .await
            .assert_problem(404, "not_found");
        for odd in ["", "7", "%7B%7D"] {
            let malformed = format!("{path}?profile_id={odd}");
            let answer = call(&api, &method, &malformed, Some(&key)).await;
            answer.assert_problem(400, "invalid_request");
            assert_eq!(answer.json()["errors"][0]["parameter"], "profile_id");
        }
        let twice = format!("{path}?profile_id={profile}&profile_id={profile}");
        call(&api, &method, &twice, Some(&key))
            .await
            .assert_problem(400, "invalid_request");
        let own = format!("{path}?profile_id={profile}");
        call(&api, &method, &own, Some(&key))
            .await
            .assert_problem(403, "insufficient_scope");
    }
}

#[actix_web::test]
async fn the_scheme_is_read_in_any_case_and_two_headers_are_none() {
    let api = TestApi::new();
    let key = api.key(&[]).replace("Bearer", "bEARER");
    api.get("/api/v1/tracking/keys", &key)
        .await
        .assert_problem(403, "insufficient_scope");
    let twice = TestRequest::get()
        .uri("/api/v1/tracking/keys")
        .append_header(("authorization", key.clone()))
        .append_header(("authorization", key));
    api.send(twice).await.assert_problem(401, "invalid_token");
}
