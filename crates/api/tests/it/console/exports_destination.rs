//! One destination of exports: how it is wired, and tests of that.

use access_control::Role;
use export_rules::SkipReason;
use kernel::Scope;
use platform_connections::{AccessToken, PlatformProvider, Tokens};
use testkit::fake_platform::{FakeConversions, Misbehaviour};

use super::exports::{PAGE, add, connect, data_set, decide, member, send};
use super::site::{Browser, Site, between, plain};

/// A site that tells a fake network, with a data set there.
async fn wired() -> (Site, FakeConversions, Browser, String) {
    let mut site = Site::new().await;
    let now = site.state.clock.now();
    let fake = FakeConversions::start(now.micros() / 1_000_000).unwrap();
    site.tell(&fake);
    let owner = site.member("Olga", Role::Owner).await;
    let path = data_set(&site, &owner).await;
    let mut work = site.state.units.begin().await.unwrap();
    let all = work.destinations().all(site.profile).await.unwrap();
    let connection = all[0].connection_id;
    let tokens = Tokens {
        access: AccessToken::parse("token").unwrap(),
        refresh: None,
        obtained_at: now,
        expires_at: None,
    };
    let kept = work.connection_tokens();
    kept.put(site.profile, connection, &tokens).await.unwrap();
    work.commit().await.unwrap();
    (site, fake, owner, path)
}

async fn test(site: &Site, browser: &Browser, path: &str, code: &str) -> crate::support::Answer {
    let form = path.strip_prefix(&site.profile_path(&format!("{PAGE}/")));
    let form = format!("{}/test", form.unwrap());
    send(site, browser, &form, &[("test_event_code", code)]).await
}

#[actix_web::test]
async fn a_test_is_sent_and_its_result_is_told_in_words() {
    let (site, fake, owner, path) = wired().await;
    let shown = site.get(&owner, &path).await.text;
    for words in [
        "Meta 5551",
        "Ships on the next run, as long as its account is connected.",
        "Send a test",
        "Nothing yet",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let sent = test(&site, &owner, &path, "TEST123").await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    for words in [
        "The platform took the test",
        "A real event with nothing but an IP address and a user agent would be left out here",
        "On a page",
        ">200<",
        "value=\"TEST123\"",
    ] {
        assert!(sent.text.contains(words), "{words}: {}", sent.text);
    }
    let journal = fake.journal();
    assert_eq!(journal.len(), 1, "{:?}", fake.refusals());
    assert!(sent.text.contains(&journal[0].event_id), "{}", sent.text);
    let delivery = format!("href=\"{}/deliveries/", site.profile_path(PAGE));
    let delivery = between(&sent.text, &delivery, "\"");
    let delivery = format!("{}/deliveries/{delivery}", site.profile_path(PAGE));
    let delivery = site.get(&owner, &delivery).await.text;
    for words in [
        "<span class=\"chip\">Test</span>",
        "chip on\">Sent",
        "somebody made it up",
    ] {
        assert!(delivery.contains(words), "{words}: {delivery}");
    }

    fake.misbehave(Misbehaviour {
        refuses_access: true,
        ..Misbehaviour::default()
    });
    let refused = test(&site, &owner, &path, "").await;
    assert!(
        refused.text.contains("The platform did not take the test"),
        "{}",
        refused.text
    );
}

#[actix_web::test]
async fn what_keeps_a_test_from_being_sent_is_told_beside_its_form() {
    let (site, fake, owner, path) = wired().await;
    let long = test(&site, &owner, &path, &"x".repeat(65)).await;
    assert_eq!(long.status, 400);
    assert!(
        long.text
            .contains("id=\"code-wrong\">The code must have 1 to 64 characters."),
        "{}",
        long.text
    );
    let safe = [("privacy_mode", "platform_safe"), ("social", "true")];
    decide(&site, &owner, &safe).await;
    let refused = test(&site, &owner, &path, "").await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    let reason = SkipReason::SuppressedPlatformSafe;
    let said = format!(
        "Nothing may be sent: {} {}",
        reason.meaning(),
        reason.remedy()
    );
    let text = plain(&refused.text).replace("&#39;", "'");
    assert!(text.contains(&said), "{said}: {text}");
    let id = path.rsplit('/').next().unwrap();
    let off = format!("destinations/{id}/enabled");
    send(&site, &owner, &off, &[("enabled", "false")]).await;
    let shown = site.get(&owner, &path).await.text;
    assert!(shown.contains("A test can be sent once the destination is on."));
    assert!(!shown.contains("Send a test"), "{shown}");
    let gone = test(&site, &owner, &path, "").await;
    assert_eq!(gone.status, 404, "{}", gone.text);
    assert!(fake.journal().is_empty());
}

#[actix_web::test]
async fn who_may_only_look_sends_no_test() {
    let (site, fake, _, path) = wired().await;
    let reader = member(&site, &[Scope::ExportsRead]).await;
    let shown = site.get(&reader, &path).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    assert!(!shown.text.contains("<form class=\"body"), "{}", shown.text);
    let refused = site
        .post(&reader, &format!("{path}/test"), &[], "none")
        .await;
    assert_eq!(refused.status, 403);
    assert!(fake.journal().is_empty());
    let nobody = member(&site, &[Scope::AnalyticsRead]).await;
    assert_eq!(site.get(&nobody, &path).await.status, 403);
}

#[actix_web::test]
async fn a_search_destination_has_no_test_and_says_what_helps() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let connection = connect(&site, PlatformProvider::SearchAds).await;
    let action = "customers/1234567890/conversionActions/42";
    let added = add(&site, &owner, &connection, action).await;
    assert_eq!(added.status, 303, "{}", added.text);
    let page = site.profile_path(PAGE);
    let first = format!("href=\"{page}/destinations/");
    let id = between(&site.get(&owner, &page).await.text, &first, "\"").to_owned();
    let off = format!("destinations/{id}/enabled");
    send(&site, &owner, &off, &[("enabled", "false")]).await;
    let shown = site.get(&owner, &format!("{page}/destinations/{id}")).await;
    let text = plain(&shown.text);
    assert!(text.contains("Enable the destination"), "{text}");
    assert!(!text.contains("A test can be sent"), "{text}");
    let unknown = format!("{page}/destinations/{}", site.profile);
    assert_eq!(site.get(&owner, &unknown).await.status, 404);
}

#[actix_web::test]
async fn every_page_says_when_a_platform_is_asked_elsewhere() {
    let mut site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let destination = data_set(&site, &owner).await;
    let rule = super::exports::rule(&site, &owner, &super::exports::WON).await;
    let page = site.profile_path(PAGE);
    let pages = [
        page.clone(),
        destination,
        rule,
        format!("{page}/rules/new"),
        format!("{page}/deliveries"),
    ];
    let words = "asked elsewhere here than at the platform’s own address";
    for path in &pages {
        let shown = site.get(&owner, path).await.text;
        assert!(!shown.contains(words), "{path}: {shown}");
    }
    let both = [PlatformProvider::SocialAds, PlatformProvider::SearchAds];
    for (platforms, who) in [
        (&both[..1], "Meta is "),
        (&both[..], "Meta and Google Ads are "),
    ] {
        site.ask_elsewhere(platforms);
        for path in &pages {
            let shown = site.get(&owner, path).await.text;
            assert!(shown.contains(&format!("{who}{words}")), "{path}: {shown}");
        }
    }
}
