//! One event, however often it is sent.

use std::sync::Arc;

use application::outcome_events::record::RecordError;
use event_intake::{NewOutcomeEvent, canonical_content};
use kernel::Clock;

use crate::world::{RUNTIME, World, instant, payment};

#[test]
fn a_thousand_concurrent_retries_make_one_event() {
    RUNTIME.block_on(async {
        let world = Arc::new(World::new().await);
        let draft = payment(instant("2026-06-01T10:00:00Z"), "99.90", "a@example.com");
        let tries: Vec<_> = (0..1_000)
            .map(|_| {
                let (world, draft) = (Arc::clone(&world), draft.clone());
                tokio::spawn(async move { world.try_record(Some("order-1"), draft).await })
            })
            .collect();
        let mut ids = Vec::new();
        let mut fresh = 0;
        for outcome in tries {
            let recorded = outcome.await.unwrap().unwrap();
            fresh += usize::from(!recorded.replayed);
            ids.push(recorded.id);
        }
        ids.dedup();
        assert_eq!((ids.len(), fresh), (1, 1));
        let count = "SELECT count(*)::text AS line FROM outcome_events WHERE profile_id = $1";
        assert_eq!(world.lines(count).await, ["1"]);
    });
}

#[test]
fn concurrent_first_events_of_one_address_make_one_customer() {
    RUNTIME.block_on(async {
        let world = Arc::new(World::new().await);
        let tries: Vec<_> = (0..20)
            .map(|number| {
                let world = Arc::clone(&world);
                let draft = payment(instant("2026-06-01T10:00:00Z"), "5", "b@example.com");
                tokio::spawn(async move {
                    world
                        .try_record(Some(&format!("order-{number}")), draft)
                        .await
                })
            })
            .collect();
        for outcome in tries {
            outcome.await.unwrap().unwrap();
        }
        let count = "SELECT count(*)::text AS line FROM customers WHERE profile_id = $1";
        assert_eq!(world.lines(count).await, ["1"]);
        let count = "SELECT count(*)::text AS line FROM outcome_events WHERE profile_id = $1";
        assert_eq!(world.lines(count).await, ["20"]);
    });
}

#[test]
fn a_key_is_bound_to_its_content() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-06-01T10:00:00Z");
        world
            .record("order-1", payment(at, "10.00", "a@example.com"))
            .await;
        let same = world
            .record("order-1", payment(at, "10", "a@example.com"))
            .await;
        assert!(same.replayed);
        let other = world
            .try_record(Some("order-1"), payment(at, "11", "a@example.com"))
            .await;
        assert!(matches!(other, Err(RecordError::KeyReused)));
        let count = "SELECT count(*)::text AS line FROM outcome_events WHERE profile_id = $1";
        assert_eq!(world.lines(count).await, ["1"]);
    });
}

/// Whoever reads the database cannot try out what an event may have said; what earlier releases hashed
/// without a key is recognised as well.
#[test]
fn the_fingerprint_of_a_content_is_keyed_and_that_of_earlier_releases_counts() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let draft = |amount| payment(instant("2026-06-01T10:00:00Z"), amount, "a@example.com");
        world.record("order-1", draft("10")).await;
        let event = NewOutcomeEvent::parse(draft("10"), world.clock.now()).unwrap();
        let content = canonical_content(&event);
        let content: Vec<_> = content.iter().map(|byte| format!("{byte:02x}")).collect();
        let content = content.concat();
        let hash = format!("sha256('\\x{content}'::bytea)");
        let is_plain = format!(
            "SELECT (content_hash = {hash})::text AS line FROM outcome_events WHERE profile_id = $1"
        );
        assert_eq!(world.lines(&is_plain).await, ["false"]);
        let before =
            format!("UPDATE outcome_events SET content_hash = {hash} WHERE profile_id = $1");
        world.execute(&before).await;
        assert_eq!(world.lines(&is_plain).await, ["true"]);
        assert!(world.record("order-1", draft("10.0")).await.replayed);
        let other = world.try_record(Some("order-1"), draft("11")).await;
        assert!(matches!(other, Err(RecordError::KeyReused)));
    });
}

#[test]
fn money_without_a_key_gets_one_and_says_so() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-06-01T10:00:00Z");
        let one = world
            .try_record(None, payment(at, "10", "a@example.com"))
            .await
            .unwrap();
        let two = world
            .try_record(None, payment(at, "10", "a@example.com"))
            .await
            .unwrap();
        assert_ne!(one.id, two.id);
        assert!(one.generated_key.is_some());
        let mut lead = payment(at, "10", "a@example.com");
        lead.value_amount = None;
        let lead = world.try_record(None, lead).await.unwrap();
        assert_eq!(lead.generated_key, None);
    });
}
