//! Codes and refresh tokens, each once.

use futures_util::future::join_all;

use super::site::{CALLBACK, MCP, Site, VERIFIER, assert_flat, exchanging, pair};

#[actix_web::test]
async fn a_code_is_exchanged_for_tokens_that_are_let_in() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let code = site.code(&client, &person, "mcp:read mcp:write").await;
    let answer = site.exchange(&client, &code).await;
    let body = answer.json();
    assert_eq!(body["token_type"], "Bearer");
    assert_eq!(body["expires_in"], 3_600);
    assert_eq!(body["scope"], "mcp:read mcp:write");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("pragma"), Some("no-cache"));
    let (access, refresh) = pair(&answer);
    assert!(access.starts_with("svc_user_") && access.len() == 52);
    assert!(refresh.starts_with("svc_rt_") && refresh.len() == 50);
    assert!(site.is_alive(&access).await);
}

#[actix_web::test]
async fn what_does_not_fit_the_code_is_refused_and_spends_it() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let other = "v".repeat(43);
    for (name, value) in [
        ("code_verifier", other.as_str()),
        ("code_verifier", "short"),
        ("redirect_uri", "https://app.example/cb"),
    ] {
        let code = site.code(&client, &person, "mcp:read").await;
        let wrong = exchanging(&client, &code)
            .map(|(field, good)| (field, if field == name { value } else { good }));
        let answer = site.post("/oauth/mcp/token", "", &wrong).await;
        assert_flat(&answer, 400, "invalid_grant");
        assert_flat(&site.exchange(&client, &code).await, 400, "invalid_grant");
    }
    // Another client's attempt is refused, and the code is still its owner's.
    let (stranger, code) = (
        site.client().await,
        site.code(&client, &person, "mcp:read").await,
    );
    assert_flat(&site.exchange(&stranger, &code).await, 400, "invalid_grant");
    pair(&site.exchange(&client, &code).await);
}

#[actix_web::test]
async fn a_code_that_comes_back_ends_what_it_led_to() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let code = site.code(&client, &person, "mcp:read").await;
    let (access, refresh) = pair(&site.exchange(&client, &code).await);
    assert_flat(&site.exchange(&client, &code).await, 400, "invalid_grant");
    assert!(!site.is_alive(&access).await);
    assert_flat(&site.refresh(&client, &refresh).await, 400, "invalid_grant");
}

#[actix_web::test]
async fn unreadable_requests_have_their_own_errors() {
    let site = Site::new().await;
    let client = site.client().await;
    let good = exchanging(&client, "code");
    for (change, status, error) in [
        (
            ("grant_type", "client_credentials"),
            400,
            "unsupported_grant_type",
        ),
        (("grant_type", ""), 400, "invalid_request"),
        (("code", ""), 400, "invalid_request"),
        (("client_id", ""), 400, "invalid_request"),
        (("client_id", "unknown"), 401, "invalid_client"),
        (("client_id", "\0"), 401, "invalid_client"),
        (("code", "unknown"), 400, "invalid_grant"),
    ] {
        let fields =
            good.map(|(name, value)| (name, if name == change.0 { change.1 } else { value }));
        let answer = site.post("/oauth/mcp/token", "", &fields).await;
        assert_flat(&answer, status, error);
    }
    let mut twice = good.to_vec();
    twice.push(("code", "code"));
    assert_flat(
        &site.post("/oauth/mcp/token", "", &twice).await,
        400,
        "invalid_request",
    );
    let mut foreign = good.to_vec();
    foreign.push(("resource", "https://other.example"));
    assert_flat(
        &site.post("/oauth/mcp/token", "", &foreign).await,
        400,
        "invalid_target",
    );
    let json = actix_web::test::TestRequest::post()
        .uri("/oauth/mcp/token")
        .set_json(serde_json::json!({"grant_type": "refresh_token"}));
    assert_flat(&site.send(json).await, 400, "invalid_request");
}

#[actix_web::test]
async fn a_refresh_token_rotates_and_an_old_one_burns_the_family() {
    let site = Site::new().await;
    let client = site.client().await;
    let (first_access, first) = site.tokens(&client, "mcp:read").await;
    let (second_access, second) = pair(&site.refresh(&client, &first).await);
    assert_ne!(first, second);
    assert!(site.is_alive(&first_access).await && site.is_alive(&second_access).await);
    assert_flat(&site.refresh(&client, &first).await, 400, "invalid_grant");
    assert!(!site.is_alive(&first_access).await && !site.is_alive(&second_access).await);
    assert_flat(&site.refresh(&client, &second).await, 400, "invalid_grant");
}

