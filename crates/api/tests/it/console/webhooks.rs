//! Subscriptions of webhooks: made, changed, tried and removed.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;

use super::site::{Browser, Site, between, plain, token_in};
use crate::support::Answer;

pub(super) const PAGE: &str = "/settings/developer/webhooks";
const FIELDS: [(&str, &str); 4] = [
    ("url", "https://hooks.example/in"),
    ("events", "recompute.completed"),
    ("events", "conversion.recorded"),
    ("providers", "platform"),
];

/// Subscribes; the answer, which shows the secret.
pub(super) async fn subscribe(site: &Site, browser: &Browser) -> Answer {
    let page = site.profile_path(PAGE);
    let token = site.token(browser, &page).await;
    let made = site.post(browser, &page, &FIELDS, &token).await;
    assert_eq!(made.status, 200, "{}", made.text);
    made
}

/// The path of the subscription whose page this is.
pub(super) fn path_in(site: &Site, page: &str) -> String {
    let path = site.profile_path(&format!("{PAGE}/subscriptions/"));
    let id = between(page, &path, "\"").split('/').next().unwrap();
    format!("{path}{id}")
}

fn secret_in(page: &str) -> String {
    format!("whsec_{}", between(page, ">whsec_", "<"))
}

#[actix_web::test]
async fn a_subscription_is_made_and_its_secret_is_shown_once() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path(PAGE);
    let developer = site.profile_path("/settings/developer");
    let developer = site.get(&owner, &developer).await;
    assert!(developer.text.contains(&format!("href=\"{page}\"")));
    let empty = site.get(&owner, &page).await;
    assert!(empty.text.contains("Nobody is told anything yet"));
    for words in [
        "A full replay finished, and its results are what reports show.",
        "name=\"events\" value=\"conversion.recorded\">",
        "name=\"providers\"",
        "value=\"platform\"",
        "nothing sends it yet",
        "href=\"/docs/webhooks.md\"",
        "curl --fail-with-body https://t.example/api/v1/webhooks/subscriptions",
        "from standardwebhooks import Webhook",
        "import { Webhook } from &#34;standardwebhooks&#34;;",
        "use standardwebhooks::Webhook;",
    ] {
        assert!(empty.text.contains(words), "{words}: {}", empty.text);
    }

    let token = token_in(&empty.text);
    let made = site.post(&owner, &page, &FIELDS, &token).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let secret = secret_in(&made.text);
    assert_eq!(secret.len(), 50);
    assert_eq!(made.text.matches(&secret).count(), 1);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let again = site.post(&owner, &page, &FIELDS, &token).await;
    assert_eq!(again.status, 403);
    assert_copied(&site, &made).await;

    let one = path_in(&site, &made.text);
    let listed = site.get(&owner, &page).await.text;
    for words in [
        "https://hooks.example/in",
        "<code>recompute.completed</code>",
        "<code>platform</code>",
        "Enabled",
        one.as_str(),
    ] {
        assert!(listed.contains(words), "{words}: {listed}");
    }
    assert_eq!(listed.matches("/subscriptions/").count(), 1);
    for path in [&page, &one] {
        let shown = site.get(&owner, path).await;
        assert_eq!(shown.status, 200);
        assert!(!shown.text.contains(&secret), "{}", shown.text);
        assert!(!shown.text.contains("<script"), "{}", shown.text);
        let policy = shown.header("content-security-policy").unwrap();
        assert!(!policy.contains("script-src"), "{policy}");
    }
}

/// The page of a new secret loads the one script of its own service, and nothing else runs on it.
async fn assert_copied(site: &Site, page: &Answer) {
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.ends_with("; script-src 'self'"), "{policy}");
    assert_eq!(page.text.matches("<script").count(), 1);
    assert!(page.text.contains("data-copies=\"new-secret\" hidden>"));
    let script = between(&page.text, "<script src=\"", "\"");
    let sent = site.send(TestRequest::get().uri(script)).await;
    assert_eq!(sent.status, 200);
    let kind = sent.header("content-type");
    assert_eq!(kind, Some("text/javascript; charset=utf-8"));
    let other = site.send(TestRequest::get().uri("/assets/copy-other.js"));
    assert_eq!(other.await.status, 404);
}

