//! The page of what people were shown: counted by campaign, with a form that lets it take credit.

use access_control::Role;
use kernel::Scope;
use testkit::TestDatabase;

use super::site::{Browser, Site, plain};

const PAGE: &str = "/views";

async fn shown(site: &Site, browser: &Browser) -> String {
    let page = site.get(browser, &site.profile_path(PAGE)).await;
    assert_eq!(page.status, 200, "{}", page.text);
    page.text
}

/// Two pictures of a campaign that a stranger named, one of them for a recipient.
fn load(site: &Site) {
    let sql = format!(
        "INSERT INTO traffic_signatures (profile_id, id, referrer_state, utm_source, utm_medium, utm_campaign,
            click_kinds, has_ad_id, first_seen_at)
        VALUES ('{0}', 7, 'known_absent', 'news', 'email', '<script>alert(1)</script>', '{{}}', false, now());
        INSERT INTO view_days (profile_id, local_date, signature_id, agent, has_recipient, views)
        VALUES ('{0}', current_date, 7, 'browser', true, 1), ('{0}', current_date, 7, 'prefetch', false, 1); SELECT 1",
        site.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();
}

#[actix_web::test]
async fn what_was_shown_is_counted_and_takes_credit_when_somebody_says_so() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let developer = site
        .get(&owner, &site.profile_path("/settings/developer"))
        .await;
    let link = format!("href=\"{}\"", site.profile_path(PAGE));
    assert!(developer.text.contains(&link), "{}", developer.text);
    let before = plain(&shown(&site, &owner).await);
    for words in [
        "No picture was loaded",
        "Views are only counted",
        "Nothing is credited",
    ] {
        assert!(before.contains(words), "{words}: {before}");
    }
    load(&site);
    let page = shown(&site, &owner).await;
    assert!(!page.contains("<script>"), "{page}");
    assert!(plain(&page).contains("alert(1)"), "{page}");

    let path = site.profile_path(PAGE);
    let token = site.token(&owner, &path).await;
    let credit = format!("{path}/credit");
    let decided = site
        .post(&owner, &credit, &[("credit", "on")], &token)
        .await;
    assert_eq!(decided.status, 303, "{}", decided.text);
    let after = plain(&shown(&site, &owner).await);
    assert!(after.contains("Views take credit"), "{after}");
    assert!(
        after.contains("History is being worked out anew"),
        "{after}"
    );
    site.catch_up().await;
    let done = plain(&shown(&site, &owner).await);
    assert!(!done.contains("History is being worked out anew"), "{done}");
    let token = site.token(&owner, &path).await;
    let odd = site
        .post(&owner, &credit, &[("credit", "maybe")], &token)
        .await;
    assert_eq!(odd.status, 403, "{}", odd.text);
}

#[actix_web::test]
async fn whoever_may_only_read_sees_no_form() {
    let site = Site::new().await;
    let reader = site.member("Rita", Role::Member).await;
    site.assign(&reader, &[Scope::AnalyticsRead]).await;
    let page = shown(&site, &reader).await;
    assert!(!page.contains("/views/credit"), "{page}");
    let credit = site.profile_path("/views/credit");
    let refused = site.post(&reader, &credit, &[("credit", "on")], "").await;
    assert_ne!(refused.status, 303, "{}", refused.text);
    let outsider = site.person("Otto").await;
    let hidden = site.get(&outsider, &site.profile_path(PAGE)).await;
    assert_eq!(hidden.status, 404);
}
