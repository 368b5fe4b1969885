//! The page of what is wrong with links: what is found is told with its money and what to paste, whatever strangers wrote.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::json;
use testkit::TestDatabase;

use super::site::{Browser, Site, between, plain, token_in};
use crate::support::Answer;

const PAGE: &str = "/quality";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// A placeholder that arrived as it was written.
const MACRO: &str =
    "utm_source=facebook&utm_medium=paid_social&utm_campaign=%7B%7Bcampaign.name%7D%7D&fbadid=8";
/// A medium that somebody made up to be run.
const HOSTILE: &str = "utm_source=acme&utm_medium=%3Cscript%3Ealert(1)%3C/script%3E";
/// A medium with somebody in it who has no domain, which nothing takes for an e-mail address before.
const SOMEBODY: &str = "utm_source=acme&utm_medium=ana.diaz%40intern";

/// So many new browsers come by each of the links.
async fn visit(site: &Site, links: &[&str], browsers: usize) {
    let key = site.key(&[Scope::TrackingWrite]).await;
    let request = TestRequest::post()
        .uri("/api/v1/tracking/keys")
        .insert_header(("authorization", key));
    let issued = site.send(request).await.json();
    let key = issued["data"]["public_key"].as_str().unwrap();
    for query in links {
        for _ in 0..browsers {
            let id = site.state.ids.new_id();
            let url = format!("https://shop.example/sale/shoes/red?{query}");
            let view = json!({"t": "pv", "i": id, "ts": 100, "u": url, "r": ""});
            let batch = json!({"k": key, "v": 1, "a": id, "n": 1, "e": [view]});
            let request = TestRequest::post()
                .uri("/api/v1beta/collect")
                .insert_header(("content-type", "text/plain"))
                .insert_header(("user-agent", FIREFOX));
            let taken = site.send(request.set_payload(batch.to_string())).await;
            assert_eq!(taken.status, 202, "{}", taken.text);
        }
    }
    site.catch_up().await;
}

async fn shown(site: &Site, browser: &Browser) -> String {
    let page = site.get(browser, &site.profile_path(PAGE)).await;
    assert_eq!(page.status, 200, "{}", page.text);
    page.text
}

async fn send(site: &Site, browser: &Browser, form: &str, fields: &[(&str, &str)]) -> Answer {
    let page = site.profile_path(PAGE);
    let token = site.token(browser, &page).await;
    let path = format!("{page}/{form}");
    site.post(browser, &path, fields, &token).await
}

async fn look(site: &Site, browser: &Browser) {
    let looked = send(site, browser, "look", &[]).await;
    assert_eq!(looked.status, 303, "{}", looked.text);
}

fn mask(site: &Site) {
    let sql = format!(
        "UPDATE profiles SET pii_mode = 'masked' WHERE id = '{}'",
        site.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();
}

#[actix_web::test]
async fn that_nobody_looked_is_not_that_nothing_is_wrong() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let overview = site.get(&owner, &site.profile_path("")).await.text;
    let tab = format!("href=\"{}\"", site.profile_path(PAGE));
    assert!(overview.contains(&tab), "{overview}");
    let before = plain(&shown(&site, &owner).await);
    for words in [
        "Nobody has looked yet",
        "No ad is known here at all",
        "No score yet",
        "How the site is measured",
    ] {
        assert!(before.contains(words), "{words}: {before}");
    }
    assert!(!before.contains("Nothing is wrong"), "{before}");
    assert!(!before.contains("The last 30 days"), "{before}");
    visit(
        &site,
        &["utm_source=newsletter&utm_medium=email&utm_campaign=may"],
        3,
    )
    .await;
    look(&site, &owner).await;
    let after = plain(&shown(&site, &owner).await);
    for words in [
        "Nothing is wrong",
        "Nothing was wrong",
        "Touches looked at3",
    ] {
        assert!(after.contains(words), "{words}: {after}");
    }
    assert!(!after.contains("Nobody has looked yet"), "{after}");
}

#[actix_web::test]
async fn a_fault_is_told_with_its_links_and_what_to_paste() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    visit(&site, &[MACRO], 5).await;
    look(&site, &owner).await;
    let page = shown(&site, &owner).await;
    let text = plain(&page);
    for words in [
        "A placeholder that nobody filled in",
        "High",
        "Correct the placeholder in the ad&#39;s URL parameters",
        "fix_url_macro",
        "100\u{a0}% of touches with a UTM value",
        "€0.00",
        "shop.example/sale/shoes",
        "{{campaign.name}}",
        "Meta Ads: URL parameters of the ad, under Tracking",
        "fbadid={{ad.id}}",
        "The last 30 days",
        "Of 1000.0",
        "Linkspaid touches without a fault of high severity in their links200\u{a0}%100.0",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(page.contains("data-copies=\"paste-unsubstituted_macro-0\""));
    assert!(page.contains("id=\"paste-unsubstituted_macro-0\""));
    assert!(page.contains("<svg class=\"spark\""), "{page}");
}

#[actix_web::test]
async fn what_strangers_wrote_is_text_and_one_script_alone_may_run() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    visit(&site, &[HOSTILE], 5).await;
    look(&site, &owner).await;
    let page = site.get(&owner, &site.profile_path(PAGE)).await;
    assert!(!page.text.contains("<script>"), "{}", page.text);
    assert!(
        page.text.contains("&#60;script&#62;alert(1)"),
        "{}",
        page.text
    );
    assert_eq!(page.text.matches("<script").count(), 1);
    let script = between(&page.text, "<script src=\"", "\"");
    let policy = page.header("content-security-policy").unwrap();
    let allowed = format!("; script-src https://t.example{script}");
    assert!(policy.ends_with(&allowed), "{policy}");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    let sent = site.send(TestRequest::get().uri(script)).await;
    assert_eq!(sent.status, 200);
}

