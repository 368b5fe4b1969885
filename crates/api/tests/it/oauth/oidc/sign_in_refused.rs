//! Answers that sign nobody in.

use serde_json::{Value, json};

use super::issuer::Issuer;
use super::test_signer::{Signer, changed, hmac, unsigned};
use super::world::{AUDIENCE, Begun, CLIENT, World, cookie_of, new_subject};
use crate::support::Answer;

/// Makes a token that says this.
type Forge<'a> = Box<dyn Fn(&Value) -> String + 'a>;

/// A page for a human, and no session.
#[track_caller]
fn assert_refused(answer: &Answer, status: u16, what: &str) {
    assert_eq!(answer.status.as_u16(), status, "{what}: {}", answer.text);
    assert_eq!(cookie_of(answer), None, "{what}");
    assert!(answer.text.contains("You are not signed in"), "{what}");
    assert!(answer.header("content-security-policy").is_some());
}

#[actix_web::test]
async fn an_id_token_must_be_for_this_sign_in() {
    let world = World::new().await;
    for (name, value) in [
        ("nonce", json!("another")),
        ("nonce", json!(null)),
        ("nonce", json!(["x"])),
        ("aud", json!("another")),
        ("aud", json!(AUDIENCE)),
        ("aud", json!([CLIENT, "another"])),
        ("azp", json!("another")),
        ("iss", json!("https://evil.example")),
        ("iss", json!(format!("{}/", world.issuer.url()))),
        ("exp", json!(world.now() - 60)),
        ("exp", json!(world.now() + 86_401)),
        ("iat", json!(world.now() + 61)),
        ("sub", json!(null)),
    ] {
        let begun = world.begin("/").await;
        let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
        let claims = changed(claims, name, value.clone());
        let answer = world.finish(&begun, &claims).await;
        assert_refused(&answer, 400, &format!("{name} {value}"));
    }
}

