//! Who gets in, in which order what is refused. Every documented operation with a lock is tried.

use std::sync::atomic::Ordering;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use kernel::{Scope, Timestamp};
use serde_json::Value;
use uuid::Uuid;

use crate::document::operations;
use crate::support::{Answer, TestApi};

/// The challenge of every 401, but for what was wrong.
pub(crate) const CHALLENGE: &str = "Bearer resource_metadata=\
    \"https://t.example/.well-known/oauth-protected-resource/mcp\", scope=\"mcp:read\"";

/// An operation of the document that needs a credential.
pub(crate) struct Locked {
    pub(crate) method: Method,
    /// With ids in place.
    pub(crate) path: String,
    pub(crate) operation: Value,
}

impl Locked {
    /// The credentials that the document says are let in.
    pub(crate) fn lets_in(&self, scheme: &str) -> bool {
        let schemes = self.operation["security"].as_array().unwrap();
        schemes.iter().any(|one| one.get(scheme).is_some())
    }

    pub(crate) fn scope(&self) -> Option<Scope> {
        let name = self.operation.get("x-required-scope")?.as_str()?;
        Some(Scope::parse(name).unwrap())
    }

    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

pub(crate) fn every_locked() -> Vec<Locked> {
    let document: Value = serde_json::from_str(&rest_api::openapi_json()).unwrap();
    let found: Vec<_> = operations(&document)
        .into_iter()
        .filter(|(_, _, operation)| operation.get("security").is_some())
        .map(|(method, path, operation)| {
            let id = Uuid::from_u128(5).to_string();
            Locked {
                method: method.to_uppercase().parse().unwrap(),
                path: path.replace("{id}", &id).replace("{workspace_id}", &id),
                operation,
            }
        })
        .collect();
    assert!(!found.is_empty());
    found
}

/// `(method, path with an id in place, required scope)` of every operation on a profile.
pub(crate) fn locked() -> Vec<(Method, String, Scope)> {
    every_locked()
        .into_iter()
        .filter(|locked| locked.lets_in("api_key"))
        .filter_map(|locked| Some((locked.method.clone(), locked.path.clone(), locked.scope()?)))
        .collect()
}

pub(crate) async fn call(
    api: &TestApi,
    method: &Method,
    uri: &str,
    authorization: Option<&str>,
) -> Answer {
    let mut request = TestRequest::with_uri(uri).method(method.clone());
    if let Some(value) = authorization {
        request = request.insert_header(("authorization", value));
    }
    api.send(request).await
}

#[actix_web::test]
async fn no_credential_is_401_with_a_challenge_for_every_operation() {
    let api = TestApi::new();
    for locked in every_locked() {
        let answer = call(&api, &locked.method, &locked.path, None).await;
        answer.assert_problem(401, "invalid_token");
        assert_eq!(answer.header("www-authenticate"), Some(CHALLENGE));
        assert_eq!(answer.header("x-ratelimit-remaining"), None);
    }
    assert_eq!(api.keys.look_ups.load(Ordering::SeqCst), 0);
    assert_eq!(api.people.look_ups.load(Ordering::SeqCst), 0);
}

#[actix_web::test]
async fn credentials_without_a_shape_are_refused_without_a_look_up() {
    let api = TestApi::new();
    let body = "A".repeat(43);
    let failed = format!("{CHALLENGE}, error=\"invalid_token\"");
    for credential in [
        format!("svc_rt_{body}"),
        "a.b".to_owned(),
        "svc_live_short".to_owned(),
        body.clone(),
        String::new(),
    ] {
        let answer = api
            .get("/api/v1/tracking/keys", &format!("Bearer {credential}"))
            .await;
        answer.assert_problem(401, "invalid_token");
        assert_eq!(answer.header("www-authenticate"), Some(failed.as_str()));
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
