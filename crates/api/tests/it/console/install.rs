//! What to paste so that the tracker runs.

use access_control::Role;
use kernel::Scope;

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
