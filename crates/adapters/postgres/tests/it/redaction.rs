//! Stored addresses lose what is not stored any more, and nothing else changes: neither figures nor what
//! a replay of everything comes to.

use std::sync::Arc;
use std::time::Duration;

use application::ports::{Redacted, Redaction};
use diesel_async::SimpleAsyncConnection;
use kernel::timestamp::MICROS_PER_DAY;
use testkit::TestDatabase;
use tributary_postgres::{PgPool, PgRedaction};

use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

/// As releases of before stored them.
const SECRETS: &str = "
UPDATE tracker_events SET url = replace(url, '://', '://ada:pw@') || '&token=1#f',
    referrer = replace(referrer, '://', '://ada:pw@') || '?reset=2';
UPDATE outcome_events SET url = 'https://ada:pw@shop.example/u/ada@mail.example?token=1&gclid=x#f';
INSERT INTO address_redactions (profile_id, facts)
SELECT id, unnest(ARRAY['tracker_events', 'outcome_events']) FROM profiles";

/// Twelve people of two profiles, each of whom came by an advertisement and paid.
async fn worlds(database: &TestDatabase) -> [World; 2] {
    let worlds = [
        World::alone_in(database).await,
        World::alone_in(database).await,
    ];
    for (world, other) in worlds.iter().zip(["a", "b"]) {
        for person in 0..6 {
            let paid = instant("2026-06-20T12:00:00Z").plus_micros(person * MICROS_PER_DAY);
            let (browser, email) = (
                format!("{other}{person}"),
                format!("{other}{person}@x.example"),
            );
            let visit = |days: i64, address: &str| {
                let at = paid.plus_micros(-days * MICROS_PER_DAY);
                page_view(
                    &format!("{browser} {days}"),
                    at,
                    address,
                    Some("https://news.example/p"),
                )
            };
            let events = vec![
                visit(9, "https://shop.example/a?utm_source=x&utm_medium=cpc"),
                visit(2, "https://shop.example/b?gclid=y"),
                identify(&format!("{browser} id"), paid.plus_micros(-1), &email),
            ];
            world.track(&browser, events).await;
            world.record(&browser, payment(paid, "10.01", &email)).await;
        }
        world.drain().await;
    }
    worlds
}

fn urls(database: &TestDatabase) -> String {
    let addresses = "SELECT string_agg(DISTINCT address, ' ' ORDER BY address) FROM ( \
        SELECT url AS address FROM tracker_events UNION ALL SELECT referrer FROM tracker_events \
        UNION ALL SELECT url FROM outcome_events) AS a";
    database.execute(addresses).unwrap().trim().to_owned()
}

const CLEAN: &str = "https://news.example/p https://shop.example/a?utm_source=x&utm_medium=cpc \
    https://shop.example/b?gclid=y https://shop.example/u/(email)?gclid=x";

#[test]
fn stored_addresses_lose_what_is_not_stored_and_no_figure_changes() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let worlds = worlds(&database).await;
        database.execute(SECRETS).unwrap();
        let mut before = Vec::new();
        for world in &worlds {
            world.rebuild().await;
            before.push(world.results().await);
        }
        // Each batch by whoever comes next, as after a stop in the middle; the second waits for nobody.
        let pool = PgPool::new(database.url(), 4).unwrap();
        let mut done = Redacted::default();
        loop {
            let [one, two] = [(); 2].map(|()| PgRedaction::new(pool.clone()));
            let (one, two) = tokio::join!(one.addresses(5), two.addresses(5));
            let both = [one.unwrap(), two.unwrap()];
            if both == [None, None] {
                break;
            }
            for one in both.into_iter().flatten() {
                done.looked += one.looked;
                done.changed += one.changed;
            }
        }
        let facts = 2 * 6 * (3 + 1);
        assert_eq!((done.looked, done.changed), (facts, facts - 12));
        assert_eq!(urls(&database), CLEAN);
        for (world, before) in worlds.iter().zip(before) {
            assert_eq!(world.results().await, before);
            world.rebuild().await;
            assert_eq!(world.results().await, before);
            world.ledger_holds().await;
        }
    });
}

#[test]
fn a_batch_that_is_given_up_is_done_again() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        worlds(&database).await;
        database.execute(SECRETS).unwrap();
        let redaction = Arc::new(PgRedaction::new(PgPool::new(database.url(), 2).unwrap()));
        redaction.addresses(4).await.unwrap();
        // Somebody else holds the facts that come next, so that the batch hangs in the middle.
        let mut holder = PgPool::new(database.url(), 1)
            .unwrap()
            .connection()
            .await
            .unwrap();
        holder
            .batch_execute(
                "BEGIN; SELECT 1 FROM outcome_events FOR UPDATE; \
                SELECT 1 FROM tracker_events FOR UPDATE",
            )
            .await
            .unwrap();
        let task = tokio::spawn({
            let redaction = Arc::clone(&redaction);
            async move { redaction.addresses(4).await }
        });
        let waits = "SELECT count(*) FROM pg_stat_activity \
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while database.execute(waits).unwrap().trim() != "1" {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        holder.batch_execute("ROLLBACK").await.unwrap();
        let left = "SELECT count(*) FROM address_redactions";
        while database.execute(left).unwrap().trim() != "0" {
            // The database ends what was given up a moment later.
            if redaction.addresses(4).await.unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        assert_eq!(urls(&database), CLEAN);
    });
}
