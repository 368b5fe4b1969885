//! Many identifications of one browser at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use application::ports::{Cut, FullReplay, ReplayOrder, SessionCut};
use application::tracking::collect::{Sender, collect};
use application::{UnitOfWork, UnitsOfWork};
use async_trait::async_trait;
use event_intake::{MatchEvidence, TrackerBatch};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ProfileId, StoreError};

use crate::world::{RUNTIME, World, identify, instant, page_view};

/// Counts transactions: one that lost a race, or was in a circle of those that wait, is begun again.
struct Counted {
    units: Arc<dyn UnitsOfWork>,
    begun: AtomicUsize,
}

#[async_trait]
impl UnitsOfWork for Counted {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.units.begin().await
    }

    async fn replay_all(&self, order: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        self.units.replay_all(order).await
    }

    async fn cut_all(
        &self,
        profile_id: ProfileId,
        cut: Cut,
    ) -> Result<Box<dyn SessionCut>, StoreError> {
        self.units.cut_all(profile_id, cut).await
    }
}

const BATCHES: i64 = 120;
const PEOPLE: i64 = 5;

/// A page view of whoever owns the browser, then somebody who signs in on it, and somebody else.
fn batch(number: i64) -> TrackerBatch {
    let at = instant("2026-06-30T11:00:00Z").plus_micros(number * MICROS_PER_SECOND);
    let name = |what: &str| format!("at once {number} {what}");
    let email = |number: i64| format!("{}@example.com", number % PEOPLE);
    TrackerBatch {
        key: String::new(),
        anonymous_id: Some("the browser of all".to_owned()),
        evidence: MatchEvidence::default(),
        events: vec![
            page_view(&name("view"), at, "https://shop.example/", None),
            identify(&name("one"), at, &email(number)),
            identify(&name("two"), at, &email(number * 3 + 1)),
        ],
    }
}

#[test]
fn no_identification_of_one_browser_waits_for_another_in_a_circle() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let counted = Arc::new(Counted {
            units: world.worker().units,
            begun: AtomicUsize::new(0),
        });
        let worker = Arc::new(world.worker());
        let profile = Arc::new(world.profile.clone());
        let sent: Vec<_> = (0..BATCHES)
            .map(|number| {
                let (units, worker) = (Arc::clone(&counted), Arc::clone(&worker));
                let profile = Arc::clone(&profile);
                tokio::spawn(async move {
                    let (batch, sender) = (batch(number), Sender::default());
                    collect(&*units, &worker.context(), &profile, &batch, &sender).await
                })
            })
            .collect();
        for one in sent {
            assert_eq!(one.await.unwrap().unwrap().accepted, 3);
        }
        let begun = counted.begun.load(Ordering::Relaxed);
        assert_eq!(
            i64::try_from(begun).unwrap(),
            BATCHES,
            "some were run again"
        );
        let people = "SELECT count(*)::text AS line FROM customers WHERE profile_id = $1";
        assert_eq!(world.lines(people).await, [PEOPLE.to_string()]);
    });
}

const OWNERS: &str = "SELECT v.anonymous_id || ' ' || c.primary_email AS line FROM visitors v \
    JOIN customers c ON c.profile_id = v.profile_id AND c.id = v.customer_id \
    WHERE v.profile_id = $1 ORDER BY v.anonymous_id";

#[test]
fn of_two_people_named_at_one_instant_the_identifier_decides() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-06-30T11:00:00Z");
        // Who comes first is known first, and has another id.
        for (number, order) in [
            ["ann", "bob"],
            ["bob", "ann"],
            ["ann", "bob"],
            ["bob", "ann"],
        ]
        .iter()
        .enumerate()
        {
            for name in order {
                let email = format!("{name}{number}@example.com");
                let event = identify(&format!("tie {email}"), at, &email);
                world.track(&format!("browser {number}"), vec![event]).await;
            }
        }
        let expected: Vec<_> = (0..4)
            .map(|number| format!("browser {number} ann{number}@example.com"))
            .collect();
        assert_eq!(world.lines(OWNERS).await, expected);
    });
}

/// All orders of some things.
fn orders<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in things.iter().enumerate() {
        let mut others = things.to_vec();
        others.remove(place);
        for mut rest in orders(&others) {
            rest.insert(0, first.clone());
            all.push(rest);
        }
    }
    all
}

/// Whose the browser is from when on, by the e-mail addresses of its owners.
async fn owners(world: &World, browser: &str) -> Vec<String> {
    let statement = format!(
        "SELECT concat_ws(' ', extract(hour FROM nullif(s.from_at, '-infinity') \
             AT TIME ZONE 'UTC'), i.value_key) AS line \
         FROM visitors v \
         JOIN LATERAL ( \
             SELECT g.from_at, g.customer_id FROM visitor_segments g \
             WHERE g.profile_id = $1 AND g.visitor_id = v.id \
             UNION ALL SELECT '-infinity', v.customer_id WHERE v.customer_id IS NOT NULL \
         ) s ON true \
         JOIN identifiers i ON i.profile_id = $1 AND i.customer_id = s.customer_id \
         WHERE v.profile_id = $1 AND v.anonymous_id = '{browser}' ORDER BY s.from_at"
    );
    world.lines(&statement).await
}

#[test]
fn whoever_is_named_in_one_batch_owns_what_they_would_have_owned_apart() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        // At which hour somebody is named.
        let named = [(10, "ada"), (11, "ben"), (12, "ada"), (13, "cy")];
        let expected = [
            "ada@x.example",
            "11 ben@x.example",
            "12 ada@x.example",
            "13 cy@x.example",
        ];
        for (number, order) in orders(&named).iter().enumerate() {
            for (size, batches) in [4, 2, 3].map(|size| (size, order.chunks(size))) {
                let browser = format!("browser {number} {size}");
                for (part, batch) in batches.enumerate() {
                    let events = batch.iter().map(|(hour, name)| {
                        let at = instant(&format!("2026-06-30T{hour}:00:00Z"));
                        let event = format!("{browser} {part} {hour}");
                        identify(&event, at, &format!("{name}@x.example"))
                    });
                    world.track(&browser, events.collect()).await;
                }
                assert_eq!(
                    owners(&world, &browser).await,
                    expected,
                    "{order:?} by {size}"
                );
            }
        }
    });
}
