//! What follows from how receivers answer, with a clock that the test moves.

use std::collections::BTreeSet;

use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use testkit::TestDatabase;
use tributary_postgres::PgSubscriptions;
use webhook_events::ports::SubscriptionReader;
use webhook_events::{AttemptFailure, AttemptOutcome, EventType, RetryAfter, SubscriptionState};

use crate::webhooks::{access, answers, dispatcher, receivers, subscribe, tell};
use crate::world::{RUNTIME, World, instant};

/// How far the only delivery is: its status, failed attempts and seconds until the next.
async fn progress(world: &World) -> String {
    let now = kernel::Clock::now(&world.clock);
    let lines = world
        .lines(&format!(
            "SELECT concat_ws(' ', status, failures, attempts, \
                 extract(epoch FROM next_attempt_at - '{now}'::timestamptz)::int) AS line \
             FROM deliveries WHERE profile_id = $1 ORDER BY id"
        ))
        .await;
    lines.join(", ")
}

fn seconds(progress: &str) -> i64 {
    progress.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn what_fails_is_tried_again_until_it_is_dead() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let types = [EventType::ProfileFreshnessChanged];
        subscribe(&world, "https://example.com/", &types).await;
        let to = receivers(|_| answers(500));
        let mut sending = dispatcher(&world, &to);
        tell(&world, 1).await;
        let delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
        for (failed, delay) in (1..).zip(delays) {
            sending.drain().await.unwrap();
            let progress = progress(&world).await;
            assert!(
                progress.starts_with(&format!("pending {failed} {failed} ")),
                "{progress}"
            );
            let wait = seconds(&progress);
            assert!(
                (delay * 4 / 5..=delay * 6 / 5).contains(&wait),
                "{progress}"
            );
            world.clock.advance_micros((wait - 1) * MICROS_PER_SECOND);
            sending.drain().await.unwrap();
            assert_eq!(to.got.lock().unwrap().len(), failed, "too early");
            world.clock.advance_micros(2 * MICROS_PER_SECOND);
        }
        sending.drain().await.unwrap();
        assert_eq!(progress(&world).await, "dead 0 8");
        // All of them had the same id and the same bytes.
        let got = std::mem::take(&mut *to.got.lock().unwrap());
        let same: BTreeSet<_> = got.iter().map(|it| (it.id, it.body.bytes())).collect();
        assert_eq!((got.len(), same.len()), (8, 1));
        let times: BTreeSet<_> = got.iter().map(|it| it.timestamp).collect();
        assert_eq!(times.len(), 8);
        // The first delivery is dead; for 120 hours more everything has to fail until it is over.
        for (hours, enabled) in [(1, true), (119, true), (2, false)] {
            world
                .clock
                .advance_micros(hours * 3_600 * MICROS_PER_SECOND);
            tell(&world, 1).await;
            sending.drain().await.unwrap();
            let reader = PgSubscriptions::new(world.pool.clone());
            let list = reader.list(&access(&world)).await.unwrap();
            assert_eq!(list[0].state.is_enabled(), enabled, "{hours}");
        }
        // Everything that waited is dead, and the deed is in the trail.
        assert!(!progress(&world).await.contains("pending"));
        let deeds = "SELECT action AS line FROM audit_events WHERE profile_id = $1 \
                     AND action LIKE 'webhook.%'";
        assert_eq!(world.lines(deeds).await, ["webhook.subscription_disabled"]);
    });
}

#[test]
fn answers_are_heard_as_they_are_meant() {
    let at = instant("2026-06-30T12:01:30Z");
    let retry = |status, retry_after| AttemptOutcome::Answered {
        status,
        retry_after: Some(retry_after),
    };
    // What the receiver does, and from when to when the next attempt is due.
    let cases: [(AttemptOutcome, Option<(i64, i64)>); 9] = [
        (answers(301), Some((4, 6))),
        (answers(400), Some((4, 6))),
        (answers(429), Some((60, 60))),
        (
            AttemptOutcome::Failed(AttemptFailure::Timeout),
            Some((60, 60)),
        ),
        (AttemptOutcome::Failed(AttemptFailure::Tls), Some((4, 6))),
        (retry(429, RetryAfter::Seconds(90)), Some((90, 90))),
        (retry(429, RetryAfter::At(at)), Some((89, 91))),
        (retry(503, RetryAfter::Seconds(86_400)), Some((8, 12))),
        (answers(410), None),
    ];
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        for (outcome, due) in cases {
            let world = World::alone_in(&database).await;
            world
                .execute("DELETE FROM delivery_buckets WHERE $1 IS NOT NULL")
                .await;
            world
                .execute("DELETE FROM webhook_subscriptions WHERE $1 IS NOT NULL")
                .await;
            let types = [EventType::ProfileFreshnessChanged];
            subscribe(&world, "https://example.com/", &types).await;
            let to = receivers(move |_| outcome);
            tell(&world, 1).await;
            dispatcher(&world, &to).drain().await.unwrap();
            let progress = progress(&world).await;
            let reader = PgSubscriptions::new(world.pool.clone());
            let state = reader.list(&access(&world)).await.unwrap()[0].state;
            if let Some((from, to)) = due {
                assert!(
                    (from..=to).contains(&seconds(&progress)),
                    "{outcome:?} {progress}"
                );
                assert_eq!(state, SubscriptionState::Enabled);
            } else {
                assert_eq!(progress, "dead 0 1", "{outcome:?}");
                assert!(matches!(state, SubscriptionState::Disabled { reason, .. }
                    if reason == webhook_events::DisabledReason::Gone));
            }
        }
    });
}

#[test]
fn a_dead_receiver_is_probed_and_holds_nobody_up() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let types = [EventType::ProfileFreshnessChanged];
        subscribe(&world, "https://dead.example.com/", &types).await;
        subscribe(&world, "https://fine.example.com/", &types).await;
        let to = receivers(|request| match request.url.host() {
            "dead.example.com" => answers(500),
            _ => answers(200),
        });
        tell(&world, 300).await;
        let mut sending = dispatcher(&world, &to);
        sending.drain().await.unwrap();
        let got = std::mem::take(&mut *to.got.lock().unwrap());
        let of = |host: &str| got.iter().filter(|it| it.url.host() == host).count();
        assert_eq!(of("fine.example.com"), 300);
        // Every one is tried once at last, but one after the other once five have failed.
        assert!(of("dead.example.com") < 300, "{}", of("dead.example.com"));
        // A process that never came back is followed by another when its lease is over.
        drop(sending);
        world
            .execute("DELETE FROM delivery_buckets WHERE $1 IS NOT NULL")
            .await;
        world.clock.advance_micros(MICROS_PER_DAY);
        let to = receivers(|_| answers(200));
        dispatcher(&world, &to).drain().await.unwrap();
        assert!(!progress(&world).await.contains("pending"));
    });
}
