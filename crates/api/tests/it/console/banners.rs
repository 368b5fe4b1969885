//! What stands above figures: signals of trust that are not ok, the worst three, and a page that never fails by them.

use std::sync::Arc;

use access_control::Role;
use actix_web::test::TestRequest;
use async_trait::async_trait;
use kernel::{ProfileAccess, Scope, StoreError, Timestamp};
use reporting::quality::standing::{Standing, StandingReader};
use serde_json::json;
use testkit::TestDatabase;

use super::site::{Site, plain};

const LOW: &str = "Few outcomes are attributed";

/// Twenty payments of people who came by no link, of the day before.
async fn uncovered(site: &Site, currency: &str) {
    let key = site.key(&[Scope::EventsWrite]).await;
    for number in 0..20 {
        let body = json!({"event_type": "payment_received", "idempotency_key": format!("{currency}{number}"),
            "email": format!("{number}@mail.example"), "value_amount": "10", "currency": currency});
        let request = TestRequest::post()
            .uri("/api/v1/events")
            .insert_header(("authorization", key.as_str()))
            .set_json(body);
        let taken = site.send(request).await;
        assert_eq!(taken.status, 201, "{}", taken.text);
    }
    site.catch_up().await;
}

fn execute(site: &Site, statement: &str) {
    let statement = statement.replace("$1", &format!("'{}'", site.profile));
    TestDatabase::shared().execute(&statement).unwrap();
}

#[actix_web::test]
async fn pages_of_figures_say_what_is_not_ok_and_where_it_is_mended() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let pages = ["", "/customers", "/views", "/settings/developer/spend"];
    for page in pages {
        let clean = site.get(&owner, &site.profile_path(page)).await;
        assert_eq!(clean.status, 200, "{}", clean.text);
        assert!(!clean.text.contains("id=\"signal-"), "{}", clean.text);
    }
    uncovered(&site, "EUR").await;
    execute(
        &site,
        "INSERT INTO trust_states (profile_id, code, level, since, changed_at) \
         VALUES ($1, 'coverage_low', 'warning', '2026-02-03', now())",
    );
    for page in pages {
        let shown = site.get(&owner, &site.profile_path(page)).await.text;
        let text = plain(&shown);
        for words in [
            LOW,
            "Warning",
            "since 3 Feb 2026",
            "of eligible outcomes",
            "told below",
        ] {
            assert!(text.contains(words), "{page} {words}: {text}");
        }
        let link = format!("href=\"{}\"", site.profile_path("/quality#trust"));
        assert!(shown.contains(&link), "{shown}");
    }
    let quality = site.get(&owner, &site.profile_path("/quality")).await.text;
    let text = plain(&quality);
    assert!(
        text.contains(LOW) && text.contains("look_at_reasons"),
        "{text}"
    );
}

#[actix_web::test]
async fn the_worst_three_are_shown_and_the_others_counted() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    uncovered(&site, "EUR").await;
    uncovered(&site, "CLP").await;
    // Nobody looks at links for a week, and a replay waits.
    execute(
        &site,
        "UPDATE profiles SET created_at = created_at - interval '9 days' WHERE id = $1",
    );
    let key = site.key(&[Scope::AttributionWrite]).await;
    let request = TestRequest::post().uri("/api/v1beta/attribution/recompute");
    let asked = site
        .send(request.insert_header(("authorization", key)))
        .await;
    assert!(asked.status.is_success(), "{}", asked.text);
    let shown = site.get(&owner, &site.profile_path("")).await.text;
    let at = |code: &str| shown.find(&format!("id=\"signal-{code}\""));
    let (money, low) = (
        at("money_without_rate").unwrap(),
        at("coverage_low").unwrap(),
    );
    let replaying = at("results_replaying").unwrap();
    assert!(money < low && low < replaying, "{shown}");
    assert_eq!(at("utm_unscanned"), None, "{shown}");
    assert_eq!(shown.matches("id=\"signal-").count(), 3, "{shown}");
    assert!(plain(&shown).contains("and 1 more"), "{shown}");
    let quality = site.get(&owner, &site.profile_path("/quality")).await.text;
    assert!(
        plain(&quality).contains("Nobody looked at links lately"),
        "{quality}"
    );
}

/// How results stand cannot be read.
struct Broken;

#[async_trait]
impl StandingReader for Broken {
    async fn standing(&self, _: &ProfileAccess, _: Timestamp) -> Result<Standing, StoreError> {
        Err(StoreError::inconsistent("broken on purpose"))
    }
}

#[actix_web::test]
async fn a_page_whose_signals_cannot_be_read_is_shown_without_them() {
    let mut site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    uncovered(&site, "EUR").await;
    site.stand_by(Arc::new(Broken));
    for page in ["", "/customers", "/quality", "/settings/developer/spend"] {
        let shown = site.get(&owner, &site.profile_path(page)).await;
        assert_eq!(shown.status, 200, "{page}: {}", shown.text);
        assert!(!shown.text.contains(LOW), "{}", shown.text);
    }
}

#[actix_web::test]
async fn whoever_may_not_read_reports_sees_none() {
    let site = Site::new().await;
    let member = site.member("Milo", Role::Member).await;
    site.assign(&member, &[Scope::ExportsRead]).await;
    uncovered(&site, "EUR").await;
    let path = site.profile_path("/settings/developer/spend");
    let shown = site.get(&member, &path).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    assert!(!shown.text.contains(LOW), "{}", shown.text);
}
