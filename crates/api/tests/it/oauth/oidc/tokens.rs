//! Session tokens of the issuer on REST.

use std::sync::Arc;

use access_control::{ApiKey, NewApiKey};
use actix_web::test::TestRequest;
use kernel::{ProfileId, Scope, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::issuer::Issuer;
use super::test_signer::{ALGORITHMS, Signer, changed, hmac, unsigned};
use super::world::{CLIENT, World, new_subject};
use crate::support::FakeKeys;

const KEYS: &str = "/keys";

#[actix_web::test]
async fn every_algorithm_of_the_list_counts_with_its_key() {
    let world = World::new().await;
    for algorithm in ALGORITHMS {
        let signer = Signer::new(algorithm, algorithm);
        world.issuer.publishes(&[signer.jwk()]);
        world.pass(60);
        let token = signer.sign(&signer.header(), &world.claims(&new_subject()));
        world.workspaces(&token).await.assert_ok(200);
    }
}

#[actix_web::test]
async fn confused_tokens_are_refused_and_cost_the_issuer_nothing() {
    let world = World::new().await;
    let subject = new_subject();
    world
        .workspaces(&world.token(&subject))
        .await
        .assert_ok(200);
    let before = world.issuer.asked_at_all();
    let (signer, claims) = (&world.signer, world.claims(&subject));
    let elsewhere = format!("{}/evil", world.issuer.url());
    let stranger = Signer::new("ES256", "one");
    let header = |name: &str, value: Value| changed(signer.header(), name, value);
    let mut tokens = vec![
        unsigned(&header("alg", json!("none")), &claims),
        unsigned(&signer.header(), &claims),
        hmac(
            &header("alg", json!("HS256")),
            &claims,
            &signer.public_bytes(),
        ),
        hmac(&signer.header(), &claims, &signer.public_bytes()),
        signer.sign(&header("alg", json!("PS256")), &claims),
        signer.sign(&header("alg", json!("ES384")), &claims),
        signer.sign(&header("crit", json!(["exp"])), &claims),
        signer.sign(&header("typ", json!("JWE")), &claims),
        signer.sign(&header("kid", json!(null)), &claims),
    ];
    for (name, value) in [
        ("jku", json!(elsewhere)),
        ("x5u", json!(elsewhere)),
        ("jwk", stranger.jwk()),
    ] {
        // Under the known key's name and algorithm: its signature is another's.
        let header = changed(header(name, value), "alg", json!("RS256"));
        tokens.push(stranger.sign(&header, &claims));
    }
    for (name, value) in [
        ("iss", json!("https://evil.example")),
        ("iss", json!(null)),
        ("aud", json!(CLIENT)),
        ("aud", json!(null)),
        ("sub", json!("")),
        ("sub", json!("a\u{0}b")),
        ("exp", json!(world.now() - 60)),
        ("exp", json!("4000000000")),
        ("exp", json!(world.now() + 86_401)),
        ("exp", json!(null)),
        ("nbf", json!(world.now() + 61)),
        ("iat", json!(world.now() - 90_000)),
    ] {
        tokens.push(world.signed(&changed(claims.clone(), name, value)));
    }
    for token in tokens {
        let answer = world.workspaces(&token).await;
        answer.assert_problem(401, "invalid_token");
    }
    assert_eq!(world.issuer.asked_at_all(), before);
    // The headers alone harm nobody.
    let harmless = signer.sign(&header("jku", json!(elsewhere)), &claims);
    world.workspaces(&harmless).await.assert_ok(200);
    assert_eq!(world.issuer.asked("/evil"), 0);
}

#[actix_web::test]
async fn a_flood_of_unknown_keys_costs_one_look_up_a_minute() {
    let world = World::new().await;
    let subject = new_subject();
    world
        .workspaces(&world.token(&subject))
        .await
        .assert_ok(200);
    assert_eq!(world.issuer.asked(KEYS), 1);
    let stranger = Signer::new("ES256", "unknown");
    for minute in 1..=3 {
        for number in 0..30 {
            let header = changed(stranger.header(), "kid", json!(format!("unknown-{number}")));
            let token = stranger.sign(&header, &world.claims(&subject));
            let answer = world.workspaces(&token).await;
            answer.assert_problem(401, "invalid_token");
        }
        assert_eq!(world.issuer.asked(KEYS), 1 + minute);
        world.pass(60);
    }
    world
        .workspaces(&world.token(&subject))
        .await
        .assert_ok(200);
}

#[actix_web::test]
async fn a_key_follows_another() {
    let world = World::new().await;
    let (subject, old) = (new_subject(), world.token(&new_subject()));
    world.workspaces(&old).await.assert_ok(200);
    let next = Signer::new("EdDSA", "two");
    world.issuer.publishes(&[next.jwk()]);
    // Nobody has told us yet.
    world.workspaces(&old).await.assert_ok(200);
    let new = next.sign(&next.header(), &world.claims(&subject));
    world.workspaces(&new).await.assert_ok(200);
    let gone = world.workspaces(&old).await;
    gone.assert_problem(401, "invalid_token");
    assert_eq!(world.issuer.asked(KEYS), 2);
}

/// A key of a profile of nobody's.
fn api_key(keys: &FakeKeys) -> String {
    let secret = keys.next_secret();
    let new = NewApiKey {
        profile_id: ProfileId::new(Uuid::from_u128(77)),
        name: "test".to_owned(),
        scopes: [Scope::TrackingWrite].into_iter().collect(),
        units_per_minute: Some(1_000),
    };
    let id = Uuid::from_u128(78).into();
    let key = ApiKey::mint(id, &secret, new, Timestamp::from_micros(0));
    keys.add(&secret, key);
    secret.reveal().to_owned()
}

#[actix_web::test]
async fn an_issuer_that_is_down_at_the_start_closes_nothing_else() {
    let issuer = Issuer::start();
    issuer.is_down(true);
    let keys = Arc::new(FakeKeys::default());
    let key = api_key(&keys);
    let world = World::with(issuer, false, |state| state.api_keys = keys).await;
    let token = world.token(&new_subject());
    let closed = world.workspaces(&token).await;
    closed.assert_problem(503, "unavailable");
    let request = TestRequest::get()
        .uri("/api/v1/tracking/keys")
        .insert_header(("authorization", format!("Bearer {key}")));
    world.site.send(request).await.assert_ok(200);
    let odd = world.workspaces("eyJh.eyJz.c2ln").await;
    odd.assert_problem(401, "invalid_token");
    world.issuer.is_down(false);
    world.pass(5);
    world.workspaces(&token).await.assert_ok(200);
}

#[actix_web::test]
async fn an_issuer_that_goes_down_is_believed_for_a_day() {
    let world = World::new().await;
    let subject = new_subject();
    world
        .workspaces(&world.token(&subject))
        .await
        .assert_ok(200);
    world.issuer.is_down(true);
    world.pass(23 * 3_600);
    for _ in 0..10 {
        world
            .workspaces(&world.token(&subject))
            .await
            .assert_ok(200);
    }
    let tried = world.issuer.asked_at_all();
    assert_eq!(tried, 3, "metadata and keys, then one try that failed");
    world.pass(2 * 3_600);
    let closed = world.workspaces(&world.token(&subject)).await;
    closed.assert_problem(503, "unavailable");
}
