//! Workspaces, profiles, checkouts, hand-offs and readiness over a real database.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use access_control::Grant;
use access_control::ports::{
    CheckoutOrder, CheckoutSession, CheckoutState, PaymentFailure, PaymentProvider,
};
use actix_web::test::TestRequest;
use async_trait::async_trait;
use futures_util::future::join;
use kernel::{Scope, Timestamp, UserId};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const WORKSPACES: (&str, &str) = ("POST", "/api/v1/workspaces");
const PROFILES: (&str, &str) = ("POST", "/api/v1/profiles");

/// Opens a checkout for whoever asks; the third look finds it paid.
#[derive(Default)]
struct CheckoutPorts {
    opened: AtomicUsize,
    looks: AtomicUsize,
    refuses: bool,
}

#[async_trait]
impl PaymentProvider for CheckoutPorts {
    async fn open(&self, order: &CheckoutOrder) -> Result<CheckoutSession, PaymentFailure> {
        self.opened.fetch_add(1, Ordering::SeqCst);
        if self.refuses {
            return Err(PaymentFailure::Refused("no".to_owned()));
        }
        Ok(CheckoutSession {
            reference: format!("cs_{}", order.handoff_id),
            url: format!("https://pay.example/{}", order.handoff_id),
            expires_at: Timestamp::parse("2999-01-01T00:00:00Z").unwrap(),
        })
    }

    async fn end(&self, _: &str) -> Result<(), PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }

    async fn state(&self, _: &str) -> Result<CheckoutState, PaymentFailure> {
        Ok(match self.looks.fetch_add(1, Ordering::SeqCst) {
            0 | 1 => CheckoutState::Open,
            _ => CheckoutState::Completed {
                subscription: "sub_1".to_owned(),
            },
        })
    }
}

async fn with_till(till: CheckoutPorts) -> (TestApi, Arc<CheckoutPorts>) {
    let till = Arc::new(till);
    let kept = till.clone();
    let api = TestApi::over_database_with(|state| state.workspaces.payments = kept).await;
    (api, till)
}

async fn person(api: &TestApi) -> (UserId, String) {
    let user = api.insert_user().await;
    (user, api.people.session(user))
}

fn data(answer: &Answer, status: u16) -> Value {
    answer.assert_ok(status)["data"].take()
}

async fn look(api: &TestApi, handoff: &Value, authorization: &str) -> Answer {
    let uri = format!("/api/v1/handoffs/{}", handoff.as_str().unwrap());
    api.get(&uri, authorization).await
}

#[actix_web::test]
async fn a_workspace_is_made_once_and_its_maker_owns_it() {
    let api = TestApi::over_database().await;
    let (user, session) = person(&api).await;
    let none = api.get("/api/v1/workspaces", &session).await;
    assert_eq!(data(&none, 200), json!([]));
    let body = json!({"name": " Shop "});
    let (first, second) = join(
        api.send_json(WORKSPACES, &session, &body),
        api.send_json(WORKSPACES, &session, &body),
    )
    .await;
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    let (one, two) = (first.json(), second.json());
    assert_eq!(one["data"]["workspace_id"], two["data"]["workspace_id"]);
    assert_eq!(one["data"]["name"], "Shop");
    assert_eq!(one["data"]["checkout"], Value::Null);
    assert_eq!(one["meta"].get("warnings"), None);
    let listed = data(&api.get("/api/v1/workspaces", &session).await, 200);
    assert_eq!(listed[0]["workspace_id"], one["data"]["workspace_id"]);
    assert_eq!(listed[0]["role"], "owner");
    assert_eq!(listed.as_array().unwrap().len(), 1);
    // An application with the grant makes them too; another person's name is another's.
    let token = api.people.token(user, &[Grant::Write], |_| {});
    data(&api.send_json(WORKSPACES, &token, &body).await, 200);
    let (_, other) = person(&api).await;
    data(&api.send_json(WORKSPACES, &other, &body).await, 201);
    let reader = api.people.token(user, &[Grant::Read], |_| {});
    api.send_json(WORKSPACES, &reader, &body)
        .await
        .assert_problem(403, "insufficient_scope");
    assert_eq!(
        data(&api.get("/api/v1/workspaces", &reader).await, 200),
        listed
    );
}