#[actix_web::test]
async fn an_id_token_must_be_signed_by_the_issuer() {
    let world = World::new().await;
    let stranger = Signer::new("ES256", "one");
    let signer = &world.signer;
    let with = |name: &str, value: &str| changed(signer.header(), name, json!(value));
    let forgeries: [(&str, Forge<'_>); 6] = [
        ("HS256", {
            let header = with("alg", "HS256");
            Box::new(move |claims| hmac(&header, claims, &signer.public_bytes()))
        }),
        ("the client's secret", {
            let header = with("alg", "HS256");
            Box::new(move |claims| hmac(&header, claims, super::world::SECRET.as_bytes()))
        }),
        ("none", {
            let header = with("alg", "none");
            Box::new(move |claims| unsigned(&header, claims))
        }),
        ("no signature", {
            Box::new(|claims| unsigned(&signer.header(), claims))
        }),
        ("another's key", {
            Box::new(|claims| stranger.sign(&stranger.header(), claims))
        }),
        ("another algorithm", {
            let header = with("alg", "PS256");
            Box::new(move |claims| signer.sign(&header, claims))
        }),
    ];
    for (what, forge) in forgeries {
        let begun = world.begin("/").await;
        let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
        world.issuer.gives(json!({"id_token": forge(&claims)}));
        let answer = answered(&world, &begun).await;
        assert_refused(&answer, 400, what);
    }
}

async fn answered(world: &World, begun: &Begun) -> Answer {
    let state = begun.get("state");
    let fields = [("code", "x"), ("state", state.as_str())];
    world.come_back(&begun.cookie, &fields).await
}

#[actix_web::test]
async fn an_answer_belongs_to_one_browser_and_one_state() {
    let world = World::new().await;
    let (begun, other) = (world.begin("/").await, world.begin("/").await);
    let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
    world
        .issuer
        .gives(json!({"id_token": world.signed(&claims)}));
    let state = begun.get("state");
    for (cookie, fields, what) in [
        ("", vec![("code", "x"), ("state", &state)], "no cookie"),
        (
            &other.cookie,
            vec![("code", "x"), ("state", &state)],
            "another browser",
        ),
        (
            &begun.cookie,
            vec![("code", "x"), ("state", "made-up")],
            "a state of nobody's",
        ),
        (&begun.cookie, vec![("code", "x")], "no state"),
        (
            &begun.cookie,
            vec![("code", "x"), ("state", &state), ("state", &state)],
            "a state twice",
        ),
        (
            &begun.cookie,
            vec![("code", "x"), ("code", "y"), ("state", &state)],
            "a code twice",
        ),
    ] {
        let answer = world.come_back(cookie, &fields).await;
        assert_refused(&answer, 400, what);
    }
    assert!(world.issuer.exchanges().is_empty());
    // None of that spent it.
    assert_eq!(answered(&world, &begun).await.status.as_u16(), 303);
    // After ten minutes it is too late.
    world.pass(600);
    let claims = world.id_claims(&new_subject(), &other.get("nonce"));
    assert_refused(&world.finish(&other, &claims).await, 400, "late");
    assert_eq!(world.issuer.exchanges().len(), 1);
}

#[actix_web::test]
async fn what_the_issuer_refuses_is_a_page_and_spent() {
    let world = World::new().await;
    let begun = world.begin("/p/1").await;
    let state = begun.get("state");
    let fields = [
        ("error", "access_denied"),
        ("error_description", "<script>Grace</script>"),
        ("state", state.as_str()),
    ];
    let answer = world.come_back(&begun.cookie, &fields).await;
    assert_refused(&answer, 400, "denied");
    assert!(!answer.text.contains("script>") && answer.text.contains("next=%2Fp%2F1"));
    let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
    assert_refused(&world.finish(&begun, &claims).await, 400, "spent");
    assert!(world.issuer.exchanges().is_empty());

    for tokens in [json!({"error": "invalid_grant"}), json!({})] {
        let begun = world.begin("/").await;
        world.issuer.gives(tokens.clone());
        let answer = answered(&world, &begun).await;
        assert_refused(&answer, 400, &tokens.to_string());
    }
}

#[actix_web::test]
async fn an_issuer_that_is_down_signs_nobody_in() {
    let issuer = Issuer::start();
    issuer.is_down(true);
    let world = World::with(issuer, false, |_| {}).await;
    let answer = world.site.get("/auth/sign-in?next=/p/1", "").await;
    assert_refused(&answer, 503, "from the start");
    world.issuer.is_down(false);
    world.pass(5);
    let begun = world.begin("/").await;
    world.issuer.is_down(true);
    assert_refused(&answered(&world, &begun).await, 503, "meanwhile");
}

#[actix_web::test]
async fn an_issuer_that_says_it_is_another_is_not_used() {
    for (name, value) in [
        ("issuer", json!("https://evil.example")),
        ("jwks_uri", json!("http://evil.example/keys")),
        ("token_endpoint", json!("ftp://127.0.0.1/token")),
    ] {
        let issuer = Issuer::start();
        issuer.says(name, value);
        let world = World::with(issuer, false, |_| {}).await;
        let answer = world.site.get("/auth/sign-in", "").await;
        assert_refused(&answer, 503, name);
    }
    let issuer = Issuer::start();
    let moved = format!("{}/moved", issuer.url());
    issuer.says("jwks_uri", json!(moved));
    let world = World::with(issuer, false, |_| {}).await;
    let answer = world.site.get("/auth/sign-in", "").await;
    assert_refused(&answer, 503, "a redirect");
    assert_eq!(world.issuer.asked("/keys"), 0);
}

#[actix_web::test]
async fn tries_are_few() {
    let world = World::new().await;
    world.issuer.gives(json!({"error": "invalid_grant"}));
    // A slow machine gets some tries back meanwhile.
    for number in 0..40 {
        let begun = world.begin("/").await;
        let answer = answered(&world, &begun).await;
        if answer.status == 429 {
            assert!(answer.header("retry-after").is_some());
            assert!(number >= 20, "{number}");
            return;
        }
        assert_refused(&answer, 400, "refused");
    }
    panic!("nobody was stopped");
}
