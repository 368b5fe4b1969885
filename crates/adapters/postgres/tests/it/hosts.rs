//! Lists of hosts hold for all that was ever received.

use application::settle;
use application::tracking::reread::reread;
use channel_classifier::ListedHost;
use kernel::timestamp::MICROS_PER_SECOND;
use profile_setup::tracking::settings::{ShippedHost, TrackingChange, update};

use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

/// Pages before the visits of a person, one a day, who pays on the last.
const REFERRERS: [&str; 6] = [
    "https://www.google.com/",
    "https://accounts.google.com/signin",
    "https://partner.example/blog",
    "https://bank.example/3ds/step",
    "https://second.example/",
    "https://www.paypal.com/checkoutnow",
];

async fn visits(world: &World) {
    let at =
        |day: i64| instant("2026-06-01T10:00:00Z").plus_micros(day * 86_400 * MICROS_PER_SECOND);
    for (day, referrer) in (0..).zip(REFERRERS) {
        for browser in ["one", "two"] {
            let name = format!("{browser} {referrer}");
            let url = "https://shop.example/?utm_campaign=&size=4";
            let view = page_view(&name, at(day), url, Some(referrer));
            let said = identify(
                &format!("{name} said"),
                at(day).plus_micros(MICROS_PER_SECOND),
                &format!("{browser}@mail.example"),
            );
            world.track(browser, vec![view, said]).await;
        }
        let paid = payment(
            at(day).plus_micros(60 * MICROS_PER_SECOND),
            "10",
            "one@mail.example",
        );
        world.record(&format!("paid {day}"), paid).await;
    }
    world.drain().await;
}

async fn set(world: &mut World, change: TrackingChange) {
    let access = access(world);
    let mut work = world.begin().await;
    let changed = update(&mut *work, &world.context(), &access, change).await;
    let changed = settle(work, changed).await.unwrap().unwrap();
    assert!(changed.recompute.is_some());
    let hosts = changed.settings.hosts;
    world.profile.own_domains = hosts.own_domains;
    world.profile.excluded_referrers = hosts.excluded_referrers;
    world.profile.allowed_referrers = hosts.allowed_referrers;
}

fn hosts(own: &[&str], excluded: &[&str], allowed: &[&str]) -> TrackingChange {
    let listed = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| ListedHost::with_path(text).unwrap())
            .collect()
    };
    TrackingChange {
        own_domains: Some(listed(own)),
        excluded_referrers: Some(listed(excluded)),
        allowed_referrers: Some(
            allowed
                .iter()
                .map(|text| ShippedHost::parse(text).unwrap())
                .collect(),
        ),
        ..TrackingChange::default()
    }
}

const FACTS: &str = "SELECT concat_ws(' ', e.id, e.signature_id, e.source_key, e.names_a_source, \
     e.exclusion) AS line FROM tracker_events e WHERE e.profile_id = $1 ORDER BY e.id";

#[test]
fn a_changed_list_gives_what_it_would_have_given_from_the_beginning() {
    RUNTIME.block_on(async {
        let lists = [
            hosts(
                &["shop.example"],
                &[],
                &["accounts.google.com", "paypal.com"],
            ),
            hosts(
                &["shop.example"],
                &["partner.example", "bank.example/3ds"],
                &[],
            ),
            hosts(&["shop.example", "second.example"], &[], &["paypal.com"]),
            hosts(&[], &["google.com"], &[]),
        ];
        let mut changing = World::new().await;
        visits(&changing).await;
        let before = changing.results().await;
        let mut seen = vec![before.clone()];
        for list in lists {
            set(&mut changing, list.clone()).await;
            // A batch that is given up is read again, and one that is not whole goes on.
            let mut given_up = changing.begin().await;
            let id = changing.profile.id;
            let more = reread(&mut *given_up, &changing.context(), id, 5).await;
            assert!(more.unwrap());
            given_up.rollback().await.unwrap();
            let mut work = changing.begin().await;
            let more = reread(&mut *work, &changing.context(), id, 5).await;
            assert!(settle(work, more).await.unwrap());
            changing.drain().await;
            changing.ledger_holds().await;
            let mut fresh = World::new().await;
            set(&mut fresh, list).await;
            visits(&fresh).await;
            assert_eq!(changing.lines(FACTS).await, fresh.lines(FACTS).await);
            assert_eq!(changing.results().await, fresh.results().await);
            seen.push(changing.results().await);
        }
        set(&mut changing, hosts(&["shop.example"], &[], &[])).await;
        changing.drain().await;
        assert_eq!(changing.results().await, before);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 5, "each list says something else");
        let causes = "SELECT DISTINCT c ->> 'cause' AS line FROM restatements r \
             CROSS JOIN LATERAL jsonb_array_elements(r.causes) AS c \
             WHERE r.profile_id = $1 AND c ->> 'cause' LIKE 'tracking%'";
        assert_eq!(changing.lines(causes).await, ["tracking_settings_changed"]);
    });
}