#[actix_web::test]
async fn every_wrong_field_is_named() {
    let api = TestApi::over_database().await;
    let (_, session) = person(&api).await;
    let body = json!({"name": " ", "plan": "Growth"});
    api.send_json(WORKSPACES, &session, &body)
        .await
        .assert_names(&["/name", "/plan"]);
    for (body, at) in [
        (json!({}), "/name"),
        (json!({"name": "x", "owner": 1}), "/owner"),
        (json!({"name": "x", "plan": null}), "/plan"),
    ] {
        api.send_json(WORKSPACES, &session, &body)
            .await
            .assert_names(&[at]);
    }
}

#[actix_web::test]
async fn a_paid_plan_is_handed_to_the_checkout_and_polled_until_it_is_paid() {
    let (api, till) = with_till(CheckoutPorts::default()).await;
    let (_, session) = person(&api).await;
    let body = json!({"name": "Shop", "plan": "growth"});
    let made = data(&api.send_json(WORKSPACES, &session, &body).await, 201);
    let again = data(&api.send_json(WORKSPACES, &session, &body).await, 200);
    assert_eq!(made["checkout"], again["checkout"]);
    assert_eq!(till.opened.load(Ordering::SeqCst), 1);
    let id = &made["checkout"]["id"];
    assert!(
        made["checkout"]["url"]
            .as_str()
            .unwrap()
            .starts_with("https://pay.example/")
    );
    let waiting = data(&look(&api, id, &session).await, 200);
    assert_eq!(waiting["status"], "pending");
    assert_eq!(waiting["url"], made["checkout"]["url"]);
    assert_eq!(waiting["result"], Value::Null);
    let paid = data(&look(&api, id, &session).await, 200);
    assert_eq!(paid["status"], "completed");
    assert_eq!(paid["result"], json!({"subscription": "sub_1"}));
    // It is written down: the provider is not asked again.
    data(&look(&api, id, &session).await, 200);
    assert_eq!(till.looks.load(Ordering::SeqCst), 3);
    let uri = format!(
        "/api/v1/workspaces/{}/checkout-session",
        made["workspace_id"].as_str().unwrap()
    );
    api.send_json(("POST", &uri), &session, &json!({}))
        .await
        .assert_problem(409, "conflict");
    // Whoever does not reach it sees nothing: another person, and a key of any profile.
    let (_, other) = person(&api).await;
    let key = api.key(&Scope::ALL.map(|(scope, _)| scope));
    for credential in [&other, &key] {
        look(&api, id, credential)
            .await
            .assert_problem(404, "not_found");
        let nothing = json!(Uuid::from_u128(5).to_string());
        look(&api, &nothing, credential)
            .await
            .assert_problem(404, "not_found");
    }
}

