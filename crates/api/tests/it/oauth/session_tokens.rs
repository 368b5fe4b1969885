//! Session tokens: for a cookie or a password, judged by the published keys.

use actix_web::test::TestRequest;
use serde_json::json;
use tributary_identity_provider::{Rules, VerifyingKey, judge};

use super::site::Site;

#[actix_web::test]
async fn a_cookie_gives_a_token_that_is_let_in() {
    let site = Site::new().await;
    let person = site.person().await;
    let request = TestRequest::post()
        .uri("/auth/session-token")
        .insert_header(("cookie", person.cookie.as_str()));
    let answer = site.send(request).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert_eq!(answer.json()["expires_in"], 3_600);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let token = answer.json()["access_token"].as_str().unwrap().to_owned();
    assert!(site.is_alive(&token).await);
    assert!(!site.is_alive(&format!("{token}A")).await);

    let document = site.get("/auth/.well-known/openid-configuration", "").await;
    assert_eq!(document.json()["issuer"], "https://t.example/auth");
    assert_eq!(
        document.json()["jwks_uri"],
        "https://t.example/auth/jwks.json"
    );
    let keys = site.get("/auth/jwks.json", "").await.json();
    let rules = Rules {
        issuer: "https://t.example/auth".to_owned(),
        audience: "https://t.example".to_owned(),
    };
    let find = |id: &str| {
        let keys = keys["keys"].as_array().unwrap();
        VerifyingKey::from_jwk(keys.iter().find(|key| key["kid"] == id)?)
    };
    let claims = judge(&token, &rules, site.state.clock.now(), find).unwrap();
    assert_eq!(claims.subject, person.user.to_string());
}

#[actix_web::test]
async fn nobody_else_gets_one() {
    let site = Site::new().await;
    let person = site.person().await;
    let bare = TestRequest::post().uri("/auth/session-token");
    site.send(bare).await.assert_problem(401, "invalid_token");
    let forged = TestRequest::post()
        .uri("/auth/session-token")
        .insert_header(("cookie", person.cookie.as_str()))
        .insert_header(("origin", "https://evil.example"));
    site.send(forged).await.assert_problem(401, "invalid_token");
    let wrong = TestRequest::post()
        .uri("/auth/session-token")
        .set_json(json!({"email": "nobody@people.example", "password": "correct horse"}));
    site.send(wrong).await.assert_problem(401, "invalid_token");
    let unknown = TestRequest::post()
        .uri("/auth/session-token")
        .set_json(json!({"email": "a@b.example", "password": "x", "more": 1}));
    site.send(unknown).await.assert_names(&["/more"]);
}
