//! There and back.

use actix_web::test::TestRequest;
use application::keys::create::sha256;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::json;

use super::issuer::Issuer;
use super::world::{CLIENT, World, cookie_of, new_subject};
use crate::oauth::site::{encoded, form_token};

#[actix_web::test]
async fn somebody_signs_in_and_out() {
    let world = World::new().await;
    let begun = world.begin("/p/1?x=2").await;
    let page = begun.page.as_str();
    let expected = format!("{}/authorize?prompt=login&", world.issuer.url());
    assert!(page.starts_with(&expected), "{page}");
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", CLIENT),
        ("redirect_uri", "https://t.example/auth/callback"),
        ("scope", "openid profile email"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(begun.get(name), value);
    }
    let subject = new_subject();
    let claims = world.id_claims(&subject, &begun.get("nonce"));
    let answer = world.finish(&begun, &claims).await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
    assert_eq!(answer.header("location"), Some("/p/1?x=2"));
    let session = cookie_of(&answer).unwrap();
    assert!(
        session.starts_with("__Host-tributary_session="),
        "{session}"
    );

    let exchange = &world.issuer.exchanges()[0];
    let basic = format!(
        "Basic {}",
        STANDARD.encode("tributary%3Aone:s3cret%2F%2B+%25")
    );
    assert_eq!(exchange.authorization, basic);
    assert_eq!(exchange.fields["grant_type"], "authorization_code");
    assert_eq!(exchange.fields["code"], "the code");
    assert_eq!(
        exchange.fields["redirect_uri"],
        "https://t.example/auth/callback"
    );
    assert!(!exchange.fields.contains_key("client_secret"));
    let verifier = exchange.fields["code_verifier"].as_bytes();
    let challenge = URL_SAFE_NO_PAD.encode(sha256(verifier));
    assert_eq!(challenge, begun.get("code_challenge"));

    // Who is signed in goes on at once.
    let again = world.site.get("/auth/sign-in?next=/p/2", &session).await;
    assert_eq!(again.header("location"), Some("/p/2"));
    let page = world.site.get("/auth/sign-out", &session).await;
    assert!(page.text.contains("Grace &#60;b&#62;"), "{}", page.text);
    let fields = [("form_token", form_token(&page.text))];
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let out = world.site.post("/auth/sign-out", &session, &fields).await;
    // To the sign-in page they would be signed in again.
    assert_eq!(out.header("location"), Some("/auth/signed-out"));
    let page = world.site.get("/auth/signed-out", "").await;
    assert_eq!(page.status, 200);
    let dead = world.site.get("/auth/sign-out", &session).await;
    assert_eq!(dead.status, 303);
}

#[actix_web::test]
async fn a_browser_may_begin_twice_and_each_counts_once() {
    let world = World::new().await;
    let first = world.begin("/p/1").await;
    let answer = world
        .site
        .get("/auth/sign-in?next=/p/2", &first.cookie)
        .await;
    assert_eq!(cookie_of(&answer).unwrap(), first.cookie);
    let second = super::world::Begun {
        page: answer.header("location").unwrap().parse().unwrap(),
        cookie: first.cookie.clone(),
    };
    for name in ["state", "nonce", "code_challenge"] {
        assert_ne!(first.get(name), second.get(name));
    }
    let subject = new_subject();
    for (begun, next) in [(&second, "/p/2"), (&first, "/p/1")] {
        let claims = world.id_claims(&subject, &begun.get("nonce"));
        let answer = world.finish(begun, &claims).await;
        assert_eq!(answer.header("location"), Some(next));
        let replayed = world.finish(begun, &claims).await;
        assert_eq!(replayed.status.as_u16(), 400);
        assert_eq!(cookie_of(&replayed), None);
    }
    assert_eq!(world.issuer.exchanges().len(), 2);
}

