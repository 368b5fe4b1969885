//! What platforms say of accounts and data sets, through the interface.

use export_rules::{ConversionAction, DestinationId, PixelId, Target};
use kernel::{ConnectionId, Scope};
use platform_connections::PlatformProvider;
use serde_json::{Value, json};
use testkit::fake_platform::{FakeAuthorization, FakeConversions, Misbehaviour, Taken};
use uuid::Uuid;

use crate::support::{TestApi, platforms};

const QUALITY: &str = "/api/v1beta/exports/dataset-quality";
const AUDIENCES: &str = "/api/v1beta/exports/custom-audiences";

async fn api() -> (TestApi, FakeConversions) {
    let fake = FakeConversions::start(1_793_491_200).unwrap();
    let api = TestApi::over_database_with(|state| platforms::look(state, &fake)).await;
    (api, fake)
}

fn of(id: ConnectionId, rest: &str) -> String {
    format!("{AUDIENCES}?connection_id={id}{rest}")
}

/// Nothing of the platform's own sentences, and no secret.
fn is_discreet(text: &str) {
    for secret in [
        FakeAuthorization::SYSTEM_USER_TOKEN,
        "jane.roe",
        "access_token",
        "expired",
        "nonexisting",
    ] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[actix_web::test]
async fn audiences_of_an_account_come_page_by_page() {
    let (api, _fake) = api().await;
    let key = api.key(&[Scope::ExportsRead]);
    let id = api.connect_account(PlatformProvider::SocialAds).await;
    let first = api.get(&of(id, "&limit=2"), &key).await;
    is_discreet(&first.text);
    let first = first.assert_ok(200);
    assert_eq!(first["meta"]["profile_id"], api.profile.to_string());
    assert_eq!(
        first["data"][1],
        json!({
            "id": "23850002",
            "name": "Visitors of 30 days",
            "kind": "WEBSITE",
            "size_at_least": 54_000,
            "size_at_most": 108_000,
            "updated_at": "2026-10-26T07:33:20.000000Z",
        })
    );
    assert_eq!(first["pagination"]["has_next"], true);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let last = api
        .get(&of(id, &format!("&limit=2&cursor={cursor}")), &key)
        .await;
    let last = last.assert_ok(200);
    let [only] = last["data"].as_array().unwrap().as_slice() else {
        panic!("{last}")
    };
    assert_eq!(
        (&only["name"], &only["size_at_least"]),
        (&json!("Like customers"), &Value::Null)
    );
    assert_eq!(last["pagination"], json!({"has_next": false, "cursor": ""}));
}

#[actix_web::test]
async fn what_is_asked_must_be_somebody_s_and_read_well() {
    let (api, fake) = api().await;
    let key = api.key(&[Scope::ExportsRead]);
    let writes = api.key(&[Scope::ExportsWrite]);
    let id = api.connect_account(PlatformProvider::SocialAds).await;
    let refused = api.get(&of(id, ""), &writes).await;
    refused.assert_problem(403, "insufficient_scope");
    let nobody = ConnectionId::new(Uuid::from_u128(5));
    api.get(&of(nobody, ""), &key)
        .await
        .assert_problem(404, "not_found");
    for rest in ["&limit=101", "&cursor=a%20b", "&colour=1"] {
        let refused = api.get(&of(id, rest), &key).await;
        refused.assert_problem(400, "invalid_request");
    }
    api.get(AUDIENCES, &key)
        .await
        .assert_problem(400, "invalid_request");
    let search = api.connect_account(PlatformProvider::SearchAds).await;
    let refused = api.get(&of(search, ""), &key).await;
    refused.assert_problem(400, "invalid_request");
    assert!(refused.text.contains("social_ads"), "{}", refused.text);
    // Of another profile's connection nothing is to be seen.
    let (other, _) = self::api().await;
    let theirs = other.key(&[Scope::ExportsRead]);
    other
        .get(&of(id, ""), &theirs)
        .await
        .assert_problem(404, "not_found");
    assert_eq!(fake.requests(), 0);
}

#[actix_web::test]
async fn a_platform_that_does_not_answer_is_a_503_in_our_words() {
    let (api, fake) = api().await;
    let key = api.key(&[Scope::ExportsRead]);
    let id = api.connect_account(PlatformProvider::SocialAds).await;
    for misbehaviour in [
        Misbehaviour {
            failing: 1,
            ..Misbehaviour::default()
        },
        Misbehaviour {
            throttled: 1,
            ..Misbehaviour::default()
        },
        Misbehaviour {
            loses_one_in: 1,
            ..Misbehaviour::default()
        },
    ] {
        fake.misbehave(misbehaviour);
        let answer = api.get(&of(id, ""), &key).await;
        answer.assert_problem(503, "unavailable");
        is_discreet(&answer.text);
    }
    fake.misbehave(Misbehaviour::default());
    let odd = api.get(&of(id, "&cursor=another"), &key).await;
    odd.assert_problem(409, "conflict");
    is_discreet(&odd.text);
    api.get(&of(id, ""), &key).await.assert_ok(200);
}

#[actix_web::test]
async fn access_that_is_gone_stops_the_connection_until_somebody_connects_anew() {
    let (api, fake) = api().await;
    let key = api.key(&[Scope::ExportsRead]);
    let id = api.connect_account(PlatformProvider::SocialAds).await;
    fake.misbehave(Misbehaviour {
        refuses_access: true,
        ..Misbehaviour::default()
    });
    for asked in [1, 1] {
        let answer = api.get(&of(id, ""), &key).await;
        answer.assert_problem(409, "conflict");
        assert!(
            answer.text.contains("connect the account anew"),
            "{}",
            answer.text
        );
        is_discreet(&answer.text);
        // The platform is left alone afterwards.
        assert_eq!(fake.requests(), asked);
    }
    let shown = api
        .get(&format!("/api/v1beta/connections/{id}"), &key)
        .await;
    let shown = shown.assert_ok(200);
    assert_eq!(shown["data"]["status"], "reconnect_required");
    assert_eq!(shown["data"]["reason"], "token_expired");
}

/// Numbers by what they are, however they are written.
fn alike(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64().unwrap().to_string()),
        Value::Array(items) => items.iter().map(alike).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            fields
                .map(|(name, value)| (name.clone(), alike(value)))
                .collect()
        }
        other => other.clone(),
    }
}

