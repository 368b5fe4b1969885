//! People and the applications that act for them, on every documented operation.

use std::sync::atomic::Ordering;

use access_control::{Grant, Role};
use kernel::{Scope, Timestamp, UserId};
use serde_json::Value;
use uuid::Uuid;

use crate::auth::{CHALLENGE, call, every_locked, locked};
use crate::support::{Answer, TestApi, workspace_of};

fn user(number: u128) -> UserId {
    Uuid::from_u128(number).into()
}

/// Status, header names and body but for what names the request and what is left.
fn seen(answer: &Answer) -> (u16, Vec<String>, Value) {
    let mut names: Vec<_> = answer
        .headers
        .keys()
        .map(|name| name.as_str().to_owned())
        // Some operations are announced to go away, in every answer.
        .filter(|name| name != "deprecation")
        .collect();
    names.sort_unstable();
    let mut body = answer.json();
    body["request_id"].take();
    (answer.status.as_u16(), names, body)
}

#[actix_web::test]
async fn dead_credentials_of_every_kind_get_one_401_on_every_operation() {
    let api = TestApi::new();
    let dead = [
        format!("Bearer svc_live_{}", "A".repeat(43)),
        format!("Bearer svc_user_{}", "A".repeat(43)),
        "Bearer eyJh.eyJz.c2ln".to_owned(),
        api.people.token(user(1), &Grant::ALL, |token| {
            token.family.revoked_at = Some(Timestamp::from_micros(1));
        }),
        api.people.token(user(1), &Grant::ALL, |token| {
            token.expires_at = Timestamp::from_micros(1_767_225_600_000_000);
        }),
        api.people.token(user(1), &Grant::ALL, |token| {
            "https://other.example/mcp".clone_into(&mut token.family.resource);
        }),
    ];
    let expected = format!("{CHALLENGE}, error=\"invalid_token\"");
    let mut first = None;
    for locked in every_locked() {
        for credential in &dead {
            let answer = call(&api, &locked.method, &locked.path, Some(credential)).await;
            answer.assert_problem(401, "invalid_token");
            assert_eq!(answer.header("www-authenticate"), Some(expected.as_str()));
            let seen = seen(&answer);
            assert_eq!(
                first.get_or_insert(seen.clone()),
                &seen,
                "{}",
                locked.name()
            );
        }
    }
    assert!(api.people.look_ups.load(Ordering::SeqCst) > 0);
}