#[actix_web::test]
async fn a_masked_profile_shows_nobody_in_a_link() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    visit(&site, &[SOMEBODY], 5).await;
    look(&site, &owner).await;
    let open = shown(&site, &owner).await;
    assert!(open.contains("ana.diaz@intern"), "{open}");
    mask(&site);
    let masked = shown(&site, &owner).await;
    assert!(masked.contains("a***@intern"), "{masked}");
    assert!(!masked.contains("ana.diaz"), "{masked}");
}

#[actix_web::test]
async fn a_fault_is_let_be_with_a_reason_and_told_again() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let reader = site.member("Rita", Role::Member).await;
    site.assign(&reader, &[Scope::AnalyticsRead]).await;
    visit(&site, &[SOMEBODY], 6).await;
    look(&site, &owner).await;
    let form = "faults/non_channel_medium/mute";
    let reason = [("what", "mute"), ("reason", "a <b>partner")];
    let muted = send(&site, &owner, form, &reason).await;
    assert_eq!(muted.status, 303, "{}", muted.text);
    let page = shown(&site, &owner).await;
    assert!(page.contains("a &#60;b&#62;partner"), "{page}");
    assert!(plain(&page).contains("with 6 touches then"), "{page}");
    assert!(
        page.contains("<span class=\"chip\">Let be</span>"),
        "{page}"
    );

    let long = "x".repeat(501);
    for wrong in [
        &[("what", "mute"), ("reason", " ")][..],
        &[("what", "mute"), ("reason", long.as_str())],
        &[("what", "mute")],
    ] {
        let refused = send(&site, &owner, form, wrong).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
    }
    let odd = send(&site, &owner, form, &[("what", "hide")]).await;
    assert_eq!(odd.status, 403, "{}", odd.text);
    for unknown in ["placement_in_source", "nonsense"] {
        let path = format!("faults/{unknown}/mute");
        let refused = send(&site, &owner, &path, &reason).await;
        assert_eq!(refused.status, 404, "{}", refused.text);
    }

    let seen = shown(&site, &reader).await;
    assert!(!seen.contains("/mute\""), "{seen}");
    let refused = send(&site, &reader, form, &reason).await;
    assert_eq!(refused.status, 403, "{}", refused.text);

    let told = send(&site, &owner, form, &[("what", "tell")]).await;
    assert_eq!(told.status, 303, "{}", told.text);
    let page = shown(&site, &owner).await;
    assert!(!page.contains("&#62;partner"), "{page}");
}

#[actix_web::test]
async fn ads_that_nobody_knows_are_listed_with_their_money() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let key = site.key(&[Scope::EventsWrite]).await;
    let now = site.state.clock.now().to_string();
    for (number, ad) in ["111", "222"].into_iter().enumerate() {
        let body = json!({"event_type": "payment_received", "event_time": now,
            "idempotency_key": format!("p{number}"), "email": format!("p{number}@mail.example"),
            "value_amount": "10.50", "currency": "EUR", "utm_source": "meta", "utm_medium": "paid",
            "ad_id": ad});
        let request = TestRequest::post()
            .uri("/api/v1/events")
            .insert_header(("authorization", key.as_str()))
            .set_json(body);
        let taken = site.send(request).await;
        assert_eq!(taken.status, 201, "{}", taken.text);
    }
    site.catch_up().await;
    let page = shown(&site, &owner).await;
    let text = plain(&page);
    for words in [
        "No ad is known here at all",
        "111",
        "222",
        "€10.50",
        "All 2",
        "€21.00",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[actix_web::test]
async fn looks_are_counted_with_those_of_the_same_person() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let other = site.member("Ada", Role::Admin).await;
    let page = site.profile_path(PAGE);
    let form = format!("{page}/look");
    // A form that is not accepted is no look.
    assert_eq!(site.post(&owner, &form, &[], "x").await.status, 403);
    for _ in 0..6 {
        look(&site, &owner).await;
    }
    let seventh = send(&site, &owner, "look", &[]).await;
    assert_eq!(seventh.status, 429, "{}", seventh.text);
    let seconds: u64 = seventh.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3_600).contains(&seconds), "{seconds}");
    look(&site, &other).await;
}

#[actix_web::test]
async fn whoever_may_not_see_figures_sees_nothing_of_links() {
    let site = Site::new().await;
    let member = site.member("Milo", Role::Member).await;
    let scopes = [Scope::TrackingWrite, Scope::AttributionWrite];
    site.assign(&member, &scopes).await;
    let page = site.profile_path(PAGE);
    let links = format!("{page}/links");
    for path in [&page, &links, &format!("{links}?base=https://x.example/")] {
        let refused = site.get(&member, path).await;
        assert_eq!(refused.status, 403, "{path}");
        assert!(refused.text.contains("analytics:read"), "{}", refused.text);
    }
    for form in ["look", "links", "links/csv"] {
        let path = format!("{page}/{form}");
        assert_eq!(site.post(&member, &path, &[], "x").await.status, 403);
    }
    let developer = site.profile_path("/settings/developer");
    let elsewhere = site.get(&member, &developer).await.text;
    assert!(!elsewhere.contains("Data quality"), "{elsewhere}");
    let stranger = site.person("Sam").await;
    assert_eq!(site.get(&stranger, &page).await.status, 404);
    // What one profile was told stays there.
    let owner = site.member("Olga", Role::Owner).await;
    let token = token_in(&shown(&site, &owner).await);
    let foreign = Site::new().await;
    let path = foreign.profile_path("/quality/look");
    assert_eq!(site.post(&owner, &path, &[], &token).await.status, 404);
}
