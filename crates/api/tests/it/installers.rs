//! What is pasted into pages, tag managers and stores.

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use crate::support::{Answer, TestApi};

const SNIPPET: &str = "/api/v1/tracking/snippet";
const GTM: &str = "/api/v1/tracking/installers/gtm";
const SHOPIFY: &str = "/api/v1/tracking/installers/shopify-pixel";
const ALL: [&str; 3] = [SNIPPET, GTM, SHOPIFY];

/// The profile's tracking key, issued for this.
async fn issued(api: &TestApi, key: &str) -> String {
    let request = TestRequest::post().uri("/api/v1/tracking/keys");
    let request = request.insert_header(("authorization", key));
    let answer = api.send(request).await.assert_ok(201);
    answer["data"]["public_key"].as_str().unwrap().to_owned()
}

/// An application whose profile has a tracking key, a credential, and the tracking key.
async fn ready() -> (TestApi, String, String) {
    let api = TestApi::new();
    let key = api.key(&[Scope::TrackingWrite]);
    let public_key = issued(&api, &key).await;
    (api, key, public_key)
}

fn tag_html(container: &Value) -> &str {
    let parameter = &container["containerVersion"]["tag"][0]["parameter"][0];
    assert_eq!(parameter["key"], "html");
    parameter["value"].as_str().unwrap()
}

/// Asserts that an answer is a file to save and gives what is in it.
#[track_caller]
fn saved<'a>(answer: &'a Answer, media_type: &str, name: &str) -> &'a str {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some(media_type));
    let disposition = format!("attachment; filename=\"{name}\"");
    assert_eq!(
        answer.header("content-disposition"),
        Some(disposition.as_str())
    );
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    &answer.text
}

#[actix_web::test]
async fn the_snippet_has_the_profiles_key_and_the_services_address() {
    let (api, key, public_key) = ready().await;
    let tag = format!(
        "<script defer src=\"https://t.example/tracker.js\" data-key=\"{public_key}\"></script>\n"
    );
    let plain = api.get(SNIPPET, &key).await;
    assert_eq!(plain.header("content-disposition"), None);
    assert_eq!(
        plain.assert_ok(200),
        json!({"data": {"snippet": tag}, "meta": {"profile_id": api.profile}})
    );

    let asking = api.get(&format!("{SNIPPET}?consent=required"), &key).await;
    let asking = asking.assert_ok(200);
    let asking = asking["data"]["snippet"].as_str().unwrap();
    assert_eq!(asking.replace(" data-consent=\"required\"", ""), tag);

    let with_pixel = format!("{SNIPPET}?social_pixel_id=1234567890");
    let with_pixel = api.get(&with_pixel, &key).await.assert_ok(200);
    let with_pixel = with_pixel["data"]["snippet"].as_str().unwrap();
    let second = with_pixel.strip_prefix(&tag).unwrap();
    assert!(second.contains("\"1234567890\""), "{second}");
}

#[actix_web::test]
async fn a_container_has_the_key_in_code_and_asks_when_it_is_told_to() {
    let (api, key, public_key) = ready().await;
    let answer = api.get(GTM, &key).await.assert_ok(200);
    assert_eq!(answer["meta"], json!({"profile_id": api.profile}));
    let container = &answer["data"]["container"];
    assert_eq!(container["exportFormatVersion"], 2);
    let html = tag_html(container);
    assert!(
        html.contains(&format!("setAttribute(\"data-key\", \"{public_key}\")")),
        "{html}"
    );
    assert!(html.contains("\"https://t.example/tracker.js\""), "{html}");
    let consent = |answer: &Value| {
        let tag = &answer["data"]["container"]["containerVersion"]["tag"][0];
        tag["consentSettings"]["consentStatus"].clone()
    };
    assert_eq!(consent(&answer), "NOT_SET");
    let asking = api.get(&format!("{GTM}?consent=required"), &key).await;
    let asking = asking.assert_ok(200);
    assert_eq!(consent(&asking), "NEEDED");
    assert!(tag_html(&asking["data"]["container"]).contains("data-consent"));
}

