//! What to paste so that the tracker runs.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::json;
use uuid::Uuid;

use super::site::{Browser, Site, between, plain};

const DEVELOPER: &str = "/settings/developer";
const PAGE: &str = "/settings/developer/install";

/// Issues the tracking key.
async fn issue(site: &Site, browser: &Browser) {
    let page = site.profile_path(DEVELOPER);
    let token = site.token(browser, &page).await;
    let form = format!("{page}/tracking-key");
    assert_eq!(site.post(browser, &form, &[], &token).await.status, 303);
}

#[actix_web::test]
async fn without_a_key_there_is_nothing_to_paste() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let shown = site.get(&owner, &site.profile_path(PAGE)).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    assert!(plain(&shown.text).contains("No tracking key yet"));
    assert!(!shown.text.contains("tributary-gtm.json"), "{}", shown.text);
    let file = site.profile_path(&format!("{PAGE}/tributary-gtm.json"));
    assert_eq!(site.get(&owner, &file).await.status, 404);
    // Looking issues none.
    let again = site.get(&owner, &site.profile_path(PAGE)).await;
    assert!(plain(&again.text).contains("No tracking key yet"));
}

#[actix_web::test]
async fn all_three_have_the_key_and_ask_first_when_they_are_to() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    issue(&site, &owner).await;
    let developer = site.get(&owner, &site.profile_path(DEVELOPER)).await.text;
    let link = format!("href=\"{}\"", site.profile_path(PAGE));
    assert!(developer.contains(&link), "{developer}");
    let line =
        "&#60;script defer src=&#34;https://t.example/tracker.js&#34; data-key=&#34;trk_live_";
    assert!(developer.contains(line), "{developer}");
    let key = between(&developer, "<code>trk_live_", "<").to_owned();

    let shown = site.get(&owner, &site.profile_path(PAGE)).await;
    let page = &shown.text;
    assert!(page.contains(line), "{page}");
    assert!(!page.contains("data-consent"), "{page}");
    let pixel = format!("const KEY = &#34;trk_live_{key}&#34;;");
    assert!(page.contains(&pixel), "{page}");
    for button in ["snippet", "pixel"] {
        let copies = format!("data-copies=\"{button}\" hidden>");
        assert!(page.contains(&copies), "{button}: {page}");
    }
    let policy = shown.header("content-security-policy").unwrap();
    assert!(policy.contains("; script-src https://t.example/assets/copy-"));

    let asking = site.profile_path(&format!("{PAGE}?consent=required"));
    let asking = site.get(&owner, &asking).await.text;
    assert!(
        asking.contains("data-consent=&#34;required&#34;"),
        "{asking}"
    );
    assert!(asking.contains("value=\"required\" checked"), "{asking}");
    for (page, needs) in [(page, "NOT_SET"), (&asking, "NEEDED")] {
        let file = between(page, "<a class=\"button\" href=\"", "\"");
        let saved = site.get(&owner, file).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        assert_eq!(
            saved.header("content-disposition"),
            Some("attachment; filename=\"tributary-gtm.json\"")
        );
        let container = saved.json();
        let tag = &container["containerVersion"]["tag"][0];
        assert_eq!(tag["consentSettings"]["consentStatus"], needs);
        assert!(saved.text.contains(&format!("trk_live_{key}")));
    }
    assert!(
        policy.contains(" https://t.example/assets/live-"),
        "{policy}"
    );
    let part = site.profile_path(&format!("{PAGE}/heard"));
    assert!(policy.contains(&format!("; connect-src https://t.example{part}")));
    let odd = site.profile_path(&format!("{PAGE}?consent=maybe"));
    assert_eq!(site.get(&owner, &odd).await.status, 400);
}

#[actix_web::test]
async fn whoever_may_not_set_up_the_tracker_is_shown_nothing() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    issue(&site, &owner).await;
    let member = site.member("Milo", Role::Member).await;
    site.assign(&member, &[Scope::AnalyticsRead]).await;
    let page = site.profile_path(PAGE);
    for path in [&page, &format!("{page}/tributary-gtm.json")] {
        let refused = site.get(&member, path).await;
        assert_eq!(refused.status, 403, "{path}");
        assert!(!refused.text.contains("trk_live_"), "{}", refused.text);
    }
}

#[actix_web::test]
async fn a_pixel_is_added_where_its_id_is_one() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    issue(&site, &owner).await;
    let asked = |id: &str| site.profile_path(&format!("{PAGE}?social_pixel_id={id}"));
    let plain = site.get(&owner, &asked("")).await;
    assert_eq!(plain.status, 200, "{}", plain.text);
    assert!(!plain.text.contains("fbq"), "{}", plain.text);
    let with = site.get(&owner, &asked("1234567890")).await;
    assert_eq!(with.status, 200, "{}", with.text);
    let init = "fbq(&#34;init&#34;, &#34;1234567890&#34;)";
    assert!(with.text.contains(init), "{}", with.text);
    assert!(with.text.contains("value=\"1234567890\""));
    let wrong = site.get(&owner, &asked("1%27%3Cb%3E")).await;
    assert_eq!(wrong.status, 400);
    assert!(!wrong.text.contains("fbq"), "{}", wrong.text);
    assert!(wrong.text.contains("value=\"1&#39;&#60;b&#62;\""));
    let words = "The id is not 1 to 128 letters, digits, _ and -.";
    assert!(wrong.text.contains(words), "{}", wrong.text);
}

/// Sends a page view as the tracker does.
async fn view(site: &Site, key: &str, page: &str) {
    let event = json!({"t": "pv", "i": Uuid::from_u128(1), "u": page, "r": ""});
    let batch =
        json!({"k": key, "v": 1, "a": "019aa0c0-0000-7000-8000-000000000001", "e": [event]});
    let request = TestRequest::post()
        .uri("/api/v1beta/collect?s=00000000&w=snippet")
        .insert_header(("content-type", "text/plain"))
        .insert_header((
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        ))
        .set_payload(batch.to_string());
    assert_eq!(site.send(request).await.status, 202);
}

#[actix_web::test]
async fn where_the_tracker_is_heard_is_told_by_the_page_and_by_its_part() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    issue(&site, &owner).await;
    let page = site.profile_path(PAGE);
    let part = format!("{page}/heard");
    let shown = site.get(&owner, &page).await.text;
    assert!(shown.contains(&format!("data-live=\"{part}\"")), "{shown}");
    assert!(
        plain(&shown).contains("No page view has come yet"),
        "{shown}"
    );
    let key = format!(
        "trk_live_{}",
        between(&shown, "data-key=&#34;trk_live_", "&#34;")
    );
    view(&site, &key, "https://shop.example/").await;
    for path in [&page, &part] {
        let shown = site.get(&owner, path).await.text;
        let words = plain(&shown);
        for part in [
            "The tracker reports from one host.",
            "shop.example",
            "Reporting",
            "Snippet",
            "00000000",
            "Load the script from the service itself",
        ] {
            assert!(words.contains(part), "{part}: {shown}");
        }
    }
    let part_alone = site.get(&owner, &part).await;
    assert!(!part_alone.text.contains("<html"), "{}", part_alone.text);
    assert_eq!(part_alone.header("cache-control"), Some("no-store"));
    let member = site.member("Milo", Role::Member).await;
    site.assign(&member, &[Scope::AnalyticsRead]).await;
    assert_eq!(site.get(&member, &part).await.status, 403);
}
