//! API keys and the tracking key.

use access_control::Role;
use kernel::Scope;

use super::site::{Site, between, plain, token_in};

#[actix_web::test]
async fn a_key_is_made_shown_once_used_and_revoked() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let token = site.token(&owner, &page).await;
    let create = format!("{page}/keys");
    let fields = [("name", "Shop <b>"), ("scope", "analytics:read")];
    let made = site.post(&owner, &create, &fields, &token).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let secret = between(&made.text, "svc_live_", "<").to_owned();
    assert_eq!(secret.len(), 43);
    assert_eq!(made.text.matches(&secret).count(), 1);
    assert!(!made.text.contains("Shop <b>"));

    let again = site.post(&owner, &create, &fields, &token).await;
    assert_eq!(again.status, 403);
    let listed = site.get(&owner, &page).await;
    assert!(listed.text.contains("Shop &#60;b&#62;"), "{}", listed.text);
    assert!(!listed.text.contains(&secret));
    assert!(listed.text.contains("Never seen"));

    let api = "/api/v1/overview?date_from=2026-01-01&date_to=2026-01-02";
    let authorization = format!("Bearer svc_live_{secret}");
    let call = || {
        let request = actix_web::test::TestRequest::get().uri(api);
        site.send(request.insert_header(("authorization", authorization.as_str())))
    };
    assert_eq!(call().await.status, 200);
    let mut used = site.get(&owner, &page).await;
    for _ in 0..100 {
        if !used.text.contains("Never seen") {
            break;
        }
        tokio::task::yield_now().await;
        used = site.get(&owner, &page).await;
    }
    assert!(!used.text.contains("Never seen"));

    let revoke = between(&used.text, "action=\"", "/revoke\"");
    let revoke = revoke.rsplit("action=\"").next().unwrap();
    let revoke = format!("{revoke}/revoke");
    let gone = site.post(&owner, &revoke, &[], &token_in(&used.text)).await;
    assert_eq!(gone.status, 303, "{}", gone.text);
    assert_eq!(call().await.status, 401);
}

#[actix_web::test]
async fn nobody_makes_a_key_that_may_not_and_none_without_its_form() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = site.member("Milo", Role::Member).await;
    site.assign(&member, &[Scope::TrackingWrite]).await;
    let page = site.profile_path("/settings/developer");
    let create = format!("{page}/keys");
    let fields = [("name", "Mine"), ("scope", "tracking:write")];

    let token = site.token(&member, &page).await;
    assert_eq!(
        site.post(&member, &create, &fields, &token).await.status,
        403
    );
    let shown = site.get(&member, &page).await;
    assert!(!shown.text.contains("Create an API key"));

    // Another page's token, another person's, none at all.
    let elsewhere = site.token(&owner, &site.workspace_path("/members")).await;
    for token in [elsewhere.as_str(), token.as_str(), ""] {
        let refused = site.post(&owner, &create, &fields, token).await;
        assert_eq!(refused.status, 403);
        assert!(refused.text.contains("This form has expired"));
    }
    for fields in [
        &[("name", ""), ("scope", "analytics:read")][..],
        &[("name", "x"), ("scope", "analytics:all")],
        &[("name", "x")],
    ] {
        let token = site.token(&owner, &page).await;
        assert_eq!(site.post(&owner, &create, fields, &token).await.status, 400);
    }
    assert!(
        site.get(&owner, &page)
            .await
            .text
            .contains("No API key yet")
    );
}

#[actix_web::test]
async fn a_form_of_another_origin_is_refused() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let token = site.token(&owner, &page).await;
    for origin in ["https://evil.example", "null"] {
        let request = actix_web::test::TestRequest::post()
            .uri(&format!("{page}/tracking-key"))
            .insert_header(("cookie", owner.cookie()))
            .insert_header(("origin", origin))
            .insert_header(("content-type", "application/x-www-form-urlencoded"))
            .set_payload(format!("form_token={token}"));
        assert_eq!(site.send(request).await.status, 403, "{origin}");
    }
}

#[actix_web::test]
async fn the_tracking_key_is_issued_and_its_snippet_is_shown() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let token = site.token(&owner, &page).await;
    let issue = format!("{page}/tracking-key");
    assert_eq!(site.post(&owner, &issue, &[], &token).await.status, 303);
    let shown = plain(&site.get(&owner, &page).await.text);
    assert!(
        shown.contains("src=&#34;https://t.example/tracker.js&#34;"),
        "{shown}"
    );
    assert!(shown.contains("data-key=&#34;trk_live_"));
}