fn quality_of(id: DestinationId) -> String {
    format!("{QUALITY}?destination_id={id}")
}

#[actix_web::test]
async fn a_data_set_says_how_good_what_it_was_told_is() {
    let (api, fake) = api().await;
    let key = api.key(&[Scope::ExportsRead]);
    let account = api.connect_account(PlatformProvider::SocialAds).await;
    let pixel = PixelId::parse("5551").unwrap();
    let id = api.destination(account, Target::social(pixel)).await;
    let empty = api.get(&quality_of(id), &key).await.assert_ok(200);
    assert_eq!(empty["data"], json!({"dataset_id": "5551", "events": []}));
    fake.is_told(Taken {
        place: "5551".to_owned(),
        name: "Lead".to_owned(),
        event_id: "e-1".to_owned(),
        is_counted: true,
        event: json!({"user_data": {"fbp": "fb.1.1.1"}}),
    });
    let answer = api.get(&quality_of(id), &key).await;
    is_discreet(&answer.text);
    let answer = answer.assert_ok(200);
    let [event] = answer["data"]["events"].as_array().unwrap().as_slice() else {
        panic!("{answer}")
    };
    assert_eq!(
        alike(event),
        alike(&json!({
            "event_name": "Lead",
            "event_match_quality": 2.0,
            "match_keys": [
                {"key": "email", "percentage": 0.0},
                {"key": "phone", "percentage": 0.0},
                {"key": "external_id", "percentage": 0.0},
                {"key": "ip_address", "percentage": 0.0},
                {"key": "fbp", "percentage": 100.0},
            ],
            "event_coverage": {"percentage": 34.1, "goal_percentage": 75},
            "dedupe_key_feedback": [{"dedupe_key": "event_id", "browser_events": 100.0,
                "server_events": 100.0, "overall": 14.8}],
            "data_freshness": "real_time",
            "acr": 12.5,
        }))
    );
}

#[actix_web::test]
async fn a_data_set_is_one_of_a_social_destination() {
    let (api, fake) = api().await;
    let key = api.key(&[Scope::ExportsRead]);
    let account = api.connect_account(PlatformProvider::SearchAds).await;
    let action = ConversionAction::parse("customers/1234567890/conversionActions/42").unwrap();
    let id = api.destination(account, Target::Search { action }).await;
    let refused = api.get(&quality_of(id), &key).await;
    refused.assert_problem(400, "invalid_request");
    api.get(QUALITY, &key)
        .await
        .assert_problem(400, "invalid_request");
    let nobody = DestinationId::new(Uuid::from_u128(5));
    api.get(&quality_of(nobody), &key)
        .await
        .assert_problem(404, "not_found");
    let writes = api.key(&[Scope::ExportsWrite]);
    let refused = api.get(&quality_of(id), &writes).await;
    refused.assert_problem(403, "insufficient_scope");
    let (other, _) = self::api().await;
    let theirs = other.key(&[Scope::ExportsRead]);
    other
        .get(&quality_of(id), &theirs)
        .await
        .assert_problem(404, "not_found");
    assert_eq!(fake.requests(), 0);
}