#[actix_web::test]
async fn what_is_wrong_is_told_at_its_field_and_what_was_written_stays() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path(PAGE);
    let token = site.token(&owner, &page).await;
    let fields = [
        ("url", "http://10.0.0.1/\"<b>"),
        ("events", "recompute.completed"),
        ("events", "recompute.done"),
        ("providers", "platform, Odd platform"),
    ];
    let refused = site.post(&owner, &page, &fields, &token).await;
    assert_eq!(refused.status, 400);
    for words in [
        "id=\"url-wrong\">The address ",
        "“recompute.done” is in no catalogue of events.",
        "“Odd” is not a lower-case word",
        "“platform” is in the list twice.",
        "value=\"http://10.0.0.1/&#34;&#60;b&#62;\"",
        "value=\"recompute.completed\" checked",
        "value=\"platform Odd platform\"",
    ] {
        assert!(refused.text.contains(words), "{words}: {}", refused.text);
    }
    // The form can be sent once more, and nothing at all is refused like nothing of the interface.
    let token = token_in(&refused.text);
    let refused = site.post(&owner, &page, &[], &token).await;
    assert_eq!(refused.status, 400);
    let many = "The list must have 1 to 100 items.";
    assert_eq!(refused.text.matches(many).count(), 2, "{}", refused.text);
    let listed = site.get(&owner, &page).await.text;
    assert!(listed.contains("Nobody is told anything yet"), "{listed}");
}

#[actix_web::test]
async fn a_secret_is_replaced_and_another_host_has_another() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let made = subscribe(&site, &owner).await;
    let (first, one) = (secret_in(&made.text), path_in(&site, &made.text));

    let token = token_in(&made.text);
    let rotate = format!("{one}/secret");
    let rotated = site.post(&owner, &rotate, &[], &token).await;
    assert_eq!(rotated.status, 200, "{}", rotated.text);
    let second = secret_in(&rotated.text);
    assert_ne!(first, second);
    let said = plain(&rotated.text);
    assert!(
        said.contains("they are signed with the former secret, too"),
        "{said}"
    );
    assert_eq!(site.post(&owner, &rotate, &[], &token).await.status, 403);

    let token = token_in(&rotated.text);
    let same_host = [
        ("url", "https://hooks.example/other"),
        ("events", "report.restated"),
        ("providers", "platform search_ads"),
    ];
    let changed = site.post(&owner, &one, &same_host, &token).await;
    assert_eq!(changed.status, 303, "{}", changed.text);
    assert_eq!(changed.header("location"), Some(one.as_str()));
    let shown = site.get(&owner, &one).await.text;
    for words in [
        "https://hooks.example/other",
        "<code>report.restated</code>",
        "<code>search_ads</code>",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(!shown.contains("whsec_"), "{shown}");

    let other_host = [("url", "https://else.example/"), same_host[1], same_host[2]];
    let moved = site
        .post(&owner, &one, &other_host, &token_in(&shown))
        .await;
    assert_eq!(moved.status, 200, "{}", moved.text);
    assert!(moved.text.contains("Another host has another secret"));
    let third = secret_in(&moved.text);
    assert!(third != second && third != first);

    let wrong = [("url", "https://localhost/"), same_host[1], same_host[2]];
    let refused = site
        .post(&owner, &one, &wrong, &token_in(&moved.text))
        .await;
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("id=\"url-wrong\""));
    assert!(refused.text.contains("value=\"https://localhost/\""));
    assert!(
        site.get(&owner, &one)
            .await
            .text
            .contains("https://else.example/")
    );
}

