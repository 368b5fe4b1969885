//! Deliveries of webhooks: listed, shown and sent again.

use std::time::Duration;

use access_control::Role;
use webhook_events::ports::{BUCKETS, Settlement};
use webhook_events::{
    AfterAttempt, Attempt, AttemptFailure, AttemptOutcome, DeliveryState, EndpointHealth, Excerpt,
};

use super::site::{Browser, Site, between, plain, token_in};
use super::webhooks::{PAGE, path_in, subscribe};

/// Sends a test; the path of its delivery.
async fn test(site: &Site, browser: &Browser, subscription: &str) -> String {
    let token = site.token(browser, subscription).await;
    let form = format!("{subscription}/test");
    let sent = site.post(browser, &form, &[], &token).await;
    assert_eq!(sent.status, 303, "{}", sent.text);
    sent.header("location").unwrap().to_owned()
}

fn last<K>(path: &str) -> kernel::Id<K> {
    let id = path.rsplit('/').next().unwrap();
    id.parse::<uuid::Uuid>().unwrap().into()
}

/// Writes how an attempt went, as the worker does.
async fn attempted(site: &Site, (subscription, delivery): (&str, &str), attempt: Attempt) {
    let at = site.state.clock.now();
    let settlement = Settlement {
        profile_id: site.profile,
        id: last::<webhook_events::ids::kind::Delivery>(delivery),
        subscription_id: last::<webhook_events::ids::kind::Subscription>(subscription),
        // Of a lease that has ended: what becomes of the delivery is not what is looked at here.
        lease: site.state.ids.new_id(),
        at,
        attempt,
        after: AfterAttempt {
            state: DeliveryState::fresh(at),
            health: EndpointHealth::default(),
            disable: None,
        },
    };
    let mut work = site.state.units.begin().await.unwrap();
    work.delivery_queue().settle(&[settlement]).await.unwrap();
    work.commit().await.unwrap();
}

/// The page, once what waits for a disabled subscription is given up. Those of other tests take their turn.
async fn buried(site: &Site, browser: &Browser, page: &str) -> String {
    let buckets: Vec<i16> = (0..BUCKETS).collect();
    for _ in 0..100 {
        let mut work = site.state.units.begin().await.unwrap();
        work.delivery_queue().bury(&buckets, 1_000).await.unwrap();
        work.commit().await.unwrap();
        let shown = site.get(browser, page).await.text;
        if !shown.contains("None is like this") {
            return shown;
        }
    }
    panic!("nothing was given up");
}

fn answered(status: u16, said: &str) -> Attempt {
    Attempt {
        outcome: AttemptOutcome::Answered {
            status,
            retry_after: None,
        },
        excerpt: Excerpt::new(said.as_bytes().to_vec()),
        took: Duration::from_millis(1_234),
    }
}

#[actix_web::test]
async fn a_test_is_sent_shown_with_its_attempts_and_sent_again() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let one = path_in(&site, &subscribe(&site, &owner).await.text);
    let delivery = test(&site, &owner, &one).await;
    let shown = site.get(&owner, &delivery).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    for words in [
        "Waits",
        "None yet",
        "recompute.completed",
        "https://hooks.example/in",
    ] {
        assert!(shown.text.contains(words), "{words}: {}", shown.text);
    }

    let said = "<script>alert(1)</script>\n\"&'";
    attempted(&site, (&one, &delivery), answered(500, said)).await;
    let silent = Attempt {
        outcome: AttemptOutcome::Failed(AttemptFailure::Timeout),
        ..answered(0, "")
    };
    attempted(&site, (&one, &delivery), silent).await;
    let shown = site.get(&owner, &delivery).await;
    assert!(!shown.text.contains("<script"), "{}", shown.text);
    let escaped = "&#60;script&#62;alert(1)&#60;/script&#62;\n&#34;&#38;&#39;</pre>";
    for words in [escaped, "Answer 500", "No answer in time", "1234\u{a0}ms"] {
        assert!(shown.text.contains(words), "{words}: {}", shown.text);
    }
    let policy = shown.header("content-security-policy").unwrap();
    assert!(!policy.contains("script-src"), "{policy}");

    let form = format!("{delivery}/replay");
    let again = site.post(&owner, &form, &[], &token_in(&shown.text)).await;
    assert_eq!(again.status, 303, "{}", again.text);
    assert_eq!(again.header("location"), Some(delivery.as_str()));
    assert!(site.get(&owner, &one).await.text.contains(&delivery));
}

#[actix_web::test]
async fn a_delivery_whose_payload_is_gone_is_not_sent_again() {
    let mut site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let one = path_in(&site, &subscribe(&site, &owner).await.text);
    let delivery = test(&site, &owner, &one).await;
    let token = site.token(&owner, &delivery).await;
    site.keep_payloads(Duration::ZERO);
    let refused = site
        .post(&owner, &format!("{delivery}/replay"), &[], &token)
        .await;
    assert_eq!(refused.status, 400);
    let said = plain(&refused.text);
    assert!(
        said.contains("Its payload is not kept any more since "),
        "{said}"
    );
}

#[actix_web::test]
async fn deliveries_are_listed_by_state_and_subscription_and_page_by_page() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let first = path_in(&site, &subscribe(&site, &owner).await.text);
    let second = path_in(&site, &subscribe(&site, &owner).await.text);
    let all = format!("{}/deliveries", site.profile_path(PAGE));
    let empty = site.get(&owner, &all).await.text;
    assert!(empty.contains("Nothing that somebody subscribed to has happened yet"));
    let mut made = Vec::new();
    for _ in 0..21 {
        made.push(test(&site, &owner, &first).await);
    }
    let other = test(&site, &owner, &second).await;

    let rows = |page: &str| page.matches("class=\"person\"").count();
    let page = site.get(&owner, &all).await.text;
    assert_eq!(rows(&page), 20, "{page}");
    assert!(page.contains(&other) && !page.contains(&made[0]));
    let earlier = between(&page, "href=\"", "\" rel=\"next\"");
    let earlier = earlier
        .rsplit("href=\"")
        .next()
        .unwrap()
        .replace("&#38;", "&");
    let rest = site.get(&owner, &earlier).await.text;
    assert_eq!(rows(&rest), 2, "{rest}");
    assert!(
        rest.contains(&made[0]) && rest.contains(">Latest</a>"),
        "{rest}"
    );

    let id = second.rsplit('/').next().unwrap();
    let of_one = |status: &str| format!("{all}?status={status}&subscription_id={id}");
    let found = site.get(&owner, &of_one("")).await.text;
    assert_eq!(rows(&found), 1, "{found}");
    assert!(
        found.contains(&format!("value=\"{id}\" selected")),
        "{found}"
    );
    assert_eq!(rows(&site.get(&owner, &of_one("pending")).await.text), 1);
    let dead = site.get(&owner, &of_one("dead")).await.text;
    assert!(dead.contains("None is like this"), "{dead}");

    let token = site.token(&owner, &second).await;
    let off = format!("{second}/enabled");
    site.post(&owner, &off, &[("enabled", "false")], &token)
        .await;
    let dead = buried(&site, &owner, &of_one("dead")).await;
    assert_eq!(rows(&dead), 1, "{dead}");
    assert!(dead.contains("chip off\">Given up"), "{dead}");

    for odd in ["status=lost", "subscription_id=1", "cursor=x"] {
        let refused = site.get(&owner, &format!("{all}?{odd}")).await;
        assert_eq!(refused.status, 400, "{odd}");
    }
}
