//! The page of accounts that are read.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use platform_connections::PlatformProvider;
use serde_json::json;
use testkit::TestDatabase;

use super::exports::connect;
use super::site::{Browser, Site, plain};
use crate::support::Answer;

const PAGE: &str = "/settings/developer/spend";

async fn send(site: &Site, browser: &Browser, form: &str, fields: &[(&str, &str)]) -> Answer {
    let page = site.profile_path(PAGE);
    let token = site.token(browser, &page).await;
    let path = format!("{page}/{form}");
    site.post(browser, &path, fields, &token).await
}

async fn shown(site: &Site, browser: &Browser) -> String {
    site.get(browser, &site.profile_path(PAGE)).await.text
}

#[actix_web::test]
async fn an_account_is_read_from_a_button_on_and_its_days_are_shown() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    assert!(
        shown(&site, &owner)
            .await
            .contains("No account is connected")
    );
    let id = connect(&site, PlatformProvider::SearchAds).await;
    let off = shown(&site, &owner).await;
    assert!(
        off.contains("Read spend") && !off.contains("Read now"),
        "{off}"
    );
    let early = send(&site, &owner, &format!("{id}/sync"), &[]).await;
    assert_eq!(early.status, 400, "{}", early.text);
    assert!(early.text.contains("spend is not read"), "{}", early.text);
    let switch = format!("{id}/enabled");
    let odd = send(&site, &owner, &switch, &[("enabled", "maybe")]).await;
    assert_eq!(odd.status, 403, "{}", odd.text);
    assert!(shown(&site, &owner).await.contains("Read spend"));
    let on = send(&site, &owner, &switch, &[("enabled", "true")]).await;
    assert_eq!(on.status, 303, "{}", on.text);
    let profile = site.profile;
    let read = format!(
        "INSERT INTO spend_reads (profile_id, connection_id, date, read_at, campaigns, ads, is_complete) \
         VALUES ('{profile}', '{id}', current_date - 2, now(), 12.5, 10.25, true), \
         ('{profile}', '{id}', current_date - 1, now(), 7, 7, false)"
    );
    TestDatabase::shared().execute(&read).unwrap();
    let page = shown(&site, &owner).await;
    for words in [
        "Read now",
        "Stop reading",
        "1 of the last 31 days",
        "12.50",
        "2.25",
        "May grow",
        "Not there",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let asked = send(&site, &owner, &format!("{id}/sync"), &[]).await;
    assert_eq!(asked.status, 303, "{}", asked.text);
    let off = send(&site, &owner, &switch, &[("enabled", "false")]).await;
    assert_eq!(off.status, 303, "{}", off.text);
    assert!(!shown(&site, &owner).await.contains("Read now"));
}

#[actix_web::test]
async fn what_moved_is_shown_to_those_who_see_figures() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let none = shown(&site, &owner).await;
    assert!(none.contains("No spend in these days"), "{none}");
    let key = site.key(&[Scope::AttributionWrite]).await;
    // That day is over, wherever the profile's days begin.
    let day = site.state.clock.now().to_utc().date() - time::Duration::days(2);
    for spend in ["10", "12.5"] {
        let row = json!({"date": day.to_string(), "platform": "google_ads", "spend": spend});
        let request = TestRequest::put()
            .uri("/api/v1beta/spend")
            .insert_header(("authorization", key.as_str()))
            .set_json(json!({"rows": [row]}));
        assert_eq!(site.send(request).await.status, 200);
    }
    let page = plain(&shown(&site, &owner).await);
    for words in [
        "Same day",
        "31 days and more",
        "20\u{a0}%",
        "€2.50",
        "1 day",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let other = site.member("Rita", Role::Member).await;
    site.assign(&other, &[Scope::ExportsRead]).await;
    let page = shown(&site, &other).await;
    assert!(!page.contains("How spend moved"), "{page}");
}

#[actix_web::test]
async fn an_account_of_another_profile_is_one_of_nobody() {
    let site = Site::new().await;
    let other = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let foreign = connect(&other, PlatformProvider::SocialAds).await;
    let own = connect(&site, PlatformProvider::SocialAds).await;
    let page = shown(&site, &owner).await;
    assert!(page.contains(&own) && !page.contains(&foreign), "{page}");
    for (form, fields) in [("sync", &[][..]), ("enabled", &[("enabled", "true")])] {
        let refused = send(&site, &owner, &format!("{foreign}/{form}"), fields).await;
        assert_eq!(refused.status, 404, "{}", refused.text);
    }
}
