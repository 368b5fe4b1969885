//! Clients that have a secret.

use access_control::oauth::{ClientMetadata, Registration};
use accounts::oauth::register::create_confidential;
use actix_web::test::TestRequest;
use application::settle;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::site::{CALLBACK, Site, assert_flat, encoded, exchanging, pair};
use crate::support::Answer;

/// Id and secret of a client that the operator made.
async fn made(site: &Site) -> (String, String) {
    let registration = Registration::try_from(ClientMetadata {
        name: Some("Server".to_owned()),
        redirect_uris: vec![CALLBACK.to_owned()],
        ..ClientMetadata::default()
    });
    let mut work = site.state.units.begin().await.unwrap();
    let (context, random) = (site.state.context(), site.state.randomness.bytes32());
    let outcome = create_confidential(&mut *work, &context, registration.unwrap(), random).await;
    let (client, secret) = settle(work, outcome).await.unwrap();
    (client.id, secret.reveal().to_owned())
}

async fn with_basic(site: &Site, credentials: &str, fields: &[(&str, &str)]) -> Answer {
    let header = format!("Basic {}", STANDARD.encode(credentials));
    let request = TestRequest::post()
        .uri("/oauth/token")
        .insert_header(("authorization", header))
        .insert_header(("content-type", "application/x-www-form-urlencoded"))
        .set_payload(encoded(fields));
    site.send(request).await
}

#[actix_web::test]
async fn a_secret_is_proven_in_the_header_or_in_the_body() {
    let site = Site::new().await;
    let ((id, secret), person) = (made(&site).await, site.person().await);
    let code = site.code(&id, &person, "mcp:read").await;
    let bare: Vec<_> = exchanging(&id, &code)
        .into_iter()
        .filter(|(name, _)| *name != "client_id")
        .collect();
    // Percent-encoded, as some clients do.
    let encoded = format!("{}:{secret}", id.replace('-', "%2D"));
    let (_, refresh) = pair(&with_basic(&site, &encoded, &bare).await);
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh.as_str()),
        ("client_id", id.as_str()),
        ("client_secret", secret.as_str()),
    ];
    let (access, _) = pair(&site.post("/oauth/token", "", &fields).await);
    assert!(site.is_alive(&access).await);
}

#[actix_web::test]
async fn whoever_does_not_prove_it_is_refused() {
    let site = Site::new().await;
    let (id, secret) = made(&site).await;
    let public = site.client().await;
    let fields = [("grant_type", "refresh_token"), ("refresh_token", "x")];
    for credentials in [
        format!("{id}:wrong"),
        format!("{id}:"),
        format!("unknown:{secret}"),
        format!("{public}:{secret}"),
        id.clone(),
    ] {
        let answer = with_basic(&site, &credentials, &fields).await;
        assert_flat(&answer, 401, "invalid_client");
        assert_eq!(answer.header("www-authenticate"), Some("Basic"));
    }
    let good = format!("{id}:{secret}");
    assert_flat(
        &with_basic(&site, &good, &fields).await,
        400,
        "invalid_grant",
    );
    let both = [fields[0], fields[1], ("client_secret", secret.as_str())];
    assert_flat(
        &with_basic(&site, &good, &both).await,
        400,
        "invalid_request",
    );
    let grant = [("grant_type", "client_credentials")];
    assert_flat(
        &with_basic(&site, &good, &grant).await,
        400,
        "unsupported_grant_type",
    );
    let nothing = [("client_id", id.as_str()), fields[0], fields[1]];
    assert_flat(
        &site.post("/oauth/token", "", &nothing).await,
        401,
        "invalid_client",
    );
}

#[actix_web::test]
async fn each_kind_of_client_has_its_own_endpoint() {
    let site = Site::new().await;
    let ((id, secret), public) = (made(&site).await, site.client().await);
    let fields = |client: &'static str| [("grant_type", client), ("refresh_token", "x")];
    let [grant, token] = fields("refresh_token");
    let at_public = [grant, token, ("client_id", id.as_str())];
    assert_flat(
        &site.post("/oauth/mcp/token", "", &at_public).await,
        401,
        "invalid_client",
    );
    let at_confidential = [grant, token, ("client_id", public.as_str())];
    assert_flat(
        &site.post("/oauth/token", "", &at_confidential).await,
        401,
        "invalid_client",
    );
    let revoking = [("token", "x"), ("client_id", id.as_str())];
    assert_flat(
        &site.post("/oauth/revoke", "", &revoking).await,
        401,
        "invalid_client",
    );
    let proven = [revoking[0], revoking[1], ("client_secret", secret.as_str())];
    assert_eq!(site.post("/oauth/revoke", "", &proven).await.status, 200);
}