#[actix_web::test]
async fn a_workspace_is_made_even_when_nothing_can_be_paid() {
    let refusing = CheckoutPorts {
        refuses: true,
        ..CheckoutPorts::default()
    };
    let (api, till) = with_till(refusing).await;
    let (_, session) = person(&api).await;
    let body = json!({"name": "Shop", "plan": "agency"});
    let answer = api
        .send_json(WORKSPACES, &session, &body)
        .await
        .assert_ok(201);
    assert_eq!(answer["data"]["checkout"], Value::Null);
    assert_eq!(answer["meta"]["warnings"], json!(["checkout_unavailable"]));
    let workspace = answer["data"]["workspace_id"].as_str().unwrap();
    let uri = format!("/api/v1/workspaces/{workspace}/checkout-session");
    let retried = api.send_json(("POST", &uri), &session, &json!({})).await;
    let retried = retried.assert_ok(200);
    assert_eq!(retried["data"]["checkout"], Value::Null);
    assert_eq!(retried["meta"]["warnings"], json!(["checkout_unavailable"]));
    assert_eq!(till.opened.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn profiles_are_made_in_workspaces_of_ones_own() {
    let api = TestApi::over_database().await;
    let (user, session) = person(&api).await;
    let made = data(
        &api.send_json(WORKSPACES, &session, &json!({"name": "Shop"}))
            .await,
        201,
    );
    let workspace = made["workspace_id"].as_str().unwrap();
    let body = json!({"workspace_id": workspace, "name": "Site"});
    let answer = api.send_json(PROFILES, &session, &body).await;
    assert_eq!(answer.header("x-ratelimit-limit"), Some("200"));
    assert_eq!(answer.header("x-ratelimit-remaining"), Some("199"));
    let profile = data(&answer, 201);
    assert_eq!(profile["workspace_id"], made["workspace_id"]);
    let again = api.send_json(PROFILES, &session, &body).await;
    assert_eq!(again.header("x-ratelimit-remaining"), Some("198"));
    let again = data(&again, 200);
    assert_eq!(again["profile_id"], profile["profile_id"]);
    assert_eq!(again["created"], false);
    // The owner reaches it at once, an application of theirs within its grants.
    let id = profile["profile_id"].as_str().unwrap();
    let uri = format!("/api/v1/profile/readiness?profile_id={id}");
    let reader = api.people.token(user, &[Grant::Read], |_| {});
    for credential in [&session, &reader] {
        api.get(&uri, credential).await.assert_ok(200);
    }
    api.send_json(PROFILES, &reader, &body)
        .await
        .assert_problem(403, "insufficient_scope");
    let by_query = (
        "POST",
        &*format!("/api/v1/profiles?workspace_id={workspace}"),
    );
    data(
        &api.send_json(by_query, &session, &json!({"name": "Two"}))
            .await,
        201,
    );
    for (body, named) in [
        (json!({"name": "x"}), "/workspace_id"),
        (json!({"workspace_id": "7", "name": "x"}), "/workspace_id"),
        (json!({"workspace_id": workspace, "name": ""}), "/name"),
        (
            json!({"workspace_id": workspace, "name": "x", "currency": "XXZ"}),
            "/currency",
        ),
        (
            json!({"workspace_id": workspace, "name": "x", "timezone": "Mars"}),
            "/timezone",
        ),
        (
            json!({"workspace_id": workspace, "name": "x", "plan": "y"}),
            "/plan",
        ),
    ] {
        let answer = api.send_json(PROFILES, &session, &body).await;
        answer.assert_names(&[named]);
    }
    let broken = TestRequest::post()
        .uri(PROFILES.1)
        .insert_header(("authorization", session))
        .insert_header(("content-type", "application/json"))
        .set_payload(r#"{"workspace_id": "#);
    let broken = api.send(broken).await;
    broken.assert_problem(400, "invalid_request");
    assert!(broken.text.contains("EOF"), "{}", broken.text);
}

#[actix_web::test]
async fn somebody_elses_workspace_is_404_and_a_member_may_not() {
    let api = TestApi::over_database().await;
    let (_, owner) = person(&api).await;
    let (member, session) = person(&api).await;
    let made = data(
        &api.send_json(WORKSPACES, &owner, &json!({"name": "Shop"}))
            .await,
        201,
    );
    let workspace = made["workspace_id"].as_str().unwrap();
    let body = json!({"workspace_id": workspace, "name": "Site"});
    api.send_json(PROFILES, &session, &body)
        .await
        .assert_problem(404, "not_found");
    api.join_workspace(workspace, member, "member").await;
    api.send_json(PROFILES, &session, &body)
        .await
        .assert_problem(403, "insufficient_scope");
    api.join_workspace(workspace, member, "admin").await;
    data(&api.send_json(PROFILES, &session, &body).await, 201);
    api.join_workspace(workspace, member, "").await;
    api.send_json(PROFILES, &session, &body)
        .await
        .assert_problem(404, "not_found");
}

#[actix_web::test]
async fn readiness_is_judged_by_evidence() {
    let api = TestApi::over_database().await;
    let key = api.key(&[
        Scope::AnalyticsRead,
        Scope::TrackingWrite,
        Scope::EventsWrite,
    ]);
    let uri = "/api/v1/profile/readiness";
    let before = data(&api.get(uri, &key).await, 200);
    assert_eq!(
        before["summary"],
        json!({"done": 0, "total": 5, "next": "tracking_key_issued"})
    );
    data(
        &api.send_json(("POST", "/api/v1/tracking/keys"), &key, &json!({}))
            .await,
        201,
    );
    let event = json!({"event_type": "payment_received", "external_id": "1"});
    api.send_json(("POST", "/api/v1/events"), &key, &event)
        .await
        .assert_ok(201);
    let after = data(&api.get(uri, &key).await, 200);
    assert_eq!(
        after["summary"],
        json!({"done": 2, "total": 5, "next": "tracker_reporting"})
    );
    let steps = after["steps"].as_array().unwrap();
    let connected = steps
        .iter()
        .find(|step| step["id"] == "crm_or_outcome_source_connected");
    assert_eq!(connected.unwrap()["done"], true);
}

#[actix_web::test]
async fn a_person_mints_tokens_within_the_operators_ceiling() {
    let api = TestApi::over_database().await;
    let (_, session) = person(&api).await;
    let uri = ("POST", "/api/v1/me/mcp-tokens");
    let body = json!({"name": "CLI", "grants": ["mcp:read"], "rate_limit_units_per_minute": 600});
    let minted = api.send_json(uri, &session, &body).await;
    assert_eq!(minted.header("cache-control"), Some("no-store"));
    let minted = data(&minted, 201);
    assert!(
        minted["access_token"]
            .as_str()
            .unwrap()
            .starts_with("svc_user_")
    );
    assert!(
        minted["refresh_token"]
            .as_str()
            .unwrap()
            .starts_with("svc_rt_")
    );
    assert_eq!(
        (
            &minted["token_type"],
            &minted["expires_in"],
            &minted["scope"]
        ),
        (&json!("Bearer"), &json!(3600), &json!("mcp:read"))
    );
    assert!(minted["id"].is_string() && minted["client_id"].is_string());
    let wrong = json!({"name": "", "grants": ["mcp:all"], "rate_limit_units_per_minute": 601});
    api.send_json(uri, &session, &wrong).await.assert_names(&[
        "/name",
        "/grants/0",
        "/rate_limit_units_per_minute",
    ]);
    let unset = TestApi::over_database_with(|state| state.access.user_token_units = None).await;
    let (_, session) = person(&unset).await;
    unset
        .send_json(uri, &session, &body)
        .await
        .assert_problem(503, "unavailable");
}

#[actix_web::test]
async fn what_is_deleted_is_named_by_who_owns_it_and_can_be_kept_for_a_week() {
    let api = TestApi::over_database().await;
    let (user, session) = person(&api).await;
    let made = api
        .send_json(WORKSPACES, &session, &json!({"name": "Shops"}))
        .await;
    let workspace = data(&made, 201)["workspace_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let body = json!({"workspace_id": workspace, "name": "Ours"});
    let made = data(&api.send_json(PROFILES, &session, &body).await, 201);
    let profile = made["profile_id"].as_str().unwrap().to_owned();
    let (_, stranger) = person(&api).await;
    let application = api.people.token(user, &[Grant::Write], |_| {});
    for (path, name) in [
        (format!("/api/v1beta/profiles/{profile}/deletion"), "Ours"),
        (
            format!("/api/v1beta/workspaces/{workspace}/deletion"),
            "Shops",
        ),
    ] {
        let typed = json!({"confirm": name});
        let (post, delete) = (("POST", path.as_str()), ("DELETE", path.as_str()));
        assert_eq!(api.get(&path, &session).await.status, 404);
        assert_eq!(api.send_json(post, &stranger, &typed).await.status, 404);
        assert_eq!(api.send_json(post, &application, &typed).await.status, 403);
        let wrong = api
            .send_json(post, &session, &json!({"confirm": "ours"}))
            .await;
        wrong.assert_names(&["/confirm"]);
        let none = api.send_json(post, &session, &json!({})).await;
        none.assert_names(&["/confirm"]);
        let asked = data(&api.send_json(post, &session, &typed).await, 202);
        assert_eq!(asked["workspace_id"], workspace);
        let is_profile = asked["profile_id"] == profile;
        assert_eq!(is_profile, name == "Ours", "{asked}");
        let at = |field: &str| Timestamp::parse(asked[field].as_str().unwrap()).unwrap();
        let week = at("due_at").micros_since(at("requested_at"));
        assert_eq!(week, 7 * 86_400_000_000);
        let again = data(&api.send_json(post, &session, &typed).await, 202);
        assert_eq!(again, asked);
        assert_eq!(data(&api.get(&path, &session).await, 200), asked);
        assert_eq!(
            api.send_json(delete, &stranger, &json!({})).await.status,
            404
        );
        assert_eq!(
            api.send_json(delete, &session, &json!({})).await.status,
            204
        );
        assert_eq!(
            api.send_json(delete, &session, &json!({})).await.status,
            404
        );
    }
}

#[actix_web::test]
async fn how_long_text_is_kept_is_decided_in_person_by_who_manages_the_profile() {
    let api = TestApi::over_database().await;
    let (user, session) = person(&api).await;
    let made = api
        .send_json(WORKSPACES, &session, &json!({"name": "Shops"}))
        .await;
    let workspace = data(&made, 201)["workspace_id"].clone();
    let body = json!({"workspace_id": workspace, "name": "Ours"});
    let made = data(&api.send_json(PROFILES, &session, &body).await, 201);
    let path = format!(
        "/api/v1beta/profiles/{}/retention",
        made["profile_id"].as_str().unwrap()
    );
    let patch = ("PATCH", path.as_str());
    let (_, stranger) = person(&api).await;
    let application = api.people.token(user, &[Grant::Write], |_| {});
    let never = json!({"tracker_days": null, "personal_days": null});
    assert_eq!(data(&api.get(&path, &session).await, 200), never);
    let wanted = json!({"tracker_days": 400});
    assert_eq!(api.get(&path, &stranger).await.status, 404);
    assert_eq!(api.send_json(patch, &stranger, &wanted).await.status, 404);
    assert_eq!(
        api.send_json(patch, &application, &wanted).await.status,
        403
    );
    let set = data(&api.send_json(patch, &session, &wanted).await, 200);
    assert_eq!(set, json!({"tracker_days": 400, "personal_days": null}));
    for (wrong, named) in [
        (
            json!({"tracker_days": 29, "personal_days": 3651}),
            vec!["/tracker_days", "/personal_days"],
        ),
        (json!({"tracker_days": 89}), vec!["/tracker_days"]),
        (json!({"personal_days": "30"}), vec!["/personal_days"]),
        (json!({"personal_days": 30.5}), vec!["/personal_days"]),
        (json!({"days": 30}), vec!["/days"]),
    ] {
        let refused = api.send_json(patch, &session, &wrong).await;
        assert_eq!(refused.status, 400, "{wrong}");
        refused.assert_names(&named);
    }
    let wanted = json!({"tracker_days": null, "personal_days": 30});
    let set = data(&api.send_json(patch, &session, &wanted).await, 200);
    assert_eq!(set, wanted);
    assert_eq!(data(&api.get(&path, &session).await, 200), wanted);
}
