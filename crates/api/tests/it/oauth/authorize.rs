//! What a person is asked, and what happens to everything else.

use actix_web::test::TestRequest;

use super::site::{CALLBACK, Site, asking, encoded, field, form_token, returned};

#[actix_web::test]
async fn the_person_sees_who_asks_for_what() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let page = site
        .get(
            &asking(&client, &[("scope", "mcp:read mcp:read_pii")]),
            &person.cookie,
        )
        .await;
    assert_eq!(page.status.as_u16(), 200);
    for words in [
        "App",
        "app.example",
        "Ada &#60;b&#62;",
        "customers by name",
        "Deny",
    ] {
        assert!(page.text.contains(words), "{words}: {}", page.text);
    }
    assert!(!page.text.contains("<script"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("form-action"));
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    assert_eq!(page.header("referrer-policy"), Some("same-origin"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(page.header("access-control-allow-origin"), None);
}

#[actix_web::test]
async fn without_a_known_address_nobody_is_sent_anywhere() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let twice = format!("{}&state=2", asking(&client, &[]));
    for uri in [
        "/oauth/mcp/authorize".to_owned(),
        asking("unknown", &[]),
        asking("\0", &[]),
        asking(&client, &[("redirect_uri", "")]),
        asking(&client, &[("redirect_uri", "https://app.example/cb")]),
        asking(&client, &[("redirect_uri", &format!("{CALLBACK}&x=1"))]),
        asking(&client, &[("redirect_uri", &CALLBACK.to_uppercase())]),
        twice,
    ] {
        let answer = site.get(&uri, &person.cookie).await;
        assert_eq!(answer.status.as_u16(), 400, "{uri}");
        assert_eq!(answer.header("location"), None);
        assert!(
            answer.text.contains("cannot be answered"),
            "{}",
            answer.text
        );
    }
}

#[actix_web::test]
async fn other_mistakes_are_told_to_the_client_before_anybody_signs_in() {
    let site = Site::new().await;
    let client = site.client().await;
    for (changes, error) in [
        ([("response_type", "token")], "unsupported_response_type"),
        ([("code_challenge", "short")], "invalid_request"),
        ([("code_challenge_method", "plain")], "invalid_request"),
        ([("code_challenge_method", "")], "invalid_request"),
        ([("scope", "openid")], "invalid_scope"),
        (
            [("resource", "https://other.example/mcp")],
            "invalid_target",
        ),
    ] {
        let answer = site.get(&asking(&client, &changes), "").await;
        assert_eq!(answer.status.as_u16(), 303, "{changes:?}");
        let url = returned(&answer);
        assert_eq!(field(&url, "error").as_deref(), Some(error));
        assert_eq!(field(&url, "state").as_deref(), Some("a b+c&d"));
        assert_eq!(field(&url, "iss").as_deref(), Some("https://t.example"));
        assert_eq!(field(&url, "tenant").as_deref(), Some("1"));
    }
}

#[actix_web::test]
async fn without_an_allowance_no_tokens_are_promised() {
    let site = Site::with(|state| state.access.user_token_units = None).await;
    let client = site.client().await;
    let url = returned(&site.get(&asking(&client, &[]), "").await);
    let error = field(&url, "error");
    assert_eq!(error.as_deref(), Some("temporarily_unavailable"));
}

#[actix_web::test]
async fn a_stranger_signs_in_first_and_comes_back() {
    let site = Site::new().await;
    let client = site.client().await;
    let uri = asking(&client, &[]);
    let answer = site.get(&uri, "").await;
    assert_eq!(answer.status.as_u16(), 303);
    let location = answer.header("location").unwrap().to_owned();
    assert!(location.starts_with("/auth/sign-in?next="), "{location}");
    let page = site.get(&location, "").await;
    let next = page.text.split("name=\"next\" value=\"").nth(1).unwrap();
    let next = next.split('"').next().unwrap().replace("&#38;", "&");
    assert_eq!(next, uri);
}

#[actix_web::test]
async fn a_no_is_told_and_gives_nothing() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let uri = asking(&client, &[]);
    let token = form_token(&site.get(&uri, &person.cookie).await.text);
    let fields = [("form_token", token.as_str()), ("decision", "deny")];
    let url = returned(&site.post(&uri, &person.cookie, &fields).await);
    assert_eq!(field(&url, "error").as_deref(), Some("access_denied"));
    assert_eq!(field(&url, "state").as_deref(), Some("a b+c&d"));
    assert_eq!(field(&url, "code"), None);
}

#[actix_web::test]
async fn an_approval_is_sent_once_from_its_own_page() {
    let site = Site::new().await;
    let (client, person, other) = (
        site.client().await,
        site.person().await,
        site.person().await,
    );
    let uri = asking(&client, &[]);
    let wider = asking(&client, &[("scope", "mcp:write")]);
    let token = form_token(&site.get(&uri, &person.cookie).await.text);
    let fields = [("form_token", token.as_str()), ("decision", "approve")];
    // Another request, another browser, another origin, no token.
    assert_eq!(site.post(&wider, &person.cookie, &fields).await.status, 403);
    assert_eq!(site.post(&uri, &other.cookie, &fields).await.status, 403);
    let forged = TestRequest::post()
        .uri(&uri)
        .insert_header(("cookie", person.cookie.as_str()))
        .insert_header(("origin", "https://evil.example"))
        .insert_header(("content-type", "application/x-www-form-urlencoded"))
        .set_payload(encoded(&fields));
    assert_eq!(site.send(forged).await.status, 403);
    let bare = [("decision", "approve")];
    assert_eq!(site.post(&uri, &person.cookie, &bare).await.status, 403);
    // Its own page, from its own origin, once.
    let good = TestRequest::post()
        .uri(&uri)
        .insert_header(("cookie", person.cookie.as_str()))
        .insert_header(("origin", "https://t.example"))
        .insert_header(("content-type", "application/x-www-form-urlencoded"))
        .set_payload(encoded(&fields));
    let url = returned(&site.send(good).await);
    assert_eq!(field(&url, "code").unwrap().len(), 43);
    assert_eq!(field(&url, "iss").as_deref(), Some("https://t.example"));
    assert_eq!(site.post(&uri, &person.cookie, &fields).await.status, 403);
}