#[actix_web::test]
async fn what_is_stored_of_addresses_is_chosen() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let form = format!("{page}/addresses");
    let token = site.token(&owner, &page).await;
    let fields = [
        ("url_query", "all"),
        ("kept_parameters", "Size, variant  size"),
    ];
    assert_eq!(site.post(&owner, &form, &fields, &token).await.status, 303);
    let shown = site.get(&owner, &page).await.text;
    assert!(shown.contains("value=\"all\" checked"), "{shown}");
    assert!(shown.contains("value=\"size variant\""), "{shown}");
    assert!(
        shown.contains("value=\"accounts.google.com\" checked"),
        "{shown}"
    );
    let token = site.token(&owner, &page).await;
    let hosts = [
        ("url_query", "all"),
        ("kept_parameters", "size variant"),
        ("hosts", "shown"),
        ("own_domains", "https://www.shop.example/\r\nsecond.example"),
        ("excluded_referrers", "bank.example/3ds"),
        ("excluded", "paypal.com"),
    ];
    assert_eq!(site.post(&owner, &form, &hosts, &token).await.status, 303);
    let shown = site.get(&owner, &page).await.text;
    assert!(
        shown.contains(">second.example\nshop.example</textarea>"),
        "{shown}"
    );
    assert!(shown.contains(">bank.example/3ds</textarea>"), "{shown}");
    assert!(shown.contains("value=\"paypal.com\" checked"), "{shown}");
    assert!(
        !shown.contains("value=\"accounts.google.com\" checked"),
        "{shown}"
    );
    assert!(
        !shown.contains("name=\"only_own_domains\" value=\"yes\" checked"),
        "{shown}"
    );
    let token = site.token(&owner, &page).await;
    let wrong = [("url_query", "attribution"), ("kept_parameters", "a=b")];
    assert_eq!(site.post(&owner, &form, &wrong, &token).await.status, 400);
    let shown = site.get(&owner, &page).await.text;
    assert!(shown.contains("value=\"all\" checked"), "{shown}");
}

#[actix_web::test]
async fn visits_that_count_for_nothing_are_tried_left_out_and_counted_again() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let form = format!("{page}/exclusions");
    let fields = |what| {
        [
            ("landing_host", "Copy.Example"),
            ("utm_field", "utm_campaign"),
            ("utm_value", "Spam <1>"),
            ("received_from", "2026-06-01T00:30"),
            ("what", what),
        ]
    };
    let token = site.token(&owner, &page).await;
    let tried = site.post(&owner, &form, &fields("try"), &token).await;
    assert_eq!(tried.status, 200);
    assert!(tried.text.contains("It would take out"), "{}", tried.text);
    assert!(tried.text.contains("value=\"Copy.Example\""));
    assert!(tried.text.contains("value=\"utm_campaign\" selected"));
    assert!(!tried.text.contains("/remove\""));
    let token = site.token(&owner, &page).await;
    let made = site.post(&owner, &form, &fields("exclude"), &token).await;
    assert_eq!(made.status, 303);
    let shown = site.get(&owner, &page).await.text;
    for words in [
        "page on copy.example",
        "utm_campaign spam",
        "received from 1 Jun 2026",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let id = between(&shown, "/exclusions/", "/remove").to_owned();
    let token = site.token(&owner, &page).await;
    let wrong = [("country", "Chile"), ("what", "exclude")];
    let refused = site.post(&owner, &form, &wrong, &token).await;
    assert_eq!(refused.status, 400);
    let viewer = site.member("Vera", Role::Member).await;
    let seen = site.get(&viewer, &page).await.text;
    assert!(!seen.contains("count for nothing"), "{seen}");
    let token = site.token(&owner, &page).await;
    let back = format!("{form}/{id}/remove");
    assert_eq!(site.post(&owner, &back, &[], &token).await.status, 303);
    let shown = site.get(&owner, &page).await.text;
    assert!(!shown.contains("page on copy.example"), "{shown}");
}