#[actix_web::test]
async fn people_name_the_profile_and_what_they_cannot_reach_does_not_exist() {
    let api = TestApi::new();
    let (own, foreign) = (api.profile, Uuid::from_u128(77));
    let owner = user(1_000);
    api.people.join(owner, foreign, Role::Owner, &[]);
    // Somebody else for every operation: one allowance is not enough for all of them.
    for ((method, path, _), number) in locked().into_iter().zip(1..) {
        let caller = user(number);
        api.people.join(caller, own, Role::Owner, &[]);
        let credentials = [
            api.people.session(caller),
            api.people.token(caller, &Grant::ALL, |_| {}),
        ];
        for credential in &credentials {
            let missing = call(&api, &method, &path, Some(credential)).await;
            missing.assert_names(&["profile_id"]);
            for odd in ["", "7"] {
                let malformed = format!("{path}?profile_id={odd}");
                let answer = call(&api, &method, &malformed, Some(credential)).await;
                answer.assert_names(&["profile_id"]);
            }
            let mut answers = Vec::new();
            for id in [foreign, Uuid::from_u128(78)] {
                let uri = format!("{path}?profile_id={id}");
                let answer = call(&api, &method, &uri, Some(credential)).await;
                answer.assert_problem(404, "not_found");
                answers.push(seen(&answer));
            }
            assert_eq!(answers[0], answers[1], "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn an_application_needs_both_the_grant_and_the_persons_own_scope() {
    let api = TestApi::new();
    let own = api.profile;
    // Somebody else for every operation: one allowance is not enough for all of them.
    for ((method, path, scope), number) in locked().into_iter().zip(1..) {
        let (owner, member) = (user(number), user(1_000 + number));
        api.people.join(owner, own, Role::Owner, &[]);
        let uri = format!("{path}?profile_id={own}");
        let grants: Vec<_> = Grant::ALL
            .into_iter()
            .filter(|grant| !grant.scopes().contains(&scope))
            .collect();
        let narrow = api.people.token(owner, &grants, |_| {});
        let answer = call(&api, &method, &uri, Some(&narrow)).await;
        answer.assert_problem(403, "insufficient_scope");
        assert_eq!(answer.json()["required_scope"], scope.as_str());
        let challenge = answer.header("www-authenticate").unwrap();
        match Grant::that_brings(scope) {
            Some(grant) => assert_eq!(
                challenge,
                format!(
                    "Bearer error=\"insufficient_scope\", scope=\"{}\", resource_metadata=\
                     \"https://t.example/.well-known/oauth-protected-resource/mcp\"",
                    grant.as_str()
                )
            ),
            None => assert_eq!(challenge, "Bearer error=\"insufficient_scope\""),
        }
        let others: Vec<_> = Scope::ALL
            .into_iter()
            .map(|(other, _)| other)
            .filter(|other| *other != scope)
            .collect();
        api.people.join(member, own, Role::Member, &others);
        let token = api.people.token(member, &Grant::ALL, |_| {});
        for credential in [token, api.people.session(member)] {
            let answer = call(&api, &method, &uri, Some(&credential)).await;
            answer.assert_problem(403, "insufficient_scope");
        }
    }
}

#[actix_web::test]
async fn a_narrowed_token_has_fewer_scopes_than_its_family() {
    let api = TestApi::new();
    api.people.join(user(1), api.profile, Role::Admin, &[]);
    let narrowed = api.people.token(user(1), &Grant::ALL, |token| {
        token.scopes = [Scope::AnalyticsRead].into();
    });
    let period = "date_from=2025-12-01&date_to=2025-12-31";
    let of = |path: &str| format!("{path}?profile_id={}&{period}", api.profile);
    api.get(&of("/api/v1/overview"), &narrowed)
        .await
        .assert_ok(200);
    api.get(&of("/api/v1/customers"), &narrowed)
        .await
        .assert_problem(403, "insufficient_scope");
}

#[actix_web::test]
async fn whoever_leaves_reaches_nothing_from_the_next_call_on() {
    let api = TestApi::new();
    let own = api.profile;
    let uri = format!("/api/v1/overview?profile_id={own}&date_from=2025-12-01&date_to=2025-12-31");
    for (role, assigned) in [
        (Role::Owner, vec![]),
        (Role::Admin, vec![]),
        (Role::Member, vec![Scope::AnalyticsRead]),
    ] {
        api.people.join(user(1), own, role, &assigned);
        let credentials = [
            api.people.session(user(1)),
            api.people.token(user(1), &[Grant::Read], |_| {}),
        ];
        for credential in &credentials {
            api.get(&uri, credential).await.assert_ok(200);
        }
        api.people.leave(user(1));
        for credential in &credentials {
            let answer = api.get(&uri, credential).await;
            answer.assert_problem(404, "not_found");
        }
    }
}

#[actix_web::test]
async fn operations_turn_away_the_kinds_of_credential_that_they_are_not_for() {
    let api = TestApi::new();
    api.people.join(user(1), api.profile, Role::Owner, &[]);
    let key = api.key(&Scope::ALL.map(|(scope, _)| scope));
    let token = api.people.token(user(1), &Grant::ALL, |_| {});
    for locked in every_locked() {
        for (scheme, credential) in [("api_key", &key), ("user_token", &token)] {
            // The right to a profile is another matter.
            if locked.lets_in(scheme) || locked.lets_in("api_key") {
                continue;
            }
            let answer = call(&api, &locked.method, &locked.path, Some(credential)).await;
            answer.assert_problem(403, "insufficient_scope");
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            if locked.lets_in("user_token") {
                assert!(detail.contains("GET /api/v1/profile"), "{detail}");
            }
        }
    }
}

#[actix_web::test]
async fn workspaces_out_of_reach_look_like_none() {
    let api = TestApi::new();
    let foreign = Uuid::from_u128(77);
    api.people.join(user(1), api.profile, Role::Owner, &[]);
    api.people.join(user(2), foreign, Role::Owner, &[]);
    let session = api.people.session(user(1));
    let mut answers = Vec::new();
    for workspace in [workspace_of(foreign), Uuid::from_u128(5).into()] {
        let uri = format!("/api/v1/workspaces/{workspace}/checkout-session");
        let answer = call(&api, &actix_web::http::Method::POST, &uri, Some(&session)).await;
        answer.assert_problem(404, "not_found");
        answers.push(seen(&answer));
        let body = serde_json::json!({"workspace_id": workspace.to_string(), "name": "Shop"});
        let answer = api
            .send_json(("POST", "/api/v1/profiles"), &session, &body)
            .await;
        answer.assert_problem(404, "not_found");
        answers.push(seen(&answer));
    }
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[1], answers[3]);
}