#[actix_web::test]
async fn a_refresh_may_ask_for_less_for_its_access_token_alone() {
    let site = Site::new().await;
    let client = site.client().await;
    let (_, refresh) = site.tokens(&client, "mcp:read mcp:read_pii").await;
    let ask = |token: String, scope: &'static str| {
        let (site, client) = (&site, client.clone());
        async move {
            let fields = [
                ("grant_type", "refresh_token"),
                ("refresh_token", token.as_str()),
                ("client_id", client.as_str()),
                ("scope", scope),
                ("resource", MCP),
            ];
            site.post("/oauth/mcp/token", "", &fields).await
        }
    };
    assert_flat(
        &ask(refresh.clone(), "mcp:read mcp:write").await,
        400,
        "invalid_scope",
    );
    assert_flat(&ask(refresh.clone(), "openid").await, 400, "invalid_scope");
    let narrow = ask(refresh, "mcp:read").await;
    assert_eq!(narrow.json()["scope"], "mcp:read");
    let (_, next) = pair(&narrow);
    let wide = site.refresh(&client, &next).await;
    assert_eq!(wide.json()["scope"], "mcp:read mcp:read_pii");
}

#[actix_web::test]
async fn another_client_can_neither_refresh_nor_revoke() {
    let site = Site::new().await;
    let (client, stranger) = (site.client().await, site.client().await);
    let (access, refresh) = site.tokens(&client, "mcp:read").await;
    assert_flat(
        &site.refresh(&stranger, &refresh).await,
        400,
        "invalid_grant",
    );
    for token in [access.as_str(), refresh.as_str(), "unknown"] {
        let fields = [("token", token), ("client_id", stranger.as_str())];
        let answer = site.post("/oauth/revoke", "", &fields).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, ""));
    }
    assert!(site.is_alive(&access).await);
    pair(&site.refresh(&client, &refresh).await);
}

#[actix_web::test]
async fn either_token_ends_both() {
    let site = Site::new().await;
    let client = site.client().await;
    for refresh_first in [false, true] {
        let (access, refresh) = site.tokens(&client, "mcp:read").await;
        let shown = if refresh_first { &refresh } else { &access };
        let fields = [
            ("token", shown.as_str()),
            ("client_id", client.as_str()),
            ("token_type_hint", "nonsense"),
        ];
        assert_eq!(site.post("/oauth/revoke", "", &fields).await.status, 200);
        assert!(!site.is_alive(&access).await);
        assert_flat(&site.refresh(&client, &refresh).await, 400, "invalid_grant");
    }
    let unnamed = [("token", "x")];
    assert_flat(
        &site.post("/oauth/revoke", "", &unnamed).await,
        400,
        "invalid_request",
    );
}

#[actix_web::test]
async fn of_eight_exchanges_at_once_one_wins_and_then_nobody() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let code = site.code(&client, &person, "mcp:read").await;
    let answers = join_all((0..8).map(|_| site.exchange(&client, &code))).await;
    let won: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 200)
        .collect();
    assert_eq!(won.len(), 1);
    assert!(!site.is_alive(&pair(won[0]).0).await);
}

#[actix_web::test]
async fn of_eight_refreshes_at_once_one_wins_and_then_nobody() {
    let site = Site::new().await;
    let client = site.client().await;
    let (_, refresh) = site.tokens(&client, "mcp:read").await;
    let answers = join_all((0..8).map(|_| site.refresh(&client, &refresh))).await;
    let won: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 200)
        .collect();
    assert_eq!(won.len(), 1);
    let (access, next) = pair(won[0]);
    assert!(!site.is_alive(&access).await);
    assert_flat(&site.refresh(&client, &next).await, 400, "invalid_grant");
}

#[actix_web::test]
async fn nothing_that_a_client_saw_is_in_the_database() {
    let site = Site::new().await;
    let (client, person) = (site.client().await, site.person().await);
    let code = site.code(&client, &person, "mcp:read").await;
    let (access, refresh) = pair(&site.exchange(&client, &code).await);
    let cookie = person.cookie.split('=').nth(1).unwrap().to_owned();
    let dump = dump().await;
    assert!(dump.contains(CALLBACK) && dump.contains(&client));
    for secret in [code, access, refresh, cookie, VERIFIER.to_owned()] {
        let bare = secret
            .trim_start_matches("svc_user_")
            .trim_start_matches("svc_rt_");
        assert!(!dump.contains(bare));
    }
}

/// Every row of the tables that have to do with credentials, as text.
async fn dump() -> String {
    let url = testkit::TestDatabase::shared().url();
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
    let mut dump = String::new();
    for table in [
        "users",
        "web_sessions",
        "form_tokens",
        "oauth_clients",
        "authorization_codes",
        "token_families",
        "access_tokens",
        "refresh_tokens",
        "rate_buckets",
        "known_browsers",
        "failed_sign_ins",
        "signing_keys",
    ] {
        let statement = format!("SELECT coalesce(string_agg(t::text, '\n'), '') FROM {table} t");
        let row = client.query_one(&statement, &[]).await.unwrap();
        dump.push_str(row.get(0));
    }
    dump
}