#[actix_web::test]
async fn a_store_pixel_sends_to_the_service_with_the_key() {
    let (api, key, public_key) = ready().await;
    let answer = api.get(SHOPIFY, &key).await.assert_ok(200);
    assert_eq!(answer["meta"], json!({"profile_id": api.profile}));
    let code = answer["data"]["code"].as_str().unwrap();
    assert!(code.contains(&format!("const KEY = \"{public_key}\";")));
    let endpoint = "const ENDPOINT = \"https://t.example/api/v1beta/collect\" + \"?s=";
    assert!(code.contains(endpoint), "{code}");
    // It always waits for the store, so asking for that changes nothing.
    let asking = api.get(&format!("{SHOPIFY}?consent=required"), &key).await;
    assert_eq!(asking.assert_ok(200), answer);
}

#[actix_web::test]
async fn each_comes_as_a_file_of_its_own_kind() {
    let (api, key, _) = ready().await;
    let told = api.get(SNIPPET, &key).await.assert_ok(200);
    let file = api.get(&format!("{SNIPPET}?format=file"), &key).await;
    let snippet = saved(&file, "text/html; charset=utf-8", "tributary-snippet.html");
    assert_eq!(snippet, told["data"]["snippet"]);

    let told = api.get(GTM, &key).await.assert_ok(200);
    let file = api.get(&format!("{GTM}?format=file"), &key).await;
    saved(&file, "application/json", "tributary-gtm.json");
    let container = file.json();
    assert_eq!(container.get("data"), None);
    assert_eq!(container, told["data"]["container"]);

    let told = api.get(SHOPIFY, &key).await.assert_ok(200);
    let file = api.get(&format!("{SHOPIFY}?format=file"), &key).await;
    let code = saved(
        &file,
        "text/javascript; charset=utf-8",
        "tributary-shopify-pixel.js",
    );
    assert_eq!(code, told["data"]["code"]);
}

#[actix_web::test]
async fn without_a_tracking_key_there_is_nothing_to_paste_and_none_is_issued() {
    let api = TestApi::new();
    let key = api.key(&[Scope::TrackingWrite]);
    for path in ALL {
        for query in ["", "?format=file"] {
            let answer = api.get(&format!("{path}{query}"), &key).await;
            answer.assert_problem(404, "not_found");
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains("POST /api/v1/tracking/keys"), "{detail}");
        }
    }
    let keys = api.get("/api/v1/tracking/keys", &key).await.assert_ok(200);
    assert_eq!(keys["data"], json!([]));
}

#[actix_web::test]
async fn parameters_that_cannot_be_are_named_all_at_once() {
    let (api, key, _) = ready().await;
    let long = "x".repeat(129);
    for id in ["", "1%27", "%3Cscript%3E", "a%22b", "1.2", "%C3%B1", &long] {
        let answer = api
            .get(&format!("{SNIPPET}?social_pixel_id={id}"), &key)
            .await;
        answer.assert_names(&["social_pixel_id"]);
    }
    let longest = "x".repeat(128);
    api.get(&format!("{SNIPPET}?social_pixel_id={longest}"), &key)
        .await
        .assert_ok(200);
    let all = format!("{SNIPPET}?format=zip&consent=maybe&social_pixel_id=%22");
    let answer = api.get(&all, &key).await;
    assert_eq!(
        answer.wrong_parameters(),
        [
            ("social_pixel_id".to_owned(), "malformed".to_owned()),
            ("consent".to_owned(), "unknown_value".to_owned()),
            ("format".to_owned(), "unknown_value".to_owned()),
        ]
    );
    for path in [GTM, SHOPIFY] {
        for query in ["format=", "format=json", "consent=", "consent=anonymous"] {
            let answer = api.get(&format!("{path}?{query}"), &key).await;
            let name = query.split_once('=').unwrap().0;
            answer.assert_names(&[name]);
        }
        let answer = api.get(&format!("{path}?social_pixel_id=1"), &key).await;
        let warnings = &answer.assert_ok(200)["meta"]["warnings"];
        assert_eq!(*warnings, json!(["unknown_parameter:social_pixel_id"]));
    }
}

#[actix_web::test]
async fn whoever_may_not_see_the_keys_sees_none_of_these() {
    let (api, _, public_key) = ready().await;
    let others: Vec<_> = Scope::ALL
        .into_iter()
        .map(|(scope, _)| scope)
        .filter(|scope| *scope != Scope::TrackingWrite)
        .collect();
    let key = api.key(&others);
    for path in ALL {
        let answer = api.get(path, &key).await;
        answer.assert_problem(403, "insufficient_scope");
        assert_eq!(answer.json()["required_scope"], "tracking:write");
        assert!(!answer.text.contains(&public_key));
    }
}