#[actix_web::test]
async fn a_subscription_is_disabled_enabled_and_deleted() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let (page, made) = (site.profile_path(PAGE), subscribe(&site, &owner).await);
    let one = path_in(&site, &made.text);
    let switch = format!("{one}/enabled");
    let mut token = token_in(&made.text);
    for (enabled, words) in [("false", "Disabled"), ("true", "Enabled")] {
        let done = site
            .post(&owner, &switch, &[("enabled", enabled)], &token)
            .await;
        assert_eq!(done.status, 303, "{}", done.text);
        let shown = site.get(&owner, &one).await.text;
        let chip = format!("\">{words}</span>");
        assert!(shown.contains(&chip), "{shown}");
        let why = "somebody switched it off";
        assert_eq!(shown.contains(why), enabled == "false", "{shown}");
        let listed = site.get(&owner, &page).await.text;
        assert_eq!(listed.contains(why), enabled == "false", "{listed}");
        token = token_in(&shown);
    }
    let odd = site
        .post(&owner, &switch, &[("enabled", "maybe")], &token)
        .await;
    assert_eq!(odd.status, 403);
    let token = site.token(&owner, &one).await;
    let gone = site
        .post(&owner, &format!("{one}/delete"), &[], &token)
        .await;
    assert_eq!(gone.status, 303);
    assert_eq!(gone.header("location"), Some(page.as_str()));
    assert_eq!(site.get(&owner, &one).await.status, 404);
    let token = site.token(&owner, &page).await;
    let late = site
        .post(&owner, &switch, &[("enabled", "true")], &token)
        .await;
    assert_eq!(late.status, 404);
}

#[actix_web::test]
async fn who_may_only_look_sees_no_forms_and_is_refused() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let reader = site.member("Rita", Role::Member).await;
    let stranger = site.member("Milo", Role::Member).await;
    site.assign(&reader, &[Scope::ExportsRead]).await;
    site.assign(&stranger, &[Scope::TrackingWrite]).await;
    let made = subscribe(&site, &owner).await;
    let (page, one) = (site.profile_path(PAGE), path_in(&site, &made.text));
    let token = token_in(&made.text);
    let sent = site.post(&owner, &format!("{one}/test"), &[], &token).await;
    let delivery = sent.header("location").unwrap().to_owned();
    let deliveries = format!("{page}/deliveries");

    for path in [&page, &one, &deliveries, &delivery] {
        let seen = site.get(&reader, path).await;
        assert_eq!(seen.status, 200, "{path}: {}", seen.text);
        assert!(
            !seen.text.contains("method=\"post\""),
            "{path}: {}",
            seen.text
        );
        assert!(!seen.text.contains("form_token"), "{path}");
        assert!(
            seen.text
                .contains(&format!("href=\"{page}\" aria-current=\"page\""))
        );
        let refused = site.get(&stranger, path).await;
        assert_eq!(refused.status, 403, "{path}");
        assert!(refused.text.contains("exports:read"), "{}", refused.text);
    }
    let developer = site.profile_path("/settings/developer");
    let developer = site.get(&stranger, &developer).await.text;
    assert!(!developer.contains(&page), "{developer}");

    let forms = ["", "/enabled", "/secret", "/test", "/delete"];
    let forms = forms.iter().map(|form| format!("{one}{form}"));
    for form in forms.chain([page.clone(), format!("{delivery}/replay")]) {
        for browser in [&reader, &stranger] {
            let token = site.token(&owner, &page).await;
            let refused = site.post(browser, &form, &FIELDS, &token).await;
            assert_eq!(refused.status, 403, "{form}");
            assert!(refused.text.contains("exports:write"), "{}", refused.text);
        }
        let refused = site.post(&owner, &form, &FIELDS, "").await;
        assert_eq!(refused.status, 403, "{form}");
        assert!(refused.text.contains("This form has expired"));
    }

    // What is another profile's does not exist.
    let elsewhere = Site::new().await;
    let other = elsewhere.member("Otto", Role::Owner).await;
    let own = |path: &str| path.replace(&site.profile.to_string(), &elsewhere.profile.to_string());
    for path in [&one, &delivery] {
        assert_eq!(elsewhere.get(&other, path).await.status, 404);
        assert_eq!(elsewhere.get(&other, &own(path)).await.status, 404);
    }
    let token = elsewhere.token(&other, &own(&page)).await;
    let form = format!("{}/replay", own(&delivery));
    assert_eq!(elsewhere.post(&other, &form, &[], &token).await.status, 404);
}