#[actix_web::test]
async fn a_profile_and_a_workspace_are_deleted_by_name_and_kept() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let admin = site.member("Ada", Role::Admin).await;
    let member = site.member("Milo", Role::Member).await;
    let profile = site.profile_path("/settings/developer");
    let people = site.workspace_path("/members");
    for (page, who) in [(&profile, &admin), (&people, &owner)] {
        let form = format!("{page}/deletion");
        let shown = site.get(who, page).await.text;
        let name = between(&shown, "Type “", "”").to_owned();
        let token = site.token(who, page).await;
        let wrong = site.post(who, &form, &[("confirm", "else")], &token).await;
        assert_eq!(wrong.status, 400);
        let token = site.token(who, page).await;
        let fields = [("confirm", name.as_str()), ("what", "delete")];
        assert_eq!(site.post(who, &form, &fields, &token).await.status, 303);
        let shown = site.get(who, page).await.text;
        assert!(shown.contains("It will be deleted from "), "{shown}");
        let token = site.token(who, page).await;
        let kept = site.post(who, &form, &[("what", "keep")], &token).await;
        assert_eq!(kept.status, 303);
        assert!(site.get(who, page).await.text.contains("Type “"));
    }
    for (page, who) in [(&profile, &member), (&people, &admin)] {
        let seen = site.get(who, page).await.text;
        assert!(!seen.contains("id=\"deletion\""), "{seen}");
        let form = format!("{page}/deletion");
        let tried = site.post(who, &form, &[("confirm", "x")], "token").await;
        assert!(tried.status.is_client_error());
    }
}

#[actix_web::test]
async fn the_page_says_what_came_and_what_was_refused_in_the_last_hour() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let token = site.token(&owner, &page).await;
    let issue = format!("{page}/tracking-key");
    site.post(&owner, &issue, &[], &token).await;
    let shown = site.get(&owner, &page).await;
    assert!(shown.text.contains("None came yet"), "{}", shown.text);
    assert!(shown.text.contains("href=\"/docs/tracker.md\""));
    let key = format!("trk_live_{}", between(&shown.text, "<code>trk_live_", "<"));
    for address in ["https://shop.example/", "no address"] {
        let body = serde_json::json!({"k": key, "a": "browser", "e": [
            {"t": "pv", "i": "00000000-0000-0000-0000-000000000001", "u": address}]});
        let request = actix_web::test::TestRequest::post()
            .uri("/api/v1beta/collect")
            .insert_header(("content-type", "text/plain"))
            .insert_header((
                "user-agent",
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0",
            ));
        site.send(request.set_payload(body.to_string())).await;
    }
    let shown = site.get(&owner, &page).await;
    assert!(!shown.text.contains("None came yet"), "{}", shown.text);
    assert!(
        shown.text.contains("A field cannot be read"),
        "{}",
        shown.text
    );
    assert!(shown.text.contains("<code>/e/*/u</code>"), "{}", shown.text);
    let manual = actix_web::test::TestRequest::get().uri("/docs/tracker.md");
    let manual = site.send(manual).await;
    assert!(manual.text.contains("data-consent"), "{}", manual.text);
}

#[actix_web::test]
async fn how_long_text_is_kept_is_set_and_shown_and_a_wrong_number_is_named() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path("/settings/developer");
    let put = format!("{page}/retention");
    let token = site.token(&owner, &page).await;
    let fields = [("tracker_days", " 400 "), ("personal_days", "")];
    let saved = site.post(&owner, &put, &fields, &token).await;
    assert_eq!(saved.status, 303, "{}", saved.text);
    let shown = site.get(&owner, &page).await;
    assert!(shown.text.contains("name=\"tracker_days\" inputmode=\"numeric\" maxlength=\"4\" autocomplete=\"off\" value=\"400\""));
    let token = token_in(&shown.text);
    let fields = [("tracker_days", "80"), ("personal_days", "7")];
    let wrong = site.post(&owner, &put, &fields, &token).await;
    assert_eq!(wrong.status, 400);
    assert!(
        wrong
            .text
            .contains("Outcomes and people: must be 30 to 3650 whole days, or empty.")
    );
    let token = site.token(&owner, &page).await;
    let fields = [("tracker_days", "80"), ("personal_days", "")];
    let wrong = site.post(&owner, &put, &fields, &token).await;
    assert_eq!(wrong.status, 400);
    assert!(
        wrong
            .text
            .contains("at least 90 days, the longest attribution window"),
        "{}",
        wrong.text
    );
    let member = site.member("Milo", Role::Member).await;
    site.assign(&member, &[Scope::TrackingWrite]).await;
    let token = site.token(&member, &page).await;
    let refused = site.post(&member, &put, &fields, &token).await;
    assert_eq!(refused.status, 403);
}