#[actix_web::test]
async fn nothing_of_a_sign_in_under_way_can_be_read_in_the_database() {
    let world = World::new().await;
    let begun = world.begin("/p/somewhere-of-its-own").await;
    let url = testkit::TestDatabase::shared().url();
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .unwrap();
    actix_web::rt::spawn(connection);
    let statement =
        "SELECT coalesce(string_agg(concat(p::text, encode(sealed, 'escape')), ' '), '')
         FROM pending_sign_ins p";
    let row = client.query_one(statement, &[]).await.unwrap();
    let dump: &str = row.get(0);
    assert!(!dump.is_empty());
    let cookie = begun.cookie.split_once('=').unwrap().1;
    let secrets = [begun.get("state"), begun.get("nonce"), cookie.to_owned()];
    for secret in secrets
        .iter()
        .map(String::as_str)
        .chain(["somewhere-of-its-own"])
    {
        assert!(!dump.contains(secret), "{secret}");
    }
}

#[actix_web::test]
async fn nobody_is_sent_elsewhere_afterwards() {
    let world = World::new().await;
    for next in ["https://evil.example/", "//evil.example", "/\\evil.example"] {
        let begun = world.begin(next).await;
        let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
        let answer = world.finish(&begun, &claims).await;
        assert_eq!(answer.header("location"), Some("/"), "{next}");
    }
    // What an application waits for is longer than a cookie can be.
    let long = format!("/oauth/mcp/authorize?state={}", "x".repeat(6_000));
    let begun = world.begin(&long).await;
    let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
    let answer = world.finish(&begun, &claims).await;
    assert_eq!(answer.header("location"), Some(long.as_str()));
}

#[actix_web::test]
async fn an_issuer_that_names_itself_is_believed_when_it_does() {
    let issuer = Issuer::start();
    let name = "authorization_response_iss_parameter_supported";
    issuer.says(name, json!(true));
    let world = World::with(issuer, false, |_| {}).await;
    for (iss, status) in [
        (Some(world.issuer.url()), 303),
        (Some(format!("{}/", world.issuer.url())), 400),
        (None, 400),
    ] {
        let begun = world.begin("/").await;
        let claims = world.id_claims(&new_subject(), &begun.get("nonce"));
        let token = world.signed(&claims);
        world.issuer.gives(json!({"id_token": token}));
        let state = begun.get("state");
        let mut fields = vec![("code", "x"), ("state", state.as_str())];
        fields.extend(iss.as_deref().map(|iss| ("iss", iss)));
        let answer = world.come_back(&begun.cookie, &fields).await;
        assert_eq!(answer.status.as_u16(), status, "{iss:?}");
    }
    assert_eq!(world.issuer.exchanges().len(), 1);
}

#[actix_web::test]
async fn passwords_and_tokens_of_ours_are_not_there() {
    let world = World::new().await;
    for path in ["/auth/sign-up", "/auth/jwks.json"] {
        assert_eq!(world.site.get(path, "").await.status, 404, "{path}");
    }
    let document = "/auth/.well-known/openid-configuration";
    let document = world.site.get(document, "").await;
    document.assert_problem(404, "not_found");
    let session = world.sign_in(&new_subject(), &[]).await;
    let page = world.site.get("/auth/password", &session).await;
    assert_eq!(page.status, 404);
    for path in ["/auth/sign-in", "/auth/sign-up"] {
        let body = encoded(&[("email", "a@b.example"), ("password", "correct horse")]);
        let request = TestRequest::post()
            .uri(path)
            .insert_header(("content-type", "application/x-www-form-urlencoded"))
            .set_payload(body);
        assert_eq!(world.site.send(request).await.status, 404, "{path}");
    }
    let by_password = TestRequest::post()
        .uri("/auth/session-token")
        .set_json(json!({"email": "a@b.example", "password": "correct horse"}));
    let by_cookie = TestRequest::post()
        .uri("/auth/session-token")
        .insert_header(("cookie", session.as_str()));
    for request in [by_password, by_cookie] {
        world
            .site
            .send(request)
            .await
            .assert_problem(404, "not_found");
    }
}
